import type { CommitJson, EntryJson, HistoryPageJson } from './local-api.ts';

// Wire shapes of `/api/local/v1` for undoing, filtering and pinning commits, and for libraries as they were. Times are
// seconds since 1970; days are counted from there by the clock of whoever asks.

/** Body of `POST libraries/{id}/commits/{commit}/undo/`. */
export interface UndoCommitJson {
  dry_run: boolean;
  /** Only what the commit did at these paths, by their names before it; absent or none: everything. */
  paths?: string[];
}

export type UndoActionJson = 'remove' | 'put-back' | 'old-content' | 'move-back';

/** What undoing does to one item. */
export interface UndoStepJson {
  action: UndoActionJson;
  path: string;
  /** Where it is now, when it is moved back; else empty. */
  from_path: string;
  is_dir: boolean;
  /** Those in a folder included. */
  files: number;
  bytes: number;
}

export type LeftAloneReasonJson =
  | 'changed-since'
  | 'added-since'
  | 'gone-since'
  | 'renamed-since'
  | 'name-taken';

/** What stays as it is now. */
export interface LeftAloneJson {
  path: string;
  is_dir: boolean;
  reason: LeftAloneReasonJson;
}

/** How an undo or a restore ended. All is empty or the head's when no commit was made. */
export interface PlannedCommitJson {
  /** Null: nothing was to be done, or it was only asked for. */
  commit_id: string | null;
  previous_commit_id: string | null;
}

/** The lists hold 1,000 rows at most; the counts are of all. */
export interface UndoneJson extends PlannedCommitJson {
  steps: UndoStepJson[];
  step_count: number;
  /** Files that the steps touch, those in folders included. */
  files: number;
  /** Of these, those that are removed, and how much that is. */
  removals: number;
  removal_bytes: number;
  left_alone: LeftAloneJson[];
  left_alone_count: number;
}

/** `GET libraries/{id}/history/search/`; 100 a page, fewer or none where the search goes on behind the cursor. */
export type FoundCommitsJson = HistoryPageJson;

/** `GET libraries/{id}/history/facets/`: who and what can be filtered by. */
export interface HistoryFacetsJson {
  people: { email: string; name: string }[];
  devices: string[];
}

/** `GET libraries/{id}/history/activity/`. */
export interface HistoryActivityJson {
  /** Days with commits, oldest first. */
  days: { day: number; commits: number }[];
  /** When the oldest shown commit was made. */
  since: number;
  /** What was before that is hidden by retention. */
  is_cut: boolean;
}

/** `GET libraries/{id}/moments/`: a commit as a place in time. */
export interface SnapshotJson {
  commit: CommitJson;
  /** Moments are numbered in the order in which they came to be. */
  number: number;
  oldest: number;
  newest: number;
  older_commit_id: string | null;
  newer_commit_id: string | null;
}

/** What has become of an item since. */
export type MarkJson = 'same' | 'changed' | 'gone';

export interface MarkedEntryJson extends EntryJson {
  mark: MarkJson;
}

/** `GET libraries/{id}/moments/entries/`; 1,000 a page. */
export interface MarkedEntriesPageJson {
  path: string;
  commit_id: string;
  total: number;
  entries: MarkedEntryJson[];
  /** How many of all are changed or gone, and how many are there now that were not there then. */
  differing: number;
  added_since: number;
  cursor: string | null;
}

/** Body of `POST libraries/{id}/moments/restore/`. */
export interface RestoreSnapshotJson {
  commit_id: string;
  /** Items; `/` for everything. */
  paths: string[];
  mode: 'in-place' | 'beside';
  /** Rows that are left out, with all below them. */
  except: string[];
  dry_run: boolean;
}

export type RestoreActionJson = 'create' | 'overwrite' | 'remove';

export interface RestoreStepJson {
  action: RestoreActionJson;
  path: string;
  is_dir: boolean;
  files: number;
  bytes: number;
}

/** The lists hold 1,000 rows at most; the counts are of all, in files. */
export interface RestoredSnapshotJson extends PlannedCommitJson {
  steps: RestoreStepJson[];
  step_count: number;
  creates: number;
  overwrites: number;
  removals: number;
  /** What comes or is written over. */
  bytes: number;
  removal_bytes: number;
  /** Wanted, but a file stands where one of its folders would have to be. */
  blocked: string[];
}

/** A row of `GET libraries/{id}/pins/`; at most 200, newest commit first. */
export interface PinJson {
  commit: CommitJson;
  name: string;
  pinned_by: string;
  pinned_at: number;
}
