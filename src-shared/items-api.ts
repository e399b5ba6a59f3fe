import type { LeftAloneJson } from './history-browsing-api.ts';

/** Wire shapes of what a file manager does with items of libraries; see `local-api.ts` for what holds for all. */

/** A commit that a change made, for undoing it. */
export interface MadeCommitJson {
  library_id: string;
  commit_id: string;
}

/**
 * `POST libraries/{id}/items/new-folder/` with `path`, `items/rename/` with `path` and `name`, `items/delete/` with
 * `folder` and `names`. A name that is taken is refused, never numbered.
 */
export interface ChangedItemsJson {
  /** Where what was made or renamed is now; the folder for deletions. */
  path: string;
  /** Empty when there was nothing to do. */
  commits: MadeCommitJson[];
}

/** `POST libraries/{id}/items/transfer/`: moves or copies items of one folder to another, also of another library. */
export interface TransferItemsJson {
  mode: 'copy' | 'move';
  folder: string;
  names: string[];
  to_library_id: string;
  to_folder: string;
  /** Names that are replaced where they are taken; the others get a number. What is replaced goes to the trash. */
  replace?: string[];
}

/** `POST libraries/{id}/items/measure/` with `folder` and `names`: how much they are, with all that folders hold. */
export interface MeasuredItemsJson {
  /** In the order of the names; those that are not there are left out. */
  items: MeasuredItemJson[];
}

export interface MeasuredItemJson {
  name: string;
  is_dir: boolean;
  files: number;
  bytes: number;
}

export interface TransferStartedJson {
  /** Null: it is done. Otherwise `GET transfers/{task_id}/` tells how far it is and `DELETE` ends it. */
  task_id: string | null;
  commits: MadeCommitJson[];
}

export interface TransferProgressJson {
  state: 'waiting' | 'running' | 'done' | 'canceled' | 'failed';
  /** In files; `total` is 0 until they are counted. */
  done: number;
  total: number;
  /** Code of the refusal it failed with; empty otherwise. */
  reason: string;
  commits: MadeCommitJson[];
}

/** `POST libraries/{id}/items/existing/` with `paths`: those that are taken now. */
export interface ExistingItemsJson {
  items: ExistingItemJson[];
}

export interface ExistingItemJson {
  path: string;
  kind: 'file' | 'dir';
  size: number;
  mtime: number;
}

/** `POST libraries/{id}/items/undo/` with `commit_ids`, newest first. What was changed since is left as it is. */
export interface UndoneJson {
  commits: MadeCommitJson[];
  /** How many items were changed since and stay as they are. */
  left_alone: number;
  /** The first of them, and why. */
  left: LeftAloneJson[];
}

/** `POST libraries/{id}/upload-link/` with `path`, `POST libraries/{id}/zip-link/` with `folder` and `names`: for an hour. */
export interface ItemsLinkJson {
  url: string;
}

/** `GET libraries/{id}/unlock/`. `POST` with `password` lets the caller at the contents for an hour. */
export interface LockJson {
  locked: boolean;
}

/** An upload answers the commit it made in this header. */
export const COMMIT_HEADER = 'x-commit-id';
