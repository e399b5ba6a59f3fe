import type { AdminLibrariesPageJson, AdminLibrarySort } from '../../../src-shared/admin-api.ts';
import type { LocalLibraryJson } from '../../../src-shared/libraries-api.ts';
import type { Call } from '../../api/call.ts';
import { Paged } from '../../api/paged.svelte.ts';

export interface AdminFilter {
  /** Part of a name; empty: every name. */
  readonly search: string;
  /** Empty: every owner. */
  readonly owner: string;
  readonly sort: AdminLibrarySort;
  readonly order: 'asc' | 'desc';
}

const EVERYTHING = { search: '', owner: '' };

/** Every library of the server, filtered by name and owner. */
export class AllLibraries {
  #filter = $state.raw<AdminFilter>({ ...EVERYTHING, sort: 'name', order: 'asc' });
  readonly list: Paged<AdminLibrariesPageJson, LocalLibraryJson>;

  constructor(call: Call) {
    this.list = new Paged<AdminLibrariesPageJson, LocalLibraryJson>({
      fetch: (cursor) => call('GET admin/libraries/', { ...this.#filter, cursor }),
      rowsOf: (page) => page.libraries,
    });
  }

  get filter(): AdminFilter {
    return this.#filter;
  }

  get isFiltered(): boolean {
    return this.#filter.search !== '' || this.#filter.owner !== '';
  }

  search(text: string): void {
    this.#filter = { ...this.#filter, search: text };
    this.list.restartSoon();
  }

  showOwner(owner: string): void {
    this.#filter = { ...this.#filter, owner };
    void this.list.restart();
  }

  /** Sorts by a column; choosing the current one again reverses the order. Sizes and dates start with the largest. */
  sortBy(sort: AdminLibrarySort): void {
    const { sort: current, order } = this.#filter;
    const first = sort === 'name' ? 'asc' : 'desc';
    const turned = order === 'asc' ? 'desc' : 'asc';
    this.#filter = { ...this.#filter, sort, order: sort === current ? turned : first };
    void this.list.restart();
  }

  clear(): void {
    this.#filter = { ...this.#filter, ...EVERYTHING };
    void this.list.restart();
  }

  stop(): void {
    this.list.stop();
  }
}

/** Which rows of a list are chosen, by their ids, so that a refreshed list keeps them. */
export class ChosenRows {
  #ids = $state.raw<ReadonlySet<string>>(new Set());
  /** Where the last range began. */
  #anchor: string | null = null;

  get count(): number {
    return this.#ids.size;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  toggle(id: string): void {
    const ids = new Set(this.#ids);
    if (!ids.delete(id)) ids.add(id);
    this.#ids = ids;
    this.#anchor = id;
  }

  /** From the last chosen row up to this one, in the order listed. */
  extendTo(id: string, listed: readonly string[]): void {
    const from = this.#anchor === null ? -1 : listed.indexOf(this.#anchor);
    const to = listed.indexOf(id);
    if (from < 0 || to < 0) {
      this.toggle(id);
      return;
    }
    this.#ids = new Set([...this.#ids, ...listed.slice(Math.min(from, to), Math.max(from, to) + 1)]);
  }

  set(ids: Iterable<string>): void {
    this.#ids = new Set(ids);
    this.#anchor = null;
  }

  clear(): void {
    this.set([]);
  }
}
