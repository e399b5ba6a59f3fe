import { hash } from 'node:crypto';
import { DomainError } from '../errors.ts';

/** A device that signs in, as its client describes it. */
export interface Device {
  readonly platform: string;
  readonly deviceId: string;
  readonly deviceName: string;
  readonly clientVersion: string;
  readonly platformVersion: string;
}

/** Forms of device ids that the reference server accepts; anything else it calls an invalid device id. */
const DEVICE_IDS: ReadonlyMap<string, RegExp> = new Map([
  ['windows', /^[^\p{Cc}]{40}$/u],
  ['linux', /^[^\p{Cc}]{40}$/u],
  ['mac', /^[^\p{Cc}]{40}$/u],
  ['android', /^[0-9a-fA-F]{1,16}$/],
  ['ios', /^[^\p{Cc}]{36}$/u],
]);
/** Where ids are shorter than those of computers. */
const ID_LENGTHS: Readonly<Record<string, number>> = { android: 16, ios: 36 };
const DESKTOPS: ReadonlySet<string> = new Set(['windows', 'linux', 'mac']);
const NAME_MAX_LENGTH = 40;
const VERSION_MAX_LENGTH = 64;

/**
 * The device as it is kept: names cut to 40 characters, versions to 64.
 * @throws DomainError `argument-invalid` with field `platform` or `device_id`
 */
export function checkDevice(device: Device): Device {
  const idForm = DEVICE_IDS.get(device.platform);
  if (idForm === undefined)
    throw new DomainError('argument-invalid', { field: 'platform', value: device.platform });
  if (!idForm.test(device.deviceId)) throw new DomainError('argument-invalid', { field: 'device_id' });
  return {
    platform: device.platform,
    deviceId: device.deviceId,
    deviceName: cut(device.deviceName, NAME_MAX_LENGTH),
    clientVersion: cut(device.clientVersion, VERSION_MAX_LENGTH),
    platformVersion: cut(device.platformVersion, VERSION_MAX_LENGTH),
  };
}

/** A device or script that never signs in: a user gave it a name and a token. */
export interface NamedDevice {
  readonly name: string;
  readonly platform: string;
}

/**
 * As a device that has signed in, the same one for the same name.
 * @throws DomainError `argument-invalid` with field `device` for a name that is empty, long or not one line, or field `platform`
 */
export function deviceOfName({ name, platform }: NamedDevice): Device {
  const deviceName = checkDeviceName(name);
  const deviceId = hash('sha1', `token for ${deviceName}`);
  return checkDevice({ platform, deviceId, deviceName, clientVersion: '', platformVersion: '' });
}

/** As one that was not there before. @param id 40 hexadecimal characters @throws DomainError as `deviceOfName` */
export function newDevice({ name, platform }: NamedDevice, id: string): Device {
  const deviceName = checkDeviceName(name);
  const length = ID_LENGTHS[platform] ?? id.length;
  const deviceId = id.slice(0, length);
  return checkDevice({ platform, deviceId, deviceName, clientVersion: '', platformVersion: '' });
}

function checkDeviceName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '' || [...trimmed].length > NAME_MAX_LENGTH || /\p{Cc}/u.test(trimmed))
    throw new DomainError('argument-invalid', { field: 'device', value: name });
  return trimmed;
}

/** Whether devices of that kind can sign in. */
export function isPlatform(text: string): boolean {
  return DEVICE_IDS.has(text);
}

/** Desktop clients sync libraries; signing one out also ends its sync tokens. */
export function isDesktop(platform: string): boolean {
  return DESKTOPS.has(platform);
}

function cut(text: string, maxLength: number): string {
  return [...text].slice(0, maxLength).join('');
}
