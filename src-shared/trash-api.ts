import type { MadeCommitJson } from './items-api.ts';
import type { TrashItemJson } from './local-api.ts';

/** Wire shapes of the trash over all libraries; see `local-api.ts` for what holds for all. */

export interface LibraryTrashItemJson extends TrashItemJson {
  library_id: string;
  library_name: string;
  /** Whether the caller may bring it back. */
  can_restore: boolean;
  /** When retention ends it; null: never. */
  expires_at: number | null;
}

/**
 * `GET trash/?search=&type=&library=&since=&until=&order=&cursor=`: what was deleted from all libraries that the caller
 * reaches, newest deletion first unless `order` is `asc`. `since` and `until` are times. A page has at most 100 rows; one
 * that was long to look for has fewer, and perhaps none, and goes on at its cursor.
 */
export interface AllTrashPageJson {
  items: LibraryTrashItemJson[];
  cursor: string | null;
}

/** `GET libraries/{id}/trash/here/?path=&cursor=`: what was deleted right out of one folder, by name. */
export interface TrashHereJson {
  items: TrashItemJson[];
  cursor: string | null;
}

/**
 * `POST libraries/{id}/trash/restore/` with `ids`: brings items back to where they were, in one commit; folders on the
 * way are made again. Where a name is taken by something else and the id is neither in `replace` nor in `keep_both`,
 * nothing is changed and `clashes` names the ids to decide on.
 */
export interface TrashRestoredJson {
  restored: { id: number; path: string }[];
  clashes: number[];
  /** Ids that are not in the trash any more. */
  gone: number[];
  commits: MadeCommitJson[];
}
