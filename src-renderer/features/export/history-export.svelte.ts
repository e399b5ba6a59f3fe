import type { JobJson } from '../../../src-shared/upkeep-api.ts';
import type { Api } from '../../api/api.ts';
import { FollowedJob } from '../../api/followed-job.svelte.ts';
import type { Problem } from '../../format/problem.ts';

/** Exports a library with all its versions to a folder on the server's computer. */
export class HistoryExport {
  /** The chosen folder, as typed. */
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
    // An export with history is answered with a job.
    await this.#exporting.begin(
      () => this.#api.call('POST libraries/:library_id/export/', wanted) as Promise<JobJson>,
    );
  }

  cancel(): Promise<void> {
    return this.#exporting.cancel();
  }

  /** Stops watching the progress; the work goes on. */
  stop(): void {
    this.#exporting.stop();
  }
}
