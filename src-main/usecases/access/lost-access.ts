import type { LibraryId } from '../../core/library/library-id.ts';
import type { Libraries } from '../../store/sqlite/libraries.ts';
import type { SyncTokenHolder, SyncTokenTable } from '../../store/sqlite/tokens.ts';
import type { LibraryAccess } from './library-access.ts';

export interface LostAccessDependencies {
  readonly libraries: Libraries;
  readonly access: LibraryAccess;
  readonly syncTokens: SyncTokenTable;
}

/** Ends the sync tokens of those who no longer reach a library. Inside a transaction of the caller. */
export type LostAccess = ReturnType<typeof createLostAccess>;

export function createLostAccess({ libraries, access, syncTokens }: LostAccessDependencies) {
  function revokeIfLost({ libraryId, userKey, email }: SyncTokenHolder): void {
    const library = libraries.find(libraryId);
    const isLost = library === null || access.effective({ email, isAdmin: false }, library) === null;
    if (isLost) syncTokens.removeOfUser(libraryId, userKey);
  }

  return {
    /** After users may have lost the library. */
    ofLibrary(libraryId: LibraryId): void {
      for (const holder of syncTokens.holdersOf(libraryId)) revokeIfLost(holder);
    },
    /** After the user may have lost libraries. */
    ofUser(email: string): void {
      for (const holder of syncTokens.heldBy(email)) revokeIfLost(holder);
    },
  };
}
