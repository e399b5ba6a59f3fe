import type { Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { ancestorsOf, isInside } from '../../core/library/path.ts';
import type { FileDirent } from '../../core/objects/dir-object.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import { findEntry } from '../../core/tree/find.ts';
import { createReadDir } from '../../engine/reading/directory-reader.ts';
import { oldestShownNow } from '../../engine/reading/history-window.ts';
import type { FolderListing, LibraryContents } from '../../engine/reading/library-contents.ts';
import { type RetainedReaderDependencies, retainedReader } from '../../engine/reading/retained-reader.ts';
import type { RetentionClock } from '../../engine/reading/retention-time.ts';
import type { History, HistoryEntry } from '../../store/sqlite/history.ts';
import type { LibraryAccess } from '../access/library-access.ts';
import type { LibraryItems } from '../files/library-items.ts';

export interface VersionsDependencies extends RetainedReaderDependencies {
  readonly access: LibraryAccess;
  readonly contents: LibraryContents;
  readonly items: LibraryItems;
  readonly history: History;
  readonly retention: Pick<RetentionClock, 'nowSeconds'>;
}

/** What a commit did to a file. `kept`: nothing is known from before it, and it may have done nothing. */
export type VersionOrigin = 'added' | 'edited' | 'moved' | 'kept';

/** What a file held from a commit on. */
export interface FileVersion {
  readonly commit: HistoryEntry;
  readonly file: FileDirent;
  /** Where the file was after the commit. */
  readonly path: string;
  /** Where it was before, when the commit renamed or moved it; else empty. */
  readonly oldPath: string;
  readonly origin: VersionOrigin;
}

/** Where a list of versions goes on: the file that had the path after the commit of this number. */
export interface VersionPlace {
  readonly path: string;
  readonly seq: number;
}

export interface FileVersionsPage {
  readonly versions: readonly FileVersion[];
  /** How many there are in all. */
  readonly total: number;
}

/** The versions of files, and folders as they were. */
export type Versions = ReturnType<typeof createVersions>;

/** Commits looked up at once while one file is followed. */
const SEQS_AT_ONCE = 200;

export function createVersions(deps: VersionsDependencies) {
  const { access, contents, items, history, retention } = deps;

  async function fileAt(library: Library, commit: HistoryEntry | null, path: string) {
    if (commit === null) return null;
    const found = await findEntry(createReadDir(retainedReader(deps, library)), commit.rootId, path);
    return found?.kind === 'file' ? found : null;
  }

  /** The commit before, as far as its content is kept. */
  function before(library: Library, { seq }: HistoryEntry): HistoryEntry | null {
    return seq > library.retainedFromSeq ? history.findBySeq(library.id, seq - 1) : null;
  }

  /** Where the file was before the commit that brought it to `path`; null when that was no rename. */
  function pathBefore(library: Library, { seq }: HistoryEntry, path: string): string | null {
    const changes = history.changesAt(library.id, seq, [path, ...ancestorsOf(path)]);
    for (const { op, path: from, newPath, isDir } of changes) {
      if (op !== 'renamed') continue;
      if (newPath === path && !isDir) return from;
      if (isDir && isInside(path, newPath)) return from + path.slice(newPath.length);
    }
    return null;
  }

  /**
   * Every version of the file that had the path at the place, newest first, under the names it had. What the oldest
   * shown commit held counts as made by it, when nothing says who made it.
   */
  async function* follow(library: Library, start: VersionPlace): AsyncGenerator<FileVersion> {
    const downTo = oldestShownNow({ history, retention }, library);
    let at = start.path;
    let from = start.seq;
    let isTold = false;
    for (;;) {
      const range = { from, downTo, limit: SEQS_AT_ONCE };
      const seqs = history.touching(library.id, [at, ...ancestorsOf(at)], range);
      let next = at;
      for (const seq of seqs) {
        from = seq - 1;
        const version = await versionAt(library, seq, at);
        isTold = version !== null && seq === downTo;
        if (version === null) continue;
        yield version;
        if (version.oldPath !== '') next = version.oldPath;
        if (next !== at) break;
      }
      if (next === at && seqs.length < SEQS_AT_ONCE) break;
      at = next;
    }
    const oldest = isTold ? null : history.findBySeq(library.id, downTo);
    const file = await fileAt(library, oldest, at);
    if (oldest !== null && file !== null)
      yield { commit: oldest, file, path: at, oldPath: '', origin: 'kept' };
  }

  const asOfNow = (library: Library, path: string): VersionPlace => ({ path, seq: library.headSeq });

  /** Null when the commit did not touch the file itself, or took it away. */
  async function versionAt(library: Library, seq: number, path: string): Promise<FileVersion | null> {
    const commit = history.findBySeq(library.id, seq);
    const file = await fileAt(library, commit, path);
    if (commit === null || file === null) return null;
    const earlier = before(library, commit);
    const then = await fileAt(library, earlier, path);
    if (then?.id === file.id) return null;
    const from = then === null ? pathBefore(library, commit, path) : null;
    const wasThere = from !== null && (await fileAt(library, earlier, from)) !== null;
    const origin = originOf(earlier !== null || seq === 1, { then, wasThere });
    return { commit, file, path, oldPath: wasThere ? from : '', origin };
  }

  /** Refuses what is no file there; a place comes from a page and needs no second look. */
  async function startOf(
    caller: Caller,
    { library, path }: { readonly library: Library; readonly path: string },
    start: CommitId | VersionPlace | null,
  ): Promise<VersionPlace> {
    if (typeof start === 'object' && start !== null) return start;
    await items.find(caller, { libraryId: library.id, path, kind: 'file' }, start);
    return { path, seq: start === null ? library.headSeq : contents.commitAt(library, start).seq };
  }

  return {
    /**
     * Versions of a file, newest first.
     * @param page how many to leave out, and how many to give
     * @throws DomainError as `LibraryItems.find`
     */
    async ofFile(
      caller: Caller,
      place: { readonly libraryId: LibraryId; readonly path: string },
      page: { readonly skip: number; readonly limit: number },
    ): Promise<FileVersionsPage> {
      const { view } = await items.find(caller, { ...place, kind: 'file' });
      const versions: FileVersion[] = [];
      let total = 0;
      for await (const version of follow(view.library, asOfNow(view.library, place.path))) {
        if (total >= page.skip && versions.length < page.limit) versions.push(version);
        total++;
      }
      return { versions, total };
    },

    /**
     * Versions of a file from one on, newest first.
     * @param from null: the newest
     * @returns also where to go on, null at the end
     * @throws DomainError as `LibraryItems.find`; `commit-not-found`
     */
    async since(
      caller: Caller,
      place: { readonly libraryId: LibraryId; readonly path: string },
      { from, limit }: { readonly from: CommitId | null; readonly limit: number },
    ): Promise<{ versions: readonly FileVersion[]; next: CommitId | null }> {
      const { library } = access.readable(caller, place.libraryId);
      const start = from === null ? library.headSeq : history.find(library.id, from)?.seq;
      if (start === undefined) throw new DomainError('commit-not-found', { value: from ?? '' });
      await items.find(caller, { ...place, kind: 'file' });
      const versions: FileVersion[] = [];
      for await (const version of follow(library, asOfNow(library, place.path))) {
        if (version.commit.seq > start) continue;
        if (versions.length === limit) return { versions, next: version.commit.id };
        versions.push(version);
      }
      return { versions, next: null };
    },

    /**
     * Versions of the file that has the path, or had it at a commit, newest first. Further pages cost what the first
     * one costs.
     * @param start null: now; a commit; or where the page before ended
     * @returns also where to go on, null at the end
     * @throws DomainError as `LibraryItems.find`
     */
    async page(
      caller: Caller,
      place: { readonly libraryId: LibraryId; readonly path: string },
      { start, limit }: { readonly start: CommitId | VersionPlace | null; readonly limit: number },
    ): Promise<{ versions: readonly FileVersion[]; next: VersionPlace | null }> {
      const { library } = access.readable(caller, place.libraryId);
      const from = await startOf(caller, { library, path: place.path }, start);
      const versions: FileVersion[] = [];
      for await (const version of follow(library, from)) {
        if (versions.length === limit)
          return { versions, next: { path: version.path, seq: version.commit.seq } };
        versions.push(version);
      }
      return { versions, next: null };
    },

    /**
     * A folder as it was at a commit.
     * @throws DomainError `library-not-found`, `commit-not-found`, `permission-denied`, `folder-not-found`, `not-a-folder`
     */
    async listAt(caller: Caller, id: LibraryId, commitId: CommitId, path: string): Promise<FolderListing> {
      contents.commitAt(access.existing(id), commitId);
      return contents.list(access.readable(caller, id).library, path, commitId);
    },
  };
}

/** @param isKnown whether something is known of what was there before */
function originOf(
  isKnown: boolean,
  { then, wasThere }: { readonly then: FileDirent | null; readonly wasThere: boolean },
): VersionOrigin {
  if (!isKnown) return 'kept';
  if (then !== null) return 'edited';
  return wasThere ? 'moved' : 'added';
}
