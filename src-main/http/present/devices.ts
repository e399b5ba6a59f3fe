import type { DeviceJson } from '../../../src-shared/devices-api.ts';
import { type Device, isDesktop } from '../../core/access/device.ts';
import { DomainError } from '../../core/errors.ts';
import type { Devices } from '../../usecases/accounts/devices.ts';
import type { Fields } from '../declared-fields.ts';
import { timestamp } from './values.ts';

/**
 * The device that a sign-in describes; null when it describes none.
 * @throws DomainError `argument-invalid` with field `device` when only a part of it is there.
 */
export function parseDevice(body: Fields): Device | null {
  const [platform = '', deviceId = '', deviceName = ''] = ['platform', 'device_id', 'device_name'].map(
    (name) => body.text(name),
  );
  const given = [platform, deviceId, deviceName].filter((text) => text !== '').length;
  if (given === 0) return null;
  if (given < 3) throw new DomainError('argument-invalid', { field: 'device' });
  const clientVersion = body.text('client_version') ?? '';
  const platformVersion = body.text('platform_version') ?? '';
  return { platform, deviceId, deviceName, clientVersion, platformVersion };
}

type DeviceRow = ReturnType<Devices['list']>[number];
type SyncingDevice = ReturnType<Devices['syncing']>[number];

/** A row of `GET /api2/devices/`. */
export function deviceItem(device: DeviceRow, email: string) {
  const { wipeOrderedAtSeconds } = device;
  return {
    key: device.key,
    user: email,
    platform: device.platform,
    device_id: device.deviceId,
    device_name: device.deviceName,
    client_version: device.clientVersion,
    platform_version: device.platformVersion,
    last_accessed: timestamp(device.lastUsedAtSeconds),
    // Kept for devices that sync only, and shown to their owner on our own surface.
    last_login_ip: '',
    wiped_at: wipeOrderedAtSeconds === null ? null : timestamp(wipeOrderedAtSeconds),
    is_desktop_client: isDesktop(device.platform),
  };
}

/** A row of `GET /api/local/v1/devices/`. */
export function deviceJson(device: SyncingDevice): DeviceJson {
  return {
    device_id: device.deviceId,
    name: device.deviceName,
    platform: device.platform,
    client_version: device.clientVersion,
    platform_version: device.platformVersion,
    last_used_at: device.lastUsedAtSeconds,
    address: device.address,
    wipe_ordered_at: device.wipeOrderedAtSeconds ?? 0,
    libraries: device.libraries.map((library) => ({
      library_id: library.libraryId,
      library_name: library.libraryName,
      last_used_at: library.lastUsedAtSeconds,
      address: library.address,
    })),
  };
}
