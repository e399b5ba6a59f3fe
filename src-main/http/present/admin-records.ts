import type { LibraryView } from '../../usecases/access/library-access.ts';
import type { DeletedLibraryView } from '../../usecases/libraries/deleted-libraries.ts';
import { ownerId } from './owner-id.ts';
import { sizeFormatted } from './size.ts';
import { timestamp } from './timestamp.ts';

/** A library as administrators see it. */
export function adminLibrary(view: LibraryView) {
  const { library, group } = view;
  return {
    ...searchedLibrary(view),
    owner: ownerId(library.owner),
    size_formatted: sizeFormatted(library.sizeBytes),
    last_modified: timestamp(library.updatedAtSeconds),
    ...(group === null ? {} : { group_name: group.name }),
  };
}

/** A row of `GET /api/v2.1/admin/search-library/`. */
export function searchedLibrary({ library, ownerName, ownerContactEmail }: LibraryView) {
  return {
    id: library.id,
    name: library.name,
    owner_email: ownerId(library.owner),
    owner_name: ownerName,
    owner_contact_email: ownerContactEmail,
    size: library.sizeBytes,
    encrypted: library.encryption !== null,
    file_count: library.fileCount,
    status: library.status,
  };
}

/** A row of `GET /api/v2.1/admin/trash-libraries/`. */
export function adminDeletedLibrary({ library, ownerName, groupName }: DeletedLibraryView) {
  return {
    id: library.id,
    name: library.name,
    owner: ownerId(library.owner),
    owner_name: ownerName,
    delete_time: timestamp(library.deletedAtSeconds),
    ...(groupName === null ? {} : { group_name: groupName }),
  };
}

export function pageInfo(page: number, hasNextPage: boolean) {
  return { has_next_page: hasNextPage, current_page: page };
}
