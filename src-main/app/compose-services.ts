import type { PasswordCost } from '../core/access/password-hash.ts';
import type { Derive } from '../core/derivation.ts';
import type { LibraryId } from '../core/library/library-id.ts';
import { createLibraryEdits } from '../engine/edits/library-edits.ts';
import { createChangeLibrary } from '../engine/heads/change-library.ts';
import { createCheck } from '../engine/objects/check.ts';
import { createPendingStorage } from '../engine/objects/pending-storage.ts';
import { createStorageQuotas } from '../engine/objects/storage-quotas.ts';
import type { EventSink, Ids, RunningClock } from '../engine/ports.ts';
import { HeavyReading } from '../engine/reading/heavy-reading.ts';
import { createLibraryContents } from '../engine/reading/library-contents.ts';
import { createRetentionClock } from '../engine/reading/retention-time.ts';
import type { DamagedPack } from '../store/damaged-packs.ts';
import type { HeadJournal } from '../store/head-journal.ts';
import type { ObjectName, ObjectStore } from '../store/objects/object-store.ts';
import type { PartialFiles } from '../store/partial-files.ts';
import { createAccessLinks } from '../usecases/access/access-links.ts';
import { createLibraryAccess } from '../usecases/access/library-access.ts';
import { createPeople } from '../usecases/access/people.ts';
import { createUnlockedLibraries } from '../usecases/access/unlocked-libraries.ts';
import { createAccounts } from '../usecases/accounts/accounts.ts';
import { PasswordChecks } from '../usecases/accounts/password-checks.ts';
import { createSyncTokens } from '../usecases/accounts/sync-tokens.ts';
import { createDownloads } from '../usecases/files/downloads.ts';
import { createPartialUploads, type PartialUploadsDependencies } from '../usecases/files/partial-uploads.ts';
import type { MakeThumbnail } from '../usecases/files/thumbnails.ts';
import { createUploads } from '../usecases/files/uploads.ts';
import { createVisitorUploads } from '../usecases/files/visitor-uploads.ts';
import { createZipDownloads } from '../usecases/files/zip-downloads.ts';
import { createHistory } from '../usecases/history/history.ts';
import { createAdminLibraries } from '../usecases/libraries/admin-libraries.ts';
import { createDeletedLibraries } from '../usecases/libraries/deleted-libraries.ts';
import { createLibraries } from '../usecases/libraries/libraries.ts';
import { createLibraryPasswords } from '../usecases/libraries/library-passwords.ts';
import { createUploadLinks } from '../usecases/sharing/upload-links.ts';
import { createGarbage } from '../usecases/upkeep/garbage.ts';
import { composeAdministration } from './compose-administration.ts';
import { composeHistoryBrowsing } from './compose-history-browsing.ts';
import { composeItems } from './compose-items.ts';
import { composePersonal } from './compose-personal.ts';
import { composeTimeSearch } from './compose-search.ts';
import { composeSharesAndLinks, composeSharing } from './compose-sharing.ts';
import { composeSync } from './compose-sync.ts';
import type { Tables } from './tables.ts';

/** What the services stand on. */
export interface ServiceParts extends Tables {
  readonly objects: ObjectStore;
  readonly journal: HeadJournal;
  /** Objects of a library that are on record in a file which is not there. Absent: objects are not in files. */
  readonly missingFiles?: (id: LibraryId) => Promise<readonly ObjectName[]>;
  /** Packs of a library that do not begin as they should. Absent: objects are not in packs. */
  readonly damagedPacks?: (id: LibraryId) => Promise<readonly DamagedPack[]>;
  /** Absent: files come in one request. */
  readonly partialFiles?: PartialFiles;
  /** Absent: pictures are shown as what they are. */
  readonly makeThumbnail?: MakeThumbnail;
  readonly clock: RunningClock;
  readonly ids: Ids;
  readonly events: EventSink;
  /** Key of tokens and cursors. */
  readonly secret: Uint8Array;
  readonly passwordCost: PasswordCost;
  /** For passwords of accounts and links. */
  readonly derive: Derive;
  readonly deriveForLibraries: Derive;
  /** @see HeadMovesDependencies */
  readonly entriesMax?: number;
}

/** Every service, each given what it needs: the same for the application and for the tests of services and routes. */
export type Services = ReturnType<typeof composeServices>;

export function composeServices(parts: ServiceParts) {
  const main = composeMain(parts);
  const { access, accounts, contents, edits, downloads, devices, people, libraries: librariesService } = main;
  const { check, garbage, retention } = main;
  const those = { access, accounts, contents, edits, downloads, devices, people, librariesService };
  const work = { check, garbage, retention };
  return { ...main, ...composeAdministration({ ...parts, ...those, ...work }) };
}

function composeMain(parts: ServiceParts) {
  const retention = createRetentionClock(parts);
  const people = createPeople(parts);
  const access = createLibraryAccess({ ...parts, people });
  const reading = new HeavyReading();
  const quotas = createStorageQuotas(parts);
  const pending = createPendingStorage({ ...parts, quotas });
  const changeLibrary = createChangeLibrary({ ...parts, reading, quotas, pending });
  const syncTokens = createSyncTokens({ ...parts, table: parts.syncTokens });
  const opened = composeSharesAndLinks({ ...parts, access, people });
  const libraries = createLibraries({ ...parts, ...opened, syncTokens, access, changeLibrary, people });
  const contents = createLibraryContents({ ...parts, reading });
  const edits = createLibraryEdits({ contents, changeLibrary, clock: parts.clock });
  const unlocked = createUnlockedLibraries(parts);
  const links = createAccessLinks({ ...parts, access });
  const downloads = createDownloads({ access, contents, links, unlocked });
  const uploads = createUploads({ ...parts, links, contents, changeLibrary, downloads, quotas, pending });
  const uploadLinks = createUploadLinks({ access, contents, links, quotas });
  const passwords = new PasswordChecks(parts.passwordCost, parts.ids, parts.derive);
  const history = createHistory({ ...parts, access, people, retention, reading });
  const reached = { ...parts, ...opened, access, people, retention };
  const onUserRemoved = (email: string) => libraries.discardOwnedBy(email);
  return {
    retention,
    people,
    access,
    changeLibrary,
    syncTokens,
    listing: opened.listing,
    libraries,
    contents,
    edits,
    downloads,
    accounts: createAccounts({ ...parts, syncTokens, passwords, onUserRemoved }),
    ...composeSharing({
      ...{ ...parts, ...opened, access, people, contents, uploadLinks },
      ...{ librariesService: libraries, passwordChecks: passwords },
    }),
    adminLibraries: createAdminLibraries({
      ...{ ...parts, access, changeLibrary, people },
      librariesService: libraries,
    }),
    deletedLibraries: createDeletedLibraries({ ...parts, ...opened, people }),
    history,
    ...composePersonal({ ...parts, ...opened, access, contents, edits, changeLibrary, history, syncTokens }),
    ...composeSync({ ...parts, ...opened, access, changeLibrary, quotas, pending, syncTokens }),
    ...composeHistoryBrowsing({ ...reached, contents, changeLibrary, reading, views: history }),
    ...composeItems({ ...reached, contents, edits, changeLibrary, downloads, quotas, unlocked }),
    ...composeTimeSearch({ ...reached, contents }),
    unlocked,
    uploadLinks,
    uploads,
    ...composeSpooledUploads(parts, { access, contents, pending, uploads }),
    zips: createZipDownloads({ ...parts, access, contents, links, downloads }),
    passwords: createLibraryPasswords({ ...parts, access, changeLibrary, unlocked }),
    check: createCheck(parts),
    garbage: createGarbage({ ...parts, changeLibrary, retention }),
  };
}

/** Uploads that wait in files until they are complete. */
function composeSpooledUploads(
  { ids, clock, partialFiles }: ServiceParts,
  parts: Omit<PartialUploadsDependencies, 'files' | 'clock'>,
) {
  const files = partialFiles ?? null;
  return {
    partialUploads: createPartialUploads({ ...parts, clock, files }),
    visitorUploads: createVisitorUploads({ uploads: parts.uploads, pending: parts.pending, ids, files }),
  };
}
