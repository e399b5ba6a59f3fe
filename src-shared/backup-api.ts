/** The backup, on `/api/local/v1/backup/`. The rules of `local-api.ts` hold here too. */
export interface BackupJson {
  /** Absolute path; null: nobody named a folder. */
  folder: string | null;
  is_daily: boolean;
  /** Of the folder above; `away`: it was not there when it was tried or looked at last. */
  state: 'idle' | 'running' | 'away' | 'failed';
  /** Null unless one is being made. */
  progress: BackupProgressJson | null;
  /** 0: never in this folder. */
  last_success_at: number;
  /** What had to be copied at the last success. */
  last_files: number;
  last_bytes: number;
  /** When the first try failed since then; 0: the last one did not. */
  failing_since: number;
  /** Why the last try failed. */
  last_error: BackupErrorJson | null;
  /** The last one since the start that is over, also one to another folder. */
  last_run: BackupRunJson | null;
  /**
   * The folder is on the same disk as Keepfold's data, so that one that breaks takes both. What was known last while it is
   * away; null: that is not known.
   */
  same_disk: boolean | null;
  /** When the oldest library was made; 0: there is none. */
  data_since: number;
}

/** `POST backup/check/`: whether a backup could be kept in a folder. Nothing is written. */
export interface CheckBackupFolderJson {
  folder: string;
}

export interface CheckedBackupFolderJson {
  /** Absolute, without links. */
  folder: string;
  /** Null: that cannot be told. */
  same_disk: boolean | null;
}

export interface BackupProgressJson {
  files: number;
  total_files: number;
  bytes: number;
  total_bytes: number;
}

export interface BackupErrorJson {
  /** Code of the refusal. */
  code: string;
  /** Refinement of the code; may be empty. */
  reason: string;
  /** What it is about; may be empty. */
  value: string;
  /** Words for a person. */
  message: string;
}

export interface BackupRunJson {
  folder: string;
  ended_at: number;
  files: number;
  bytes: number;
  /** Null: it succeeded. */
  error: BackupErrorJson | null;
}

/** `PUT`: an empty folder ends the backup, and leaves what was copied where it is. */
export interface SetBackupJson {
  folder: string;
  is_daily?: boolean;
}

/**
 * What is put behind the name of a library that comes back beside what is here; `{date}` stands for the day on which the
 * backup was made. Pages in another language send their own.
 */
export const NAME_BESIDE = '(from backup {date})';

/** `POST backup/contents/`: what is in a backup. */
export interface InspectBackupJson {
  folder: string;
  /** Absent: `NAME_BESIDE`. */
  name_suffix?: string;
}

export interface BackupContentsJson {
  /** Absolute, without links. */
  folder: string;
  made_at: number;
  libraries: BackupLibraryJson[];
}

export interface BackupLibraryJson {
  library_id: string;
  library_name: string;
  /** E-mail; a department in the form of the interface. */
  owner: string;
  /** Whose it becomes here: yours, where its owner has no account. */
  new_owner: string;
  /** Name that it gets here. */
  new_name: string;
  file_count: number;
  size: number;
  updated_at: number;
  encrypted: boolean;
  /**
   * What became of it here. `absent`: nobody knows it; `same`, `newer`, `older`: it is here in the same state, with more
   * than the backup, with less; `other`: each has changes that the other lacks; `deleted`: it was here. Brought back, all
   * but the absent become new libraries.
   */
  here: 'absent' | 'same' | 'newer' | 'older' | 'other' | 'deleted';
  /** It is encrypted, so that its password opens it under its id alone, which is taken here. */
  refused: boolean;
}

/** `POST backup/restore/`; the answer is a job, as in `admin-api.ts`. */
export interface RestoreBackupJson {
  folder: string;
  library_ids: string[];
  /** Absent: `NAME_BESIDE`. */
  name_suffix?: string;
}
