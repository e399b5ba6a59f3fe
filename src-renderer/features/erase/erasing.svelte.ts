import type { ErasureJson, ErasurePlanJson, ErasuresJson } from '../../../src-shared/erasures-api.ts';
import type { Api } from '../../api/api.ts';
import { ApiError } from '../../api/api-error.ts';
import { problemOf } from '../../api/problem.ts';
import type { Problem } from '../../format/problem.ts';
import type { ErasableItem } from '../../ui/erase-action.ts';

const LOOK_EVERY_MS = 500;

/** What is erased: what is at the path, that and what is at the file's former paths, or its content wherever it is. */
export type ErasedScope = 'path' | 'names' | 'object';

/** Erasing an item from a whole history: what that involves, its progress, and what was found afterwards. */
export class Erasing {
  scope = $state<ErasedScope>('path');
  /** Paths that the file had before; also empty while they are not known. */
  formerNames = $state.raw<ErasurePlanJson['former_names']>([]);
  /** It had even older ones, which stay. */
  hasMoreNames = $state(false);
  plan = $state.raw<ErasurePlanJson | null>(null);
  problem = $state.raw<Problem | null>(null);
  /** The plan was made anew, because the library had changed. */
  hasMoved = $state(false);
  isBusy = $state(false);
  list = $state.raw<ErasuresJson | null>(null);
  readonly #api: Pick<Api, 'call'>;
  readonly #item: ErasableItem;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;
  #isStopped = false;
  /** Earlier erasures. */
  #earlier = 0;

  constructor(api: Pick<Api, 'call'>, item: ErasableItem) {
    this.#api = api;
    this.#item = item;
  }

  /** The erasure that runs or is over; null: it has not begun, is writing the history, or could not be made. */
  get erasure(): ErasureJson | null {
    if (this.list === null || this.list.is_rewriting) return null;
    // The service may have stopped in between: then the newest one is an earlier one.
    return this.list.erasures.length > this.#earlier ? (this.list.erasures[0] ?? null) : null;
  }

  get step(): 'plan' | 'running' | 'over' {
    if (this.list === null) return 'plan';
    if (this.list.failure !== '') return 'over';
    return this.list.is_rewriting || this.erasure?.state === 'removing' ? 'running' : 'over';
  }

  choose(scope: ErasedScope): void {
    this.scope = scope;
    void this.look();
  }

  async look(): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    this.plan = null;
    this.problem = null;
    try {
      const plan = await this.#api.call('POST libraries/:library_id/erasures/plan/', this.#wanted());
      if (asked !== this.#asked) return;
      if (this.scope !== 'object' && this.#hasOtherNames(plan)) await this.look();
      else this.plan = plan;
    } catch (error) {
      if (asked === this.#asked) this.problem = problemOf(error);
    }
  }

  async start(libraryName: string): Promise<void> {
    const { plan } = this;
    if (plan === null || this.isBusy) return;
    this.isBusy = true;
    this.hasMoved = false;
    this.problem = null;
    try {
      const order = { ...this.#wanted(), head: plan.head, library_name: libraryName };
      const begun = await this.#api.call('POST libraries/:library_id/erasures/', order);
      this.#earlier = begun.is_rewriting ? begun.erasures.length : 0;
      this.#take(begun);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'head-moved') {
        this.hasMoved = true;
        await this.look();
      } else this.problem = problemOf(error);
    } finally {
      this.isBusy = false;
    }
  }

  /** Stops watching the progress; the work goes on. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** Adopts the former names from the plan; true when the plan was made for other names. */
  #hasOtherNames({ former_names: names, has_more_names: hasMore }: ErasurePlanJson): boolean {
    const before = this.formerNames;
    this.formerNames = names;
    this.hasMoreNames = hasMore;
    const isOther = names.map(({ path }) => path).join('\n') !== before.map(({ path }) => path).join('\n');
    if (this.scope !== 'names') return false;
    if (names.length === 0) this.scope = 'path';
    return isOther;
  }

  #wanted() {
    const { library, path, objectId } = this.#item;
    if (this.scope === 'object') return { library_id: library.id, object_id: objectId };
    const also = this.scope === 'names' ? this.formerNames.map((name) => name.path) : [];
    return { library_id: library.id, path, ...(also.length > 0 ? { also } : {}) };
  }

  #take(list: ErasuresJson): void {
    this.list = list;
    if (this.step === 'running' && !this.#isStopped)
      this.#timer = setTimeout(() => void this.#follow(), LOOK_EVERY_MS);
  }

  async #follow(): Promise<void> {
    try {
      const place = { library_id: this.#item.library.id };
      this.#take(await this.#api.call('GET libraries/:library_id/erasures/', place));
    } catch {
      // The service may be away for a moment; the work is not lost.
      if (!this.#isStopped) this.#timer = setTimeout(() => void this.#follow(), LOOK_EVERY_MS);
    }
  }
}
