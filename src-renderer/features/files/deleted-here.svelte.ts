import type { TrashItemJson } from '../../../src-shared/local-api.ts';
import type { Api } from '../../api/api.ts';
import { problemOf } from '../../api/problem.ts';
import type { Problem } from '../../format/problem.ts';

// More deletions of one folder than anybody looks through among its files; the trash shows them all.
const MOST_PAGES = 5;

/** What was deleted right out of one folder. */
export class DeletedHere {
  #items = $state.raw<readonly TrashItemJson[]>([]);
  #hasMore = $state.raw(false);
  #problem = $state.raw<Problem | null>(null);
  readonly #api: Pick<Api, 'trash'>;
  readonly #libraryId: string;
  readonly #path: string;
  #generation = 0;

  constructor(api: Pick<Api, 'trash'>, libraryId: string, path: string) {
    this.#api = api;
    this.#libraryId = libraryId;
    this.#path = path;
  }

  get items(): readonly TrashItemJson[] {
    return this.#items;
  }

  /** There are so many that only the first are here. */
  get hasMore(): boolean {
    return this.#hasMore;
  }

  get problem(): Problem | null {
    return this.#problem;
  }

  async load(): Promise<void> {
    this.#generation += 1;
    const generation = this.#generation;
    const items: TrashItemJson[] = [];
    let cursor: string | null = null;
    try {
      for (let pages = 0; pages === 0 || (cursor !== null && pages < MOST_PAGES); pages += 1) {
        const page = await this.#api.trash.here(this.#libraryId, this.#path, cursor);
        items.push(...page.items);
        cursor = page.cursor;
      }
      if (generation !== this.#generation) return;
      this.#items = items;
      this.#hasMore = cursor !== null;
      this.#problem = null;
    } catch (error) {
      if (generation === this.#generation) this.#problem = problemOf(error);
    }
  }

  clear(): void {
    this.#generation += 1;
    this.#items = [];
    this.#problem = null;
  }
}
