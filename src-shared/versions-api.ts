/** Wire shapes of the versions of files; see `local-api.ts` for what holds for all. */

/**
 * `added`: the file came to be. `edited`: other contents. `moved`: another name or folder, and perhaps other contents.
 * `kept`: the oldest version that is still here; what was before it is not known.
 */
export type VersionOriginJson = 'added' | 'edited' | 'moved' | 'kept';

/** A row of the versions of a file. */
export interface VersionJson {
  commit_id: string;
  time: number;
  description: string;
  author: string;
  author_name: string;
  device: string;
  origin: VersionOriginJson;
  /** Where the file was after the commit. */
  path: string;
  /** Where it was before, when the commit renamed or moved it; else empty. */
  old_path: string;
  /** Equal for equal contents. */
  file_id: string;
  size: number;
  mtime: number;
}

/**
 * `GET libraries/{id}/versions/?path=&commit=&cursor=`: all that a file has been, newest first and under the names it
 * had, 50 a page. `commit` names a moment at which the path is looked up; absent: now.
 */
export interface VersionsPageJson {
  versions: VersionJson[];
  cursor: string | null;
}

/**
 * `POST libraries/{id}/versions/restore/`: gives a file the contents it had, as a new commit. `version_path` is the name
 * it had then, when that was another one.
 */
export interface RestoreVersionJson {
  path: string;
  commit_id: string;
  version_path?: string;
}

export interface RestoredVersionJson {
  path: string;
  commit_id: string;
  /** The head before, which still holds what was replaced. */
  previous_commit_id: string;
  /** False when the file held the same already. */
  changed: boolean;
}
