import { createGroupRights } from '../usecases/access/group-rights.ts';
import type { PasswordChecks } from '../usecases/accounts/password-checks.ts';
import type { LibrariesService } from '../usecases/libraries/libraries.ts';
import { createDepartments } from '../usecases/sharing/departments.ts';
import { createFolderLibraries } from '../usecases/sharing/folder-libraries.ts';
import { createGroupLibraries } from '../usecases/sharing/group-libraries.ts';
import { createLibraryShares } from '../usecases/sharing/library-shares.ts';
import { createLinkAccess } from '../usecases/sharing/link-access.ts';
import { createShareLinks } from '../usecases/sharing/share-links.ts';
import { createShareLists } from '../usecases/sharing/share-lists.ts';
import { createUploadLinks } from '../usecases/sharing/upload-links.ts';
import type { Access } from './compose-access.ts';
import type { Engine } from './compose-engine.ts';
import type { ServiceParts } from './service-parts.ts';

/** Groups, and everything by which people open libraries to each other. */
export function composeSharing(
  { tables, clock, ids, events }: ServiceParts,
  { contents, changeLibrary }: Engine,
  { access, people, listing, lostAccess }: Access,
  libraries: LibrariesService,
) {
  const sharing = createLibraryShares({ ...tables, access, lostAccess, people, events });
  return {
    shares: sharing,
    folderLibraries: createFolderLibraries({
      ...tables,
      access,
      contents,
      changeLibrary,
      libraries,
      ids,
      events,
    }),
    shareLists: createShareLists({ ...tables, access, listing, people, sharing }),
    departments: createDepartments({
      ...tables,
      countLibraries: tables.libraryTable.countOfGroup,
      onMemberGone: lostAccess.ofUser,
      clock,
    }),
    groupLibraries: createGroupLibraries({
      ...tables,
      access,
      listing,
      libraries,
      rights: createGroupRights(tables.groups),
      sharing,
    }),
  };
}

/** Links for people without an account. */
export function composeLinks(
  { tables, clock, ids, secret }: ServiceParts,
  { contents, quotas }: Engine,
  { access, people, accessLinks }: Access,
  passwords: PasswordChecks,
) {
  const uploadLinks = createUploadLinks({ access, contents, links: accessLinks, quotas });
  return {
    uploadLinks,
    shareLinks: createShareLinks({ ...tables, access, contents, passwords, clock, ids }),
    linkAccess: createLinkAccess({
      ...tables,
      access,
      people,
      contents,
      passwords,
      uploadLinks,
      clock,
      secret,
    }),
  };
}
