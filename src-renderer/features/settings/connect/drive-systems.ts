import type { FieldsOf } from '../../../../src-shared/local-api.ts';
import { t } from './messages.ts';
import { isLoopbackAddress } from './phone-programs.ts';

/** Systems whose file managers open drives, each in its own way. */
export type DriveSystem = 'windows' | 'mac' | 'gnome' | 'kde' | 'ios' | 'android';

interface DriveKind {
  readonly label: string;
  readonly steps: readonly string[];
  readonly platform: NonNullable<FieldsOf<'POST devices/'>['platform']>;
  /** Replaces `http`; absent: nothing does. */
  readonly scheme?: string;
  /** It is another device than the computer that Keepfold runs on. */
  readonly isPhone?: true;
}

export const DRIVE_SYSTEMS: Readonly<Record<DriveSystem, DriveKind>> = {
  windows: { label: t('windows'), steps: [t('windows1'), t('windows2')], platform: 'windows' },
  mac: { label: t('mac'), steps: [t('mac1'), t('mac2')], platform: 'mac' },
  gnome: { label: t('gnome'), steps: [t('gnome1'), t('gnome2')], platform: 'linux', scheme: 'dav' },
  kde: { label: t('kde'), steps: [t('kde1'), t('kde2')], platform: 'linux', scheme: 'webdav' },
  ios: { label: t('ios'), steps: [t('ios1'), t('ios2')], platform: 'ios', isPhone: true },
  android: { label: t('android'), steps: [t('android1'), t('android2')], platform: 'android', isPhone: true },
};

/** The system that a browser says it runs on. */
export function systemOf(userAgent: string): DriveSystem {
  if (/Android/.test(userAgent)) return 'android';
  if (/iPhone|iPad/.test(userAgent)) return 'ios';
  if (/Windows/.test(userAgent)) return 'windows';
  return /Mac OS/.test(userAgent) ? 'mac' : 'gnome';
}

/** Addresses that devices of the system reach, the best first. */
export function driveAddresses(system: DriveSystem, addresses: readonly string[]): readonly string[] {
  const { isPhone, scheme } = DRIVE_SYSTEMS[system];
  const reached = isPhone ? addresses.filter((address) => !isLoopbackAddress(address)) : addresses;
  const costOf = (address: string): number => {
    // Phones often do not find names of the network, and Windows wants HTTPS.
    if (isPhone) return Number(address.includes('.local:'));
    return system === 'windows' ? Number(address.startsWith('http:')) : 0;
  };
  const sorted = reached.toSorted((a, b) => costOf(a) - costOf(b));
  return scheme === undefined ? sorted : sorted.map((address) => address.replace(/^http/, scheme));
}

/** Whether it is one that only a certificate of our own covers: no authority certifies local names and IP addresses. */
export function isOfNetwork(address: string): boolean {
  const name = URL.parse(address)?.hostname ?? '';
  return /^[\d.]+$|^\[|\.local$/.test(name);
}
