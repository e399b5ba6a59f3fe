import type { LocalLibraryJson } from '../../../src-shared/libraries-api.ts';
import type { FieldsOf } from '../../../src-shared/local-api.ts';
import type { Api } from '../../api/api.ts';
import { attempt, problemOf } from '../../api/problem.ts';
import { libraryName, visibleName } from '../../format/name.ts';
import type { Problem } from '../../format/problem.ts';
import type { Toasts } from '../../ui/toasts.svelte.ts';
import type { UndoStack } from '../../ui/undo.svelte.ts';
import type { Libraries } from './libraries.svelte.ts';
import { t } from './messages.ts';

/** Who a library is shared with. */
export interface Receivers {
  readonly count: number;
  /** The first of them, and how many more; empty: it is not shared, or this user may not know. */
  readonly names: string;
}

export const NO_RECEIVERS: Receivers = { count: 0, names: '' };

/** A reader would skip more names than this. */
const MOST_NAMED = 5;

/** Never rejects. */
export async function receiversOf({ call }: Pick<Api, 'call'>, libraryId: string): Promise<Receivers> {
  try {
    const { shares, total } = await call('GET libraries/:library_id/shares/', { library_id: libraryId });
    const named = shares.slice(0, MOST_NAMED).map(({ name }) => visibleName(name));
    const names = named.join(', ');
    const more = total - named.length;
    return { count: total, names: more > 0 ? t('namesAndMore', { names, count: more }) : names };
  } catch {
    return NO_RECEIVERS;
  }
}

interface LibraryChange {
  readonly libraries: Libraries;
  readonly undo: UndoStack;
  readonly library: LocalLibraryJson;
}

/** Moves a library to the deleted ones at once and offers to undo it. Resolves to whether it was deleted. */
export async function deleteLibrary({
  libraries,
  toasts,
  undo,
  library,
  receivers,
}: LibraryChange & { readonly toasts: Toasts; readonly receivers: Receivers }): Promise<boolean> {
  const name = visibleName(libraryName(library));
  try {
    await libraries.remove(library.id);
  } catch (error) {
    toasts.fail(t('deleteFailed', { name }), problemOf(error));
    return false;
  }
  const text = [
    ...(library.folder ? [t('folderUntouched')] : []),
    ...(library.is_sample ? [t('sampleGone')] : []),
    ...(receivers.count > 0 ? [t('wasDeletedFor', { names: receivers.names })] : []),
  ];
  undo.offer({
    ...{ title: t('wasDeleted', { name }), text: text.join(' ') },
    ...{ action: t('actionDeleted', { name }), libraryId: null, deletedLibraryId: library.id },
    back: () => attempt(() => bringBack(libraries, library)),
  });
  return true;
}

/** A restored library keeps everything, however short its retention was. */
async function bringBack(libraries: Libraries, { id, keep_days }: LocalLibraryJson): Promise<void> {
  await libraries.bringBack(id);
  if (libraries.find(id)?.keep_days !== keep_days) await libraries.update(id, { keep_days });
}

/** Gives a library another name and offers to undo it. Null: done; otherwise why not, which the caller shows. */
export async function renameLibrary(change: LibraryChange, name: string): Promise<Problem | null> {
  const { library } = change;
  const old = visibleName(libraryName(library));
  const done = { title: t('renamed', { old, name: visibleName(name) }) };
  return changeLibrary(
    change,
    { name },
    { ...done, action: t('actionRenamed', { old, name: visibleName(name) }) },
  );
}

/** Changes what a library is or keeps, and offers to undo it. Null: done; otherwise why not, which the caller shows. */
export async function changeLibrary(
  { libraries, undo, library }: LibraryChange,
  changes: FieldsOf<'PATCH libraries/:library_id/'>,
  { title, action }: { readonly title: string; readonly action: string },
): Promise<Problem | null> {
  const problem = await attempt(() => libraries.update(library.id, changes));
  if (problem !== null) return problem;
  const before = valuesBefore(library, changes);
  const back = before && (() => attempt(() => libraries.update(library.id, before)));
  undo.offer({ ...{ tone: 'good', title, action, libraryId: null }, back });
  return null;
}

/** Null: the change cannot be undone, as the library had no name. */
function valuesBefore(
  library: LocalLibraryJson,
  changes: FieldsOf<'PATCH libraries/:library_id/'>,
): FieldsOf<'PATCH libraries/:library_id/'> | null {
  if (changes.name !== undefined && library.name === null) return null;
  return {
    ...(changes.name !== undefined && library.name !== null ? { name: library.name } : {}),
    ...(changes.description === undefined ? {} : { description: library.description }),
    ...(changes.keep_days === undefined ? {} : { keep_days: library.keep_days }),
  };
}
