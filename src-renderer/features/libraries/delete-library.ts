import type { LocalLibraryJson } from '../../../src-shared/local-api.ts';
import { problemOf } from '../../api/problem.ts';
import { libraryName, visibleName } from '../../format/name.ts';
import type { Toasts } from '../../ui/toasts.svelte.ts';
import type { Libraries } from './libraries.svelte.ts';
import { t } from './messages.ts';

interface Deletion {
  readonly libraries: Libraries;
  readonly toasts: Toasts;
  readonly library: LocalLibraryJson;
}

/** Moves a library to the deleted ones at once and offers to undo it. Resolves to whether it is gone. */
export async function deleteLibrary({ libraries, toasts, library }: Deletion): Promise<boolean> {
  const name = visibleName(libraryName(library));
  try {
    await libraries.remove(library.id);
  } catch (error) {
    toasts.fail(t('deleteFailed', { name }), problemOf(error));
    return false;
  }
  const undo = async () => {
    try {
      await libraries.bringBack(library.id);
    } catch (error) {
      toasts.fail(t('restoreFailed', { name }), problemOf(error));
    }
  };
  toasts.show({
    title: t('wasDeleted', { name }),
    text: library.folder ? t('folderUntouched') : '',
    action: { label: t('undo'), run: () => void undo() },
  });
  return true;
}
