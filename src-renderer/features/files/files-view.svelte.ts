import type { EntrySort } from '../../../src-shared/contents-api.ts';
import type { DraggedItems, DragSlot } from './row-dragging.ts';

/** How listings of a library are shown, kept while its folders come and go. */
export class FilesView implements DragSlot {
  #sort = $state.raw<EntrySort>('name');
  #order = $state.raw<'asc' | 'desc'>('asc');
  /** Name of the folder the person came up from; its row gets the focus. */
  cameFrom: string | null = null;
  dragged: DraggedItems | null = null;
  /** What was cut or copied, for pasting. */
  clip: { readonly mode: 'copy' | 'move'; readonly items: DraggedItems } | null = null;
  #showsDeleted = $state.raw(false);

  get showsDeleted(): boolean {
    return this.#showsDeleted;
  }

  setShowsDeleted(shows: boolean): void {
    this.#showsDeleted = shows;
  }

  get sort(): EntrySort {
    return this.#sort;
  }

  get order(): 'asc' | 'desc' {
    return this.#order;
  }

  /** Sorts by a column; the column it is sorted by already turns round. Sizes and dates start with the largest. */
  sortBy(key: EntrySort): void {
    if (key === this.#sort) {
      this.#order = this.#order === 'asc' ? 'desc' : 'asc';
      return;
    }
    this.#sort = key;
    this.#order = key === 'name' ? 'asc' : 'desc';
  }
}
