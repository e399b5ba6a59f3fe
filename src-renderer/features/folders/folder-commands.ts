import type { FolderHeldJson, LinkedFolderJson } from '../../../src-shared/folders-api.ts';
import type { Api } from '../../api/api.ts';
import { problemOf, attempt as tryTo } from '../../api/problem.ts';
import { folderName } from '../../format/path.ts';
import type { Toasts } from '../../ui/toasts.svelte.ts';
import type { UndoStack } from '../../ui/undo.svelte.ts';
import { acceptedCommits } from './accepted-commits.ts';
import { t } from './messages.ts';

/** Commands without arguments. */
const COMMANDS = {
  resume: 'POST folders/:folder_id/resume/',
  rescan: 'POST folders/:folder_id/rescan/',
  lock: 'POST folders/:folder_id/lock/',
} as const;
type FolderCommand = keyof typeof COMMANDS;

/** The answers to changes that are held. */
const ANSWERS = {
  accept: 'POST folders/:folder_id/accept/',
  'put-back': 'POST folders/:folder_id/put-back/',
} as const;
export type HeldAnswer = keyof typeof ANSWERS;

const FAILURES = {
  resume: 'notResumed',
  rescan: 'notScanned',
  accept: 'changesNotSaved',
  'put-back': 'notReverted',
  lock: 'notLocked',
} as const satisfies Record<FolderCommand | HeldAnswer, string>;

/** `changed`: what waits is no longer what was answered, and nothing was done. */
export type Answered = 'done' | 'failed' | 'changed';

type Failure = (typeof FAILURES)[FolderCommand] | 'notPaused' | 'notUnlinked';

/** What is shown once held changes are in the library, and the name of that action. */
export interface AcceptMessages {
  readonly done: string;
  readonly action: string;
}

interface FolderCommandDeps {
  readonly api: Api;
  readonly toasts: Toasts;
  readonly undo: UndoStack;
}

/** Commands to a linked folder; their effects arrive as events. */
export function createFolderCommands({ api, toasts, undo }: FolderCommandDeps) {
  /** Whether it worked; where it did not, a message says so. */
  async function attempt(folder: LinkedFolderJson, failure: Failure, act: () => Promise<unknown>) {
    try {
      await act();
      return true;
    } catch (error) {
      toasts.fail(t(failure, { folder: folderName(folder.path) }), problemOf(error));
      return false;
    }
  }

  async function headOf(libraryId: string): Promise<string | null> {
    try {
      return (await api.call('GET libraries/:library_id/', { library_id: libraryId })).head_commit_id;
    } catch {
      return null;
    }
  }

  async function answer(
    folder: LinkedFolderJson,
    { token }: FolderHeldJson,
    what: HeldAnswer,
  ): Promise<Answered> {
    try {
      await api.call(ANSWERS[what], { folder_id: folder.id, token });
      return 'done';
    } catch (error) {
      const problem = problemOf(error);
      if (problem.code === 'held-changed') return 'changed';
      toasts.fail(t(FAILURES[what], { folder: folderName(folder.path) }), problem);
      return 'failed';
    }
  }

  /** The library lost the files by an action elsewhere, so nothing here can undo it. */
  async function removeHere(
    folder: LinkedFolderJson,
    held: FolderHeldJson,
    { done, action }: AcceptMessages,
  ): Promise<Answered> {
    const answered = await answer(folder, held, 'accept');
    if (answered !== 'done') return answered;
    const text = t('departingUndoable');
    undo.offer({ tone: 'good', title: done, text, action, libraryId: folder.library_id, back: null });
    return 'done';
  }

  return {
    run: (folder: LinkedFolderJson, command: FolderCommand): Promise<boolean> =>
      attempt(folder, FAILURES[command], () => api.call(COMMANDS[command], { folder_id: folder.id })),

    /** @param done what is shown on success */
    async revert(folder: LinkedFolderJson, held: FolderHeldJson, done: string): Promise<Answered> {
      const answered = await answer(folder, held, 'put-back');
      if (answered === 'done') toasts.show({ tone: 'good', title: done });
      return answered;
    },

    /** Takes held changes into the library and, once they are there, offers to undo it. Resolves when they are on their way. */
    async accept(
      folder: LinkedFolderJson,
      held: FolderHeldJson,
      { done, action }: AcceptMessages,
    ): Promise<Answered> {
      const { library_id: libraryId } = folder;
      if (held.kind === 'departures') return removeHere(folder, held, { done, action });
      const before = await headOf(libraryId);
      const finish = undo.begin({ action, libraryId });
      const answered = await answer(folder, held, 'accept');
      if (answered !== 'done') {
        finish(null);
        return answered;
      }
      void (async () => {
        const back = before !== null ? await acceptedCommits(api, folder, held, before) : null;
        const text = back === null ? t('undoInHistory') : t('acceptedTo', { library: folder.library_name });
        finish({ tone: 'good', title: done, text, action, libraryId, back });
      })();
      return 'done';
    },

    /** `seconds` null: until it is resumed. */
    pause: (folder: LinkedFolderJson, seconds: number | null): Promise<boolean> =>
      attempt(folder, 'notPaused', () =>
        api.call('POST folders/:folder_id/pause/', {
          folder_id: folder.id,
          ...(seconds === null ? {} : { for_seconds: seconds }),
        }),
      ),

    /** Unlinks a folder at once and offers to link it again as it was. */
    async unlink(folder: LinkedFolderJson): Promise<void> {
      if (
        !(await attempt(folder, 'notUnlinked', () =>
          api.call('DELETE folders/:folder_id/', { folder_id: folder.id }),
        ))
      )
        return;
      const request = { path: folder.path, library: folder.library_id, again: folder.id };
      const values = { folder: folderName(folder.path) };
      undo.offer({
        ...{ title: t('unlinked', values), text: t('bothStay'), action: t('actionUnlinked', values) },
        libraryId: folder.library_id,
        // Linking an encrypted library again needs its password.
        back:
          folder.encryption === 'none' ? () => tryTo(() => api.call('POST folders/', { ...request })) : null,
      });
    },
  };
}

export type FolderCommands = ReturnType<typeof createFolderCommands>;
