import type { DeviceJson } from '../../src-shared/devices-api.ts';
import { t } from './messages.ts';

const PLATFORMS: ReadonlyMap<string, string> = new Map([
  ['windows', 'Windows'],
  ['linux', 'Linux'],
  ['mac', 'macOS'],
  ['android', 'Android'],
  ['ios', 'iOS'],
]);

/** What is known about a device besides its name, separated by dots; never empty. */
export function deviceText({ platform, client_version, address, libraries }: DeviceJson): string {
  const parts = [
    PLATFORMS.get(platform) ?? platform,
    client_version === '' ? '' : t('clientVersion', { version: client_version }),
    address,
    libraries.length === 0 ? t('syncsNothing') : t('syncsLibraries', { count: libraries.length }),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}
