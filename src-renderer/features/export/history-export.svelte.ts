import type { JobJson } from '../../../src-shared/upkeep-api.ts';
import type { Api } from '../../api/api.ts';
import { FollowedJob } from '../../api/followed-job.svelte.ts';
import type { Problem } from '../../format/problem.ts';

/** The way of a library with all its versions into a folder of the server's computer. */
export class HistoryExport {
  /** The folder that is chosen, as it was typed. */
  path = $state('');
  readonly #api: Pick<Api, 'call'>;
  readonly #exporting: FollowedJob;

  constructor(api: Pick<Api, 'call'>) {
    this.#api = api;
    this.#exporting = new FollowedJob(api.call);
  }

  get step(): 'folder' | 'running' | 'over' {
    if (this.job === null) return 'folder';
    return this.job.state === 'running' ? 'running' : 'over';
  }

  /** Null until it has begun. */
  get job(): JobJson | null {
    return this.#exporting.job;
  }

  get problem(): Problem | null {
    return this.#exporting.problem;
  }

  get isBusy(): boolean {
    return this.#exporting.isBusy;
  }

  get isReady(): boolean {
    return this.path.trim() !== '';
  }

  async start(libraryId: string): Promise<void> {
    if (!this.isReady) return;
    const wanted = { library_id: libraryId, to: this.path.trim(), with_history: true };
    // With the history, a job is answered.
    await this.#exporting.begin(
      () => this.#api.call('POST libraries/:library_id/export/', wanted) as Promise<JobJson>,
    );
  }

  cancel(): Promise<void> {
    return this.#exporting.cancel();
  }

  /** Looks no more how far it is; the work goes on. */
  stop(): void {
    this.#exporting.stop();
  }
}
