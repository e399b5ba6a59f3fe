import type { SearchResultJson } from '../../../src-shared/search-api.ts';
import type { Api } from '../../api/api.ts';
import { problemOf } from '../../api/problem.ts';
import { filesHref, itemHref } from '../../format/address.ts';
import { visibleName } from '../../format/name.ts';
import { lastName } from '../../format/path.ts';
import type { Toasts } from '../../ui/toasts.svelte.ts';
import type { UndoStack } from '../../ui/undo.svelte.ts';
import { t } from './messages.ts';

/** Where a result opens: a folder itself, a file in its folder; what is past at the moment that held it. */
export function resultHref({ library_id, path, is_dir, commit_id }: SearchResultJson): string {
  return is_dir ? filesHref(library_id, path, commit_id) : itemHref(library_id, path, commit_id);
}

/** Where a result is shown among what is beside it. */
export function resultFolderHref({ library_id, path, commit_id }: SearchResultJson): string {
  return itemHref(library_id, path, commit_id);
}

/** Brings back what was deleted, and tells the outcome in a toast. @returns whether it is back */
export async function restoreResult(
  {
    api,
    toasts,
    undo,
  }: { readonly api: Pick<Api, 'call'>; readonly toasts: Toasts; readonly undo: UndoStack },
  { library_id, path, commit_id }: SearchResultJson,
): Promise<boolean> {
  const name = visibleName(lastName(path));
  if (commit_id === null) return false;
  try {
    const made = await api.call('POST libraries/:library_id/restore/', { library_id, path, commit_id });
    undo.offer({
      ...{ tone: 'good', title: t('restored', { name }), text: t('restoredWhere') },
      ...{ action: t('actionRestored', { name }), libraryId: library_id },
      back: made.changed && made.commit_id !== null ? [{ library_id, commit_id: made.commit_id }] : [],
    });
    return true;
  } catch (error) {
    toasts.fail(t('restoreFailed', { name }), problemOf(error));
    return false;
  }
}
