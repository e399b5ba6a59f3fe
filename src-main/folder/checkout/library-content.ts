import { inEnglish, type Said, said } from '../../../src-shared/service-words.ts';
import type { FileKey } from '../../core/library/encryption.ts';
import type { FileDirent } from '../../core/objects/dir-object.ts';
import { EMPTY_ID } from '../../core/objects/object-id.ts';
import { decodeFileYielding, decryptBlockYielding } from '../../engine/reading/file-content.ts';
import type { Halt } from '../link/halt.ts';
import type { IngestObjects } from '../ports.ts';

export interface LibraryContent {
  readonly objects: Pick<IngestObjects, 'read'>;
  /** Null for a library without a password. */
  readonly fileKey: FileKey | null;
  readonly halt: Pick<Halt, 'isOn'>;
}

/** The content of a file is not as long as the library says. */
export class WrongSizeError extends Error {
  readonly said: Said;

  constructor(toldBytes: number, foundBytes: number) {
    const isMore = foundBytes > toldBytes;
    const words = isMore
      ? said('tooMuchContent', { told: toldBytes })
      : said('wrongSize', { told: toldBytes, found: foundBytes });
    super(inEnglish(words));
    this.said = words;
  }
}

/**
 * The decrypted bytes of a file of the library, block by block; never more than the library says.
 * @throws WrongSizeError before any byte too many; DomainError `object-missing`, `object-corrupt`; Error once halted,
 * since a large file takes long
 */
export async function* contentOf(
  { id, sizeBytes }: Pick<FileDirent, 'id' | 'sizeBytes'>,
  { objects, fileKey, halt }: LibraryContent,
): AsyncGenerator<Uint8Array> {
  const file =
    id === EMPTY_ID
      ? { sizeBytes: 0, blockIds: [] }
      : await decodeFileYielding(id, await objects.read('fs', id));
  if (file.sizeBytes !== sizeBytes) throw new WrongSizeError(sizeBytes, file.sizeBytes);
  let doneBytes = 0;
  for (const blockId of file.blockIds) {
    if (halt.isOn) throw new Error('the folder is being stopped');
    const block = await objects.read('block', blockId);
    const plain = fileKey === null ? block : await decryptBlockYielding(fileKey, block);
    doneBytes += plain.length;
    if (doneBytes > sizeBytes) throw new WrongSizeError(sizeBytes, doneBytes);
    yield plain;
  }
  if (doneBytes < sizeBytes) throw new WrongSizeError(sizeBytes, doneBytes);
}
