import type { LocalLibraryJson, UpdateLibraryJson } from '../../../src-shared/local-api.ts';
import { attempt } from '../../api/attempt.ts';
import { problemOf } from '../../api/problem.ts';
import { libraryName, visibleName } from '../../format/name.ts';
import type { Toasts } from '../../ui/toasts.svelte.ts';
import type { UndoStack } from '../../ui/undo.svelte.ts';
import type { Libraries } from './libraries.svelte.ts';
import { t } from './messages.ts';

interface LibraryChange {
  readonly libraries: Libraries;
  readonly toasts: Toasts;
  readonly undo: UndoStack;
  readonly library: LocalLibraryJson;
}

/** Moves a library to the deleted ones at once and offers to undo it. Resolves to whether it is gone. */
export async function deleteLibrary({ libraries, toasts, undo, library }: LibraryChange): Promise<boolean> {
  const name = visibleName(libraryName(library));
  try {
    await libraries.remove(library.id);
  } catch (error) {
    toasts.fail(t('deleteFailed', { name }), problemOf(error));
    return false;
  }
  undo.offer({
    ...{ title: t('wasDeleted', { name }), text: library.folder ? t('folderUntouched') : '' },
    ...{ deed: t('deedDeleted', { name }), libraryId: null },
    back: () => attempt(() => libraries.bringBack(library.id)),
  });
  return true;
}

/** Gives a library another name and offers to undo it. */
export async function renameLibrary(change: LibraryChange, name: string): Promise<void> {
  const { library } = change;
  const old = visibleName(libraryName(library));
  const done = { title: t('renamed', { old, name: visibleName(name) }) };
  await changeLibrary(
    change,
    { name },
    { ...done, deed: t('deedRenamed', { old, name: visibleName(name) }) },
  );
}

/** Changes what a library is or keeps, and offers to undo it. */
export async function changeLibrary(
  { libraries, toasts, undo, library }: LibraryChange,
  changes: UpdateLibraryJson,
  { title, deed }: { readonly title: string; readonly deed: string },
): Promise<void> {
  try {
    await libraries.update(library.id, changes);
  } catch (error) {
    toasts.fail(t('changeFailed', { name: visibleName(libraryName(library)) }), problemOf(error));
    return;
  }
  const before = valuesBefore(library, changes);
  const back = before && (() => attempt(() => libraries.update(library.id, before)));
  undo.offer({ ...{ tone: 'good', title, deed, libraryId: null }, back: back ?? [] });
}

/** Null: there is no going back to a library without a name. */
function valuesBefore(library: LocalLibraryJson, changes: UpdateLibraryJson): UpdateLibraryJson | null {
  if (changes.name !== undefined && library.name === null) return null;
  return {
    ...(changes.name !== undefined && library.name !== null ? { name: library.name } : {}),
    ...(changes.description === undefined ? {} : { description: library.description }),
    ...(changes.keep_days === undefined ? {} : { keep_days: library.keep_days }),
  };
}
