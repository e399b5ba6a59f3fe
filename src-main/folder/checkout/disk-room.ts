import type { FileSystem } from '../disk/file-system.ts';

/** Twice of what the data folder keeps free on its disk, which may be this one: what comes here must not end saving there. */
const MAX_RESERVE_BYTES = 128 * 1024 * 1024;
/** Of a small disk. */
const RESERVE_SHARE = 0.02;
/** How far free space may fall between two questions about it, while a file is written. */
const BYTES_PER_QUESTION = 16 * 1024 * 1024;

/** The file does not fit, while smaller ones do. */
export class NoRoomError extends Error {
  override readonly name = 'NoRoomError';
}

/** Keeps the disk with a linked folder from being filled to the last byte, whatever sizes a library tells. */
export class DiskRoom {
  readonly #fs: Pick<FileSystem, 'space'>;
  /** Of files that are being written, what is not on the disk yet. */
  #comingBytes = 0;

  constructor(fs: Pick<FileSystem, 'space'>) {
    this.#fs = fs;
  }

  /**
   * Room for a file of that size; to be ended when it is written, or is not.
   * @throws NoRoomError when it does not fit; an error with the code `ENOSPC` when nothing fits
   */
  async take(sizeBytes: number): Promise<{ wrote(bytes: number): Promise<void>; end(): void }> {
    await this.#require(sizeBytes);
    let leftBytes = sizeBytes;
    let unaskedBytes = 0;
    this.#comingBytes += leftBytes;
    const subtract = (bytes: number) => {
      leftBytes -= bytes;
      this.#comingBytes -= bytes;
    };
    return {
      wrote: async (bytes) => {
        subtract(Math.min(bytes, leftBytes));
        unaskedBytes += bytes;
        if (unaskedBytes < BYTES_PER_QUESTION) return;
        unaskedBytes = 0;
        // Others write to the disk, too.
        await this.#require(0);
      },
      end: () => subtract(leftBytes),
    };
  }

  async #require(sizeBytes: number): Promise<void> {
    const { freeBytes, totalBytes } = await this.#fs.space();
    const roomBytes = freeBytes - Math.min(MAX_RESERVE_BYTES, totalBytes * RESERVE_SHARE);
    if (roomBytes < 0)
      throw Object.assign(new Error('the disk is full but for its reserve'), { code: 'ENOSPC' });
    if (sizeBytes > 0 && sizeBytes + this.#comingBytes > roomBytes) throw new NoRoomError();
  }
}
