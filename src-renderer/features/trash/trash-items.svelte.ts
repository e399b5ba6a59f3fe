import type { AllTrashPageJson, LibraryTrashItemJson } from '../../../src-shared/trash-api.ts';
import type { Api } from '../../api/api.ts';
import { startDownload } from '../../api/files.ts';
import { Paged } from '../../api/paged.svelte.ts';
import { problemOf } from '../../api/problem.ts';
import { visibleName } from '../../format/name.ts';
import { joinPath } from '../../format/path.ts';
import type { Clash, ClashChoice, ClashQuestion } from '../../ui/clash.ts';
import type { Toasts } from '../../ui/toasts.svelte.ts';
import type { Undoable, UndoStack } from '../../ui/undo.svelte.ts';
import { t } from './messages.ts';

/** The filter of the trash; empty texts: anything. */
interface TrashQuery {
  readonly search: string;
  readonly type: 'file' | 'dir' | '';
  readonly library: string;
  readonly order: 'asc' | 'desc';
}

/** Deleted within this many days; 0: at any time. */
export type TrashDays = 0 | 1 | 7 | 30;

interface TrashItemsDeps {
  readonly api: Api;
  readonly toasts: Toasts;
  readonly undo: UndoStack;
}

interface TrashRowOf {
  readonly key: string;
  readonly item: LibraryTrashItemJson;
}

interface RestoreChoices {
  readonly ids: readonly number[];
  readonly replace: readonly number[];
  readonly keepBoth: readonly number[];
}

const LEAST_ROWS = 50;
const DAY_SECONDS = 86_400;
const EVERYTHING = { search: '', type: '', library: '', order: 'desc' } as const;

/** The trash of one library or of all, as it is filtered. */
export class TrashItems {
  #query = $state.raw<TrashQuery>(EVERYTHING);
  readonly #everything: TrashQuery;
  #days = $state.raw<TrashDays>(0);
  #question = $state.raw<ClashQuestion | null>(null);
  readonly #deps: TrashItemsDeps;
  readonly list: Paged<AllTrashPageJson, TrashRowOf>;

  /** @param library its id; empty: all */
  constructor(deps: TrashItemsDeps, library = '') {
    this.#deps = deps;
    this.#everything = { ...EVERYTHING, library };
    this.#query = this.#everything;
    this.list = new Paged({
      fetch: (cursor) =>
        deps.api.call('GET trash/', {
          ...this.#query,
          type: this.#query.type || null,
          since: this.#since(),
          cursor,
        }),
      rowsOf: ({ items }) => items.map((item) => ({ key: String(item.id), item })),
      // A search that finds little comes in short pages, and the list requests only rows that it has room for.
      least: LEAST_ROWS,
    });
  }

  get query(): TrashQuery {
    return this.#query;
  }

  get days(): TrashDays {
    return this.#days;
  }

  get isFiltered(): boolean {
    const { search, type, library } = this.#query;
    return search !== '' || type !== '' || library !== this.#everything.library || this.#days !== 0;
  }

  /** What the user has to decide before items are restored. */
  get question(): ClashQuestion | null {
    return this.#question;
  }

  /** Fetches, and follows what happens in libraries until the returned function is called. */
  start(): () => void {
    void this.list.load();
    const { api } = this.#deps;
    const stopEvents = api.events.on((event) => {
      if (event.type === 'library') this.list.refreshSoon();
    });
    const stopResume = api.events.onResume(() => void this.list.load());
    return () => {
      stopEvents();
      stopResume();
      this.list.stop();
    };
  }

  filter(changes: Partial<TrashQuery>): void {
    this.#query = { ...this.#query, ...changes };
    if ('search' in changes) this.list.restartSoon();
    else void this.list.restart();
  }

  setDays(days: TrashDays): void {
    this.#days = days;
    void this.list.restart();
  }

  clearFilter(): void {
    this.#query = { ...this.#everything, order: this.#query.order };
    this.setDays(0);
  }

  /** Brings items back to where they were, after asking about names that are taken. */
  async restore(items: readonly LibraryTrashItemJson[]): Promise<void> {
    for (const own of Map.groupBy(items, ({ library_id }) => library_id).values()) await this.#restoreIn(own);
    await this.list.load();
  }

  /** Brings items of one library back into one of its folders; none replaces an existing item. */
  async restoreTo(items: readonly LibraryTrashItemJson[], folder: string): Promise<void> {
    const { api, toasts } = this.#deps;
    const [first] = items;
    if (!first) return;
    const values = { count: items.length, name: visibleName(first.name) };
    const ids = items.map(({ id }) => String(id));
    try {
      const wanted = { library_id: first.library_id, ids, keep_both: ids, to: folder };
      const { restored, commits } = await api.call('POST libraries/:library_id/trash/restore/', wanted);
      this.#told(restored.length, values.name, { libraryId: first.library_id, back: commits });
    } catch (error) {
      toasts.fail(t('notBroughtBack', values), problemOf(error));
    }
    await this.list.load();
  }

  /** Takes items out of the trash for good. */
  async purge(items: readonly LibraryTrashItemJson[]): Promise<void> {
    let count = 0;
    try {
      for (const [libraryId, own] of Map.groupBy(items, ({ library_id }) => library_id)) {
        const ids = own.map(({ id }) => String(id));
        const wanted = { library_id: libraryId, ids };
        const { purged } = await this.#deps.api.call('POST libraries/:library_id/trash/purge/', wanted);
        count += purged.length;
      }
      this.#deps.toasts.show({ title: t('purged', { count }) });
    } catch (error) {
      this.#deps.toasts.fail(t('notPurged', { count: items.length - count }), problemOf(error));
    }
    await this.list.load();
  }

  async download(item: LibraryTrashItemJson): Promise<void> {
    try {
      const { url } = await this.#deps.api.call('POST libraries/:library_id/download-link/', {
        library_id: item.library_id,
        path: joinPath(item.parent_path, item.name),
        commit_id: item.commit_id,
      });
      startDownload(url);
    } catch (error) {
      this.#deps.toasts.fail(t('notDownloaded', { name: visibleName(item.name) }), problemOf(error));
    }
  }

  #told(count: number, name: string, undoable: Pick<Undoable, 'libraryId' | 'back'>): void {
    if (count === 0) this.#deps.toasts.show({ title: t('nothingLeft') });
    else {
      const values = { count, name };
      const words = { title: t('broughtBack', values), action: t('actionBroughtBack', values) };
      this.#deps.undo.offer({ ...words, ...undoable });
    }
  }

  /** Empties the trash of one library for good. */
  async empty(libraryId: string): Promise<void> {
    try {
      await this.#deps.api.call('DELETE libraries/:library_id/trash/', { library_id: libraryId });
      this.#deps.toasts.show({ title: t('libraryEmptyNow') });
    } catch (error) {
      this.#deps.toasts.fail(t('notEmptied'), problemOf(error));
    }
    await this.list.load();
  }

  async #restoreIn(items: readonly LibraryTrashItemJson[]): Promise<void> {
    const { api, toasts } = this.#deps;
    const [first] = items;
    if (!first) return;
    const name = visibleName(first.name);
    try {
      const all = items.map(({ id }) => id);
      let answer = await api.call('POST libraries/:library_id/trash/restore/', {
        library_id: first.library_id,
        ids: all.map(String),
      });
      if (answer.clashes.length > 0) {
        const wanted = await this.#decide(items, answer.clashes);
        if (wanted === null || wanted.ids.length === 0) return;
        answer = await api.call('POST libraries/:library_id/trash/restore/', {
          library_id: first.library_id,
          ids: wanted.ids.map(String),
          replace: wanted.replace.map(String),
          keep_both: wanted.keepBoth.map(String),
        });
      }
      this.#told(answer.restored.length, name, { libraryId: first.library_id, back: answer.commits });
    } catch (error) {
      toasts.fail(t('notBroughtBack', { count: items.length, name }), problemOf(error));
    }
  }

  /** Null: nothing is to be restored. */
  async #decide(
    items: readonly LibraryTrashItemJson[],
    clashing: readonly number[],
  ): Promise<RestoreChoices | null> {
    const open = items.filter(({ id }) => clashing.includes(id));
    const clashes = open.map(
      ({ id, name, parent_path }): Clash => ({
        ...{ key: String(id), name },
        note: t('nameTaken', { folder: visibleName(parent_path) }),
      }),
    );
    const choices = await new Promise<ReadonlyMap<string, ClashChoice> | null>((resolve) => {
      this.#question = { clashes, answer: resolve };
    });
    this.#question = null;
    if (choices === null) return null;
    const chosen = (choice: ClashChoice) => clashing.filter((id) => choices.get(String(id)) === choice);
    const skipped = chosen('skip');
    return {
      ids: items.map(({ id }) => id).filter((id) => !skipped.includes(id)),
      replace: chosen('replace'),
      keepBoth: chosen('keep-both'),
    };
  }

  #since(): number | null {
    return this.#days === 0 ? null : Math.floor(Date.now() / 1000) - this.#days * DAY_SECONDS;
  }
}
