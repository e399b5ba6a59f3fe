import { isDesktop } from '../../core/access/device.ts';
import type { Devices } from '../../services/devices.ts';
import { timestamp } from './timestamp.ts';

type DeviceRow = ReturnType<Devices['list']>[number];

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
    // Not kept: where people are is nobody's business.
    last_login_ip: '',
    wiped_at: wipeOrderedAtSeconds === null ? null : timestamp(wipeOrderedAtSeconds),
    is_desktop_client: isDesktop(device.platform),
  };
}
