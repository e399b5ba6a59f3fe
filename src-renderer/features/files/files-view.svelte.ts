import type { Snippet } from 'svelte';
import type { EntryJson, EntrySort } from '../../../src-shared/contents-api.ts';
import { LayoutChoice } from './layout-choice.svelte.ts';
import type { DraggedItems, DragSlot } from './row-dragging.ts';

/** How listings of a library are shown, kept while folders are opened and left. */
export class FilesView implements DragSlot {
  #sort = $state.raw<EntrySort>('name');
  #order = $state.raw<'asc' | 'desc'>('asc');
  /** Name of the folder the person came up from; its row gets the focus. */
  cameFrom: string | null = null;
  dragged: DraggedItems | null = null;
  /** What was cut or copied, for pasting. */
  clip: { readonly mode: 'copy' | 'move'; readonly items: DraggedItems } | null = null;
  #showsDeleted = $state.raw(false);
  /** As a list or as tiles, and how large. */
  readonly layout: LayoutChoice;

  constructor(layout = new LayoutChoice()) {
    this.layout = layout;
  }

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

  /** Sorts by a column; choosing the current one again reverses the order. Sizes and dates start with the largest. */
  sortBy(key: EntrySort): void {
    if (key === this.#sort) {
      this.#order = this.#order === 'asc' ? 'desc' : 'asc';
      return;
    }
    this.sortAs(key, key === 'name' ? 'asc' : 'desc');
  }

  sortAs(key: EntrySort, order: 'asc' | 'desc'): void {
    this.#sort = key;
    this.#order = order;
  }
}

/** A selected item of a listing. */
export interface Inspected {
  readonly entry: EntryJson;
  /** Path in the library. */
  readonly path: string;
  readonly commitId: string | null;
  /** Closes the details and gives the focus back to the listing. */
  readonly close: () => void;
}

/** A selected item of a listing, with the way to its neighbours. */
export interface LookedThrough extends Inspected {
  readonly step: (by: 1 | -1) => void;
  /** Its position, from 1, and how many there are. */
  readonly at: number;
  readonly of: number;
}

/** The place for the details of an item beside the listing. Whether it is open is remembered by its creator. */
export interface DetailsSlot {
  readonly isOpen: boolean;
  setOpen(isOpen: boolean): void;
  readonly content: Snippet<[Inspected]>;
  /** A large look at one item, over everything. */
  readonly look: Snippet<[LookedThrough]>;
}
