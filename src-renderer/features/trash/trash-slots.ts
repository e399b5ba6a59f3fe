import type { Snippet } from 'svelte';
import type { EntryJson } from '../../../src-shared/contents-api.ts';
import type { LocalLibraryJson } from '../../../src-shared/libraries-api.ts';

/** A selected deleted item. */
export interface LookedAt {
  readonly library: LocalLibraryJson;
  readonly entry: EntryJson;
  /** Where it was. */
  readonly path: string;
  /** The last commit that held it. */
  readonly commitId: string;
  readonly close: () => void;
}

/** The same, with the way to its neighbours. */
export interface LookedThrough extends LookedAt {
  /** Its position, from 1, and how many there are. */
  readonly at: number;
  readonly of: number;
  readonly step: (by: 1 | -1) => void;
}

/** Deleted items for which a folder of their library is chosen. */
export interface PlaceWanted {
  readonly library: LocalLibraryJson;
  readonly names: readonly string[];
  /** The folder that is shown first. */
  readonly folder: string;
  readonly choose: (folder: string) => void;
  readonly close: () => void;
}

/** What other parts show in the trash. */
export interface TrashSlots {
  /** Whether details are wanted. */
  readonly choice: { readonly isOpen: boolean; setOpen(isOpen: boolean): void };
  readonly details: Snippet<[LookedAt]>;
  readonly look: Snippet<[LookedThrough]>;
  readonly place: Snippet<[PlaceWanted]>;
}
