import type { Snippet } from 'svelte';
import type { EntryJson } from '../../../src-shared/contents-api.ts';

/** An item of a listing that is looked at. */
export interface Inspected {
  readonly entry: EntryJson;
  /** In the library. */
  readonly path: string;
  readonly commitId: string | null;
  /** Closes the details and gives the focus back to the listing. */
  readonly close: () => void;
}

/** An item of a listing that is looked at on the way through its neighbours. */
export interface LookedThrough extends Inspected {
  readonly step: (by: 1 | -1) => void;
}

/** The place for the details of an item beside the listing. Whether it is open is remembered by who made it. */
export interface DetailsSlot {
  readonly isOpen: boolean;
  setOpen(isOpen: boolean): void;
  readonly content: Snippet<[Inspected]>;
  /** A large look at one item, over everything. */
  readonly look: Snippet<[LookedThrough]>;
}
