import { SvelteSet } from 'svelte/reactivity';
import type { BackupContentsJson, BackupLibraryJson } from '../../../../src-shared/backup-api.ts';
import type { JobJson } from '../../../../src-shared/upkeep-api.ts';
import type { Api } from '../../../api/api.ts';
import { FollowedJob } from '../../../api/followed-job.svelte.ts';
import type { Problem } from '../../../format/problem.ts';
import { t } from './messages.ts';

/** The service fills in the day. */
const NAME_SUFFIX = t('nameBeside', { date: '{date}' });

/** The steps from the folder of a backup to the libraries restored from it. */
export class RestoreFromBackup {
  readonly #api: Pick<Api, 'call'>;
  readonly #restoring: FollowedJob;
  readonly #chosen = new SvelteSet<string>();
  #contents = $state.raw<BackupContentsJson | null>(null);

  constructor(api: Pick<Api, 'call'>) {
    this.#api = api;
    this.#restoring = new FollowedJob(api.call);
  }

  get step(): 'folder' | 'libraries' | 'running' | 'over' {
    if (this.job !== null) return this.job.state === 'running' ? 'running' : 'over';
    return this.#contents === null ? 'folder' : 'libraries';
  }

  /** Null until the folder has been looked into. */
  get contents(): BackupContentsJson | null {
    return this.#contents;
  }

  /** Null until a restore has started. */
  get job(): JobJson | null {
    return this.#restoring.job;
  }

  get problem(): Problem | null {
    return this.#restoring.problem;
  }

  get isBusy(): boolean {
    return this.#restoring.isBusy;
  }

  /** How many libraries are chosen. */
  get count(): number {
    return this.#chosen.size;
  }

  isChosen({ library_id: id }: BackupLibraryJson): boolean {
    return this.#chosen.has(id);
  }

  toggle({ library_id: id }: BackupLibraryJson): void {
    if (!this.#chosen.delete(id)) this.#chosen.add(id);
  }

  /** Looks into the folder. Libraries that do not exist here are chosen at first. */
  async look(folder: string): Promise<void> {
    await this.#restoring.attempt(async () => {
      this.#contents = await this.#api.call('POST backup/contents/', { folder, name_suffix: NAME_SUFFIX });
      this.#chosen.clear();
      for (const library of this.#contents.libraries)
        if (library.here === 'absent') this.#chosen.add(library.library_id);
    });
  }

  /** Back to the choice of a folder. */
  back(): void {
    this.#contents = null;
    this.#restoring.forgetProblem();
  }

  /** Clears what was said about another folder. */
  forgetProblem(): void {
    this.#restoring.forgetProblem();
  }

  async start(): Promise<void> {
    const folder = this.#contents?.folder ?? '';
    const request = { folder, library_ids: [...this.#chosen], name_suffix: NAME_SUFFIX };
    await this.#restoring.begin(() => this.#api.call('POST backup/restore/', { ...request }));
  }

  cancel(): Promise<void> {
    return this.#restoring.cancel();
  }

  /** Stops watching the progress; the work goes on. */
  stop(): void {
    this.#restoring.stop();
  }
}
