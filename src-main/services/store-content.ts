import { cutBlocks } from '../core/blocks/block-cutter.ts';
import { MIN_BLOCK_BYTES } from '../core/blocks/parameters.ts';
import { DomainError } from '../core/errors.ts';
import { encryptBlock, type FileKey } from '../core/library/encryption.ts';
import { encodeFile } from '../core/objects/file-object.ts';
import { type ObjectId, objectIdOf } from '../core/objects/object-id.ts';
import type { LibraryObjects } from '../store/objects/object-store.ts';

/** Content that is in the store, and in no tree yet. */
export interface StoredContent {
  readonly id: ObjectId;
  readonly sizeBytes: number;
}

export interface StoringOptions {
  readonly store: Pick<LibraryObjects, 'write'>;
  /** Null for a plain library. */
  readonly fileKey: FileKey | null;
  /** Throws when a file may not have become this large. */
  readonly checkSize: (sizeBytes: number) => void;
}

/**
 * Stores the content of a file as it comes in: cut as the official clients cut it, encrypted where the library is, and
 * one block on its way to the disk while the next comes in. NOT durable before a flush; without a commit it is garbage.
 * @throws DomainError `disk-full`, `object-collision`, and what `checkSize` throws
 */
export async function storeContent(
  pieces: AsyncIterable<Uint8Array>,
  { store, fileKey, checkSize }: StoringOptions,
): Promise<StoredContent> {
  const blockIds: ObjectId[] = [];
  let sizeBytes = 0;
  const measured = async function* () {
    for await (const piece of pieces) {
      sizeBytes += piece.length;
      checkSize(sizeBytes);
      yield piece;
    }
  };
  let writing: Promise<void> = Promise.resolve();
  try {
    for await (const block of cutBlocks(measured())) {
      const stored = fileKey === null ? block : encryptBlock(fileKey, block);
      const id = objectIdOf(stored);
      if (stored !== block) free(block);
      await writing;
      writing = store.write('block', id, stored).then(() => free(stored));
      // Told when it is waited for, which may be long after it failed.
      writing.then(undefined, () => undefined);
      blockIds.push(id);
    }
  } finally {
    // Nobody works on after this has ended, however it did.
    await writing;
  }
  const file = encodeFile({ blockIds, sizeBytes });
  if (blockIds.length > 0) await store.write('fs', file.id, file.bytes);
  return { id: file.id, sizeBytes };
}

/** The largest file: far beyond any disk of a home, and far below where sizes stop being exact. */
const MAX_FILE_BYTES = 2 ** 44;

/** @throws DomainError `file-too-large` */
export function requireFileSize(sizeBytes: number): void {
  if (sizeBytes > MAX_FILE_BYTES) throw new DomainError('file-too-large', { field: 'file' });
}

/**
 * Gives the memory of a large block back at once. Left to the garbage collector, which does not see how large blocks
 * are, those of a large file pile up by the hundred megabytes. Small buffers may share theirs with others.
 */
function free(block: Buffer): void {
  if (block.length >= MIN_BLOCK_BYTES && block.buffer instanceof ArrayBuffer) block.buffer.transfer(0);
}
