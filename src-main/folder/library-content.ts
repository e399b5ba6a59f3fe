import { decryptBlock, type FileKey } from '../core/library/encryption.ts';
import type { FileDirent } from '../core/objects/dir-object.ts';
import { decodeFile } from '../core/objects/file-object.ts';
import { EMPTY_ID } from '../core/objects/object-id.ts';
import type { IngestObjects } from './ports.ts';

export interface LibraryContent {
  readonly objects: Pick<IngestObjects, 'read'>;
  /** Null for a library without a password. */
  readonly fileKey: FileKey | null;
  readonly isHalted: () => boolean;
}

/**
 * The bytes of a file of the library, block by block, as they belong on the disk.
 * @throws DomainError `object-missing`, `object-corrupt`; Error once halted, since a large file takes long
 */
export async function* contentOf(
  { id }: Pick<FileDirent, 'id'>,
  { objects, fileKey, isHalted }: LibraryContent,
): AsyncGenerator<Uint8Array> {
  if (id === EMPTY_ID) return;
  const file = decodeFile(id, await objects.read('fs', id));
  for (const blockId of file.blockIds) {
    if (isHalted()) throw new Error('the folder is being stopped');
    const block = await objects.read('block', blockId);
    yield fileKey === null ? block : decryptBlock(fileKey, block);
  }
}
