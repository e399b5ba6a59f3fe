import type { LinkedFolderJson } from '../../../src-shared/local-api.ts';
import type { Api } from '../../api/api.ts';
import { attempt as tryTo } from '../../api/attempt.ts';
import type { FolderCommand } from '../../api/folders.ts';
import { problemOf } from '../../api/problem.ts';
import { folderName } from '../../format/path.ts';
import type { Toasts } from '../../ui/toasts.svelte.ts';
import type { UndoStack } from '../../ui/undo.svelte.ts';
import { t } from './messages.ts';

const FAILURES = {
  resume: 'notResumed',
  rescan: 'notScanned',
  accept: 'changesNotSaved',
  'put-back': 'notPutBack',
  lock: 'notLocked',
} as const satisfies Record<FolderCommand, string>;

type Failure = (typeof FAILURES)[FolderCommand] | 'notPaused' | 'notUnlinked';

interface FolderCommandDeps {
  readonly api: Api;
  readonly toasts: Toasts;
  readonly undo: UndoStack;
}

/** Commands to a linked folder; what becomes of them arrives as events. */
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

  return {
    /** @param done what is told once it worked; absent: what becomes of it shows anyway */
    async run(folder: LinkedFolderJson, command: FolderCommand, done?: string): Promise<boolean> {
      const isDone = await attempt(folder, FAILURES[command], () => api.folders.command(folder.id, command));
      if (isDone && done !== undefined) toasts.show({ tone: 'good', title: done });
      return isDone;
    },

    /** `seconds` null: until it is resumed. */
    pause: (folder: LinkedFolderJson, seconds: number | null): Promise<boolean> =>
      attempt(folder, 'notPaused', () =>
        api.folders.pause(folder.id, seconds === null ? {} : { for_seconds: seconds }),
      ),

    /** Ends the saving of a folder at once and offers to link it again. */
    async unlink(folder: LinkedFolderJson): Promise<void> {
      if (!(await attempt(folder, 'notUnlinked', () => api.folders.unlink(folder.id)))) return;
      const request = { path: folder.path, library: folder.library_id };
      const values = { folder: folderName(folder.path) };
      undo.offer({
        ...{ title: t('unlinked', values), text: t('bothStay'), deed: t('deedUnlinked', values) },
        libraryId: folder.library_id,
        // Who links an encrypted library again has to give its password.
        back: folder.encryption === 'none' ? () => tryTo(() => api.folders.link(request)) : [],
      });
    },
  };
}

export type FolderCommands = ReturnType<typeof createFolderCommands>;
