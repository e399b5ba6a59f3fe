import type { EntriesPageJson, EntryJson } from '../../../src-shared/contents-api.ts';
import type { Api } from '../../api/api.ts';
import { Paged } from '../../api/paged.svelte.ts';
import { Selection } from '../../ui/selection.svelte.ts';
import { DeletedHere } from './deleted-here.svelte.ts';
import type { FilesView } from './files-view.svelte.ts';
import { type FolderRow, folderRows, RowsHere } from './folder-rows.ts';
import type { FolderPlace } from './item-actions.ts';

/** What a folder holds now, with what was deleted from it while that is wanted. */
export class FolderContent {
  readonly listing: Paged<EntriesPageJson, EntryJson>;
  readonly deleted: DeletedHere;
  readonly selection = new Selection();
  readonly #view: FilesView;
  readonly #here = new RowsHere();
  readonly #rows = $derived.by(() => folderRows(this.#here.of(this.listing.rows), this.#shownDeleted()));

  constructor(api: Api, { libraryId, path }: FolderPlace, view: FilesView) {
    this.#view = view;
    this.deleted = new DeletedHere(api, libraryId, path);
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

  /** The row of what has this name; -1: there is none. */
  indexOf(name: string): number {
    return this.#rows.findIndex((row) => row.name === name);
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
