/** `POST libraries/{id}/restore/`: brings one path back from a commit, as a new commit. */
export interface RestoreRequestJson {
  /** Absent where there are `paths`. */
  path?: string;
  /** Several items, each under its name in `to`. */
  paths?: string[];
  commit_id: string;
  /** Absolute folder on the server's machine; absent: in place. Refused when it exists and is not empty. */
  to?: string;
  /** Only says where it would come back in the library; not together with `to` or `paths`. */
  dry_run?: boolean;
}

export interface RestoreJson {
  /** Path of the restored item: in the library, or on disk when `to` was given. */
  path: string;
  files: number;
  bytes: number;
  /** Null when nothing was committed: it was written to disk, or only asked for. */
  commit_id: string | null;
  /** Only where this made the commit; without it, everything was there as it was already. */
  changed?: true;
  /** Only of a dry run, where something else is at the place now: history keeps it. */
  replaces?: true;
  /** What was not written to disk, whose names or paths are none there or those of others: below the item, the first hundred by path. */
  left_out?: LeftOutJson;
}

/** See `RestoreJson`. */
export interface LeftOutJson {
  count: number;
  readonly paths: readonly string[];
}

/**
 * `POST libraries/{id}/export/` writes a whole library to an empty or new folder, and answers what it wrote. With its
 * history it begins a job that makes a git repository of the folder, and answers the job.
 */
export interface ExportRequestJson {
  to: string;
  /** Absent: as it is now. */
  commit_id?: string;
  /** Every version; not together with `commit_id`. */
  with_history?: boolean;
}
