import { DomainError } from '../../core/errors.ts';
import type { FileKey } from '../../core/library/encryption.ts';
import type { Library } from '../../core/library/library.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';
import type { ObjectStore } from '../../store/objects/object-store.ts';
import type { PendingStorage } from '../objects/pending-storage.ts';
import type { StorageQuotas } from '../objects/storage-quotas.ts';
import { requireFileSize, type StoredContent, storeContent } from './store-content.ts';

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
