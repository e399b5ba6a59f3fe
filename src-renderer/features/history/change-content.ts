import type { Snippet } from 'svelte';
import type { ChangeJson } from '../../../src-shared/contents-api.ts';

/** A commit and the one before it. */
export interface ChangeMoment {
  readonly libraryId: string;
  readonly commitId: string;
  /** Null: there is none. */
  readonly parentId: string | null;
}

/** What `app/` puts below the files of a commit: what one of them was before and after. Made anew for each file. */
export type ChangeContent = Snippet<[ChangeJson, ChangeMoment]>;
