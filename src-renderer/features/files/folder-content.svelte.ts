import type { EntriesPageJson, EntryJson } from '../../../src-shared/contents-api.ts';
import type { TrashHereJson, TrashItemJson } from '../../../src-shared/trash-api.ts';
import type { Api } from '../../api/api.ts';
import { Fetched } from '../../api/followed.svelte.ts';
import { Paged } from '../../api/paged.svelte.ts';
import { visibleName } from '../../format/name.ts';
import type { Problem } from '../../format/problem.ts';
import { Selection } from '../../ui/selection.svelte.ts';
import type { FilesView } from './files-view.svelte.ts';
import { type FolderRow, folderRows, ROWS_AHEAD, RowsHere } from './folder-rows.ts';
import type { FolderPlace } from './item-actions.ts';
import { MeasuredFolders } from './measured-folders.ts';
import { t } from './messages.ts';
import type { DraggedItems } from './row-dragging.ts';

// More deletions of one folder than a user looks through among its files; the trash shows them all.
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

/** What a folder holds now, with what was deleted from it while that is wanted. */
export class FolderContent {
  readonly listing: Paged<EntriesPageJson, EntryJson>;
  readonly deleted: DeletedHere;
  readonly selection = new Selection();
  readonly measured: MeasuredFolders;
  readonly #place: Pick<DraggedItems, 'libraryId' | 'folder'>;
  readonly #view: FilesView;
  readonly #here = new RowsHere();
  readonly #rows = $derived.by(() => folderRows(this.#here.of(this.listing.rows), this.#shownDeleted()));

  constructor(api: Api, { libraryId, path }: FolderPlace, view: FilesView) {
    this.#view = view;
    this.#place = { libraryId, folder: path };
    this.deleted = new DeletedHere(api, libraryId, path);
    this.measured = new MeasuredFolders(api, { libraryId, path, commitId: null });
    this.listing = new Paged({
      fetch: (cursor) =>
        api.call('GET libraries/:library_id/entries/', {
          library_id: libraryId,
          path,
          sort: view.sort,
          order: view.order,
          cursor,
        }),
      rowsOf: (page) => page.entries,
    });
  }

  get rows(): readonly FolderRow[] {
    return this.#rows;
  }

  /** Rows that are known of and have not come yet. */
  get unloaded(): number {
    const { hasMore, first, rows } = this.listing;
    return hasMore ? Math.max(0, (first?.total ?? 0) - rows.length) : 0;
  }

  get selected(): readonly FolderRow[] {
    return this.selection.size === 0 ? [] : this.#rows.filter(({ key }) => this.selection.has(key));
  }

  get total(): number {
    return this.listing.first?.total ?? this.listing.rows.length;
  }

  /** Rows in view; called again when these are others. */
  need(start: number, end: number): void {
    this.listing.need(end + ROWS_AHEAD);
    this.measured.need(
      this.#rows.slice(start, end).flatMap((row) => (row.kind === 'here' ? [row.entry] : [])),
    );
  }

  /** The row of what has this name; -1: there is none. */
  indexOf(name: string): number {
    return this.#rows.findIndex((row) => row.name === name);
  }

  /** The same for an item that was just created: an event may have started to fetch the list, and then the first answer is dropped. */
  async awaited(name: string): Promise<number> {
    for (let tries = 0; tries < 3 && this.indexOf(name) === -1; tries += 1) await this.load();
    return this.indexOf(name);
  }

  /** The active row where it is selected, and what all that is selected is called; null: it is not. */
  selectedRow(active: number): { readonly row: FolderRow; readonly of: string } | null {
    const row = this.#rows[active];
    if (!row || !this.selection.has(row.key)) return null;
    const count = this.selected.length;
    return { row, of: count > 1 ? t('itemsSelected', { count }) : visibleName(row.name) };
  }

  /** What a verb is about: all that is selected when the active row is among it, else that row. */
  meant(active: number): readonly FolderRow[] {
    const row = this.#rows[active];
    if (!row) return [];
    return this.selection.has(row.key) ? this.selected : [row];
  }

  /** Of what is meant, what is there. */
  entries(active: number): EntryJson[] {
    return this.meant(active).flatMap((row) => (row.kind === 'here' ? [row.entry] : []));
  }

  /** What is dragged with the row; null: nothing that is here. */
  draggedFrom(index: number): DraggedItems | null {
    const names = this.entries(index).map(({ name }) => name);
    return names.length === 0 ? null : { ...this.#place, names };
  }

  /** Selects everything that is here, also what has not been scrolled to. */
  async selectAll(): Promise<void> {
    await this.listing.loadAll();
    this.selection.all(this.#rows);
  }

  /** Both are asked for together, so that a row is never at once there and gone. */
  async load(): Promise<void> {
    this.#loadDeleted();
    await this.listing.load();
  }

  refreshSoon(): void {
    this.#loadDeleted();
    this.listing.refreshSoon();
  }

  stop(): void {
    this.deleted.clear();
    this.measured.stop();
    this.listing.stop();
  }

  showDeleted(shows: boolean): void {
    this.#view.setShowsDeleted(shows);
    this.#loadDeleted();
  }

  #shownDeleted() {
    return this.#view.showsDeleted ? this.deleted.items : [];
  }

  #loadDeleted(): void {
    if (this.#view.showsDeleted) void this.deleted.load();
    else this.deleted.clear();
  }
}
