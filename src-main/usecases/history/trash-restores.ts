import { by, type Caller } from '../../core/access/caller.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { joinPath, nameOf } from '../../core/library/path.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import type { LibraryEdits } from '../../engine/edits/library-edits.ts';
import { type RetentionClock, retainedSince } from '../../engine/reading/retention.ts';
import type { TrashItem, TrashTable } from '../../store/sqlite/trash.ts';
import type { LibraryAccess } from '../access/library-access.ts';
import type { People } from '../access/people.ts';
import { type TrashView, trashView } from './trash-view.ts';

export interface TrashRestoresDependencies {
  readonly access: LibraryAccess;
  readonly edits: Pick<LibraryEdits, 'restore'>;
  readonly trashTable: TrashTable;
  readonly people: People;
  readonly retention: Pick<RetentionClock, 'nowSeconds'>;
}

export interface TrashRestoreRequest {
  readonly ids: readonly number[];
  /** Of these, what has the name now goes to the trash. */
  readonly replace: ReadonlySet<number>;
  /** These come back under a free name where theirs is taken. */
  readonly keepBoth: ReadonlySet<number>;
  /** The folder that all of them go to; null: where they were. */
  readonly to: string | null;
}

export interface TrashRestored {
  readonly restored: readonly { readonly id: number; readonly path: string }[];
  /** Not empty: nothing was changed, and these are to be decided on. */
  readonly clashes: readonly number[];
  /** In the trash no more. */
  readonly gone: readonly number[];
  /** Null: there was nothing to do. */
  readonly commitId: CommitId | null;
}

const ITEMS_PER_PAGE = 200;
const ROWS_AT_ONCE = 500;
/** After a folder that was leapt over there is often another one. */
const ROWS_AFTER_LEAP = 8;
/** Of a folder with few deletions of its own, and many below it, a page ends after so many rows. */
const MOST_EXAMINED = 5_000;
/** Sorts after everything below a folder: '0' is the character after '/'. */
const AFTER_SLASH = '0';

/** Deletions of one library: those of one folder, and bringing back as many as are wanted. */
export type TrashRestores = ReturnType<typeof createTrashRestores>;

export function createTrashRestores({
  access,
  edits,
  trashTable,
  people,
  retention,
}: TrashRestoresDependencies) {
  /** Rows of the folder itself from a path on. What lies deeper is leapt over, folder by folder. */
  function rowsHere(library: Library, folder: string, from: string) {
    const top = folder === '/' ? '/' : `${folder}/`;
    const before = `${top.slice(0, -1)}${AFTER_SLASH}`;
    const items: TrashItem[] = [];
    let next: string | null = from;
    let limit = ROWS_AT_ONCE;
    for (let examined = 0; next !== null && examined < MOST_EXAMINED && items.length < ITEMS_PER_PAGE; ) {
      const rows: TrashItem[] = trashTable.pageByPath(library.id, { from: next, before, limit });
      examined += Math.max(1, rows.length);
      next = null;
      limit = ROWS_AT_ONCE;
      for (const item of rows) {
        const slash = item.path.indexOf('/', top.length);
        if (slash === -1) items.push(item);
        next = slash === -1 ? `${item.path}\0` : `${item.path.slice(0, slash)}${AFTER_SLASH}`;
        if (slash === -1) continue;
        limit = ROWS_AFTER_LEAP;
        break;
      }
    }
    return { items, next };
  }

  return {
    /**
     * What was deleted right out of a folder, by name; `next` is null at the end. A page may be short.
     * @param from where the page before ended; null for the first
     * @throws DomainError `library-not-found`, `permission-denied`
     */
    here(
      caller: Caller,
      { libraryId, path }: { readonly libraryId: LibraryId; readonly path: string },
      from: string | null,
    ): { items: TrashView[]; next: string | null } {
      const { library } = access.readable(caller, libraryId);
      const since = retainedSince(library, retention.nowSeconds());
      if (since === null) return { items: [], next: null };
      const cleared = trashTable.clearedTo(libraryId);
      const isShown = ({ deletedAtSeconds: at, trashId }: TrashItem) =>
        at >= since &&
        (at > cleared.deletedAtSeconds || (at === cleared.deletedAtSeconds && trashId > cleared.trashId));
      const { items, next } = rowsHere(library, path, from ?? (path === '/' ? '/' : `${path}/`));
      const shown = items.filter(isShown);
      return {
        items: shown.map((item) => trashView({ trashTable, people }, library, item)),
        next,
      };
    },

    /**
     * Brings items back in one commit, to where they were or to one folder; folders on the way are made again. Where a name is taken and it was not said what
     * is to become of that, nothing is changed. Durable on return.
     * @throws DomainError `library-not-found`, `permission-denied`, `library-read-only`; `name-taken` when a file is
     * where a folder on the way would be; `commit-not-found`, `head-moved`
     */
    async restore(
      caller: Caller,
      libraryId: LibraryId,
      { ids, replace, keepBoth, to }: TrashRestoreRequest,
    ): Promise<TrashRestored> {
      const { library } = access.writable(caller, libraryId);
      const since = retainedSince(library, retention.nowSeconds());
      const items = [...new Set(ids)].map((trashId) => {
        const onTaken = replace.has(trashId) ? 'replace' : keepBoth.has(trashId) ? 'number' : 'refuse';
        const row = to === null || since === null ? null : trashTable.find(libraryId, trashId, since);
        const place = row === null || to === null ? {} : { to: joinPath(to, nameOf(row.path)) };
        return { from: { trashId }, onTaken, ...place } as const;
      });
      const done = await edits.restore({ libraryId, ...by(caller), items });
      return {
        restored: done.restored.map(({ from, path }) => ({ id: from.trashId, path })),
        clashes: done.taken.map(({ trashId }) => trashId),
        gone: done.gone.map(({ trashId }) => trashId),
        commitId: done.made.changed ? done.made.commitId : null,
      };
    },
  };
}
