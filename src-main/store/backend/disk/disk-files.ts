import { type FileHandle, open, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { inLanes } from '../../../core/in-lanes.ts';
import { isId } from '../../../core/objects/object-id.ts';
import {
  type ByteRange,
  codeOf,
  type FileName,
  type GivenBlock,
  type LibraryFiles,
  NotDurable,
  type PackFile,
  type PackSource,
  type StagedBlock,
} from '../backend.ts';
import { DiskBlock, readBlock } from './disk-block.ts';
import { DurableFolders } from './durable-folders.ts';
import type { FileOps, WritableFile } from './file-ops.ts';
import { blockFolder, blockPath, damagedFolder, packFolder, packNumberOf, packPath } from './layout.ts';
import type { ReadHandles } from './read-handles.ts';

export interface DiskParts {
  /** Exists and is durable by itself. */
  readonly dataFolder: string;
  readonly ops: FileOps;
  readonly handles: ReadHandles;
  /** A path on the same file system, never given out before. */
  readonly temporaryPath: () => string;
  readonly writeBlock: (descriptor: number, bytes: Uint8Array) => Promise<void> | null;
}

/** 4 MiB: one write call of this length reaches the disk's full rate, and a crash mid-write tears no more than this. */
const BYTES_AT_ONCE = 4 * 1024 * 1024;
/** Two: half of the thread pool, so that reads and writes go on while blocks are synced. */
const SAVING_LANES = 2;

/** The files of one library, in its folder: `packs/000001.pack`, `blocks/ab/<38 hex>`. */
export class DiskFiles implements LibraryFiles {
  readonly bytesAtOnce = BYTES_AT_ONCE;
  readonly #library: string;
  readonly #parts: DiskParts;
  readonly #folders: DurableFolders;

  constructor(library: string, parts: DiskParts) {
    this.#library = library;
    this.#parts = parts;
    this.#folders = new DurableFolders(parts.ops, parts.dataFolder);
  }

  async listPacks(): Promise<number[]> {
    const names = await this.#parts.ops.list(packFolder(this.#library));
    return names.map(packNumberOf).filter((pack) => pack > 0);
  }

  async *listBlocks(): AsyncIterable<readonly string[]> {
    const folder = blockFolder(this.#library);
    for (const fan of await this.#parts.ops.list(folder)) {
      const names = await this.#parts.ops.list(join(folder, fan));
      yield names.map((name) => fan + name).filter(isId);
    }
  }

  async sizeOf(name: FileName): Promise<number> {
    return (await stat(this.#pathOf(name))).size;
  }

  async openRange(name: FileName, range: ByteRange): Promise<Buffer> {
    if ('block' in name) return readBlock(this.#pathOf(name), range);
    return this.#parts.handles.use(this.#pathOf(name), (file) => readAt(file, range));
  }

  async openPack(pack: number): Promise<PackSource> {
    const file = await open(this.#pathOf({ pack }), 'r');
    try {
      const { size } = await file.stat();
      return {
        sizeBytes: size,
        read: (range) => readAt(file, range),
        close: () => file.close(),
      };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async createPack(pack: number, naming: 'together' | 'alone'): Promise<PackFile> {
    const path = this.#pathOf({ pack });
    const isTogether = naming === 'together';
    if (isTogether) await this.#folders.ensure(dirname(path));
    const file = await this.#parts.ops.create(path);
    if (isTogether) this.#folders.touched(dirname(path));
    return this.#packFile(file, path);
  }

  async reopenPack(pack: number): Promise<PackFile | null> {
    const path = this.#pathOf({ pack });
    try {
      return this.#packFile(await this.#parts.ops.openExisting(path), path);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    }
  }

  saveName(pack: number): Promise<void> {
    return this.#parts.ops.syncFolder(dirname(this.#pathOf({ pack })));
  }

  async stage({ id, bytes, isGiven = false }: GivenBlock): Promise<StagedBlock> {
    const { ops, temporaryPath, writeBlock } = this.#parts;
    const paths = { temporaryPath: temporaryPath(), path: this.#pathOf({ block: id }) };
    const block = new DiskBlock({ id, sizeBytes: bytes.length, ...paths, ops });
    try {
      await block.write(bytes, isGiven ? writeBlock : () => null);
      return block;
    } catch (error) {
      await block.discard();
      throw error;
    }
  }

  async save(blocks: readonly StagedBlock[], isDamaged: (id: string) => boolean): Promise<void> {
    let lost: NotDurable | null = null;
    try {
      await inLanes(blocks, SAVING_LANES, async (block) => {
        await this.#place(block, isDamaged).catch((error: unknown) => {
          if (error instanceof NotDurable) lost = error;
          throw error;
        });
      });
    } catch (error) {
      throw lost ?? error;
    }
    await durably(() => this.#folders.sync());
  }

  async remove(names: Iterable<FileName>): Promise<number> {
    const { ops, handles } = this.#parts;
    let bytes = 0;
    const folders = new Set<string>();
    for (const name of names) {
      const path = this.#pathOf(name);
      const { size } = await stat(path);
      await handles.closeBelow(path);
      await ops.remove(path);
      bytes += size;
      folders.add(dirname(path));
    }
    await durably(async () => {
      for (const folder of folders) await ops.syncFolder(folder);
    });
    return bytes;
  }

  async setAside(pack: number): Promise<void> {
    const { ops, handles } = this.#parts;
    const path = this.#pathOf({ pack });
    await handles.closeBelow(path);
    await this.#moveToDamaged(path);
    await durably(() => ops.syncFolder(dirname(path)));
  }

  /** Syncs a block and gives it its final name, which is durable once its folder has been synced. */
  async #place(block: StagedBlock, isDamaged: (id: string) => boolean): Promise<void> {
    if (!(block instanceof DiskBlock)) throw new Error('The block is not one of this disk.');
    const { path } = block;
    await durably(() => block.finish());
    await this.#folders.ensure(dirname(path));
    if (!block.isPlaced && isDamaged(block.id)) await this.#moveToDamaged(path);
    await block.place();
    this.#folders.touched(dirname(path));
  }

  /** Moves a damaged file to a name of its own. Absent: no work. The caller syncs the folder that it was in. */
  async #moveToDamaged(path: string): Promise<void> {
    const { ops } = this.#parts;
    const folder = damagedFolder(this.#library);
    await ops.makeFolder(folder);
    // A block file is only named in full together with its folder.
    const name = `${basename(dirname(path))}-${basename(path)}`;
    const count = (await ops.list(folder)).filter((taken) => taken.startsWith(name)).length;
    try {
      await ops.rename(path, join(folder, count === 0 ? name : `${name}.${count}`));
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
      return;
    }
    await ops.syncFolder(folder);
    await ops.syncFolder(this.#library);
  }

  #packFile(file: WritableFile, path: string): PackFile {
    return { ...file, remove: () => this.#parts.ops.remove(path) };
  }

  #pathOf(name: FileName): string {
    return 'pack' in name ? packPath(this.#library, name.pack) : blockPath(this.#library, name.block);
  }
}

async function readAt(file: FileHandle, { offset, length }: ByteRange): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  const { bytesRead } = await file.read(bytes, 0, length, offset);
  return bytes.subarray(0, bytesRead);
}

/** @throws NotDurable when it fails */
async function durably(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    throw new NotDurable(cause);
  }
}
