import { SvelteSet } from 'svelte/reactivity';
import type { JobJson } from '../../../../src-shared/admin-api.ts';
import type { BackupContentsJson, BackupLibraryJson } from '../../../../src-shared/backup-api.ts';
import type { Api } from '../../../api/api.ts';
import { problemOf } from '../../../api/problem.ts';
import type { Problem } from '../../../format/problem.ts';
import { t } from './messages.ts';

// Often enough to see it move, seldom enough to cost nothing.
const WATCH_MS = 700;

/** The service puts the day in. */
const NAME_SUFFIX = t('nameBeside', { date: '{date}' });

/** The way from the folder of a backup to the libraries that come back out of it. */
export class RestoreFromBackup {
  readonly #api: Pick<Api, 'backup' | 'adminWork'>;
  readonly #chosen = new SvelteSet<string>();
  #contents = $state.raw<BackupContentsJson | null>(null);
  #job = $state.raw<JobJson | null>(null);
  #problem = $state.raw<Problem | null>(null);
  #isBusy = $state(false);
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isStopped = false;

  constructor(api: Pick<Api, 'backup' | 'adminWork'>) {
    this.#api = api;
  }

  get step(): 'folder' | 'libraries' | 'running' | 'over' {
    if (this.#job !== null) return this.#job.state === 'running' ? 'running' : 'over';
    return this.#contents === null ? 'folder' : 'libraries';
  }

  /** Null until the folder has been looked into. */
  get contents(): BackupContentsJson | null {
    return this.#contents;
  }

  /** Null until something is brought back. */
  get job(): JobJson | null {
    return this.#job;
  }

  get problem(): Problem | null {
    return this.#problem;
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Of how many libraries are chosen. */
  get count(): number {
    return this.#chosen.size;
  }

  isChosen({ library_id: id }: BackupLibraryJson): boolean {
    return this.#chosen.has(id);
  }

  toggle({ library_id: id }: BackupLibraryJson): void {
    if (!this.#chosen.delete(id)) this.#chosen.add(id);
  }

  /** Looks into the folder. What nobody has here is chosen at first. */
  async look(folder: string): Promise<void> {
    await this.#attempt(async () => {
      this.#contents = await this.#api.backup.contents({ folder, name_suffix: NAME_SUFFIX });
      this.#chosen.clear();
      for (const library of this.#contents.libraries)
        if (library.here === 'absent') this.#chosen.add(library.library_id);
    });
  }

  /** Back to the choice of a folder. */
  back(): void {
    this.#contents = null;
    this.#problem = null;
  }

  /** Begins. False: it was refused. */
  async start(): Promise<boolean> {
    const folder = this.#contents?.folder ?? '';
    await this.#attempt(async () => {
      this.#job = await this.#api.backup.restore({
        ...{ folder, library_ids: [...this.#chosen] },
        name_suffix: NAME_SUFFIX,
      });
      this.#watch();
    });
    return this.#job !== null;
  }

  async cancel(): Promise<void> {
    const id = this.#job?.id ?? '';
    await this.#attempt(async () => {
      this.#job = await this.#api.adminWork.cancel(id);
    });
  }

  /** Looks no more how far it is; the work goes on. */
  stop(): void {
    this.#isStopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #watch(): void {
    if (this.#isStopped || this.step !== 'running') return;
    this.#timer = setTimeout(() => void this.#reload(), WATCH_MS);
  }

  async #reload(): Promise<void> {
    const id = this.#job?.id;
    try {
      const { jobs } = await this.#api.adminWork.jobs();
      this.#job = jobs.find((job) => job.id === id) ?? this.#job;
      this.#problem = null;
    } catch (error) {
      this.#problem = problemOf(error);
    }
    this.#watch();
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.#problem = null;
    try {
      await work();
    } catch (error) {
      this.#problem = problemOf(error);
    }
    this.#isBusy = false;
  }
}
