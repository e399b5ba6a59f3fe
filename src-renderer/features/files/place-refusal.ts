import type { LocalLibraryJson } from '../../../src-shared/libraries-api.ts';
import { joinPath } from '../../format/path.ts';
import { t } from './messages.ts';
import type { UploadPlace } from './upload-item.svelte.ts';

interface WantedPlace {
  readonly mode: 'copy' | 'move' | 'restore';
  readonly from: UploadPlace & { readonly folderNames: readonly string[]; readonly isEncrypted: boolean };
  readonly to: UploadPlace;
  /** Null: not known yet. */
  readonly library: Pick<LocalLibraryJson, 'permission' | 'status' | 'encrypted'> | null;
}

/** Why items cannot go to a place, as a sentence; null: they can. */
export function placeRefusal({ mode, from, to, library }: WantedPlace): string | null {
  if (library === null) return t('librariesComing');
  if (library.permission === 'r' || library.status === 'read-only') return t('placeReadOnly');
  if (mode === 'restore') return null;
  if (to.libraryId !== from.libraryId)
    return library.encrypted || from.isEncrypted ? t('placeEncrypted') : null;
  if (mode === 'move' && to.folder === from.folder) return t('placeSame');
  const isInside = from.folderNames.some((name) => {
    const folder = joinPath(from.folder, name);
    return to.folder === folder || to.folder.startsWith(`${folder}/`);
  });
  return isInside ? t('placeInside') : null;
}

/** Why nothing in a library can be changed, worded for labels; null: it can. */
export function changeRefusal({
  permission,
  status,
}: Pick<LocalLibraryJson, 'permission' | 'status'>): string | null {
  return permission === 'r' || status === 'read-only' ? t('readOnly') : null;
}
