import type { Caller, Permission } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { Ports } from '../../engine/ports.ts';
import type { SyncTokenBearer, SyncTokenDevice, SyncTokenHolder } from '../../store/sqlite/tokens.ts';
import type { SyncTokens } from '../accounts/sync-tokens.ts';
import type { LibraryAccess } from './library-access.ts';

export interface SyncAccessDependencies
  extends Pick<Ports, 'deletedLibraryTable' | 'folderLibraryTable' | 'historyTable' | 'journal'> {
  readonly syncTokens: SyncTokens;
  readonly access: LibraryAccess;
}

/** A user's device at one library, for the length of one request. */
export interface SyncVisit {
  readonly token: string;
  readonly bearer: SyncTokenBearer;
  readonly library: Library;
  readonly permission: Permission;
}

/** Who may sync which library; asked afresh at each request: nothing is remembered. */
export type SyncAccess = ReturnType<typeof createSyncAccess>;

export function createSyncAccess(deps: SyncAccessDependencies) {
  const { syncTokens, access, deletedLibraryTable, folderLibraryTable, historyTable, journal } = deps;

  /**
   * Passes only a library whose record holds the last head that any client was told of. Clients take whatever head they
   * are told for newer than theirs, and would bring an older one into every folder.
   * @throws DomainError `library-damaged`
   */
  function requireNotOlder(library: Library): void {
    // A folder library is as old as the library around it.
    const { id, headId } = library.origin === undefined ? library : access.existing(library.origin.id);
    const last = journal.lastHeadOf(id)?.head_commit_id ?? headId;
    if (last !== headId && !historyTable.isKnown(id, last))
      throw new DomainError('library-damaged', { value: id, reason: 'older-than-journal' });
  }

  return {
    /**
     * A token opens the library that it was made for, and while its holder reaches it.
     * @throws DomainError `permission-denied`; `library-not-found`; `library-damaged`
     */
    enter(token: string, id: LibraryId): SyncVisit {
      const bearer = syncTokens.find(token);
      if (bearer === null || bearer.libraryId !== id)
        throw new DomainError('permission-denied', { value: id });
      const library = access.existing(id);
      const found = access.effective(callerOf(bearer), library);
      if (found === null) throw new DomainError('permission-denied', { value: id });
      requireNotOlder(library);
      return { token, bearer, library, permission: found.permission };
    },

    /** @throws DomainError `library-read-only` */
    requireWriter({ permission, library }: SyncVisit): void {
      if (permission === 'r') throw new DomainError('library-read-only', { value: library.id });
    },

    /** Notes which device it is. */
    recordDevice({ token, bearer }: SyncVisit, device: SyncTokenDevice): void {
      syncTokens.recordUse(token, bearer, device);
    },

    /**
     * Whether the library is on record as deleted. Clients forget a library for good when they are told so: what is
     * merely not found may be a lost database.
     */
    isDeleted: (id: LibraryId): boolean =>
      deletedLibraryTable.find(id) !== null ||
      deletedLibraryTable.isPurged(id) ||
      folderLibraryTable.isGone(id),
  };
}

/** Whom a device acts for. */
export function callerOf({ email, isAdmin }: SyncTokenBearer): Caller {
  return { email, isAdmin };
}

interface LostAccessDependencies
  extends Pick<Ports, 'libraryTable' | 'folderLibraryTable' | 'syncTokenTable'> {
  readonly access: LibraryAccess;
}

/** Ends the sync tokens of those who no longer reach a library. Inside a transaction of the caller. */
export type LostAccess = ReturnType<typeof createLostAccess>;

export function createLostAccess(deps: LostAccessDependencies) {
  const { libraryTable, folderLibraryTable, access, syncTokenTable } = deps;
  function revokeIfLost({ libraryId, userKey, email }: SyncTokenHolder): void {
    const library = libraryTable.find(libraryId);
    const isLost = library === null || access.effective({ email, isAdmin: false }, library) === null;
    if (isLost) syncTokenTable.removeOfUser(libraryId, userKey);
  }

  return {
    /** After users may have lost the library, or a folder, and with it all folders in it. */
    ofLibrary(libraryId: LibraryId): void {
      const folders = folderLibraryTable
        .of(folderLibraryTable.originOf(libraryId) ?? libraryId)
        .map(({ id }) => id);
      for (const id of new Set([libraryId, ...folders]))
        for (const holder of syncTokenTable.holdersOf(id)) revokeIfLost(holder);
    },
    /** After the user may have lost libraries. */
    ofUser(email: string): void {
      for (const holder of syncTokenTable.heldBy(email)) revokeIfLost(holder);
    },
  };
}
