import type { CommitJson } from './local-api.ts';

/** Wire shapes about all libraries at once; see `local-api.ts` for what holds for all. */

/** `GET recent-changes/`: the last commits of all libraries that the caller reaches, newest first, 8 of them. */
export interface RecentChangesJson {
  changes: RecentChangeJson[];
}

export interface RecentChangeJson {
  library_id: string;
  library_name: string;
  commit: CommitJson;
}

/** `GET storage/`: the disk that the service keeps everything on. For administrators. */
export interface StorageJson {
  data_dir: string;
  /** Bytes that can still be written. */
  free: number;
  total: number;
}

/** `GET conflicts/`: files that were kept beside others because both sides changed at once; at most 200. */
export interface ConflictsJson {
  conflicts: ConflictJson[];
}

export interface ConflictJson {
  library_id: string;
  library_name: string;
  /** Of the copy. */
  path: string;
  /** The name that both sides want. */
  original_path: string;
  copy: ConflictSideJson;
  /** What has that name now; null: nothing. */
  original: ConflictSideJson | null;
}

export interface ConflictSideJson {
  size: number;
  mtime: number;
  modifier: string;
  modifier_name: string;
}

/** `POST libraries/{id}/conflicts/resolve/`; `both`: the copy becomes a file with a name of its own. */
export interface ResolveConflictJson {
  path: string;
  keep: ConflictKeepJson;
}

export type ConflictKeepJson = 'original' | 'copy' | 'both';

export interface ResolvedConflictJson {
  /** Where what was kept is now. */
  path: string;
  commit_id: string;
  /** The head before, which still holds both. */
  previous_commit_id: string;
}
