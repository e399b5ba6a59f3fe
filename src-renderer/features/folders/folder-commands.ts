import type { LinkedFolderJson } from '../../../src-shared/local-api.ts';
import type { Api } from '../../api/api.ts';
import type { FolderCommand } from '../../api/folders.ts';
import { problemOf } from '../../api/problem.ts';
import { folderName } from '../../format/path.ts';
import type { Toasts } from '../../ui/toasts.svelte.ts';

const FAILURES = {
  pause: 'was not paused',
  resume: 'was not resumed',
  rescan: 'was not scanned',
  accept: 'did not save its changes',
  'put-back': 'was not put back',
} satisfies Record<FolderCommand, string>;

/** Commands to a linked folder; what becomes of them arrives as events. */
export function createFolderCommands({ api, toasts }: { readonly api: Api; readonly toasts: Toasts }) {
  return {
    async run(folder: LinkedFolderJson, command: FolderCommand): Promise<void> {
      try {
        await api.folders.command(folder.id, command);
      } catch (error) {
        toasts.fail(`The folder “${folderName(folder.path)}” ${FAILURES[command]}.`, problemOf(error));
      }
    },

    /** Ends the saving of a folder at once and offers to link it again. */
    async unlink(folder: LinkedFolderJson): Promise<void> {
      const name = folderName(folder.path);
      try {
        await api.folders.unlink(folder.id);
      } catch (error) {
        toasts.fail(`The folder “${name}” was not unlinked.`, problemOf(error));
        return;
      }
      const undo = async () => {
        try {
          await api.folders.link({ path: folder.path, library: folder.library_id });
        } catch (error) {
          toasts.fail(`The folder “${name}” was not linked again.`, problemOf(error));
        }
      };
      toasts.show({
        title: `“${name}” is not linked any more`,
        text: 'The folder and the library stay as they are.',
        action: { label: 'Undo', run: () => void undo() },
      });
    },
  };
}

export type FolderCommands = ReturnType<typeof createFolderCommands>;
