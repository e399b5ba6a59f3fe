import { by, type Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { Dirent } from '../../core/objects/dir-object.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import type { LibraryEdits, MakeItem } from '../../engine/edits/library-edits.ts';
import type { FolderListing, LibraryContents } from '../../engine/reading/library-contents.ts';
import type { AdminVisits } from '../access/admin-visits.ts';
import type { LibraryAccess } from '../access/library-access.ts';
import type { DownloadLink, Downloads } from '../files/downloads.ts';

export interface AdminContentsDependencies {
  readonly access: LibraryAccess;
  readonly contents: LibraryContents;
  readonly edits: LibraryEdits;
  readonly downloads: Downloads;
  readonly visits: Pick<AdminVisits, 'note'>;
}

/** What administrators see and do inside any user's plain library; its owner can see that they did. */
export type AdminContents = ReturnType<typeof createAdminContents>;

export function createAdminContents({
  access,
  contents,
  edits,
  downloads,
  visits,
}: AdminContentsDependencies) {
  /** @throws DomainError `permission-denied`, `library-not-found`; `library-encrypted`, which must not be browsed */
  function open(caller: Caller, id: LibraryId): Library {
    const { library } = access.administered(caller, id);
    if (library.encryption !== null) throw new DomainError('library-encrypted', { value: id });
    return library;
  }

  function openForChange(caller: Caller, id: LibraryId): Library {
    const library = open(caller, id);
    if (library.status === 'read-only') throw new DomainError('library-read-only', { value: id });
    return library;
  }

  return {
    open,

    /** @throws DomainError as `open`; `folder-not-found`, `not-a-folder` */
    async list(
      caller: Caller,
      id: LibraryId,
      path: string,
    ): Promise<{ library: Library; listing: FolderListing }> {
      const library = open(caller, id);
      const listing = await contents.list(library, path);
      visits.note(caller, library, 'looked', path);
      return { library, listing };
    },

    /** A folder as it was at a commit. @throws DomainError as `list`; `commit-not-found` */
    async listAt(caller: Caller, id: LibraryId, commitId: CommitId, path: string): Promise<FolderListing> {
      const library = open(caller, id);
      contents.commitAt(library, commitId);
      const listing = await contents.list(library, path, commitId);
      visits.note(caller, library, 'looked', path);
      return listing;
    },

    /** @throws DomainError as `open`; `item-not-found` */
    async entry(caller: Caller, id: LibraryId, path: string): Promise<Dirent> {
      return contents.entry(open(caller, id), path);
    },

    /** @throws DomainError as `open`; `item-not-found`, `file-not-found` for a folder */
    async link(caller: Caller, id: LibraryId, path: string): Promise<DownloadLink> {
      const library = open(caller, id);
      const item = await contents.entry(library, path);
      visits.note(caller, library, 'downloaded', path);
      return downloads.issue(library, path, item, { caller, isAdministering: true });
    },

    /** Makes an empty folder or file; a taken name gets a number. Durable on return. @throws DomainError as `LibraryEdits.make` */
    async make(
      caller: Caller,
      id: LibraryId,
      wanted: Pick<MakeItem, 'kind' | 'folder' | 'name'>,
    ): Promise<Dirent> {
      const library = openForChange(caller, id);
      const made = await edits.make({ libraryId: id, ...by(caller), onTaken: 'number', ...wanted });
      visits.note(caller, library, 'made', made.path);
      return made.item;
    },

    /** Nothing at the path is no error: what is asked for is so. */
    async remove(caller: Caller, id: LibraryId, path: string): Promise<void> {
      const library = openForChange(caller, id);
      visits.note(caller, library, 'deleted', path);
      await edits.remove({ libraryId: id, ...by(caller), items: [{ path }] });
    },
  };
}
