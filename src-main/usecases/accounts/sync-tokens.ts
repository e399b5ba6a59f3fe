import {
  hashSecretText,
  isTokenText,
  readNotificationToken,
  signNotificationToken,
} from '../../core/access/token.ts';
import { DomainError } from '../../core/errors.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import type { Ports } from '../../engine/ports.ts';
import { noteIfWritable } from '../../engine/scheduling/background.ts';
import type { SyncTokenBearer, SyncTokenDevice, SyncTokenTable } from '../../store/sqlite/tokens.ts';
import type { LibraryAccess } from '../access/library-access.ts';

const TOKEN_BYTES = 20;
/** Clients ask for a new token at every look at a library; no household has more syncing devices than this. */
const MAX_TOKENS_PER_USER_AND_LIBRARY = 100;
const USE_WRITTEN_EVERY_SECONDS = 60;

export interface SyncTokensDependencies extends Pick<Ports, 'users' | 'clock' | 'ids'> {
  readonly table: SyncTokenTable;
}

/** The rights of users' devices to sync one library each. */
export type SyncTokens = ReturnType<typeof createSyncTokens>;

export function createSyncTokens({ table, users, clock, ids }: SyncTokensDependencies) {
  function userKeyOf(email: string): number {
    const user = users.find(email);
    if (user === null) throw new DomainError('user-not-found', { value: email });
    return user.key;
  }

  return {
    /**
     * A new token of that user for that library, 40 hex digits; of very many, the ones unused longest end.
     * @throws DomainError `user-not-found`
     */
    issue(libraryId: LibraryId, email: string): string {
      const userKey = userKeyOf(email);
      const token = ids.hex(TOKEN_BYTES);
      const record = { hash: hashSecretText(token), libraryId, userKey };
      table.insert(record, clock.nowSeconds());
      table.keepLastUsed(record, MAX_TOKENS_PER_USER_AND_LIBRARY);
      return token;
    },
    /** Who holds the token, looked up afresh at each call. Null: unknown, revoked, or its user is not active. */
    find(token: string): SyncTokenBearer | null {
      return isTokenText(token) ? table.find(hashSecretText(token)) : null;
    },
    /** As `find`, for callers that keep only the SHA-256 of the token. */
    findHashed(hash: Buffer): SyncTokenBearer | null {
      return table.find(hash);
    },
    /** Notes the device behind a token that `find` has just given; written when it is new or a minute has passed. */
    recordUse(token: string, bearer: SyncTokenBearer, device: SyncTokenDevice): void {
      const nowSeconds = clock.nowSeconds();
      const isSame =
        bearer.deviceId === device.deviceId &&
        bearer.deviceName === device.deviceName &&
        bearer.address === device.address;
      if (isSame && nowSeconds - bearer.lastUsedAtSeconds < USE_WRITTEN_EVERY_SECONDS) return;
      noteIfWritable(() => table.recordUse(hashSecretText(token), device, nowSeconds));
    },
    revokeForLibrary(libraryId: LibraryId): void {
      table.removeOfLibrary(libraryId);
    },
    revokeForDevice(userKey: number, deviceId: string): void {
      table.removeOfDevice(userKey, deviceId);
    },
    /** The device no longer syncs that library; its others stay. */
    revokeForDeviceIn(libraryId: LibraryId, userKey: number, deviceId: string): void {
      table.removeOfDeviceIn(libraryId, userKey, deviceId);
    },
  };
}

/** Clients ask for a new one every three days; a computer that slept over that asks late. */
const GOOD_FOR_SECONDS = 4 * 24 * 60 * 60;

interface NotificationTokensDependencies extends Pick<Ports, 'libraryTable' | 'clock'> {
  readonly syncTokens: SyncTokens;
  readonly access: LibraryAccess;
  /** Key of the tokens. */
  readonly secret: Uint8Array;
}

/** What a token is worth now; `refused` also when the right that it came from is gone. */
type NotificationTokenState =
  | { readonly kind: 'good'; readonly headId: CommitId }
  | { readonly kind: 'expired' | 'refused' };

const REFUSED: NotificationTokenState = { kind: 'refused' };

/** By these, clients hear at once that a library has changed. Nothing of them is stored. */
export type NotificationTokens = ReturnType<typeof createNotificationTokens>;

export function createNotificationTokens(deps: NotificationTokensDependencies) {
  const { syncTokens, libraryTable, access, clock, secret } = deps;

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
      const library = libraryTable.find(token.libraryId);
      if (bearer?.libraryId !== libraryId || library === null) return REFUSED;
      if (access.effective(bearer, library) === null) return REFUSED;
      if (token.expiresAtSeconds <= clock.nowSeconds()) return { kind: 'expired' };
      return { kind: 'good', headId: library.headId };
    },
  };
}
