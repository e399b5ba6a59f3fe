import type { Clock, EventSink, Ids } from '../engine/ports.ts';
import type { LibraryContents } from '../engine/reading/library-contents.ts';
import { createDepartments } from '../services/departments.ts';
import { createGroupLibraries } from '../services/group-libraries.ts';
import { createGroupRights } from '../services/group-rights.ts';
import type { LibrariesService } from '../services/libraries.ts';
import type { LibraryAccess } from '../services/library-access.ts';
import { createLibraryListing } from '../services/library-listing.ts';
import { createLibraryShares } from '../services/library-shares.ts';
import { createLibrarySharesAndLinks } from '../services/library-shares-and-links.ts';
import { createLinkAccess } from '../services/link-access.ts';
import { createLostAccess } from '../services/lost-access.ts';
import type { PasswordChecks } from '../services/password-checks.ts';
import type { People } from '../services/people.ts';
import { createShareLinks } from '../services/share-links.ts';
import { createShareLists } from '../services/share-lists.ts';
import type { UploadLinks } from '../services/upload-links.ts';
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
