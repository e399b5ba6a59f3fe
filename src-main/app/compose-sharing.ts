import type { Clock, EventSink, Ids } from '../engine/ports.ts';
import type { LibraryContents } from '../engine/reading/library-contents.ts';
import { createGroupRights } from '../usecases/access/group-rights.ts';
import type { LibraryAccess } from '../usecases/access/library-access.ts';
import { createLostAccess } from '../usecases/access/lost-access.ts';
import type { People } from '../usecases/access/people.ts';
import type { PasswordChecks } from '../usecases/accounts/password-checks.ts';
import type { LibrariesService } from '../usecases/libraries/libraries.ts';
import { createLibraryListing } from '../usecases/libraries/library-listing.ts';
import { createDepartments } from '../usecases/sharing/departments.ts';
import { createGroupLibraries } from '../usecases/sharing/group-libraries.ts';
import { createLibraryShares } from '../usecases/sharing/library-shares.ts';
import { createLibrarySharesAndLinks } from '../usecases/sharing/library-shares-and-links.ts';
import { createLinkAccess } from '../usecases/sharing/link-access.ts';
import { createShareLinks } from '../usecases/sharing/share-links.ts';
import { createShareLists } from '../usecases/sharing/share-lists.ts';
import type { UploadLinks } from '../usecases/sharing/upload-links.ts';
import type { Tables } from './tables.ts';

interface OpeningParts extends Tables {
  readonly access: LibraryAccess;
  readonly people: People;
}

/** What sharing has that libraries themselves stand on. */
export function composeSharesAndLinks(parts: OpeningParts) {
  const lostAccess = createLostAccess(parts);
  return {
    lostAccess,
    listing: createLibraryListing(parts),
    sharesAndLinks: createLibrarySharesAndLinks({ ...parts, lostAccess }),
  };
}

/** What sharing is made of, beside the shares and links. */
interface SharingParts extends OpeningParts, ReturnType<typeof composeSharesAndLinks> {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly events: EventSink;
  /** Key of what proves that a visitor knew a password. */
  readonly secret: Uint8Array;
  readonly librariesService: LibrariesService;
  readonly contents: LibraryContents;
  readonly uploadLinks: UploadLinks;
  readonly passwordChecks: PasswordChecks;
}

/** Groups, and everything by which libraries are open to others. */
export function composeSharing(parts: SharingParts) {
  const { lostAccess, passwordChecks: passwords } = parts;
  const sharing = createLibraryShares(parts);
  const rights = createGroupRights(parts.groups);
  const countLibraries = parts.libraries.countOfGroup;
  return {
    shares: sharing,
    shareLists: createShareLists({ ...parts, sharing }),
    departments: createDepartments({ ...parts, countLibraries, onMemberGone: lostAccess.ofUser }),
    groupLibraries: createGroupLibraries({ ...parts, rights, sharing }),
    shareLinks: createShareLinks({ ...parts, passwords }),
    linkAccess: createLinkAccess({ ...parts, passwords }),
  };
}
