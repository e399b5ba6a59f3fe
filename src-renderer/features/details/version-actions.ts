import Download from '@lucide/svelte/icons/download';
import FolderOpen from '@lucide/svelte/icons/folder-open';
import GitCompare from '@lucide/svelte/icons/git-compare';
import RotateCcw from '@lucide/svelte/icons/rotate-ccw';
import type { EntryJson } from '../../../src-shared/contents-api.ts';
import type { LocalLibraryJson } from '../../../src-shared/libraries-api.ts';
import type { VersionJson } from '../../../src-shared/versions-api.ts';
import type { Api } from '../../api/api.ts';
import { startDownload } from '../../api/files.ts';
import { problemOf } from '../../api/problem.ts';
import { visibleName } from '../../format/name.ts';
import { lastName } from '../../format/path.ts';
import { dateAndTime } from '../../format/time.ts';
import type { MenuItem } from '../../ui/menu-item.ts';
import type { Toasts } from '../../ui/toasts.svelte.ts';
import type { UndoStack } from '../../ui/undo.svelte.ts';
import { t } from './messages.ts';

interface VersionActionDeps {
  readonly api: Api;
  readonly toasts: Toasts;
  readonly undo: UndoStack;
  readonly libraryId: string;
  /** Where the file is now. */
  readonly path: string;
}

type WantedVersion = Pick<VersionJson, 'path' | 'commit_id' | 'time'>;

/** What can be done with the versions of one file. Each action reports its outcome in a toast. */
export function createVersionActions({ api, toasts, undo, libraryId, path }: VersionActionDeps) {
  const name = visibleName(lastName(path));

  return {
    async restore(version: WantedVersion): Promise<void> {
      const time = dateAndTime(version.time);
      try {
        const wanted = { path, commit_id: version.commit_id, version_path: version.path };
        const restored = await api.call('POST libraries/:library_id/versions/restore/', {
          library_id: libraryId,
          ...wanted,
        });
        if (!restored.changed) {
          toasts.show({ title: t('holdsItAlready', { name }) });
          return;
        }
        undo.offer({
          ...{ tone: 'good', title: t('asItWas', { name, time }), text: t('staysInVersions') },
          ...{ action: t('actionVersion', { name, time }), libraryId },
          back: [{ library_id: libraryId, commit_id: restored.commit_id }],
        });
      } catch (error) {
        toasts.fail(t('notRestored', { time }), problemOf(error));
      }
    },

    async download(version: Pick<VersionJson, 'path' | 'commit_id'>): Promise<void> {
      try {
        const { url } = await api.call('POST libraries/:library_id/download-link/', {
          library_id: libraryId,
          path: version.path,
          commit_id: version.commit_id,
        });
        startDownload(url);
      } catch (error) {
        toasts.fail(t('notDownloaded', { name }), problemOf(error));
      }
    },
  };
}

/** The item of a folder that details are shown for. */
export interface ItemProps {
  library: LocalLibraryJson;
  entry: EntryJson;
  /** Path in the library. */
  path: string;
  /** The moment that is looked at; null: now. */
  commitId: string | null;
}

interface VersionVerbs {
  readonly compareWithOlder: () => void;
  readonly compareWithNewest: () => void;
  readonly download: () => void;
  readonly restore: () => void;
  readonly browse: () => void;
}

interface VersionState {
  readonly isNewest: boolean;
  readonly isOldest: boolean;
  /** Why it cannot be restored; null when it can. */
  readonly noRestore: string | null;
  /** Erases it from the whole history; absent where erasing is not offered. */
  readonly erase?: MenuItem | undefined;
}

/** What can be done with one version of a file. */
export function versionMenu(verbs: VersionVerbs, status: VersionState): (MenuItem | null)[] {
  const { isNewest, isOldest, noRestore, erase } = status;
  return [
    {
      label: t('compareWithBefore'),
      icon: GitCompare,
      shortcut: 'D',
      onselect: verbs.compareWithOlder,
      ...(isOldest ? { unavailable: t('thereIsNone') } : {}),
    },
    {
      label: t('compareWithNewest'),
      icon: GitCompare,
      onselect: verbs.compareWithNewest,
      ...(isNewest ? { unavailable: t('thisIsIt') } : {}),
    },
    null,
    { label: t('downloadThis'), icon: Download, onselect: verbs.download },
    { label: t('showThen'), icon: FolderOpen, onselect: verbs.browse },
    null,
    {
      label: t('restoreThis'),
      icon: RotateCcw,
      shortcut: 'R',
      onselect: verbs.restore,
      ...(noRestore === null ? {} : { unavailable: noRestore }),
    },
    ...(erase === undefined ? [] : [null, erase]),
  ];
}
