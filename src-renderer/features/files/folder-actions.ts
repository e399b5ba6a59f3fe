import type { EntryJson } from '../../../src-shared/local-api.ts';
import type { Api } from '../../api/api.ts';
import { problemOf } from '../../api/problem.ts';
import { startDownload } from '../../api/start-download.ts';
import { visibleName } from '../../format/name.ts';
import { joinPath, lastName } from '../../format/path.ts';
import { formatCount } from '../../format/size.ts';
import type { Toasts } from '../../ui/toasts.svelte.ts';

interface FolderPlace {
  readonly libraryId: string;
  /** The folder that is shown. */
  readonly path: string;
  /** Null: now. */
  readonly commitId: string | null;
}

interface FolderActionDeps {
  readonly api: Api;
  readonly toasts: Toasts;
  readonly place: FolderPlace;
}

/** What can be done with the items of one folder. Each verb tells its outcome in a toast. */
export function createFolderActions({ api, toasts, place }: FolderActionDeps) {
  const { libraryId, commitId } = place;

  async function restore(path: string, fromCommit: string): Promise<void> {
    const what = path === '/' ? 'the library' : `“${visibleName(lastName(path))}”`;
    try {
      const { files } = await api.files.restore(libraryId, path, fromCommit);
      toasts.show({
        tone: 'good',
        title: `Restored ${what}`,
        text: `${formatCount(files, 'file')} brought back.`,
      });
    } catch (error) {
      toasts.fail(`Could not restore ${what}.`, problemOf(error));
    }
  }

  async function download(entry: EntryJson): Promise<void> {
    try {
      const { url } = await api.files.downloadLink(libraryId, joinPath(place.path, entry.name), commitId);
      startDownload(url);
    } catch (error) {
      toasts.fail(`“${visibleName(entry.name)}” was not downloaded.`, problemOf(error));
    }
  }

  async function remove(entry: EntryJson): Promise<boolean> {
    const path = joinPath(place.path, entry.name);
    try {
      const removed = await api.files.remove(libraryId, path);
      toasts.show({
        title: `“${visibleName(entry.name)}” was deleted`,
        text: 'It stays in the trash.',
        action: { label: 'Undo', run: () => void restore(path, removed.previous_commit_id) },
      });
      return true;
    } catch (error) {
      toasts.fail(`“${visibleName(entry.name)}” was not deleted.`, problemOf(error));
      return false;
    }
  }

  return { restore, download, remove };
}
