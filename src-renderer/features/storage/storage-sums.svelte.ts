import { SvelteMap } from 'svelte/reactivity';
import type { LocalLibraryJson } from '../../../src-shared/libraries-api.ts';
import type { LibraryBytesJson } from '../../../src-shared/storage-api.ts';
import type { Api } from '../../api/api.ts';
import { problemOf } from '../../api/problem.ts';
import type { Problem } from '../../format/problem.ts';

export type StoragePart = 'live' | 'history' | 'trash' | 'young' | 'overhead' | 'reclaimable';

/** What is known of a library. */
export interface LibrarySum {
  /** Null: not yet, or it could not be measured. */
  readonly bytes: LibraryBytesJson | null;
  readonly problem: Problem | null;
  /** The library has changed since. */
  readonly isStale: boolean;
}

type MeasuredLibrary = Pick<LocalLibraryJson, 'id'>;

/** What took longer to measure is measured again only on request. */
const CHEAP_MS = 2_000;
const REST_MS = 1_500;

/** What libraries take, measured one after the other; those that changed are measured again where that is quick. */
export class StorageSums {
  readonly #api: Pick<Api, 'call' | 'events'>;
  readonly #known = new SvelteMap<string, LibrarySum>();
  #libraries: readonly MeasuredLibrary[] = [];
  #done = $state(0);
  #total = $state(0);
  #work = $state.raw<AbortController | null>(null);
  #changed = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(api: Pick<Api, 'call' | 'events'>) {
    this.#api = api;
  }

  /** Null: nothing is being measured. */
  get progress(): { readonly done: number; readonly total: number } | null {
    return this.#work === null ? null : { done: this.#done, total: this.#total };
  }

  of(libraryId: string): LibrarySum | null {
    return this.#known.get(libraryId) ?? null;
  }

  /** Measures these libraries; `isFresh`: also those that seem unchanged. */
  async measure(libraries: readonly MeasuredLibrary[], isFresh = false): Promise<void> {
    this.#libraries = libraries;
    await this.#run(libraries, isFresh);
  }

  /** Stops measuring; results so far stay. */
  cancel(): void {
    this.#work?.abort();
    this.#work = null;
  }

  /** Follows changes until the returned function is called. */
  follow(): () => void {
    const stop = this.#api.events.on((event) => {
      if (event.type === 'library') this.#noteChange(event.library_id);
    });
    return () => {
      stop();
      this.cancel();
      if (this.#timer !== null) clearTimeout(this.#timer);
    };
  }

  #noteChange(id: string): void {
    const known = this.#known.get(id);
    if (known === undefined) return;
    this.#known.set(id, { ...known, isStale: true });
    if ((known.bytes?.took_ms ?? 0) > CHEAP_MS) return;
    this.#changed.add(id);
    this.#timer ??= setTimeout(() => this.#measureChanged(), REST_MS);
  }

  #measureChanged(): void {
    this.#timer = null;
    // The current run covers some of them; the others come after it.
    if (this.#work !== null) {
      this.#timer = setTimeout(() => this.#measureChanged(), REST_MS);
      return;
    }
    const changed = this.#libraries.filter(({ id }) => this.#changed.delete(id));
    void this.#run(changed, false);
  }

  async #run(libraries: readonly MeasuredLibrary[], isFresh: boolean): Promise<void> {
    this.cancel();
    if (libraries.length === 0) return;
    const work = new AbortController();
    this.#work = work;
    this.#done = 0;
    this.#total = libraries.length;
    for (const { id } of libraries) {
      this.#changed.delete(id);
      const sum = await this.#measureOne(id, { isFresh, signal: work.signal });
      if (this.#work !== work) return;
      this.#known.set(id, sum);
      this.#done += 1;
    }
    this.#work = null;
  }

  async #measureOne(
    id: string,
    { isFresh, signal }: { readonly isFresh: boolean; readonly signal: AbortSignal },
  ): Promise<LibrarySum> {
    const wanted = { library_id: id, fresh: isFresh };
    try {
      const bytes = await this.#api.call('GET libraries/:library_id/storage/', wanted, { signal });
      return { bytes, problem: null, isStale: false };
    } catch (error) {
      return { bytes: null, problem: problemOf(error), isStale: false };
    }
  }
}

/** In the order of the bar: what is used, then what can be removed. */
export const STORAGE_PARTS: readonly StoragePart[] = [
  'live',
  'history',
  'trash',
  'young',
  'overhead',
  'reclaimable',
];

export function totalOf(bytes: Pick<LibraryBytesJson, StoragePart>): number {
  return STORAGE_PARTS.reduce((sum, part) => sum + bytes[part], 0);
}

/** Of the libraries that are measured. */
export function sumOf(all: readonly LibraryBytesJson[]): Readonly<Record<StoragePart, number>> {
  const sum = (part: StoragePart) => all.reduce((total, bytes) => total + bytes[part], 0);
  return {
    live: sum('live'),
    history: sum('history'),
    trash: sum('trash'),
    young: sum('young'),
    overhead: sum('overhead'),
    reclaimable: sum('reclaimable'),
  };
}
