import { open } from 'node:fs/promises';
import { blockMemory } from '../../../memory/block-memory.ts';
import { type ByteRange, codeOf, type StagedBlock } from '../backend.ts';
import type { FileOps, WritableFile } from './file-ops.ts';

export interface DiskBlockParts {
  readonly id: string;
  readonly sizeBytes: number;
  readonly temporaryPath: string;
  /** The final one. */
  readonly path: string;
  readonly ops: FileOps;
}

type WriteInThread = (descriptor: number, bytes: Uint8Array) => Promise<void> | null;

/** A block on its way to a file of its own. */
export class DiskBlock implements StagedBlock {
  readonly id: string;
  readonly sizeBytes: number;
  readonly path: string;
  readonly #temporaryPath: string;
  readonly #ops: FileOps;
  /** Open until the content is durable. */
  #file: WritableFile | null = null;
  #isPlaced = false;

  constructor({ id, sizeBytes, temporaryPath, path, ops }: DiskBlockParts) {
    this.id = id;
    this.sizeBytes = sizeBytes;
    this.path = path;
    this.#temporaryPath = temporaryPath;
    this.#ops = ops;
  }

  /** Whether the content is under its final name. */
  get isPlaced(): boolean {
    return this.#isPlaced;
  }

  async write(bytes: Uint8Array, inThread: WriteInThread): Promise<void> {
    const file = await this.#ops.create(this.#temporaryPath);
    this.#file = file;
    const writing = file.descriptor === undefined ? null : inThread(file.descriptor, bytes);
    await (writing ?? file.write(bytes, 0));
  }

  /** The content is durable on return. */
  async finish(): Promise<void> {
    await this.#file?.sync();
    await this.#file?.close();
    this.#file = null;
  }

  /** Gives it its final name, unless it has that. */
  async place(): Promise<void> {
    if (!this.#isPlaced) await this.#ops.rename(this.#temporaryPath, this.path);
    this.#isPlaced = true;
  }

  async read(): Promise<Buffer> {
    const range = { offset: 0, length: this.sizeBytes + 1 };
    try {
      return await readBlock(this.#temporaryPath, range);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
      return readBlock(this.path, range);
    }
  }

  async discard(): Promise<void> {
    if (this.#isPlaced) return;
    // The file is nothing yet: if it cannot be removed now, the sweep at the next start does it.
    await Promise.allSettled([this.#file?.close()]);
    await Promise.allSettled([this.#ops.remove(this.#temporaryPath)]);
  }
}

/** A stretch of a file, in memory of its own. One read rather than one for every half megabyte, as `readFile` does it. */
export async function readBlock(path: string, { offset, length }: ByteRange): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const bytes = blockMemory.take(length);
    let filledBytes = 0;
    for (;;) {
      const { bytesRead } = await file.read(bytes, filledBytes, length - filledBytes, offset + filledBytes);
      filledBytes += bytesRead;
      if (bytesRead === 0 || filledBytes === length) return bytes.subarray(0, filledBytes);
    }
  } finally {
    await file.close();
  }
}
