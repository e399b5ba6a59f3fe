import type { TrashHereJson, TrashItemJson } from '../../../src-shared/trash-api.ts';
import type { Api } from '../../api/api.ts';
import { Fetched } from '../../api/followed.svelte.ts';
import type { Problem } from '../../format/problem.ts';

// More deletions of one folder than anybody looks through among its files; the trash shows them all.
const MOST_PAGES = 5;

interface DeletedItems {
  readonly items: readonly TrashItemJson[];
  readonly hasMore: boolean;
}

/** What was deleted right out of one folder. */
export class DeletedHere {
  readonly #fetched = new Fetched<DeletedItems>();
  readonly #api: Pick<Api, 'call'>;
  readonly #libraryId: string;
  readonly #path: string;

  constructor(api: Pick<Api, 'call'>, libraryId: string, path: string) {
    this.#api = api;
    this.#libraryId = libraryId;
    this.#path = path;
  }

  get items(): readonly TrashItemJson[] {
    return this.#fetched.value?.items ?? [];
  }

  /** There are so many that only the first are here. */
  get hasMore(): boolean {
    return this.#fetched.value?.hasMore ?? false;
  }

  get problem(): Problem | null {
    return this.#fetched.problem;
  }

  async load(): Promise<void> {
    await this.#fetched.load(() => this.#fetchPages());
  }

  async #fetchPages(): Promise<DeletedItems> {
    const items: TrashItemJson[] = [];
    let cursor: string | null = null;
    for (let pages = 0; pages === 0 || (cursor !== null && pages < MOST_PAGES); pages += 1) {
      const page: TrashHereJson = await this.#api.call('GET libraries/:library_id/trash/here/', {
        library_id: this.#libraryId,
        path: this.#path,
        cursor,
      });
      items.push(...page.items);
      cursor = page.cursor;
    }
    return { items, hasMore: cursor !== null };
  }

  clear(): void {
    this.#fetched.clear();
  }
}
