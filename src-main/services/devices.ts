import type { Caller } from '../core/access/caller.ts';
import { isDesktop, isPlatform } from '../core/access/device.ts';
import { DomainError } from '../core/errors.ts';
import type { DeviceTable, SignedInDevice } from '../store/sqlite/devices.ts';
import type { Users } from '../store/sqlite/users.ts';
import type { Clock } from './ports.ts';
import type { SyncTokens } from './sync-tokens.ts';

export interface DevicesDependencies {
  readonly devices: DeviceTable;
  readonly users: Users;
  readonly syncTokens: SyncTokens;
  readonly clock: Clock;
}

export interface UnlinkRequest {
  readonly platform: string;
  readonly deviceId: string;
  /** Also tell the device to remove what it holds, the next time that it asks for anything. */
  readonly isWiped: boolean;
}

/** The devices that people have signed in with. */
export type Devices = ReturnType<typeof createDevices>;

export function createDevices({ devices, users, syncTokens, clock }: DevicesDependencies) {
  return {
    /** Those of the caller: computers first, then whatever was used last. */
    list(caller: Caller): SignedInDevice[] {
      const all = devices.ofUser(caller.email);
      const computers = all.filter(({ platform }) => isDesktop(platform));
      return [...computers, ...all.filter(({ platform }) => !isDesktop(platform))];
    },

    /**
     * Signs a device of the caller out, a computer from syncing as well. A device that is not known is no work.
     * @throws DomainError `argument-invalid`, `user-not-found`
     */
    unlink(caller: Caller, { platform, deviceId, isWiped }: UnlinkRequest): void {
      if (!isPlatform(platform))
        throw new DomainError('argument-invalid', { field: 'platform', value: platform });
      const user = users.find(caller.email);
      if (user === null) throw new DomainError('user-not-found', { value: caller.email });
      devices.end(user.key, { platform, deviceId }, { nowSeconds: clock.nowSeconds(), isWiped });
      if (isDesktop(platform)) syncTokens.revokeForDevice(user.key, deviceId);
    },
  };
}
