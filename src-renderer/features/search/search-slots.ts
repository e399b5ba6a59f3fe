import type { Snippet } from 'svelte';
import type { EntryJson } from '../../../src-shared/contents-api.ts';
import type { LocalLibraryJson } from '../../../src-shared/libraries-api.ts';

/** A selected result. */
export interface FoundItem {
  readonly library: LocalLibraryJson;
  readonly entry: EntryJson;
  readonly path: string;
  /** A commit that holds it; null: now. */
  readonly commitId: string | null;
  readonly isDeleted: boolean;
  readonly close: () => void;
}

/** What other parts show beside the results. */
export interface SearchSlots {
  /** Whether details are wanted. */
  readonly choice: { readonly isOpen: boolean; setOpen(isOpen: boolean): void };
  readonly details: Snippet<[FoundItem]>;
}
