import { hashSecretText, readNotificationToken, signNotificationToken } from '../../core/access/token.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import type { Clock } from '../../engine/ports.ts';
import type { Libraries } from '../../store/sqlite/libraries.ts';
import type { LibraryAccess } from '../access/library-access.ts';
import type { SyncTokens } from './sync-tokens.ts';

/** Clients ask for a new one every three days; a computer that slept over that asks late. */
const GOOD_FOR_SECONDS = 4 * 24 * 60 * 60;

export interface NotificationTokensDependencies {
  readonly syncTokens: SyncTokens;
  readonly libraries: Libraries;
  readonly access: LibraryAccess;
  readonly clock: Clock;
  /** Key of the tokens. */
  readonly secret: Uint8Array;
}

/** What a token is worth now; `refused` also when the right that it came from is gone. */
export type NotificationTokenState =
  | { readonly kind: 'good'; readonly headId: CommitId }
  | { readonly kind: 'expired' | 'refused' };

const REFUSED: NotificationTokenState = { kind: 'refused' };

/** By these, clients hear at once that a library has changed. Nothing of them is stored. */
export type NotificationTokens = ReturnType<typeof createNotificationTokens>;

export function createNotificationTokens(deps: NotificationTokensDependencies) {
  const { syncTokens, libraries, access, clock, secret } = deps;

  return {
    /** A token for the client that holds that sync token, good for four days. */
    issue(libraryId: LibraryId, syncToken: string): string {
      const expiresAtSeconds = clock.nowSeconds() + GOOD_FOR_SECONDS;
      const syncTokenHash = hashSecretText(syncToken);
      return signNotificationToken(secret, { libraryId, expiresAtSeconds, syncTokenHash });
    },
    /** Looked up afresh at each call, so that revoking bites at once. */
    state(libraryId: string, text: string): NotificationTokenState {
      const token = readNotificationToken(secret, text);
      if (token === null || token.libraryId !== libraryId) return REFUSED;
      const bearer = syncTokens.findHashed(token.syncTokenHash);
      const library = libraries.find(token.libraryId);
      if (bearer?.libraryId !== libraryId || library === null) return REFUSED;
      if (access.effective(bearer, library) === null) return REFUSED;
      if (token.expiresAtSeconds <= clock.nowSeconds()) return { kind: 'expired' };
      return { kind: 'good', headId: library.headId };
    },
  };
}
