import type { Caller } from '../../core/access/caller.ts';
import { type Device, isDesktop, isPlatform } from '../../core/access/device.ts';
import { DomainError } from '../../core/errors.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { Ports } from '../../engine/ports.ts';
import type { DeviceLibrary, SignedInDevice } from '../../store/sqlite/devices.ts';
import type { SyncTokens } from './sync-tokens.ts';

export interface DevicesDependencies extends Pick<Ports, 'deviceTable' | 'users' | 'clock'> {
  readonly syncTokens: SyncTokens;
}

export interface UnlinkRequest {
  readonly platform: string;
  readonly deviceId: string;
  /** Also tell the device to remove what it holds, the next time that it asks for anything. */
  readonly isWiped: boolean;
}

/** A device with everything that it syncs. */
export interface SyncingDevice extends Device {
  readonly lastUsedAtSeconds: number;
  /** Network address from which it last synced; empty when it never did. */
  readonly address: string;
  readonly wipeOrderedAtSeconds: number | null;
  /** Used last first. */
  readonly libraries: readonly DeviceLibrary[];
}

/** The devices that people have signed in with. */
export type Devices = ReturnType<typeof createDevices>;

export function createDevices({ deviceTable, users, syncTokens, clock }: DevicesDependencies) {
  function userKeyOf({ email }: Caller): number {
    const user = users.find(email);
    if (user === null) throw new DomainError('user-not-found', { value: email });
    return user.key;
  }

  function syncing({ email }: Caller): SyncingDevice[] {
    return joined(deviceTable.ofUser(email), deviceTable.librariesOf(email));
  }

  /** @throws DomainError `item-not-found` when the caller has no such device */
  function requireDevice(caller: Caller, deviceId: string): SyncingDevice {
    const found = syncing(caller).find((device) => device.deviceId === deviceId);
    if (found === undefined) throw new DomainError('item-not-found', { value: deviceId });
    return found;
  }

  return {
    /** Those of the caller: computers first, then whatever was used last. */
    list(caller: Caller): SignedInDevice[] {
      const all = deviceTable.ofUser(caller.email);
      const computers = all.filter(({ platform }) => isDesktop(platform));
      return [...computers, ...all.filter(({ platform }) => !isDesktop(platform))];
    },

    /** Those of the caller that are signed in or sync, with what they sync; used last first. */
    syncing,

    /**
     * Signs a device of the caller out, a computer from syncing as well. A device that is not known is no work.
     * @throws DomainError `argument-invalid`, `user-not-found`
     */
    unlink(caller: Caller, { platform, deviceId, isWiped }: UnlinkRequest): void {
      if (!isPlatform(platform))
        throw new DomainError('argument-invalid', { field: 'platform', value: platform });
      const userKey = userKeyOf(caller);
      deviceTable.end(userKey, { platform, deviceId }, { nowSeconds: clock.nowSeconds(), isWiped });
      if (isDesktop(platform)) syncTokens.revokeForDevice(userKey, deviceId);
    },

    /**
     * Ends all that a device of the caller may do here: its sign-in and all of its syncing.
     * @throws DomainError `item-not-found`
     */
    revoke(caller: Caller, deviceId: string): void {
      requireDevice(caller, deviceId);
      const userKey = userKeyOf(caller);
      const nowSeconds = clock.nowSeconds();
      for (const device of deviceTable.ofUser(caller.email)) {
        if (device.deviceId === deviceId) deviceTable.end(userKey, device, { nowSeconds, isWiped: false });
      }
      syncTokens.revokeForDevice(userKey, deviceId);
    },

    /**
     * Ends the syncing of one library by a device of the caller.
     * @throws DomainError `item-not-found` when it does not sync the library
     */
    revokeLibrary(caller: Caller, deviceId: string, libraryId: LibraryId): void {
      const { libraries } = requireDevice(caller, deviceId);
      if (!libraries.some((library) => library.libraryId === libraryId))
        throw new DomainError('item-not-found', { value: libraryId });
      syncTokens.revokeForDeviceIn(libraryId, userKeyOf(caller), deviceId);
    },
  };
}

/** Sign-ins and what is synced, told together by the id that desktop clients use for both. */
function joined(signedIn: readonly SignedInDevice[], libraries: readonly DeviceLibrary[]): SyncingDevice[] {
  const byDevice = Map.groupBy(libraries, ({ deviceId }) => deviceId);
  const known = new Set(signedIn.map(({ deviceId }) => deviceId));
  const unknown = [...byDevice.values()].flatMap(([last]) =>
    last === undefined || known.has(last.deviceId) ? [] : [{ ...last, ...NO_SIGN_IN }],
  );
  const all = [...signedIn, ...unknown].map((device) =>
    withLibraries(device, byDevice.get(device.deviceId) ?? []),
  );
  return all.sort((left, right) => right.lastUsedAtSeconds - left.lastUsedAtSeconds);
}

/** A device that syncs with tokens that another one fetched for it, or that has signed out since. */
const NO_SIGN_IN = { platform: '', clientVersion: '', platformVersion: '', wipeOrderedAtSeconds: null };

function withLibraries(
  device: Omit<SyncingDevice, 'address' | 'libraries'>,
  libraries: readonly DeviceLibrary[],
): SyncingDevice {
  const [last] = libraries;
  return {
    platform: device.platform,
    deviceId: device.deviceId,
    deviceName: device.deviceName,
    clientVersion: device.clientVersion,
    platformVersion: device.platformVersion,
    lastUsedAtSeconds: Math.max(device.lastUsedAtSeconds, last?.lastUsedAtSeconds ?? 0),
    address: last?.address ?? '',
    wipeOrderedAtSeconds: device.wipeOrderedAtSeconds,
    libraries,
  };
}
