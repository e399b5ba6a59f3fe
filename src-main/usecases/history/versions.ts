import type { Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import type { FileVersion, FileVersions, VersionPlace } from '../../engine/reading/file-versions.ts';
import type { FolderListing, LibraryContents } from '../../engine/reading/library-contents.ts';
import type { LibraryAccess } from '../access/library-access.ts';
import type { LibraryItems } from '../files/library-items.ts';

export interface VersionsDependencies {
  readonly access: LibraryAccess;
  readonly contents: LibraryContents;
  readonly items: LibraryItems;
  readonly fileVersions: FileVersions;
}

export interface FileVersionsPage {
  readonly versions: readonly FileVersion[];
  /** How many there are in all. */
  readonly total: number;
}

/** The versions of files, and folders as they were. */
export type Versions = ReturnType<typeof createVersions>;

export function createVersions({ access, contents, items, fileVersions }: VersionsDependencies) {
  const { follow } = fileVersions;
  const asOfNow = (library: Library, path: string): VersionPlace => ({ path, seq: library.headSeq });

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
      const start = from === null ? library.headSeq : fileVersions.seqOf(library, from);
      if (start === null) throw new DomainError('commit-not-found', { value: from ?? '' });
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
