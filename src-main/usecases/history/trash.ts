import type { Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import { decodeTrashCursor, encodeTrashCursor } from '../../core/history/trash.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { isInside } from '../../core/library/path.ts';
import { MOST_NUMBERED_DELETIONS } from '../../core/limits.ts';
import { findEntry } from '../../core/tree/tree-lookup.ts';
import type { Ports } from '../../engine/ports.ts';
import { createReadDir } from '../../engine/reading/directory-reader.ts';
import { type RetainedReaderDependencies, retainedReader } from '../../engine/reading/retained-reader.ts';
import { type RetentionClock, retainedSince } from '../../engine/reading/retention.ts';
import type { TrashAmount, TrashItem } from '../../store/sqlite/trash.ts';
import type { LibraryAccess } from '../access/library-access.ts';
import type { People } from '../access/people.ts';
import { type TrashView, trashView } from './trash-view.ts';

const DAY_SECONDS = 86_400;

export interface TrashRequest {
  /** Only items inside this folder; '/' for all. */
  readonly path: string;
  /** Only deletions of the last days; 0 for all. */
  readonly showDays: number;
  /** Null for the first page, else the `cursor` of the page before. */
  readonly cursor: string | null;
  readonly limit: number;
}

export interface TrashDependencies
  extends RetainedReaderDependencies,
    Pick<Ports, 'libraryTable' | 'folderLibraryTable' | 'trashTable' | 'events' | 'transaction'> {
  readonly access: LibraryAccess;
  readonly people: People;
  readonly retention: Pick<RetentionClock, 'nowSeconds'>;
  /** Signs cursors. */
  readonly secret: Uint8Array;
}

/** What was deleted inside libraries and can be brought back. */
export type TrashService = ReturnType<typeof createTrash>;

export function createTrash(deps: TrashDependencies) {
  const { access, libraryTable, trashTable, people, retention, secret } = deps;

  /** Time at or after which deletions are shown; null when none is. */
  function shownSince(library: Library, showDays: number): number | null {
    const nowSeconds = retention.nowSeconds();
    const retained = retainedSince(library, nowSeconds);
    if (retained === null) return null;
    return showDays === 0 ? retained : Math.max(retained, nowSeconds - showDays * DAY_SECONDS);
  }

  function viewOf(library: Library): (item: TrashItem) => TrashView {
    return (item) => trashView({ trashTable, people }, library, item);
  }

  /** The trash of folder libraries no longer lists the items either. */
  function unlistInFolders(id: LibraryId, items: readonly TrashItem[]): void {
    for (const { id: folder, origin } of deps.folderLibraryTable.of(id)) {
      const inside = items.filter(({ path }) => path !== origin.path && isInside(path, origin.path));
      const back = inside.map(({ path, isDir }) => ({ path: path.slice(origin.path.length), isDir }));
      trashTable.unlistPaths(folder, back);
    }
  }

  function clearUntil(id: LibraryId, before: number): void {
    const newest = trashTable.newest(id, before);
    if (newest !== null) libraryTable.clearTrash(id, newest.deletedAtSeconds, newest.trashId);
  }

  async function requireFolder(library: Library, path: string): Promise<void> {
    const folder = await findEntry(createReadDir(retainedReader(deps, library)), library.rootId, path);
    if (folder?.kind !== 'dir') throw new DomainError('folder-not-found', { value: path });
  }

  return {
    /**
     * One page, newest deletion first; `cursor` is null at the end.
     * @throws DomainError `library-not-found`, `permission-denied`, `folder-not-found`, `cursor-invalid`
     */
    async page(caller: Caller, id: LibraryId, request: TrashRequest) {
      const { library } = access.readable(caller, id);
      await requireFolder(library, request.path);
      const after = request.cursor === null ? null : decodeTrashCursor(secret, id, request.cursor);
      const sinceSeconds = shownSince(library, request.showDays);
      if (sinceSeconds === null) return { items: [], cursor: null };
      const rows = trashTable.page(id, { after, sinceSeconds, path: request.path, limit: request.limit + 1 });
      const items = rows.slice(0, request.limit).map(viewOf(library));
      const last = items.at(-1);
      const cursor = rows.length > request.limit && last ? encodeTrashCursor(secret, id, last) : null;
      return { items, cursor };
    },

    /**
     * One page by its number, from 1 on, newest deletion first, and how many there are; 100,000 are counted and shown.
     * @throws DomainError `library-not-found`, `permission-denied`
     */
    numberedPage(caller: Caller, id: LibraryId, { page, perPage }: { page: number; perPage: number }) {
      const { library } = access.readable(caller, id);
      const since = shownSince(library, 0);
      if (since === null) return { items: [], total: 0 };
      const total = trashTable.count(id, since, MOST_NUMBERED_DELETIONS);
      const skip = (page - 1) * perPage;
      const limit = Math.min(perPage, total - skip);
      const rows = limit <= 0 ? [] : trashTable.pageFrom(id, since, { skip, limit });
      return { items: rows.map(viewOf(library)), total };
    },

    /**
     * How much is shown; 100,000 items are counted.
     * @throws DomainError `library-not-found`, `permission-denied`
     */
    amount(caller: Caller, id: LibraryId): TrashAmount & { readonly isAll: boolean } {
      const { library } = access.readable(caller, id);
      const since = shownSince(library, 0);
      if (since === null) return { items: 0, folders: 0, bytes: 0, isAll: true };
      const counted = trashTable.amount(id, since, MOST_NUMBERED_DELETIONS);
      return { ...counted, isAll: counted.items < MOST_NUMBERED_DELETIONS };
    },

    /**
     * Hides single items for good; the history stays, and what is in it. Those that are not in the trash any more are left
     * out of the answer.
     * @throws DomainError `library-not-found`, `permission-denied` unless the caller may share the library
     */
    purge(caller: Caller, id: LibraryId, ids: readonly number[]): number[] {
      const { library } = access.shareable(caller, id);
      const since = shownSince(library, 0);
      if (since === null) return [];
      const purged = deps.transaction(() => {
        const found = [...new Set(ids)].flatMap((trashId) => trashTable.find(id, trashId, since) ?? []);
        for (const { trashId } of found) trashTable.unlist(trashId);
        unlistInFolders(id, found);
        return found.map(({ trashId }) => trashId);
      });
      if (purged.length > 0)
        deps.events.emit({ type: 'library', library_id: id, head_commit_id: library.headId });
      return purged;
    },

    /**
     * Hides items for good. Without `keepDays` the history stays; with it, items and history older than that many
     * days go (0: all but the present), as reference servers do.
     * @throws DomainError `library-not-found`, `permission-denied` unless the caller may share the library
     */
    clean(caller: Caller, id: LibraryId, { keepDays }: { keepDays?: number } = {}): void {
      const { library } = access.shareable(caller, id);
      const daysKept = Math.max(0, keepDays ?? 0);
      const before = retention.nowSeconds() - daysKept * DAY_SECONDS;
      // All means all: commits made in a rush carry times a little ahead of the clock.
      const until = daysKept === 0 ? Number.MAX_SAFE_INTEGER : before;
      const folders = deps.folderLibraryTable.of(id).map((folder) => folder.id);
      for (const each of [id, ...folders]) clearUntil(each, until);
      if (keepDays !== undefined)
        libraryTable.cutHistory(id, daysKept > 0 ? before : library.updatedAtSeconds);
      deps.events.emit({ type: 'library', library_id: id, head_commit_id: library.headId });
    },
  };
}
