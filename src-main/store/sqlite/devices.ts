import type { Database } from 'better-sqlite3';
import type { Device } from '../../core/access/device.ts';
import type { LibraryId } from '../../core/library/library-id.ts';

/** A device that a user has signed in with. */
export interface SignedInDevice extends Device {
  /** Names the device and opens nothing: the SHA-256 of its token in hex. */
  readonly key: string;
  readonly lastUsedAtSeconds: number;
  /** When it was told to remove what it holds; null: it was not. */
  readonly wipeOrderedAtSeconds: number | null;
}

/** A library that a device syncs. */
export interface DeviceLibrary {
  /** As the client says when it syncs; desktop clients sign in with the same. */
  readonly deviceId: string;
  readonly deviceName: string;
  readonly libraryId: LibraryId;
  readonly libraryName: string;
  /** Network address of the last use; written once a minute at most, like its time. */
  readonly address: string;
  readonly lastUsedAtSeconds: number;
}

/** The devices behind the tokens on record. Each verb is one statement; e-mails are lower-case. */
export function createDeviceTable(db: Database) {
  const ofUser = db.prepare<[string], Omit<SignedInDevice, 'key'> & { readonly hash: Buffer }>(`
    SELECT t.hash, t.platform, t.device_id AS deviceId, t.device_name AS deviceName, t.client_version AS clientVersion,
      t.platform_version AS platformVersion, t.last_used_at_s AS lastUsedAtSeconds,
      t.wipe_ordered_at_s AS wipeOrderedAtSeconds
    FROM api_tokens t JOIN users u ON u.user_key = t.user_key
    WHERE u.email = ? AND t.kind = 'device' AND (t.wipe_ordered_at_s IS NOT NULL
      OR (t.revoked_at_s IS NULL AND t.generation = u.token_generation))
    ORDER BY t.last_used_at_s DESC, t.device_id`);
  // Of several tokens for one library, the columns are those of the one used last.
  const librariesOf = db.prepare<[string], DeviceLibrary>(`
    SELECT t.device_id AS deviceId, t.device_name AS deviceName, t.library_id AS libraryId, l.name AS libraryName,
      t.last_address AS address, max(t.last_used_at_s) AS lastUsedAtSeconds
    FROM users u JOIN sync_tokens t ON t.user_key = u.user_key AND t.generation = u.token_generation
      JOIN libraries l ON l.id = t.library_id AND l.deleted_at_s IS NULL
    WHERE u.email = ? AND t.device_id <> ''
    GROUP BY t.device_id, t.library_id
    ORDER BY lastUsedAtSeconds DESC, t.device_id, t.library_id`);
  const end = db.prepare(`
    UPDATE api_tokens SET revoked_at_s = coalesce(revoked_at_s, :now),
      wipe_ordered_at_s = CASE WHEN :isWiped THEN :now ELSE wipe_ordered_at_s END
    WHERE user_key = :userKey AND platform = :platform AND device_id = :deviceId AND kind = 'device'`);

  return {
    /** Those that are signed in or told to remove what they hold; used last first. */
    ofUser(email: string): SignedInDevice[] {
      return ofUser.all(email).map(({ hash, ...device }) => ({ ...device, key: hash.toString('hex') }));
    },
    /** What the user's devices sync; used last first. */
    librariesOf(email: string): DeviceLibrary[] {
      return librariesOf.all(email);
    },
    /** Ends the token of a device; with `isWiped`, a client that shows it is told to remove what it holds. */
    end(userKey: number, device: Pick<Device, 'platform' | 'deviceId'>, how: EndOfDevice): void {
      const { platform, deviceId } = device;
      end.run({ userKey, platform, deviceId, now: how.nowSeconds, isWiped: Number(how.isWiped) });
    },
  };
}

interface EndOfDevice {
  readonly nowSeconds: number;
  readonly isWiped: boolean;
}
