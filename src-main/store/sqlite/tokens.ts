import type { Database } from 'better-sqlite3';
import type { Device } from '../../core/access/device.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { createUntilWritten, type UntilWritten } from './until-written.ts';

/** `account` and `device` tokens are derived and come back at each sign-in; `session` and `local` ones are random. */
export type ApiTokenKind = 'account' | 'device' | 'session' | 'local';

export interface NewApiToken {
  readonly hash: Buffer;
  readonly userKey: number;
  readonly kind: ApiTokenKind;
  /** Token generation of the user at this moment. */
  readonly generation: number;
  readonly nowSeconds: number;
  /** SHA-256 of the token that this one ends with; absent or null: none. */
  readonly openedBy?: Buffer | null;
}

/** The place of a derived token: one for the account, one for each device. */
export interface ApiTokenSlot {
  readonly generation: number;
  readonly revision: number;
  readonly isRevoked: boolean;
  readonly lastUsedAtSeconds: number;
}

/** What a token says about its bearer. */
export interface ApiTokenBearer {
  readonly kind: ApiTokenKind;
  readonly platform: string;
  readonly deviceId: string;
  readonly createdAtSeconds: number;
  readonly lastUsedAtSeconds: number;
  /** Revoked, of an earlier generation, or opened by a token that has ended. A `local` token does not depend on the password, so not on generations. */
  readonly isRevoked: boolean;
  /** Opened by another token, with which it ends. */
  readonly isOpened: boolean;
  /** The device is to remove what it holds. */
  readonly isWiped: boolean;
  /** Null when the user was deleted. */
  readonly user: {
    readonly key: number;
    readonly email: string;
    readonly isAdmin: boolean;
    readonly isActive: boolean;
  } | null;
}

/** The API tokens on record, known by their SHA-256 only. Each verb is one statement. */
export function createApiTokenTable(db: Database) {
  const statements = prepareStatements(db);

  return {
    /** @see createUntilWritten */
    untilWritten: <Value>(): UntilWritten<Value> => createUntilWritten<Value>(db),
    /** One indexed look-up. Null when no such token was ever issued, or it is gone without a trace. */
    find(hash: Buffer): ApiTokenBearer | null {
      const row = statements.find.get(hash);
      return row === undefined ? null : bearerOf(row);
    },
    findSlot(userKey: number, platform: string, deviceId: string): ApiTokenSlot | null {
      const row = statements.findSlot.get(userKey, platform, deviceId);
      if (row === undefined) return null;
      return {
        generation: row.generation,
        revision: row.revision,
        isRevoked: row.revoked_at_s !== null,
        lastUsedAtSeconds: row.last_used_at_s,
      };
    },
    /** Puts a derived token in its slot, in place of what was there. */
    fillSlot(token: NewApiToken, revision: number, device: Device): void {
      statements.fillSlot.run({ ...token, revision, ...device });
    },
    insert(token: NewApiToken): void {
      statements.insert.run({ openedBy: null, ...token });
    },
    recordUse(hash: Buffer, nowSeconds: number): void {
      statements.recordUse.run(nowSeconds, hash);
    },
    /** The token is refused from now on; its slot remembers that, so that it does not come back. */
    revoke(hash: Buffer, nowSeconds: number): void {
      statements.revoke.run(nowSeconds, hash);
    },
    remove(hash: Buffer): void {
      statements.remove.run(hash);
    },
    removeAllOfKind(kind: ApiTokenKind): void {
      statements.removeKind.run(kind);
    },
    /** Removes all but `count` tokens of that user and kind: this one, and the ones used last. */
    keepLastUsed({ hash, userKey, kind }: NewApiToken, count: number): void {
      statements.keepLastUsed.run({ hash, userKey, kind, count });
    },
  };
}

const FIND_SQL = `
  SELECT t.kind, t.platform, t.device_id, t.created_at_s, t.last_used_at_s, t.revoked_at_s,
    t.wipe_ordered_at_s, t.generation,
    u.user_key, u.email, u.is_admin, u.is_active, u.token_generation,
    t.opened_by IS NOT NULL AS is_opened,
    t.opened_by IS NOT NULL AND (opener.hash IS NULL OR opener.revoked_at_s IS NOT NULL) AS is_opener_gone
  FROM api_tokens t LEFT JOIN users u ON u.user_key = t.user_key
    LEFT JOIN api_tokens opener ON opener.hash = t.opened_by
  WHERE t.hash = +?`;

const INSERT_SQL = `
  INSERT INTO api_tokens (hash, user_key, kind, generation, opened_by, created_at_s, last_used_at_s)
  VALUES (:hash, :userKey, :kind, :generation, :openedBy, :nowSeconds, :nowSeconds)`;

const FILL_SLOT_SQL = `
  INSERT INTO api_tokens (hash, user_key, kind, generation, revision, platform, device_id, device_name,
    client_version, platform_version, created_at_s, last_used_at_s)
  VALUES (:hash, :userKey, :kind, :generation, :revision, :platform, :deviceId, :deviceName,
    :clientVersion, :platformVersion, :nowSeconds, :nowSeconds)
  ON CONFLICT (user_key, platform, device_id) WHERE kind IN ('account', 'device') DO UPDATE SET
    hash = excluded.hash, generation = excluded.generation, revision = excluded.revision, revoked_at_s = NULL,
    wipe_ordered_at_s = NULL, device_name = excluded.device_name, client_version = excluded.client_version,
    platform_version = excluded.platform_version, last_used_at_s = excluded.last_used_at_s,
    created_at_s = CASE WHEN hash = excluded.hash THEN created_at_s ELSE excluded.created_at_s END`;

function prepareStatements(db: Database) {
  return {
    find: db.prepare<[Buffer], BearerRow>(FIND_SQL),
    findSlot: db.prepare<[number, string, string], SlotRow>(
      `SELECT generation, revision, revoked_at_s, last_used_at_s FROM api_tokens
       WHERE user_key = ? AND platform = ? AND device_id = ? AND kind IN ('account', 'device')`,
    ),
    insert: db.prepare<[Required<NewApiToken>]>(INSERT_SQL),
    fillSlot: db.prepare<[NewApiToken & Device & { revision: number }]>(FILL_SLOT_SQL),
    recordUse: db.prepare<[number, Buffer]>('UPDATE api_tokens SET last_used_at_s = ? WHERE hash = ?'),
    revoke: db.prepare<[number, Buffer]>(
      'UPDATE api_tokens SET revoked_at_s = ? WHERE hash = ? AND revoked_at_s IS NULL',
    ),
    remove: db.prepare<[Buffer]>('DELETE FROM api_tokens WHERE hash = ?'),
    removeKind: db.prepare<[ApiTokenKind]>('DELETE FROM api_tokens WHERE kind = ?'),
    keepLastUsed: db.prepare<[Pick<NewApiToken, 'hash' | 'userKey' | 'kind'> & { count: number }]>(
      `DELETE FROM api_tokens WHERE user_key = :userKey AND kind = :kind AND hash NOT IN (
         SELECT hash FROM api_tokens WHERE user_key = :userKey AND kind = :kind
         ORDER BY hash = :hash DESC, last_used_at_s DESC LIMIT :count)`,
    ),
  };
}

interface SlotRow {
  generation: number;
  revision: number;
  revoked_at_s: number | null;
  last_used_at_s: number;
}

interface BearerRow {
  kind: ApiTokenKind;
  platform: string;
  device_id: string;
  created_at_s: number;
  last_used_at_s: number;
  revoked_at_s: number | null;
  wipe_ordered_at_s: number | null;
  generation: number;
  user_key: number | null;
  email: string | null;
  is_admin: number | null;
  is_active: number | null;
  token_generation: number | null;
  is_opened: number;
  is_opener_gone: number;
}

function bearerOf(row: BearerRow): ApiTokenBearer {
  const isCurrent = row.kind === 'local' || row.generation === row.token_generation;
  return {
    kind: row.kind,
    isOpened: row.is_opened === 1,
    platform: row.platform,
    deviceId: row.device_id,
    createdAtSeconds: row.created_at_s,
    lastUsedAtSeconds: row.last_used_at_s,
    isRevoked: row.revoked_at_s !== null || !isCurrent || row.is_opener_gone === 1,
    isWiped: row.wipe_ordered_at_s !== null,
    user: userOf(row),
  };
}

function userOf({ user_key: key, email, is_admin, is_active }: BearerRow): ApiTokenBearer['user'] {
  if (key === null || email === null) return null;
  return { key, email, isAdmin: is_admin === 1, isActive: is_active === 1 };
}

/** What a sync token says about its bearer. */
export interface SyncTokenBearer {
  readonly libraryId: LibraryId;
  readonly userKey: number;
  readonly email: string;
  readonly isAdmin: boolean;
  /** Empty until a client says which device it is. */
  readonly deviceId: string;
  readonly deviceName: string;
  /** Network address of the last use that was written. */
  readonly address: string;
  readonly lastUsedAtSeconds: number;
}

export interface NewSyncToken {
  readonly hash: Buffer;
  readonly libraryId: LibraryId;
  readonly userKey: number;
}

/** What a client says about itself when it begins to sync. */
export interface SyncTokenDevice {
  readonly deviceId: string;
  readonly deviceName: string;
  /** Network address that it comes from. */
  readonly address: string;
}

/** The sync tokens on record, known by their SHA-256 only. Each verb is one statement. */
export type SyncTokenTable = ReturnType<typeof createSyncTokenTable>;

export function createSyncTokenTable(db: Database) {
  const statements = prepareSyncStatements(db);

  return {
    /** Null when the token is unknown or of an earlier generation, or its user is not active. */
    find(hash: Buffer): SyncTokenBearer | null {
      const row = statements.find.get(hash);
      return row === undefined ? null : { ...row, isAdmin: row.isAdmin === 1 };
    },
    /** The user must exist. */
    insert({ hash, libraryId, userKey }: NewSyncToken, nowSeconds: number): void {
      statements.insert.run({ hash, library_id: libraryId, user_key: userKey, now_s: nowSeconds });
    },
    recordUse(hash: Buffer, device: SyncTokenDevice, nowSeconds: number): void {
      statements.recordUse.run({ ...device, nowSeconds, hash });
    },
    removeOfLibrary(libraryId: LibraryId): void {
      statements.removeOfLibrary.run(libraryId);
    },
    removeOfUser(libraryId: LibraryId, userKey: number): void {
      statements.removeOfUser.run(libraryId, userKey);
    },
    removeOfDevice(userKey: number, deviceId: string): void {
      statements.removeOfDevice.run(userKey, deviceId);
    },
    removeOfDeviceIn(libraryId: LibraryId, userKey: number, deviceId: string): void {
      statements.removeOfDeviceIn.run(libraryId, userKey, deviceId);
    },
    /** Who holds tokens for the library. */
    holdersOf(libraryId: LibraryId): SyncTokenHolder[] {
      return statements.holdersOf.all(libraryId);
    },
    /** Devices that synchronize the library. */
    countDevices(libraryId: LibraryId): number {
      return statements.countDevices.get(libraryId) ?? 0;
    },
    /** The libraries that the user holds tokens for. */
    heldBy(email: string): SyncTokenHolder[] {
      return statements.heldBy.all(email);
    },
    /** Removes all but `count` tokens of that user for that library: this one, and the ones used last. */
    keepLastUsed({ hash, libraryId, userKey }: NewSyncToken, count: number): void {
      statements.keepLastUsed.run({ hash, library_id: libraryId, user_key: userKey, count });
    },
  };
}

const HOLDERS = `SELECT DISTINCT t.library_id AS libraryId, t.user_key AS userKey, u.email
  FROM sync_tokens t JOIN users u ON u.user_key = t.user_key`;

function prepareSyncStatements(db: Database) {
  return {
    find: db.prepare<[Buffer], Omit<SyncTokenBearer, 'isAdmin'> & { readonly isAdmin: number }>(
      `SELECT t.library_id AS libraryId, t.user_key AS userKey, u.email, u.is_admin AS isAdmin, t.device_id AS deviceId,
         t.device_name AS deviceName, t.last_address AS address, t.last_used_at_s AS lastUsedAtSeconds
       FROM sync_tokens t JOIN users u ON u.user_key = t.user_key
       WHERE t.hash = +? AND u.is_active = 1 AND t.generation = u.token_generation`,
    ),
    insert: db.prepare<[{ hash: Buffer; library_id: string; user_key: number; now_s: number }]>(
      `INSERT INTO sync_tokens (hash, library_id, user_key, generation, created_at_s, last_used_at_s)
       SELECT :hash, :library_id, user_key, token_generation, :now_s, :now_s FROM users WHERE user_key = :user_key`,
    ),
    recordUse: db.prepare<[SyncTokenDevice & { hash: Buffer; nowSeconds: number }]>(
      `UPDATE sync_tokens SET device_id = :deviceId, device_name = :deviceName, last_address = :address,
         last_used_at_s = :nowSeconds WHERE hash = :hash`,
    ),
    removeOfLibrary: db.prepare<[string]>('DELETE FROM sync_tokens WHERE library_id = ?'),
    removeOfUser: db.prepare<[string, number]>(
      'DELETE FROM sync_tokens WHERE library_id = ? AND user_key = ?',
    ),
    removeOfDevice: db.prepare<[number, string]>(
      'DELETE FROM sync_tokens WHERE user_key = ? AND device_id = ?',
    ),
    removeOfDeviceIn: db.prepare<[string, number, string]>(
      'DELETE FROM sync_tokens WHERE library_id = ? AND user_key = ? AND device_id = ?',
    ),
    holdersOf: db.prepare<[string], SyncTokenHolder>(`${HOLDERS} WHERE t.library_id = ?`),
    countDevices: db
      .prepare<[string], number>(
        "SELECT count(DISTINCT device_id) FROM sync_tokens WHERE library_id = ? AND device_id <> ''",
      )
      .pluck(),
    heldBy: db.prepare<[string], SyncTokenHolder>(`${HOLDERS} WHERE u.email = ?`),
    keepLastUsed: db.prepare<[{ hash: Buffer; library_id: string; user_key: number; count: number }]>(
      `DELETE FROM sync_tokens WHERE library_id = :library_id AND user_key = :user_key AND hash NOT IN (
         SELECT hash FROM sync_tokens WHERE library_id = :library_id AND user_key = :user_key
         ORDER BY hash = :hash DESC, last_used_at_s DESC LIMIT :count)`,
    ),
  };
}

/** One or more tokens of a user for a library. */
export interface SyncTokenHolder {
  readonly libraryId: LibraryId;
  readonly userKey: number;
  readonly email: string;
}
