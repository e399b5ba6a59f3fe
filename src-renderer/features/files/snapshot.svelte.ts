import { SvelteSet } from 'svelte/reactivity';
import type { SnapshotJson } from '../../../src-shared/history-browsing-api.ts';
import type { Api } from '../../api/api.ts';
import { Fetched } from '../../api/followed.svelte.ts';
import type { Problem } from '../../format/problem.ts';

/** A moment, given by the commit's number or by a time. */
type SnapshotPlace = { readonly commit: string } | { readonly number: number } | { readonly at: number };

interface SnapshotDeps {
  readonly api: Api;
  readonly libraryId: string;
  /** Shows the library at a commit. */
  readonly show: (commitId: string) => void;
}

const DAY_SECONDS = 86_400;

/**
 * The snapshot of a library that is shown, and ways to its neighbours. An answer overtaken by a newer request is dropped.
 */
export class Snapshot {
  readonly #fetched = new Fetched<SnapshotJson>();
  #lastStep: Promise<void> = Promise.resolve();
  /** The commit that is being looked up for the address. */
  #awaited: string | null = null;
  readonly #deps: SnapshotDeps;

  constructor(deps: SnapshotDeps) {
    this.#deps = deps;
  }

  get found(): SnapshotJson | null {
    return this.#fetched.value;
  }

  get problem(): Problem | null {
    return this.#fetched.problem;
  }

  /**
   * Follows the address, whatever the folder. The snapshot found before is another one and is not shown meanwhile: a step
   * from it would lead to one next to a snapshot that was not on screen. Steps wait for the answer.
   */
  load(commitId: string): Promise<void> {
    if (this.found?.commit.id === commitId || this.#awaited === commitId) return Promise.resolve();
    this.#fetched.clear();
    this.#awaited = commitId;
    const loading = this.#find({ commit: commitId }).then(() => {
      if (this.#awaited === commitId) this.#awaited = null;
    });
    this.#lastStep = this.#lastStep.then(() => loading);
    return loading;
  }

  /** Goes to the snapshot at a place. */
  async go(place: SnapshotPlace): Promise<void> {
    const found = await this.#find(place);
    if (found) this.#deps.show(found.commit.id);
  }

  /** Steps requested faster than they are answered are taken one after the other, and none is lost. */
  step(towards: 'older' | 'newer'): void {
    this.#lastStep = this.#lastStep.then(() => this.#goNext(towards));
  }

  async #goNext(towards: 'older' | 'newer'): Promise<void> {
    const { older_commit_id: older, newer_commit_id: newer } = this.found ?? {};
    const next = towards === 'older' ? older : newer;
    if (next) await this.go({ commit: next });
  }

  /** To the last snapshot of a day before, or of the day after. */
  stepDay(towards: 'older' | 'newer'): void {
    this.#lastStep = this.#lastStep.then(() => this.#goDay(towards));
  }

  /** Where nothing happened on that day, steps to the neighbour. */
  async #goDay(towards: 'older' | 'newer'): Promise<void> {
    const before = this.found;
    if (!before) return;
    const at = before.commit.time + (towards === 'older' ? -DAY_SECONDS : DAY_SECONDS);
    const found = await this.#find({ at: Math.max(0, at) });
    if (!found) return;
    if (found.commit.id !== before.commit.id) this.#deps.show(found.commit.id);
    else await this.#goNext(towards);
  }

  #find(place: SnapshotPlace): Promise<SnapshotJson | null> {
    const { api, libraryId } = this.#deps;
    return this.#fetched.load(() =>
      api.call('GET libraries/:library_id/moments/', { library_id: libraryId, ...place }),
    );
  }
}

/** Items of the past that the user ticked, by path; they stay ticked from folder to folder and snapshot to snapshot. */
export class PastSelection {
  readonly #paths = new SvelteSet<string>();

  get paths(): readonly string[] {
    return [...this.#paths];
  }

  has(path: string): boolean {
    return this.#paths.has(path);
  }

  toggle(path: string): void {
    if (!this.#paths.delete(path)) this.#paths.add(path);
  }

  clear(): void {
    this.#paths.clear();
  }
}
