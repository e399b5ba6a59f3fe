import type { ServerEvent } from '../../../src-shared/events.ts';
import type { LinkedFolderJson } from '../../../src-shared/folders-api.ts';
import type { Language } from '../../../src-shared/languages.ts';
import type { LocalLibraryJson } from '../../../src-shared/libraries-api.ts';
import type { FieldsOf } from '../../../src-shared/local-api.ts';
import type { Api } from '../../api/api.ts';
import { problemOf } from '../../api/problem.ts';
import type { Problem } from '../../format/problem.ts';

type Status = 'loading' | 'ready' | 'failed';

const REFETCH_GAP_MS = 500;

/** The libraries on screen, kept in step with the service by its events. One for the whole page. */
export class Libraries {
  #all = $state.raw<readonly LocalLibraryJson[]>([]);
  #defaultKeepDays = $state.raw<number | null>(null);
  #status = $state.raw<Status>('loading');
  #problem = $state.raw<Problem | null>(null);
  readonly #api: Api;
  /** How often each library was locked on this page. */
  #lockings = $state.raw<ReadonlyMap<string, number>>(new Map());
  /** Those made on this page whose recovery sheet, if they are encrypted, has not been looked at. */
  #withoutSheet = $state.raw<ReadonlySet<string>>(new Set());
  readonly #stale = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(api: Api) {
    this.#api = api;
  }

  get all(): readonly LocalLibraryJson[] {
    return this.#all;
  }

  /** Retention of a new library; null: not known yet. */
  get defaultKeepDays(): number | null {
    return this.#defaultKeepDays;
  }

  get status(): Status {
    return this.#status;
  }

  get problem(): Problem | null {
    return this.#problem;
  }

  /** Whether the list has to show the owner of each library. */
  get hasSeveralOwners(): boolean {
    return new Set(this.#all.map((library) => library.owner)).size > 1;
  }

  /**
   * A number that changes whenever the library is locked: components that show its contents are then made anew, so that none
   * of them stays on screen.
   */
  lockings(id: string): number {
    return this.#lockings.get(id) ?? 0;
  }

  /** Whether the library was made on this page, is encrypted, and its recovery sheet is still to be seen. */
  remindsOfSheet({ id, encrypted }: LocalLibraryJson): boolean {
    return encrypted && this.#withoutSheet.has(id);
  }

  noteMade(id: string): void {
    this.#withoutSheet = new Set([...this.#withoutSheet, id]);
  }

  endSheetReminder(id: string): void {
    this.#withoutSheet = new Set([...this.#withoutSheet].filter((each) => each !== id));
  }

  find(id: string): LocalLibraryJson | null {
    return this.#all.find((library) => library.id === id) ?? null;
  }

  /** Loads the list and follows the events until the returned function is called. */
  start(): () => void {
    const stopEvents = this.#api.events.on((event) => this.#apply(event));
    const stopResume = this.#api.events.onResume(() => void this.load());
    void this.load();
    return () => {
      stopEvents();
      stopResume();
      if (this.#timer !== null) clearTimeout(this.#timer);
    };
  }

  async load(): Promise<void> {
    try {
      const { libraries, default_keep_days } = await this.#api.call('GET libraries/');
      this.#noteLocks(libraries);
      this.#all = libraries;
      this.#defaultKeepDays = default_keep_days;
      this.#problem = null;
      this.#status = 'ready';
    } catch (error) {
      this.#problem = problemOf(error);
      if (this.#status !== 'ready') this.#status = 'failed';
    }
  }

  async create(request: FieldsOf<'POST libraries/'>): Promise<LocalLibraryJson> {
    const library = await this.#api.call('POST libraries/', { ...request });
    this.noteMade(library.id);
    await this.load();
    return library;
  }

  async makeSample(language: Language): Promise<LocalLibraryJson> {
    const library = await this.#api.call('POST sample-library/', { language });
    await this.load();
    return library;
  }

  async update(id: string, changes: FieldsOf<'PATCH libraries/:library_id/'>): Promise<void> {
    this.#replace(await this.#api.call('PATCH libraries/:library_id/', { library_id: id, ...changes }));
  }

  async remove(id: string): Promise<void> {
    await this.#api.call('DELETE libraries/:library_id/', { library_id: id });
    this.#all = this.#all.filter((library) => library.id !== id);
  }

  async bringBack(id: string): Promise<void> {
    await this.#api.call('POST deleted-libraries/:library_id/restore/', { library_id: id });
    await this.load();
  }

  #apply(event: ServerEvent): void {
    switch (event.type) {
      case 'folder':
        this.#setFolder(event.folder);
        return;
      case 'library':
        this.#refetchSoon(event.library_id);
        return;
      case 'library-lock':
        // At once: what was locked elsewhere must not be shown here for a moment longer.
        void this.#refetch(event.library_id);
        return;
      case 'libraries':
      case 'folders':
        void this.load();
        return;
      case 'folder-activity':
      case 'backup':
      case 'reach':
        // The components that show these follow them.
        return;
    }
  }

  #setFolder(folder: LinkedFolderJson): void {
    this.#all = this.#all.map((library) =>
      library.id === folder.library_id ? { ...library, folder } : library,
    );
  }

  #replace(changed: LocalLibraryJson): void {
    this.#noteLocks([changed]);
    this.#all = this.#all.map((library) => (library.id === changed.id ? changed : library));
  }

  #noteLocks(next: readonly LocalLibraryJson[]): void {
    const locked = next.filter(({ id, lock }) => lock === 'locked' && this.find(id)?.lock === 'open');
    if (locked.length === 0) return;
    const counted = new Map(this.#lockings);
    for (const { id } of locked) counted.set(id, this.lockings(id) + 1);
    this.#lockings = counted;
  }

  // While a large folder is being ingested, a head moves many times a second.
  #refetchSoon(id: string): void {
    this.#stale.add(id);
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      const ids = [...this.#stale];
      this.#stale.clear();
      for (const staleId of ids) void this.#refetch(staleId);
    }, REFETCH_GAP_MS);
  }

  async #refetch(id: string): Promise<void> {
    if (this.find(id) === null) return await this.load();
    try {
      this.#replace(await this.#api.call('GET libraries/:library_id/', { library_id: id }));
    } catch (error) {
      const { code } = problemOf(error);
      if (code === 'library-not-found' || code === 'permission-denied') await this.load();
    }
  }
}
