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

/** Groups, and everything by which libraries are open to others. */
export function composeSharing(
  { tables, clock, ids, events, secret }: ServiceParts,
  { contents, quotas, changeLibrary }: Engine,
  { access, people, listing, lostAccess, accessLinks }: Access,
  { librariesService, passwords }: { librariesService: LibrariesService; passwords: PasswordChecks },
) {
  const { libraries, groups, publicLinks, users, transaction } = tables;
  const sharing = createLibraryShares({
    ...{ libraries, shares: tables.shares, transaction },
    ...{ access, lostAccess, people, events },
  });
  const folderLibraries = createFolderLibraries({
    ...{ folderLibraries: tables.folderLibraries, history: tables.history, shares: tables.shares },
    ...{ access, contents, changeLibrary, librariesService, ids, events },
  });
  const uploadLinks = createUploadLinks({ access, contents, links: accessLinks, quotas });
  return {
    shares: sharing,
    uploadLinks,
    folderLibraries,
    shareLists: createShareLists({
      ...{ libraries, folderLibraries: tables.folderLibraries, shares: tables.shares },
      ...{ access, listing, people, sharing },
    }),
    departments: createDepartments({
      groups,
      users,
      transaction,
      countLibraries: libraries.countOfGroup,
      onMemberGone: lostAccess.ofUser,
      clock,
    }),
    groupLibraries: createGroupLibraries({
      libraries,
      groups,
      shares: tables.shares,
      access,
      listing,
      librariesService,
      rights: createGroupRights(groups),
      sharing,
    }),
    shareLinks: createShareLinks({ publicLinks, access, contents, passwords, clock, ids }),
    linkAccess: createLinkAccess({
      libraries,
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
