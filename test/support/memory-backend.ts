import type { LibraryId } from '../../src-main/core/library/library-id.ts';
import type {
  Backend,
  ByteRange,
  FileName,
  GivenBlock,
  LibraryFiles,
  PackFile,
  PackSource,
  StagedBlock,
} from '../../src-main/store/backend/backend.ts';

/** Files in memory, which end with the process: for tests, and to see what a medium has to do. */
export class MemoryBackend implements Backend {
  readonly #libraries = new Map<LibraryId, MemoryFiles>();

  library(id: LibraryId): LibraryFiles {
    const files = this.#libraries.get(id) ?? new MemoryFiles();
    this.#libraries.set(id, files);
    return files;
  }

  async libraries(): Promise<LibraryId[]> {
    return [...this.#libraries].filter(([, files]) => files.hasAny).map(([id]) => id);
  }

  async removeLibrary(id: LibraryId): Promise<void> {
    this.#libraries.get(id)?.clear();
    this.#libraries.delete(id);
  }

  async freeBytes(): Promise<number> {
    return Number.POSITIVE_INFINITY;
  }

  async close(): Promise<void> {
    // Nothing is open.
  }
}

class MemoryFiles implements LibraryFiles {
  readonly bytesAtOnce = 64 * 1024;
  readonly #packs = new Map<number, GrowingPack>();
  readonly #blocks = new Map<string, Buffer>();

  get hasAny(): boolean {
    return this.#packs.size + this.#blocks.size > 0;
  }

  clear(): void {
    this.#packs.clear();
    this.#blocks.clear();
  }

  async listPacks(): Promise<number[]> {
    return [...this.#packs.keys()];
  }

  async *listBlocks(): AsyncIterable<readonly string[]> {
    yield [...this.#blocks.keys()];
  }

  async sizeOf(name: FileName): Promise<number> {
    return this.#bytesOf(name).length;
  }

  async openRange(name: FileName, range: ByteRange): Promise<Buffer> {
    return copyOf(this.#bytesOf(name), range);
  }

  async openPack(pack: number): Promise<PackSource> {
    const bytes = this.#bytesOf({ pack });
    return {
      sizeBytes: bytes.length,
      read: async (range) => copyOf(bytes, range),
      close: async () => undefined,
    };
  }

  async createPack(pack: number): Promise<PackFile> {
    if (this.#packs.has(pack)) throw withCode('EEXIST', `There is a pack ${pack} already.`);
    const file = new GrowingPack();
    this.#packs.set(pack, file);
    return this.#packFile(pack, file);
  }

  async reopenPack(pack: number): Promise<PackFile | null> {
    const file = this.#packs.get(pack);
    return file === undefined ? null : this.#packFile(pack, file);
  }

  async saveName(): Promise<void> {
    // There is no power to be lost.
  }

  async stage({ id, bytes }: GivenBlock): Promise<StagedBlock> {
    return new MemoryBlock(id, Buffer.from(bytes));
  }

  async save(blocks: readonly StagedBlock[]): Promise<void> {
    for (const block of blocks) {
      if (!(block instanceof MemoryBlock)) throw new Error('The block is not one of this memory.');
      this.#blocks.set(block.id, block.bytes);
    }
  }

  async remove(names: Iterable<FileName>): Promise<number> {
    let bytes = 0;
    for (const name of names) {
      bytes += this.#bytesOf(name).length;
      if ('pack' in name) this.#packs.delete(name.pack);
      else this.#blocks.delete(name.block);
    }
    return bytes;
  }

  /** Where a person could look at it there is none. */
  async setAside(pack: number): Promise<void> {
    this.#packs.delete(pack);
  }

  #packFile(pack: number, file: GrowingPack): PackFile {
    return {
      sizeBytes: async () => file.bytes.length,
      write: async (bytes, position) => file.write(bytes, position),
      sync: async () => undefined,
      close: async () => undefined,
      remove: async () => void this.#packs.delete(pack),
    };
  }

  #bytesOf(name: FileName): Buffer {
    const bytes = 'pack' in name ? this.#packs.get(name.pack)?.bytes : this.#blocks.get(name.block);
    if (bytes === undefined) throw withCode('ENOENT', `There is no ${JSON.stringify(name)}.`);
    return bytes;
  }
}

/** Bytes in memory that is twice as much whenever it is too little. */
class GrowingPack {
  #memory = Buffer.alloc(0);
  #sizeBytes = 0;

  get bytes(): Buffer {
    return this.#memory.subarray(0, this.#sizeBytes);
  }

  write(bytes: Uint8Array, position: number): void {
    const end = position + bytes.length;
    if (end > this.#memory.length) {
      const larger = Buffer.alloc(Math.max(end, 2 * this.#memory.length));
      larger.set(this.bytes);
      this.#memory = larger;
    }
    this.#memory.set(bytes, position);
    this.#sizeBytes = Math.max(this.#sizeBytes, end);
  }
}

class MemoryBlock implements StagedBlock {
  readonly id: string;
  readonly bytes: Buffer;

  constructor(id: string, bytes: Buffer) {
    this.id = id;
    this.bytes = bytes;
  }

  get sizeBytes(): number {
    return this.bytes.length;
  }

  async read(): Promise<Buffer> {
    return Buffer.from(this.bytes);
  }

  async discard(): Promise<void> {
    // Its memory goes with it.
  }
}

function copyOf(bytes: Buffer, { offset, length }: ByteRange): Buffer {
  return Buffer.from(bytes.subarray(offset, offset + length));
}

function withCode(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
