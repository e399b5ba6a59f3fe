import type { LibraryId } from '../../src-main/core/library/library-id.ts';
import { nameOf } from '../../src-main/core/library/path.ts';
import type { ChangeLibrary } from '../../src-main/engine/heads/change-library.ts';
import { ANNA } from './account-services.ts';

let made = 0;

/** The id of a folder as a library of its own, as its owner Anna makes it. */
export async function makeFolderLibrary(
  { changeLibrary }: { readonly changeLibrary: Pick<ChangeLibrary, 'createFolderLibrary'> },
  libraryId: LibraryId,
  path: string,
): Promise<LibraryId> {
  made += 1;
  const id = `00000000-0000-4000-8000-${String(made).padStart(12, '0')}` as LibraryId;
  const record = { id, name: nameOf(path), origin: { id: libraryId, path }, author: ANNA.email };
  return (await changeLibrary.createFolderLibrary(record)).id;
}
