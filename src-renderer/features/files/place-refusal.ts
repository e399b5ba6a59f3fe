import type { LocalLibraryJson } from '../../../src-shared/local-api.ts';
import { joinPath } from '../../format/path.ts';
import type { UploadPlace } from './upload-item.svelte.ts';

interface WantedPlace {
  readonly mode: 'copy' | 'move';
  readonly from: UploadPlace & { readonly folderNames: readonly string[]; readonly isEncrypted: boolean };
  readonly to: UploadPlace;
  /** Null: not known yet. */
  readonly library: Pick<LocalLibraryJson, 'permission' | 'status' | 'encrypted'> | null;
}

/** Why items cannot go to a place, as a sentence; null: they can. */
export function placeRefusal({ mode, from, to, library }: WantedPlace): string | null {
  if (library === null) return 'The libraries are being read.';
  if (library.permission === 'r' || library.status === 'read-only') return 'This library is read-only.';
  if (to.libraryId !== from.libraryId)
    return library.encrypted || from.isEncrypted
      ? 'Between libraries, nothing of an encrypted one can be moved or copied.'
      : null;
  if (mode === 'move' && to.folder === from.folder) return 'They are in this folder already.';
  const isInside = from.folderNames.some((name) => {
    const folder = joinPath(from.folder, name);
    return to.folder === folder || to.folder.startsWith(`${folder}/`);
  });
  return isInside ? 'A folder cannot go into itself.' : null;
}
