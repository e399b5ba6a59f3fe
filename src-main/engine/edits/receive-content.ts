import { cutBlocks } from '../../core/blocks/block-cutter.ts';
import { DomainError } from '../../core/errors.ts';
import { encryptBlock, type FileKey } from '../../core/library/encryption.ts';
import type { Library } from '../../core/library/library.ts';
import { FILE_MAX_BYTES } from '../../core/limits.ts';
import { encodeFile } from '../../core/objects/file-object.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';
import { blockMemory } from '../../memory/block-memory.ts';
import type { LibraryObjects, ObjectStore } from '../../store/objects/object-store.ts';
import type { PendingStorage } from '../objects/pending-storage.ts';
import type { StorageQuotas } from '../objects/storage-quotas.ts';

export interface ReceiveContentDependencies {
  readonly objects: Pick<ObjectStore, 'library'>;
  readonly quotas: Pick<StorageQuotas, 'freeBytes'>;
  readonly pending: Pick<PendingStorage, 'stored' | 'requireRoom'>;
}

/** Content that comes in for a library, one file after the other, before a command puts it into the tree. */
export interface IncomingContent {
  /**
   * Each piece is good until the next one is asked for.
   * @throws DomainError `quota-exceeded`, `file-too-large`, `disk-full`, `object-collision`
   */
  readonly store: (pieces: AsyncIterable<Uint8Array>) => Promise<StoredContent>;
  /** The blocks so far, also of a file that broke off. They count for the quota until a command has put them. */
  readonly received: readonly ObjectId[];
}

/** @param fileKey null for a plain library */
export function receiveContent(
  { objects, quotas, pending }: ReceiveContentDependencies,
  library: Library,
  fileKey: FileKey | null,
): IncomingContent {
  const store = objects.library(library.id);
  const freeBytes = quotas.freeBytes(library);
  const received: ObjectId[] = [];
  let storedBytes = 0;
  const checkSize = (sizeBytes: number) => {
    requireFileSize(sizeBytes);
    if (storedBytes + sizeBytes > freeBytes) throw new DomainError('quota-exceeded', { value: library.id });
  };
  const onStored = (block: StoredContent) => {
    received.push(block.id);
    pending.stored(library, [block]);
    pending.requireRoom(library);
  };
  return {
    received,
    async store(pieces) {
      pending.requireRoom(library);
      const content = await storeContent(pieces, { store, fileKey, checkSize, onStored });
      storedBytes += content.sizeBytes;
      return content;
    },
  };
}

/** One is hashed while the one before is written; 10 MiB each at most. */
const MOST_ON_THE_WAY = 2;

/** Content that is in the store, and in no tree yet. */
export interface StoredContent {
  readonly id: ObjectId;
  readonly sizeBytes: number;
}

interface StoringOptions {
  readonly store: Pick<LibraryObjects, 'add' | 'write'>;
  /** Null for a plain library. */
  readonly fileKey: FileKey | null;
  /** Throws when a file may not have become this large. */
  readonly checkSize: (sizeBytes: number) => void;
  /** Told of each block that is stored, also when the rest fails to come; what it throws ends the storing. */
  readonly onStored?: (block: StoredContent) => void;
}

/**
 * Stores the content of a file as it comes in: cut as the official clients cut it, encrypted where the library is, and
 * a few blocks on their way to the disk while the next comes in. NOT durable before a flush; without a commit it is garbage.
 * @throws DomainError `disk-full`, `object-collision`, and what `checkSize` throws
 */
export async function storeContent(
  pieces: AsyncIterable<Uint8Array>,
  { store, fileKey, checkSize, onStored }: StoringOptions,
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
  const onTheWay: Promise<ObjectId>[] = [];
  const arrive = async (most: number) => {
    while (onTheWay.length > most) {
      const first = onTheWay.shift();
      if (first !== undefined) blockIds.push(await first);
    }
  };
  try {
    for await (const block of cutBlocks(measured(), blockMemory.take)) {
      const sizeBytes = block.length;
      const stored = fileKey === null ? block : encryptBlock(fileKey, block);
      await arrive(MOST_ON_THE_WAY - 1);
      const adding = store.add(stored).then((id) => {
        onStored?.({ id, sizeBytes });
        return id;
      });
      // Told when it is waited for, which may be long after it failed.
      adding.then(undefined, () => undefined);
      onTheWay.push(adding);
    }
    await arrive(0);
  } finally {
    // No work goes on after this has ended, however it ended.
    await Promise.allSettled(onTheWay);
  }
  const file = encodeFile({ blockIds, sizeBytes });
  if (blockIds.length > 0) await store.write('fs', file.id, file.bytes);
  return { id: file.id, sizeBytes };
}

/** @throws DomainError `file-too-large` */
export function requireFileSize(sizeBytes: number): void {
  if (sizeBytes > FILE_MAX_BYTES) throw new DomainError('file-too-large', { field: 'file' });
}
