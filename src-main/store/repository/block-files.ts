import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { takeMemory } from '../../core/blocks/block-memory.ts';
import type { DurableFolders } from '../backend/disk/durable-folders.ts';
import { codeOf, type FileOps, type WritableFile } from '../backend/disk/file-ops.ts';
import { inLanes } from '../backend/disk/in-lanes.ts';
import { moveToDamaged } from '../backend/disk/move-to-damaged.ts';
import type { HashedObject } from '../objects/object-store.ts';
import type { BlockHasher } from '../threads/block-hasher.ts';
import { LostThread } from '../threads/worker-client.ts';
import type { LibraryHealth } from './library-health.ts';
import { readFailure } from './pack-reader.ts';
import { objectCorrupt } from './verify.ts';

/** From this size on a block gets a file of its own: it costs one fsync, but can be removed without rewriting a pack. */
export const MIN_BLOCK_FILE_BYTES = 1024 * 1024;
/** Two: half of the thread pool, so that reads and writes go on while blocks are synced. */
const PLACING_LANES = 2;

type GivenBlock = Pick<HashedObject, 'id' | 'bytes' | 'isGiven'>;

/** A block on its way to a file of its own. */
export interface StagedBlock {
  readonly id: string;
  readonly sizeBytes: number;
  readonly temporaryPath: string;
  /** Open until the content is durable. */
  file: WritableFile | null;
  /** The content is under its final name. */
  isPlaced: boolean;
}

export interface BlockFilesDependencies {
  /** Folder of the library's block files. */
  readonly folder: string;
  readonly ops: FileOps;
  readonly folders: DurableFolders;
  readonly health: LibraryHealth;
  /** A path in the folder for temporary files, on the same file system, never given out before. */
  readonly temporaryPath: () => string;
  readonly hasher: BlockHasher;
  /** Whether the file under the block's name is known to be damaged. */
  readonly isDamaged: (id: string) => boolean;
}

/** The blocks of one library that have files of their own, `ab/<38 hex>`. */
export class BlockFiles {
  readonly #deps: BlockFilesDependencies;

  constructor(deps: BlockFilesDependencies) {
    this.#deps = deps;
  }

  /**
   * Writes the block to a temporary file, in a thread where its memory is ours. Nothing is left of the file when that
   * fails. @throws like `place`; `LostThread`
   */
  async stage({ id, bytes, isGiven = false }: GivenBlock): Promise<StagedBlock> {
    const { ops, health, hasher, temporaryPath } = this.#deps;
    const sizeBytes = bytes.length;
    const path = temporaryPath();
    let file: WritableFile | null = null;
    try {
      file = await ops.create(path);
      const writing = isGiven && file.descriptor !== undefined ? hasher.write(file.descriptor, bytes) : null;
      await (writing ?? file.write(bytes, 0));
      return { id, sizeBytes, temporaryPath: path, file, isPlaced: false };
    } catch (cause) {
      // A thread that ended says nothing about the disk.
      const error = cause instanceof LostThread ? cause : health.judge(cause);
      // The file is nothing yet: if it cannot be removed now, the sweep at the next start does it.
      await Promise.allSettled([file?.close()]);
      await Promise.allSettled([ops.remove(path)]);
      throw error;
    }
  }

  /**
   * Syncs the blocks and gives them their final names, which are durable once `folders.sync` has returned. May be
   * called again with blocks of a failed call. @throws DomainError `disk-full`, `busy`, `library-read-only`
   */
  async place(blocks: readonly StagedBlock[]): Promise<void> {
    await inLanes(blocks, PLACING_LANES, (block) => this.#place(block));
  }

  /** @throws DomainError `object-missing`, `object-corrupt` */
  async read(id: string, sizeBytes: number): Promise<Buffer> {
    const bytes = await readWhole(this.pathOf(id), sizeBytes).catch((cause: unknown) => {
      throw readFailure(id, cause);
    });
    return this.#verified(id, bytes, sizeBytes);
  }

  /** The bytes of a block that may not have its final name yet. @throws like `read` */
  async readStaged(block: StagedBlock): Promise<Buffer> {
    try {
      const bytes = await readWhole(block.temporaryPath, block.sizeBytes);
      return await this.#verified(block.id, bytes, block.sizeBytes);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw readFailure(block.id, error);
      return this.read(block.id, block.sizeBytes);
    }
  }

  /** Removes what was staged and not placed. */
  async discard(blocks: readonly StagedBlock[]): Promise<void> {
    const unplaced = blocks.filter((block) => !block.isPlaced);
    // What stays behind is swept at the next start.
    await Promise.allSettled(unplaced.map((block) => block.file?.close()));
    await Promise.allSettled(unplaced.map((block) => this.#deps.ops.remove(block.temporaryPath)));
  }

  async #place(block: StagedBlock): Promise<void> {
    const { ops, folder, folders, health, isDamaged } = this.#deps;
    if (block.file !== null) {
      try {
        await block.file.sync();
        await block.file.close();
      } catch (cause) {
        throw health.fail(cause);
      }
      block.file = null;
    }
    const path = this.pathOf(block.id);
    try {
      await folders.ensure(dirname(path));
      if (!block.isPlaced && isDamaged(block.id)) await moveToDamaged(ops, dirname(folder), path);
      if (!block.isPlaced) await ops.rename(block.temporaryPath, path);
    } catch (cause) {
      throw health.judge(cause);
    }
    block.isPlaced = true;
    folders.touched(dirname(path));
  }

  /** Where the file of a block is, or would be. */
  pathOf(id: string): string {
    return blockFilePath(this.#deps.folder, id);
  }

  async #verified(id: string, read: Buffer, sizeBytes: number): Promise<Buffer> {
    if (read.length !== sizeBytes) throw objectCorrupt(id, 'size');
    const block = await this.#deps.hasher.hash(read, { withContentHash: false });
    if (block.id !== id) throw objectCorrupt(id, 'id-mismatch');
    return block.bytes;
  }
}

/** Where the file of a block is, or would be, in its library's folder of block files. */
export function blockFilePath(folder: string, id: string): string {
  return join(folder, id.slice(0, 2), id.slice(2));
}

/**
 * All bytes of a file that should have this size, in memory of their own; more or fewer when it has another one. One read
 * rather than one for every half megabyte, as `readFile` does it.
 */
async function readWhole(path: string, sizeBytes: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const bytes = takeMemory(sizeBytes + 1);
    let filledBytes = 0;
    for (;;) {
      const { bytesRead } = await file.read(bytes, filledBytes, bytes.length - filledBytes, filledBytes);
      filledBytes += bytesRead;
      if (bytesRead === 0 || filledBytes === bytes.length) return bytes.subarray(0, filledBytes);
    }
  } finally {
    await file.close();
  }
}
