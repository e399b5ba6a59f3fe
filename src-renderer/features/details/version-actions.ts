import type { VersionJson } from '../../../src-shared/versions-api.ts';
import type { Api } from '../../api/api.ts';
import { problemOf } from '../../api/problem.ts';
import { startDownload } from '../../api/start-download.ts';
import { visibleName } from '../../format/name.ts';
import { lastName } from '../../format/path.ts';
import { dateAndTime } from '../../format/time.ts';
import type { Toasts } from '../../ui/toasts.svelte.ts';
import { t } from './messages.ts';

interface VersionActionDeps {
  readonly api: Api;
  readonly toasts: Toasts;
  readonly libraryId: string;
  /** Where the file is now. */
  readonly path: string;
}

type WantedVersion = Pick<VersionJson, 'path' | 'commit_id' | 'time'>;

/** What can be done with the versions of one file. Each verb tells its outcome in a toast. */
export function createVersionActions({ api, toasts, libraryId, path }: VersionActionDeps) {
  const name = visibleName(lastName(path));

  async function undo(previousCommitId: string): Promise<void> {
    try {
      await api.files.restore(libraryId, path, previousCommitId);
      toasts.show({ title: t('asBefore', { name }) });
    } catch (error) {
      toasts.fail(t('notChangedBack', { name }), problemOf(error));
    }
  }

  return {
    async restore(version: WantedVersion): Promise<void> {
      const time = dateAndTime(version.time);
      try {
        const wanted = { path, commit_id: version.commit_id, version_path: version.path };
        const restored = await api.versions.restore(libraryId, wanted);
        if (!restored.changed) {
          toasts.show({ title: t('holdsItAlready', { name }) });
          return;
        }
        toasts.show({
          tone: 'good',
          title: t('asItWas', { name, time }),
          text: t('staysInVersions'),
          action: { label: t('undo'), run: () => void undo(restored.previous_commit_id) },
        });
      } catch (error) {
        toasts.fail(t('notRestored', { time }), problemOf(error));
      }
    },

    async download(version: Pick<VersionJson, 'path' | 'commit_id'>): Promise<void> {
      try {
        const { url } = await api.files.downloadLink(libraryId, version.path, version.commit_id);
        startDownload(url);
      } catch (error) {
        toasts.fail(t('notDownloaded', { name }), problemOf(error));
      }
    },
  };
}
