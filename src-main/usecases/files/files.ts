import type { Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { Dirent, FileDirent } from '../../core/objects/dir-object.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import type { WalkedEntry } from '../../core/tree/walk.ts';
import type { LibraryEdits } from '../../engine/edits/library-edits.ts';
import type { CommitResult } from '../../engine/heads/change-library.ts';
import type { FolderListing, LibraryContents } from '../../engine/reading/library-contents.ts';
import type { LibraryObjects } from '../../store/objects/object-store.ts';
import type { LibraryAccess } from '../access/library-access.ts';
import type { DownloadLink, Downloads } from './downloads.ts';

export interface FilesDependencies {
  readonly access: LibraryAccess;
  readonly contents: LibraryContents;
  readonly edits: LibraryEdits;
  readonly downloads: Downloads;
}

export interface Restored {
  /** Where the item is now. */
  readonly path: string;
  /** The head now. */
  readonly commitId: CommitId;
  /** False: everything was there as it was already, and no commit was made. */
  readonly isChanged: boolean;
  readonly files: number;
  readonly bytes: number;
}

/** What a restore would say, were it done now. */
interface RestorePreview extends Omit<Restored, 'commitId' | 'isChanged'> {
  /** Present where something else is at the place now. */
  readonly replaces?: true;
}

interface WantedItem {
  readonly path: string;
  readonly commitId: CommitId;
  readonly isDryRun: boolean;
}

export interface ExportSource {
  readonly item: Dirent;
  /** Parents before children; paths are relative to the item and start with '/'. */
  readonly below: () => AsyncGenerator<WalkedEntry>;
  readonly read: (file: FileDirent) => AsyncGenerator<Buffer>;
  /** Writes files to disk, in bulk. @see LibraryObjects.writeOut for what is left to be done with `read` */
  readonly writeOut: LibraryObjects['writeOut'];
}

/** Files and folders of libraries, for those who have access to them. */
export type FilesService = ReturnType<typeof createFiles>;

export function createFiles({ access, contents, edits, downloads }: FilesDependencies) {
  async function bringBack(caller: Caller, libraryId: LibraryId, { path, commitId, isDryRun }: WantedItem) {
    access.writable(caller, libraryId);
    const items = [{ from: { path, commitId }, onTaken: 'number', isVersion: true }] as const;
    const { restored, totals, made } = await edits.restore({
      ...{ libraryId, author: caller.email, items, isDryRun },
    });
    const [{ path: target, replaces } = { path, replaces: false }] = restored;
    return { told: { path: target, files: totals.fileCount, bytes: totals.sizeBytes }, replaces, made };
  }

  return {
    /** @throws DomainError `library-not-found`, `permission-denied`, `folder-not-found`, `commit-not-found` */
    async list(
      caller: Caller,
      id: LibraryId,
      path: string,
      commitId: CommitId | null,
    ): Promise<FolderListing> {
      return contents.list(access.readable(caller, id).library, path, commitId);
    },

    async entry(caller: Caller, id: LibraryId, path: string, commitId: CommitId | null): Promise<Dirent> {
      return contents.entry(access.readable(caller, id).library, path, commitId);
    },

    async createFolder(caller: Caller, id: LibraryId, folder: string, name: string): Promise<Dirent> {
      access.writable(caller, id);
      const wanted = { kind: 'dir', folder, name, onTaken: 'number' } as const;
      return (await edits.make({ libraryId: id, author: caller.email, ...wanted })).item;
    },

    async remove(caller: Caller, id: LibraryId, path: string): Promise<CommitResult> {
      access.writable(caller, id);
      return edits.remove({ libraryId: id, author: caller.email, items: [{ path }] });
    },

    /** A link for one hour to a file as it is now, or was at a commit. */
    async link(
      caller: Caller,
      id: LibraryId,
      path: string,
      commitId: CommitId | null,
    ): Promise<DownloadLink> {
      const { library } = access.readable(caller, id);
      downloads.keyFor(caller, library);
      return downloads.issue(library, path, await contents.entry(library, path, commitId), { caller });
    },

    /**
     * An item as it is or was, with what is below it and a way to read each file: for writing it elsewhere.
     * @throws DomainError `item-not-found`, `commit-not-found`; `library-locked` for content the server cannot read
     */
    async openForExport(
      caller: Caller,
      id: LibraryId,
      path: string,
      commitId: CommitId | null,
    ): Promise<ExportSource> {
      const { library } = access.readable(caller, id);
      if (library.encryption !== null) throw new DomainError('library-locked', { value: id });
      const item = await contents.entry(library, path, commitId);
      return {
        item,
        below: () => (item.kind === 'dir' ? contents.walk(library, item.id) : nothing()),
        read: (file) => contents.read(library, file),
        writeOut: (files) => contents.writeOut(library, files),
      };
    },

    /**
     * Brings an item back from a commit as a new commit; missing parents are made again. A file replaces what is
     * there (which stays in history); a folder that would clash comes back beside it under a free name; the root brings
     * the whole library back to what it was. What is there already as it was makes no commit. What somebody changes
     * meanwhile is planned for as well.
     * @throws DomainError `commit-not-found`, `item-not-found`, `library-read-only`, `head-moved`
     */
    async restore(caller: Caller, id: LibraryId, path: string, commitId: CommitId): Promise<Restored> {
      const { told, made } = await bringBack(caller, id, { path, commitId, isDryRun: false });
      return { ...told, isChanged: made.changed, commitId: made.commitId };
    },

    /** What `restore` would say now; changes nothing. @throws as `restore` */
    async previewRestore(
      caller: Caller,
      id: LibraryId,
      path: string,
      commitId: CommitId,
    ): Promise<RestorePreview> {
      const { told, replaces } = await bringBack(caller, id, { path, commitId, isDryRun: true });
      return { ...told, ...(replaces && { replaces }) };
    },
  };
}

async function* nothing(): AsyncGenerator<WalkedEntry> {
  // A file has nothing below it.
}
