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
  const { libraryTable, groups, users, transaction, shareTable } = tables;
  const sharing = createLibraryShares({
    libraryTable,
    shareTable,
    transaction,
    access,
    lostAccess,
    people,
    events,
  });
  return {
    shares: sharing,
    folderLibraries: createFolderLibraries({
      folderLibraryTable: tables.folderLibraryTable,
      historyTable: tables.historyTable,
      shareTable,
      access,
      contents,
      changeLibrary,
      libraries,
      ids,
      events,
    }),
    shareLists: createShareLists({
      libraryTable,
      folderLibraryTable: tables.folderLibraryTable,
      shareTable,
      access,
      listing,
      people,
      sharing,
    }),
    departments: createDepartments({
      groups,
      users,
      transaction,
      countLibraries: libraryTable.countOfGroup,
      onMemberGone: lostAccess.ofUser,
      clock,
    }),
    groupLibraries: createGroupLibraries({
      libraryTable,
      groups,
      shareTable,
      access,
      listing,
      libraries,
      rights: createGroupRights(groups),
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
  const { libraryTable, publicLinks, users } = tables;
  const uploadLinks = createUploadLinks({ access, contents, links: accessLinks, quotas });
  return {
    uploadLinks,
    shareLinks: createShareLinks({ publicLinks, access, contents, passwords, clock, ids }),
    linkAccess: createLinkAccess({
      libraryTable,
      publicLinks,
      users,
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
