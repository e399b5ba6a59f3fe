import type { DeviceJson } from '../../src-shared/devices-api.ts';
import { formatCount } from './size.ts';

const PLATFORMS: ReadonlyMap<string, string> = new Map([
  ['windows', 'Windows'],
  ['linux', 'Linux'],
  ['mac', 'macOS'],
  ['android', 'Android'],
  ['ios', 'iOS'],
]);

/** What is known of a device beside its name, parted by dots; never empty. */
export function deviceWords({ platform, client_version, address, libraries }: DeviceJson): string {
  const parts = [
    PLATFORMS.get(platform) ?? platform,
    client_version === '' ? '' : `client ${client_version}`,
    address,
    libraries.length === 0
      ? 'syncs nothing'
      : `syncs ${formatCount(libraries.length, 'library', 'libraries')}`,
  ];
  return parts.filter((part) => part !== '').join(' · ');
}
