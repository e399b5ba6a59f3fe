import type { Device } from '../../core/access/device.ts';
import { DomainError } from '../../core/errors.ts';
import type { Fields } from '../declared-fields.ts';

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
