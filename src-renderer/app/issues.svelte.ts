import type { BackupJson } from '../../src-shared/backup-api.ts';
import type { LinkedFolderJson } from '../../src-shared/folders-api.ts';
import type { ConflictJson, ConflictsJson } from '../../src-shared/overview-api.ts';
import type { ReachJson, RefusedHostJson } from '../../src-shared/reach-api.ts';
import type { Api } from '../api/api.ts';
import { Followed } from '../api/followed.svelte.ts';
import {
  type BackupStatus,
  backupStatus,
  daysWithoutBackup,
} from '../features/folders/backup/backup-status.ts';
import { folderIssueCount } from '../features/folders/folder-attention.ts';
import type { Libraries } from '../features/libraries/libraries.svelte.ts';
import type { Problem } from '../format/problem.ts';
import type { BackupState } from '../format/status.ts';
import type { Clock } from '../ui/clock.svelte.ts';

/** Everything that waits for somebody, of all libraries and folders. One for the whole page. */
export class Issues {
  readonly #libraries: Libraries;
  readonly #conflicts: Followed<ConflictsJson>;
  readonly #backup: Followed<BackupJson> | null;
  readonly #reach: Followed<ReachJson> | null;
  readonly #clock: Clock | null;

  readonly folders: readonly LinkedFolderJson[] = $derived.by(() =>
    this.#libraries.all.flatMap(({ folder }) => (folder && folderIssueCount(folder) > 0 ? [folder] : [])),
  );

  /** The backup, when none could be made for days. */
  readonly overdueBackup: BackupJson | null = $derived.by(() => {
    const backup = this.#backup?.value ?? null;
    const nowSeconds = this.#clock?.nowSeconds ?? 0;
    return backup !== null && daysWithoutBackup(backup, nowSeconds) > 0 ? backup : null;
  });

  readonly count: number = $derived.by(() => {
    const inFolders = this.folders.reduce((sum, folder) => sum + folderIssueCount(folder), 0);
    const overdue = this.overdueBackup === null ? 0 : 1;
    // Those of a sample are there to be tried.
    const isSample = (id: string) => this.#libraries.find(id)?.is_sample === true;
    const conflicts = this.conflicts.filter(({ library_id }) => !isSample(library_id)).length;
    return inFolders + conflicts + this.refusedNames.length + overdue;
  });

  /** Those of them that files wait for, which names do not; null while that is not known. */
  readonly waiting: number | null = $derived.by(() =>
    this.isLoading || this.problem !== null ? null : this.count - this.refusedNames.length,
  );

  /** Null while it is not known, and where it is not this person's business. */
  readonly backupStatus: BackupStatus | null = $derived.by(() => {
    const followed = this.#backup;
    if (followed === null || (followed.value === null && followed.problem === null)) return null;
    return backupStatus(followed.value, this.#clock?.nowSeconds ?? 0);
  });

  /** @param clock of somebody who looks after the server too; else null */
  constructor(api: Api, libraries: Libraries, clock: Clock | null) {
    this.#libraries = libraries;
    this.#clock = clock;
    this.#backup =
      clock === null
        ? null
        : new Followed({
            events: api.events,
            fetch: () => api.call('GET backup/'),
            concerns: ({ type }) => type === 'backup',
          });
    this.#reach =
      clock === null
        ? null
        : new Followed({
            events: api.events,
            fetch: () => api.call('GET reach/'),
            concerns: ({ type }) => type === 'reach',
          });
    this.#conflicts = new Followed({
      events: api.events,
      fetch: () => api.call('GET conflicts/'),
      concerns: ({ type }) => type === 'library' || type === 'libraries',
    });
  }

  get conflicts(): readonly ConflictJson[] {
    return this.#conflicts.value?.conflicts ?? [];
  }

  /** Names that the server was called by and does not know. */
  get refusedNames(): readonly RefusedHostJson[] {
    return this.#reach?.value?.refused_names ?? [];
  }

  /** Nobody claims one whom it is not told of. */
  get backup(): BackupState {
    return this.backupStatus?.state ?? 'none';
  }

  /** Why the conflicts are not known. */
  get problem(): Problem | null {
    return this.#conflicts.problem;
  }

  get isLoading(): boolean {
    const isWaiting = [this.#conflicts, this.#backup].some(
      (each) => each?.value === null && each.problem === null,
    );
    return isWaiting || this.#libraries.status === 'loading';
  }

  start(): () => void {
    const stops = [this.#conflicts.start(), this.#backup?.start(), this.#reach?.start()];
    return () => {
      for (const stop of stops) stop?.();
    };
  }

  async reload(): Promise<void> {
    await Promise.all([this.#conflicts.load(), this.#backup?.load(), this.#reach?.load()]);
  }
}
