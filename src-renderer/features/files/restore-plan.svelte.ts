import { SvelteSet } from 'svelte/reactivity';
import type { RestoreActionJson, RestoredSnapshotJson } from '../../../src-shared/history-browsing-api.ts';
import type { RestoreJson } from '../../../src-shared/libraries-api.ts';
import type { FieldsOf } from '../../../src-shared/local-api.ts';
import type { Api } from '../../api/api.ts';
import { Fetched } from '../../api/followed.svelte.ts';
import { problemOf } from '../../api/problem.ts';
import type { Problem } from '../../format/problem.ts';

export type RestoreMode =
  | NonNullable<FieldsOf<'POST libraries/:library_id/moments/restore/'>['mode']>
  | 'disk';

type RestoreTally = Readonly<Record<RestoreActionJson | 'bytes', number>>;

interface RestorePlanDeps {
  readonly api: Api;
  readonly libraryId: string;
  readonly commitId: string;
  readonly paths: readonly string[];
}

/** A restore that is being decided on: what it would do, and which parts of that are wanted. */
export class RestorePlan {
  #mode = $state.raw<RestoreMode>('in-place');
  readonly #dryRun = new Fetched<RestoredSnapshotJson>();
  #problem = $state.raw<Problem | null>(null);
  #isBusy = $state.raw(false);
  readonly #except = new SvelteSet<string>();
  readonly #deps: RestorePlanDeps;

  constructor(deps: RestorePlanDeps) {
    this.#deps = deps;
  }

  get mode(): RestoreMode {
    return this.#mode;
  }

  get dryRun(): RestoredSnapshotJson | null {
    return this.#dryRun.value;
  }

  get problem(): Problem | null {
    return this.#problem ?? this.#dryRun.problem;
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  isWanted(path: string): boolean {
    return !this.#except.has(path);
  }

  toggle(path: string): void {
    if (!this.#except.delete(path)) this.#except.add(path);
  }

  /** Files that would be added, overwritten or removed, and the bytes of those added, without what was unticked. */
  get tally(): RestoreTally {
    const { steps = [], creates = 0, overwrites = 0, removals = 0, bytes = 0 } = this.dryRun ?? {};
    const tally = { create: creates, overwrite: overwrites, remove: removals, bytes };
    for (const step of steps) {
      if (this.isWanted(step.path)) continue;
      tally[step.action] -= step.files;
      if (step.action !== 'remove') tally.bytes -= step.bytes;
    }
    return tally;
  }

  get hasWork(): boolean {
    const { steps = [], step_count: count = 0 } = this.dryRun ?? {};
    return count > steps.length || steps.some(({ path }) => this.isWanted(path));
  }

  async choose(mode: RestoreMode): Promise<void> {
    this.#mode = mode;
    this.#except.clear();
    if (mode !== 'disk') await this.load();
  }

  /** Fetches what it would do. */
  async load(): Promise<void> {
    this.#problem = null;
    this.#dryRun.clear();
    await this.#dryRun.load(() => this.#ask(true));
  }

  /** Restores; null when that failed, and `problem` says why. */
  run(): Promise<RestoredSnapshotJson | null> {
    return this.#try(() => this.#ask(false));
  }

  /** Writes what is wanted to a folder of the service's computer; each of several items under its own name. */
  runToDisk(to: string): Promise<RestoreJson | null> {
    const { api, libraryId, commitId, paths } = this.#deps;
    const [path, another] = paths;
    return this.#try(() =>
      another === undefined
        ? api.call('POST libraries/:library_id/restore/', {
            library_id: libraryId,
            path: path ?? '/',
            commit_id: commitId,
            to,
          })
        : api.call('POST libraries/:library_id/restore/', {
            library_id: libraryId,
            paths,
            commit_id: commitId,
            to,
          }),
    );
  }

  async #try<T>(work: () => Promise<T>): Promise<T | null> {
    this.#isBusy = true;
    this.#problem = null;
    try {
      return await work();
    } catch (error) {
      this.#problem = problemOf(error);
      return null;
    } finally {
      this.#isBusy = false;
    }
  }

  #ask(isDryRun: boolean): Promise<RestoredSnapshotJson> {
    const { api, libraryId, commitId, paths } = this.#deps;
    return api.call('POST libraries/:library_id/moments/restore/', {
      library_id: libraryId,
      commit_id: commitId,
      paths: [...paths],
      mode: this.#mode === 'beside' ? 'beside' : 'in-place',
      except: isDryRun ? [] : [...this.#except],
      dry_run: isDryRun,
    });
  }
}
