import type { Problem } from '../format/problem.ts';
import { problemOf } from './problem.ts';

export type PagedStatus = 'loading' | 'ready' | 'failed';

interface PagedOptions<Page, Row> {
  readonly fetch: (cursor: string | null) => Promise<Page>;
  readonly rowsOf: (page: Page) => readonly Row[];
  /** How many rows are loaded before any are asked for, where pages may be short or empty. Absent: the first page. */
  readonly least?: number;
}

// A refresh brings back what was on screen; if a list is scrolled further than this, only its start is fetched again.
const MAX_REFRESHED_PAGES = 5;
const REFRESH_GAP_MS = 800;
// The service is asked after a pause in typing, not for each letter.
const TYPING_PAUSE_MS = 200;

/**
 * A list that comes in pages. Rows stay while they are fetched again; an answer overtaken by a newer request is
 * dropped.
 */
export class Paged<Page extends { readonly cursor: string | null }, Row> {
  #rows = $state.raw<readonly Row[]>([]);
  #first = $state.raw<Page | null>(null);
  #status = $state.raw<PagedStatus>('loading');
  #problem = $state.raw<Problem | null>(null);
  #cursor = $state.raw<string | null>(null);
  readonly #options: PagedOptions<Page, Row>;
  #generation = 0;
  /** The next page, while it is on its way. */
  #fetching: Promise<void> | null = null;
  #loading: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #typing: ReturnType<typeof setTimeout> | null = null;

  constructor(options: PagedOptions<Page, Row>) {
    this.#options = options;
  }

  get rows(): readonly Row[] {
    return this.#rows;
  }

  /** The first page as received, for what it says about the whole list. */
  get first(): Page | null {
    return this.#first;
  }

  get status(): PagedStatus {
    return this.#status;
  }

  get problem(): Problem | null {
    return this.#problem;
  }

  get hasMore(): boolean {
    return this.#cursor !== null;
  }

  /** Fetches from the start, at least as many rows as are loaded. */
  async load(): Promise<void> {
    await this.#loadAtLeast(this.#rows.length);
  }

  /** Fetches the first page only: what is asked for has changed. */
  async restart(): Promise<void> {
    if (this.#typing !== null) clearTimeout(this.#typing);
    await this.#loadAtLeast(0);
  }

  /** Like `restart`, but only after a moment without another call: for what changes while the user types. */
  restartSoon(): void {
    if (this.#typing !== null) clearTimeout(this.#typing);
    this.#typing = setTimeout(() => void this.restart(), TYPING_PAUSE_MS);
  }

  #loadAtLeast(wanted: number): Promise<void> {
    this.#loading = this.#loadFromStart(wanted);
    return this.#loading;
  }

  async #loadFromStart(wanted: number): Promise<void> {
    this.#generation += 1;
    const generation = this.#generation;
    this.#fetching = null;
    if (this.#first === null) this.#status = 'loading';
    try {
      const pages = await this.#fetchPages(wanted);
      if (generation !== this.#generation) return;
      this.#first = pages[0] ?? null;
      this.#rows = pages.flatMap((page) => this.#options.rowsOf(page));
      this.#cursor = pages.at(-1)?.cursor ?? null;
      this.#problem = null;
      this.#status = 'ready';
      this.#needLeast();
    } catch (error) {
      if (generation !== this.#generation) return;
      this.#problem = problemOf(error);
      if (this.#first === null) this.#status = 'failed';
    }
  }

  /** Fetches again soon; many calls become one. */
  refreshSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      void this.load();
    }, REFRESH_GAP_MS);
  }

  /** Makes sure that rows up to `end` are loaded, one page after the other. Call it again when rows have arrived. */
  need(end: number): void {
    if (end <= this.#rows.length || this.#cursor === null || this.#fetching || this.#problem) return;
    this.#fetching = this.#fetchMore(this.#cursor);
  }

  /** Makes sure that all rows are loaded, however many pages that takes. False: they could not all be fetched. */
  async loadAll(): Promise<boolean> {
    await this.#loading;
    while (this.#cursor !== null && this.#problem === null) {
      this.need(this.#rows.length + 1);
      await this.#fetching;
      await this.#loading;
    }
    return this.#cursor === null;
  }

  /** Removes a row that the caller knows to be gone. */
  drop(isGone: (row: Row) => boolean): void {
    this.#rows = this.#rows.filter((row) => !isGone(row));
    this.#needLeast();
  }

  stop(): void {
    this.#generation += 1;
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#typing !== null) clearTimeout(this.#typing);
  }

  #needLeast(): void {
    if (this.#rows.length < (this.#options.least ?? 0)) this.need(this.#rows.length + 1);
  }

  async #fetchPages(wantedRows: number): Promise<Page[]> {
    const pages: Page[] = [];
    let count = 0;
    let cursor: string | null = null;
    do {
      const page: Page = await this.#options.fetch(cursor);
      pages.push(page);
      count += this.#options.rowsOf(page).length;
      cursor = page.cursor;
    } while (cursor !== null && count < wantedRows && pages.length < MAX_REFRESHED_PAGES);
    return pages;
  }

  async #fetchMore(cursor: string): Promise<void> {
    const generation = this.#generation;
    try {
      const page = await this.#options.fetch(cursor);
      if (generation !== this.#generation) return;
      this.#fetching = null;
      this.#cursor = page.cursor;
      this.#rows = [...this.#rows, ...this.#options.rowsOf(page)];
      this.#needLeast();
    } catch (error) {
      if (generation !== this.#generation) return;
      this.#fetching = null;
      this.#problem = problemOf(error);
    }
  }
}
