import { by, type Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { Dirent, FileDirent } from '../../core/objects/dir-object.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import type { WalkedEntry } from '../../core/tree/walk.ts';
import type { LibraryEdits } from '../../engine/edits/library-edits.ts';
import type { CommitResult } from '../../engine/heads/commit-changes.ts';
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

    async remove(caller: Caller, id: LibraryId, path: string): Promise<CommitResult> {
      access.writable(caller, id);
      return edits.remove({ libraryId: id, ...by(caller), items: [{ path }] });
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
  };
}

async function* nothing(): AsyncGenerator<WalkedEntry> {
  // A file has nothing below it.
}
