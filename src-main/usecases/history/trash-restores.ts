import type { Caller } from '../../core/access/caller.ts';
import { describeRecovered } from '../../core/history/describe.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { joinPath, nameOf, parentOf } from '../../core/library/path.ts';
import type { Dirent } from '../../core/objects/dir-object.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import type { TreeChange } from '../../core/tree/apply.ts';
import { putItem } from '../../core/tree/put-item.ts';
import { uniqueName } from '../../core/tree/unique-name.ts';
import { commitPlanned, type PlannedCommitsDependencies } from '../../engine/edits/planned-commits.ts';
import type { LibraryContents } from '../../engine/reading/library-contents.ts';
import type { RetentionClock } from '../../engine/reading/retention-time.ts';
import type { Trash, TrashItem } from '../../store/sqlite/trash.ts';
import type { LibraryAccess } from '../access/library-access.ts';
import type { People } from '../access/people.ts';
import { retainedSince, type TrashView } from './trash.ts';

export interface TrashRestoresDependencies extends PlannedCommitsDependencies {
  readonly access: LibraryAccess;
  readonly contents: LibraryContents;
  readonly trash: Trash;
  readonly people: People;
  readonly retention: Pick<RetentionClock, 'nowSeconds'>;
}

export interface TrashRestoreRequest {
  readonly ids: readonly number[];
  /** Of these, what has the name now goes to the trash. */
  readonly replace: ReadonlySet<number>;
  /** These come back under a free name where theirs is taken. */
  readonly keepBoth: ReadonlySet<number>;
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

/** A deletion that can be brought back, and what has its path now. */
interface Found {
  readonly item: TrashItem;
  readonly dirent: Dirent;
  readonly there: Dirent | null;
}

interface Planned extends Omit<TrashRestored, 'commitId'> {
  readonly items: readonly Dirent[];
  readonly steps: readonly { readonly change: TreeChange }[];
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

export function createTrashRestores(deps: TrashRestoresDependencies) {
  const { access, contents, trash, people, retention } = deps;

  async function find(library: Library, id: number): Promise<Found | null> {
    const since = retainedSince(library, retention.nowSeconds());
    const item = since === null ? null : trash.find(library.id, id, since);
    if (item === null) return null;
    const dirent = await contents.entryAt(library, item.path, item.commitId);
    if (dirent === null) return null;
    return { item, dirent, there: await contents.entryAt(library, item.path) };
  }

  /** A name in the folder that neither something there nor something planned has. */
  async function freePath(library: Library, path: string, { kind }: Dirent, planned: ReadonlySet<string>) {
    const folder = parentOf(path);
    const isThere = (await contents.entryAt(library, folder))?.kind === 'dir';
    const dirents = isThere ? (await contents.list(library, folder)).dirents : [];
    const taken = new Set(dirents.map(({ name }) => name));
    const isTaken = (name: string) => taken.has(name) || planned.has(joinPath(folder, name));
    return joinPath(folder, uniqueName(nameOf(path), isTaken, kind));
  }

  async function plan(library: Library, request: TrashRestoreRequest): Promise<Planned> {
    const found: Found[] = [];
    const gone: number[] = [];
    for (const id of new Set(request.ids)) {
      const one = await find(library, id);
      if (one === null) gone.push(id);
      else found.push(one);
    }
    const isOpen = ({ item: { trashId }, there }: Found) =>
      there !== null && !request.replace.has(trashId) && !request.keepBoth.has(trashId);
    const clashes = found.filter(isOpen).map(({ item }) => item.trashId);
    if (clashes.length > 0) return { restored: [], clashes, gone, items: [], steps: [] };
    // A folder comes back before what was deleted out of it earlier.
    found.sort((a, b) => (a.item.path < b.item.path ? -1 : 1));
    const { restored, changes } = await place(library, found, request);
    const steps = changes.map((change) => ({ change }));
    return { restored, clashes, gone, items: found.map(({ dirent }) => dirent), steps };
  }

  async function place(library: Library, found: readonly Found[], { replace }: TrashRestoreRequest) {
    const paths = new Set<string>();
    const restored: { id: number; path: string }[] = [];
    const changes: TreeChange[] = [];
    for (const { item, dirent, there } of found) {
      const replaces = replace.has(item.trashId);
      const isInWay = (there !== null && !replaces) || paths.has(item.path);
      const path = isInWay ? await freePath(library, item.path, dirent, paths) : item.path;
      if (there !== null && !isInWay) changes.push({ op: 'remove', path, base: there.id });
      changes.push(putItem(dirent, path));
      restored.push({ id: item.trashId, path });
      paths.add(path);
    }
    return { restored, changes };
  }

  /** Rows of the folder itself from a path on. What lies deeper is leapt over, folder by folder. */
  function rowsHere(library: Library, folder: string, from: string) {
    const top = folder === '/' ? '/' : `${folder}/`;
    const before = `${top.slice(0, -1)}${AFTER_SLASH}`;
    const items: TrashItem[] = [];
    let next: string | null = from;
    let limit = ROWS_AT_ONCE;
    for (let examined = 0; next !== null && examined < MOST_EXAMINED && items.length < ITEMS_PER_PAGE; ) {
      const rows: TrashItem[] = trash.pageByPath(library.id, { from: next, before, limit });
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
      const cleared = trash.clearedTo(libraryId);
      const isShown = ({ deletedAtSeconds: at, trashId }: TrashItem) =>
        at >= since &&
        (at > cleared.deletedAtSeconds || (at === cleared.deletedAtSeconds && trashId > cleared.trashId));
      const { items, next } = rowsHere(library, path, from ?? (path === '/' ? '/' : `${path}/`));
      const shown = items.filter(isShown);
      return {
        items: shown.map((item) => ({ ...item, deletedByName: people.displayName(item.deletedBy) })),
        next,
      };
    },

    /**
     * Brings items back in one commit; folders on the way are made again. Where a name is taken and it was not said what
     * is to become of that, nothing is changed. Durable on return.
     * @throws DomainError `library-not-found`, `permission-denied`, `library-read-only`; `name-taken` when a file is
     * where a folder on the way would be; `commit-not-found`, `head-moved`
     */
    async restore(
      caller: Caller,
      libraryId: LibraryId,
      request: TrashRestoreRequest,
    ): Promise<TrashRestored> {
      access.writable(caller, libraryId);
      const { plan: done, made } = await commitPlanned(deps, {
        libraryId,
        author: caller.email,
        description: ({ items }: Planned) => describeRecovered(items),
        isDryRun: false,
        plan: (library) => plan(library, request),
      });
      const { restored, clashes, gone } = done;
      return { restored, clashes, gone, commitId: made?.changed ? made.commitId : null };
    },
  };
}
