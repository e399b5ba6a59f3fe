import { DOMAIN_ERROR_CODES, type DomainErrorCode } from '../../../src-shared/error-codes.ts';
import type { JobJson, JobKind } from '../../../src-shared/upkeep-api.ts';
import type { Api } from '../../api/api.ts';
import { problemOf } from '../../api/problem.ts';
import { JOB_NAMES } from '../../format/job.ts';
import type { Problem } from '../../format/problem.ts';
import type { Toasts } from '../../ui/toasts.svelte.ts';
import { t } from './messages.ts';

interface JobsDependencies {
  readonly api: Pick<Api, 'call'>;
  readonly toasts: Toasts;
}

// Often enough to see it move, seldom enough to cost nothing.
const WATCH_MS = 1_000;
const REST_MS = 10_000;

/** Background jobs of the server, watched closely while one runs. */
export class Jobs {
  #all = $state.raw<readonly JobJson[] | null>(null);
  #problem = $state.raw<Problem | null>(null);
  readonly #deps: JobsDependencies;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isStopped = false;

  constructor(deps: JobsDependencies) {
    this.#deps = deps;
  }

  /** Null until the first answer; running ones first, then newest first. */
  get all(): readonly JobJson[] | null {
    return this.#all;
  }

  get problem(): Problem | null {
    return this.#problem;
  }

  /** The running one, apart from copies: no other can be started meanwhile. */
  get running(): JobJson | null {
    return this.#all?.find(({ kind, state }) => kind !== 'copy' && state === 'running') ?? null;
  }

  /** The last of these kinds that was done. */
  last(...kinds: readonly JobKind[]): JobJson | null {
    return this.#all?.find((job) => job.state === 'done' && kinds.some((kind) => kind === job.kind)) ?? null;
  }

  /** Watches until the returned function is called. */
  watch(): () => void {
    void this.load();
    return () => {
      this.#isStopped = true;
      if (this.#timer !== null) clearTimeout(this.#timer);
    };
  }

  async load(): Promise<void> {
    try {
      this.#all = (await this.#deps.api.call('GET admin/jobs/')).jobs;
      this.#problem = null;
    } catch (error) {
      this.#problem = problemOf(error);
    }
    if (this.#timer !== null) clearTimeout(this.#timer);
    const isBusy = this.#all?.some(({ state }) => state === 'running' || state === 'waiting') ?? false;
    if (!this.#isStopped) this.#timer = setTimeout(() => void this.load(), isBusy ? WATCH_MS : REST_MS);
  }

  async start(kind: JobKind): Promise<void> {
    await this.#attempt(t('notStarted', { job: JOB_NAMES[kind] }), () =>
      this.#deps.api.call('POST admin/jobs/', { kind }),
    );
  }

  async cancel(job: JobJson): Promise<void> {
    const what = t('notCancelled', { job: JOB_NAMES[job.kind] });
    await this.#attempt(what, () => this.#deps.api.call('DELETE admin/jobs/:job_id/', { job_id: job.id }));
  }

  async #attempt(what: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#deps.toasts.fail(what, problemOf(error));
    }
    await this.load();
  }
}

/** The code when it is one of the service's refusals; null for a fault. */
export function knownCode(code: string): DomainErrorCode | null {
  return DOMAIN_ERROR_CODES.find((known) => known === code) ?? null;
}
