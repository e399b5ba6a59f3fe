import type { BackupJson } from '../../src-shared/backup-api.ts';
import type { ConflictJson, ConflictsJson } from '../../src-shared/conflicts-api.ts';
import type { LinkedFolderJson } from '../../src-shared/folders-api.ts';
import type { IntegrityJson } from '../../src-shared/integrity-api.ts';
import type { ReachJson, RefusedHostJson } from '../../src-shared/reach-api.ts';
import type { RehearsalJson } from '../../src-shared/rehearsal-api.ts';
import type { RehearsedJson } from '../../src-shared/upkeep-api.ts';
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

/** Everything that needs the user's attention, in all libraries and folders. One for the whole page. */
export class Issues {
  readonly #libraries: Libraries;
  readonly #conflicts: Followed<ConflictsJson>;
  readonly #backup: Followed<BackupJson> | null;
  readonly #reach: Followed<ReachJson> | null;
  readonly #integrity: Followed<IntegrityJson> | null;
  readonly #rehearsal: Followed<RehearsalJson> | null;
  readonly #clock: Clock | null;

  readonly folders: readonly LinkedFolderJson[] = $derived.by(() =>
    this.#libraries.all.flatMap(({ folder }) => (folder && folderIssueCount(folder) > 0 ? [folder] : [])),
  );

  readonly conflicts: readonly ConflictJson[] = $derived.by(() =>
    this.#found.filter(({ library_id }) => !this.#isSample(library_id)),
  );

  /** Those of a sample are there to be tried, and do not need attention. */
  readonly sampleConflicts: readonly ConflictJson[] = $derived.by(() =>
    this.#found.filter(({ library_id }) => this.#isSample(library_id)),
  );

  /** The backup, if none could be made for days. */
  readonly overdueBackup: BackupJson | null = $derived.by(() => {
    const backup = this.#backup?.value ?? null;
    const nowSeconds = this.#clock?.nowSeconds ?? 0;
    return backup !== null && daysWithoutBackup(backup, nowSeconds) > 0 ? backup : null;
  });

  readonly count: number = $derived.by(() => {
    const inFolders = this.folders.reduce((sum, folder) => sum + folderIssueCount(folder), 0);
    const stored = [this.overdueBackup, this.damage, this.lostInBackup].filter(
      (each) => each !== null,
    ).length;
    return inFolders + this.conflicts.length + this.refusedNames.length + stored;
  });

  /** The count without refused names, which no file waits for; null while that is not known. */
  readonly waiting: number | null = $derived.by(() =>
    this.isLoading || this.problem !== null ? null : this.count - this.refusedNames.length,
  );

  /** Null while it is not known, and where it does not concern this user. */
  readonly backupStatus: BackupStatus | null = $derived.by(() => {
    const followed = this.#backup;
    if (followed === null || (followed.value === null && followed.problem === null)) return null;
    return backupStatus(followed.value, this.#clock?.nowSeconds ?? 0);
  });

  /** @param clock of a user who looks after the server too; otherwise null */
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
    this.#integrity =
      clock === null
        ? null
        : new Followed({
            events: api.events,
            fetch: () => api.call('GET integrity/'),
            concerns: ({ type }) => type === 'integrity',
          });
    this.#rehearsal =
      clock === null
        ? null
        : new Followed({
            events: api.events,
            fetch: () => api.call('GET backup/rehearsal/'),
            concerns: ({ type }) => type === 'backup',
          });
    this.#conflicts = new Followed({
      events: api.events,
      fetch: () => api.call('GET conflicts/'),
      concerns: ({ type }) => type === 'library' || type === 'libraries',
    });
  }

  get #found(): readonly ConflictJson[] {
    return this.#conflicts.value?.conflicts ?? [];
  }

  #isSample(libraryId: string): boolean {
    return this.#libraries.find(libraryId)?.is_sample === true;
  }

  /** Null while it is not known, and where it does not concern this user. */
  get integrity(): IntegrityJson | null {
    return this.#integrity?.value ?? null;
  }

  get rehearsal(): RehearsalJson | null {
    return this.#rehearsal?.value ?? null;
  }

  /** What is stored, when some of it is damaged. */
  get damage(): IntegrityJson | null {
    return (this.integrity?.damaged_count ?? 0) > 0 ? this.integrity : null;
  }

  /** The last rehearsal, when files did not come back. */
  get lostInBackup(): RehearsedJson | null {
    const last = this.rehearsal?.last ?? null;
    return (last?.lost.length ?? 0) > 0 ? last : null;
  }

  /** Whether one is kept, wherever it is. */
  get hasBackup(): boolean {
    return (this.#backup?.value?.folder ?? null) !== null;
  }

  /** Names that the server was called by and does not know. */
  get refusedNames(): readonly RefusedHostJson[] {
    return this.#reach?.value?.refused_names ?? [];
  }

  /** Users who are not told of a backup do not claim one. */
  get backup(): BackupState {
    return this.backupStatus?.state ?? 'none';
  }

  /** Why the conflicts could not be fetched. */
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
    const looked = [this.#backup, this.#reach, this.#integrity, this.#rehearsal];
    const stops = [this.#conflicts, ...looked].map((each) => each?.start());
    return () => {
      for (const stop of stops) stop?.();
    };
  }

  async reload(): Promise<void> {
    const all = [this.#conflicts, this.#backup, this.#reach, this.#integrity, this.#rehearsal];
    await Promise.all(all.map((each) => each?.load()));
  }
}
