import type { FileSystem } from '../disk/file-system.ts';

/** Twice the reserve of the data folder, which may be on this disk: writing here must not end saving there. */
const MAX_RESERVE_BYTES = 128 * 1024 * 1024;
/** Applies to small disks. */
const RESERVE_SHARE = 0.02;
/** How much is written between two checks of the free space. */
const BYTES_PER_QUESTION = 16 * 1024 * 1024;

/** The file does not fit, while smaller ones do. */
export class NoRoomError extends Error {
  override readonly name = 'NoRoomError';
}

/** Keeps the disk of a linked folder from being filled to the last byte, whatever sizes a library claims. */
export class DiskRoom {
  readonly #fs: Pick<FileSystem, 'space'>;
  /** Bytes of files being written that are not on the disk yet. */
  #comingBytes = 0;

  constructor(fs: Pick<FileSystem, 'space'>) {
    this.#fs = fs;
  }

  /**
   * Reserves room for a file of that size; end it when the file is written, or given up.
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
        // Other programs write to the disk, too.
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
