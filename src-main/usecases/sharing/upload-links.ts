import type { Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { parsePath } from '../../core/library/path.ts';
import type { StorageQuotas } from '../../engine/objects/storage-quotas.ts';
import type { LibraryContents } from '../../engine/reading/library-contents.ts';
import type { AccessLinks } from '../access/access-links.ts';
import type { LibraryAccess } from '../access/library-access.ts';

export interface UploadLinksDependencies {
  readonly access: LibraryAccess;
  readonly contents: LibraryContents;
  readonly links: AccessLinks;
  readonly quotas: StorageQuotas;
}

interface UploadTarget {
  readonly libraryId: LibraryId;
  readonly path: string;
  readonly publicLink?: string;
}

/** Links over which files come into a folder. */
export type UploadLinks = ReturnType<typeof createUploadLinks>;

export function createUploadLinks({ access, contents, links, quotas }: UploadLinksDependencies) {
  async function issue(
    operation: 'upload' | 'update',
    caller: Caller,
    { libraryId, path, publicLink }: UploadTarget,
  ): Promise<string> {
    const library = access.existing(libraryId);
    const folder = parsePath(path);
    // A user who has nothing to do with the library is told nothing about what is in it.
    access.readable(caller, libraryId);
    await contents.list(library, folder);
    access.writable(caller, libraryId);
    if (quotas.freeBytes(library) === 0) {
      throw new DomainError('quota-exceeded', { value: libraryId });
    }
    return links.issue({
      ...{ operation, libraryId, caller, folder },
      ...(publicLink === undefined ? {} : { publicLink }),
    });
  }

  return {
    /**
     * A token for adding files to a folder and below, for one hour and as often as wanted.
     * @throws DomainError `library-not-found`, `path-invalid`, `permission-denied`, `folder-not-found`, `not-a-folder`,
     * `library-read-only`, `quota-exceeded`
     */
    issueUploadLink: (caller: Caller, libraryId: LibraryId, path: string): Promise<string> =>
      issue('upload', caller, { libraryId, path }),

    /** As `issueUploadLink`, for the visitors of a public link of the caller's; it ends with that. */
    issueForVisitors: (caller: Caller, target: Required<UploadTarget>): Promise<string> =>
      issue('upload', caller, target),

    /** A token for replacing files below a folder. @throws DomainError as `issueUploadLink` */
    issueUpdateLink: (caller: Caller, libraryId: LibraryId, path: string): Promise<string> =>
      issue('update', caller, { libraryId, path }),
  };
}
