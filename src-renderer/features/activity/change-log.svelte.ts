import type { ChangeKindJson, ChangeLogPageJson } from '../../../src-shared/change-log-api.ts';
import type { RecentChangeJson } from '../../../src-shared/overview-api.ts';
import type { Api } from '../../api/api.ts';
import { Paged, type PagedStatus } from '../../api/paged.svelte.ts';
import type { Problem } from '../../format/problem.ts';

/** Which commits of the log are asked for; null and empty: any. */
export interface LogFilter {
  readonly library: string | null;
  readonly kind: ChangeKindJson | null;
  readonly text: string;
}

const EVERYTHING: LogFilter = { library: null, kind: null, text: '' };

/** The commits of all libraries, filtered, kept in step with the service by its events. */
export class ChangeLog {
  #filter = $state.raw<LogFilter>(EVERYTHING);
  readonly #api: Api;
  readonly #pages: Paged<ChangeLogPageJson, RecentChangeJson>;

  constructor(api: Api) {
    this.#api = api;
    this.#pages = new Paged<ChangeLogPageJson, RecentChangeJson>({
      fetch: (cursor) => this.#fetch(cursor),
      rowsOf: (page) => page.changes,
    });
  }

  get filter(): LogFilter {
    return this.#filter;
  }

  get isFiltered(): boolean {
    const { library, kind, text } = this.#filter;
    return library !== null || kind !== null || text !== '';
  }

  get rows(): readonly RecentChangeJson[] {
    return this.#pages.rows;
  }

  get status(): PagedStatus {
    return this.#pages.status;
  }

  get problem(): Problem | null {
    return this.#pages.problem;
  }

  /** Loads the newest and follows the events until the returned function is called. */
  start(): () => void {
    const stopEvents = this.#api.events.on(({ type }) => {
      if (type === 'library' || type === 'libraries') this.#pages.refreshSoon();
    });
    const stopResume = this.#api.events.onResume(() => void this.load());
    void this.load();
    return () => {
      stopEvents();
      stopResume();
      this.#pages.stop();
    };
  }

  async load(): Promise<void> {
    await this.#pages.load();
  }

  /** Shows what matches; criteria not named keep their values. */
  async narrow(change: Partial<LogFilter>): Promise<void> {
    this.#filter = { ...this.#filter, ...change };
    await this.#pages.restart();
  }

  async clear(): Promise<void> {
    await this.narrow(EVERYTHING);
  }

  /** Makes sure that rows up to `end` are loaded. */
  need(end: number): void {
    this.#pages.need(end);
  }

  /** The service searches a limited number of commits at once; rare matches may be further back. */
  async #fetch(cursor: string | null): Promise<ChangeLogPageJson> {
    const filter = this.#filter;
    let page = await this.#api.call('GET change-log/', { ...filter, cursor });
    while (page.changes.length === 0 && page.cursor !== null && filter === this.#filter) {
      page = await this.#api.call('GET change-log/', { ...filter, cursor: page.cursor });
    }
    return page;
  }
}
