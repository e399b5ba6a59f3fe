import type { RecentChangeJson } from './overview-api.ts';

/** What a commit did, for choosing: one that did several things is found by each of them. */
export type ChangeKindJson = 'added' | 'modified' | 'removed' | 'renamed';

/**
 * `GET change-log/?library=&kind=&text=&cursor=`: the commits of all libraries that the caller reaches by the time they
 * were made, newest first, 50 a page. `text` is looked for in what a commit says, who and what made it, and the name of
 * its library, in any letter case. A page that looked through very many commits may be short, or empty, and still have a
 * cursor.
 */
export interface ChangeLogPageJson {
  changes: RecentChangeJson[];
  cursor: string | null;
  /** When the last commit was made that was looked at; 0: all were. */
  looked_back_to: number;
}
