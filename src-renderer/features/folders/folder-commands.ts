import type { LinkedFolderJson } from '../../../src-shared/local-api.ts';
import type { Api } from '../../api/api.ts';
import type { FolderCommand } from '../../api/folders.ts';
import { problemOf } from '../../api/problem.ts';
import { folderName } from '../../format/path.ts';
import type { Toasts } from '../../ui/toasts.svelte.ts';

const FAILURES = {
  resume: 'was not resumed',
  rescan: 'was not scanned',
  accept: 'did not save its changes',
  'put-back': 'was not put back',
  lock: 'was not locked',
} satisfies Record<FolderCommand, string>;

/** Commands to a linked folder; what becomes of them arrives as events. */
export function createFolderCommands({ api, toasts }: { readonly api: Api; readonly toasts: Toasts }) {
  /** Whether it worked; where it did not, a message says so. */
  async function attempt(folder: LinkedFolderJson, failure: string, act: () => Promise<unknown>) {
    try {
      await act();
      return true;
    } catch (error) {
      toasts.fail(`The folder “${folderName(folder.path)}” ${failure}.`, problemOf(error));
      return false;
    }
  }

  return {
    run: (folder: LinkedFolderJson, command: FolderCommand): Promise<boolean> =>
      attempt(folder, FAILURES[command], () => api.folders.command(folder.id, command)),

    /** `seconds` null: until it is resumed. */
    pause: (folder: LinkedFolderJson, seconds: number | null): Promise<boolean> =>
      attempt(folder, 'was not paused', () =>
        api.folders.pause(folder.id, seconds === null ? {} : { for_seconds: seconds }),
      ),

    /** Ends the saving of a folder at once and offers to link it again. */
    async unlink(folder: LinkedFolderJson): Promise<void> {
      if (!(await attempt(folder, 'was not unlinked', () => api.folders.unlink(folder.id)))) return;
      const request = { path: folder.path, library: folder.library_id };
      const undo = () => attempt(folder, 'was not linked again', () => api.folders.link(request));
      toasts.show({
        title: `“${folderName(folder.path)}” is not linked any more`,
        text: 'The folder and the library stay as they are.',
        // Who links an encrypted library again has to give its password.
        ...(folder.encryption === 'none' ? { action: { label: 'Undo', run: () => void undo() } } : {}),
      });
    },
  };
}

export type FolderCommands = ReturnType<typeof createFolderCommands>;
