import type { EntryJson } from '../../../src-shared/contents-api.ts';
import { DOMAIN_ERROR_CODES } from '../../../src-shared/error-codes.ts';
import type { ExistingItemJson, MadeCommitJson } from '../../../src-shared/items-api.ts';
import type { FieldsOf } from '../../../src-shared/local-api.ts';
import type { TrashItemJson } from '../../../src-shared/trash-api.ts';
import type { Api } from '../../api/api.ts';
import { ApiError } from '../../api/api-error.ts';
import { startDownload } from '../../api/files.ts';
import { problemOf } from '../../api/problem.ts';
import { visibleName } from '../../format/name.ts';
import { joinPath, lastName } from '../../format/path.ts';
import type { Problem } from '../../format/problem.ts';
import type { ClashChoice } from '../../ui/clash.ts';
import type { Toasts } from '../../ui/toasts.svelte.ts';
import type { UndoStack } from '../../ui/undo.svelte.ts';
import { t } from './messages.ts';

interface WatchedTransfer {
  readonly api: Api;
  readonly toasts: Toasts;
  readonly taskId: string;
  /** Shows that it is under way. */
  readonly title: string;
}

const ASK_EVERY_MS = 500;
// What finishes sooner needs no message in between.
const TOLD_AFTER_ASKS = 3;

/**
 * Waits for a move or copy between libraries. Null: it was cancelled.
 * @throws ApiError with the code that it failed with
 */
export async function watchTransfer(watched: WatchedTransfer): Promise<readonly MadeCommitJson[] | null> {
  const { api, toasts, taskId, title } = watched;
  for (let asked = 1; ; asked += 1) {
    const { state, reason, commits } = await api.call('GET transfers/:task_id/', { task_id: taskId });
    if (state === 'done') return commits;
    if (state === 'canceled') return null;
    if (state === 'failed') {
      const code = DOMAIN_ERROR_CODES.find((known) => known === reason);
      throw new ApiError(code ?? 'unexpected', reason);
    }
    if (asked === TOLD_AFTER_ASKS) {
      const cancel = () => void api.call('DELETE transfers/:task_id/', { task_id: taskId });
      toasts.show({ title, action: { label: t('cancel'), run: cancel } });
    }
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
}

export interface FolderPlace {
  readonly libraryId: string;
  /** The folder that is shown. */
  readonly path: string;
  /** Null: now. */
  readonly commitId: string | null;
}

interface ItemActionDeps {
  readonly api: Api;
  readonly toasts: Toasts;
  readonly undo: UndoStack;
  readonly place: FolderPlace;
}

/** Items of one folder that are moved or copied to another. */
export interface Transfer {
  readonly mode: 'copy' | 'move';
  readonly from: { readonly libraryId: string; readonly folder: string; readonly names: readonly string[] };
  readonly to: { readonly libraryId: string; readonly folder: string };
}

/** The values for sentences about items, which give one item by name and several by number. */
export function itemValues(names: readonly string[]) {
  return { count: names.length, name: visibleName(names[0] ?? '') };
}

/** What can be done with the items of one folder. Each action reports its outcome in a toast, with Undo. */
export function createItemActions({ api, toasts, undo, place }: ItemActionDeps) {
  const { libraryId, commitId, path: folder } = place;

  async function restoreDeleted(items: readonly TrashItemJson[]): Promise<void> {
    const values = itemValues(items.map(({ name }) => name));
    const ids = items.map(({ id }) => id);
    try {
      // An item of the same name there is kept: here the user sees the two side by side.
      const { commits } = await api.call('POST libraries/:library_id/trash/restore/', {
        library_id: libraryId,
        ids: ids.map(String),
        keep_both: ids.map(String),
      });
      undo.offer({
        ...{ title: t('broughtBack', values), action: t('actionBroughtBack', values) },
        ...{ libraryId, back: commits },
      });
    } catch (error) {
      toasts.fail(t('notBroughtBack', values), problemOf(error));
    }
  }

  async function download(entries: readonly EntryJson[]): Promise<void> {
    const names = entries.map(({ name }) => name);
    const [only] = entries;
    try {
      const isOneFile = entries.length === 1 && only?.kind === 'file';
      const { url } = isOneFile
        ? await api.call('POST libraries/:library_id/download-link/', {
            library_id: libraryId,
            path: joinPath(folder, only.name),
            commit_id: commitId,
          })
        : await api.call('POST libraries/:library_id/zip-link/', { library_id: libraryId, folder, names });
      startDownload(url);
    } catch (error) {
      toasts.fail(t('notDownloaded', itemValues(names)), problemOf(error));
    }
  }

  /** Null: done. */
  async function rename(entry: EntryJson, name: string): Promise<Problem | null> {
    if (name === entry.name) return null;
    try {
      const { commits } = await api.call('POST libraries/:library_id/items/rename/', {
        library_id: libraryId,
        path: joinPath(folder, entry.name),
        name,
      });
      const names = { old: visibleName(entry.name), name: visibleName(name) };
      undo.offer({ title: t('renamed', names), action: t('actionRenamed', names), libraryId, back: commits });
      return null;
    } catch (error) {
      return problemOf(error);
    }
  }

  /** Null: done. */
  async function makeFolder(name: string): Promise<Problem | null> {
    try {
      const { commits } = await api.call('POST libraries/:library_id/items/new-folder/', {
        library_id: libraryId,
        path: joinPath(folder, name),
      });
      const values = { name: visibleName(name) };
      undo.offer({
        title: t('folderMade', values),
        action: t('actionFolderMade', values),
        libraryId,
        back: commits,
      });
      return null;
    } catch (error) {
      return problemOf(error);
    }
  }

  function told({ mode, from, to }: Transfer, commits: readonly MadeCommitJson[]): void {
    const values = { ...itemValues(from.names), folder: visibleName(lastName(to.folder)) };
    const title =
      to.folder === '/'
        ? t(mode === 'move' ? 'movedToTop' : 'copiedToTop', values)
        : t(mode === 'move' ? 'movedToFolder' : 'copiedToFolder', values);
    const action = t(mode === 'move' ? 'actionMoved' : 'actionCopied', values);
    undo.offer({ title, action, libraryId: from.libraryId, back: commits });
  }

  /** @param choices what to do about names that are taken, by name. True: done. */
  async function transfer(wanted: Transfer, choices: ReadonlyMap<string, ClashChoice>): Promise<boolean> {
    const names = wanted.from.names.filter((name) => choices.get(name) !== 'skip');
    if (names.length === 0) return false;
    const chosen = { ...wanted, from: { ...wanted.from, names } };
    const isMove = wanted.mode === 'move';
    const values = itemValues(names);
    try {
      const started = await api.call('POST libraries/:library_id/items/transfer/', {
        library_id: wanted.from.libraryId,
        ...bodyOf(chosen, choices),
      });
      const commits =
        started.task_id === null
          ? started.commits
          : await watchTransfer({
              ...{ api, toasts, taskId: started.task_id },
              title: t(isMove ? 'beingMoved' : 'beingCopied', values),
            });
      if (commits !== null) told(chosen, commits);
      return commits !== null;
    } catch (error) {
      toasts.fail(t(isMove ? 'notMoved' : 'notCopied', values), problemOf(error));
      return false;
    }
  }

  /** Which of the names are taken at the destination. */
  async function taken({ from, to }: Transfer): Promise<readonly ExistingItemJson[]> {
    // A copy beside its original is always a second one.
    if (from.libraryId === to.libraryId && from.folder === to.folder) return [];
    return await api.items.existing(
      to.libraryId,
      from.names.map((name) => joinPath(to.folder, name)),
    );
  }

  async function copyPath(name: string): Promise<void> {
    await navigator.clipboard.writeText(joinPath(folder, name));
    toasts.show({ title: t('pathCopied') });
  }

  return { copyPath, restoreDeleted, download, rename, makeFolder, transfer, taken };
}

export type ItemActions = ReturnType<typeof createItemActions>;

function bodyOf(
  { mode, from, to }: Transfer,
  choices: ReadonlyMap<string, ClashChoice>,
): FieldsOf<'POST libraries/:library_id/items/transfer/'> {
  return {
    mode,
    folder: from.folder,
    names: [...from.names],
    to_library_id: to.libraryId,
    to_folder: to.folder,
    replace: from.names.filter((name) => choices.get(name) === 'replace'),
  };
}
