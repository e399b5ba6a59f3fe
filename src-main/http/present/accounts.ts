import type { DeviceJson } from '../../../src-shared/devices-api.ts';
import type { BodyOf } from '../../../src-shared/local-api.ts';
import type { AccountJson } from '../../../src-shared/session-api.ts';
import type { Caller } from '../../core/access/caller.ts';
import { type Device, isDesktop } from '../../core/access/device.ts';
import { type Profile, profileOf, type User } from '../../core/access/user.ts';
import { DomainError } from '../../core/errors.ts';
import type { People } from '../../usecases/access/people.ts';
import type { Devices } from '../../usecases/accounts/devices.ts';
import type { Credentials } from '../../usecases/accounts/sign-in.ts';
import type { AccountChange } from '../../usecases/accounts/user-administration.ts';
import { type Fields, given, integerOf } from '../declared-fields.ts';
import { type ErrorOverrides, worded } from '../error-wording.ts';
import { avatarUrl, timestamp } from './values.ts';

const NAME_TEXTS: Readonly<Record<string, string>> = {
  'too-long': 'Name is too long (maximum is 64 characters)',
  slash: "Name should not include '/'.",
};

/** How real servers say what is wrong with the name of a person. */
export const NAME_ERRORS: ErrorOverrides = {
  'name-invalid': worded(({ reason = '' }) => NAME_TEXTS[reason] ?? 'name invalid.'),
};

/** Clients read it as "no limit". */
export const UNLIMITED = -2;

export interface AccountSource {
  readonly profile: Profile;
  readonly isAdmin: boolean;
  /** Null: unlimited. */
  readonly quotaBytes: number | null;
  readonly usedBytes: number;
  readonly origin: string;
}

/** `GET /api2/account/info/` */
export function accountInfo({ profile, isAdmin, quotaBytes, usedBytes, origin }: AccountSource) {
  return {
    email: profile.email,
    name: profile.name,
    contact_email: profile.contactEmail,
    login_id: '',
    department: '',
    institution: '',
    avatar_url: `${origin}/media/avatars/default.png`,
    is_staff: isAdmin,
    total: quotaBytes ?? UNLIMITED,
    usage: usedBytes,
    space_usage: usageText(usedBytes, quotaBytes),
    enable_subscription: false,
    file_updates_email_interval: 0,
    collaborate_email_interval: 0,
  };
}

/** Who signs in by a password, and from where. @throws DomainError `argument-missing` */
export function parseSignIn(body: Fields<BodyOf<'POST session/'>>, address: string): Credentials {
  return { login: body.required('email'), password: body.required('password'), address };
}

/** `GET /api/v2.1/user/` */
export function userItem({ email, name, contactEmail }: Profile) {
  return {
    email,
    name,
    contact_email: contactEmail,
    telephone: '',
    login_id: '',
    list_in_address_book: true,
  };
}

/** Facts that only administrators change: mail goes there, and one signs in with it. */
const KEPT = ['contact_email', 'telephone', 'login_id'] as const;

/**
 * The name that a person gives themselves; undefined where they change none.
 * @param now `userItem`
 * @throws DomainError `permission-denied` for what only administrators change
 */
export function parseOwnName(body: Fields, now: ReturnType<typeof userItem>): string | undefined {
  // All users can be found by others, so the value has no effect; only an invalid one is refused.
  body.boolean('list_in_address_book');
  for (const field of KEPT) {
    if ((body.optional(field) ?? now[field]) !== now[field])
      throw new DomainError('permission-denied', { field });
  }
  return body.optional('name');
}

function usageText(usedBytes: number, quotaBytes: number | null): string {
  if (quotaBytes === null || quotaBytes === 0) return '0%';
  return `${((usedBytes / quotaBytes) * 100).toFixed(1)}%`;
}

export function accountJson(people: People, { email, isAdmin }: Caller): AccountJson {
  return { email, name: people.displayName(email), is_admin: isAdmin };
}

const MEGABYTE = 1_000_000;

/** A user as administrators see it. */
export function adminUser(user: User, usedBytes: number, origin: string) {
  const { name, contactEmail } = profileOf(user);
  return {
    email: user.email,
    name,
    contact_email: contactEmail,
    login_id: '',
    is_staff: user.isAdmin,
    is_active: user.isActive,
    quota_usage: usedBytes,
    quota_total: user.quotaBytes ?? UNLIMITED,
    create_time: timestamp(user.createdAtSeconds),
    last_login: timestamp(user.lastSignInAtSeconds),
    last_access_time: timestamp(user.lastSeenAtSeconds),
    role: user.role,
    avatar_url: avatarUrl(origin),
    has_default_device: false,
    is_force_2fa: false,
    social_auth: [],
  };
}

/** A person as others find them. */
export function personItem({ email, name, contactEmail }: Profile, origin: string) {
  return { email, name, contact_email: contactEmail, avatar_url: avatarUrl(origin) };
}

/** What a form changes about an account: only the fields it has. @throws DomainError `argument-invalid` */
export function parseAccountChange(body: Fields): AccountChange {
  return given({
    password: body.optional('password'),
    name: body.text('name'),
    contactEmail: body.text('contact_email'),
    role: body.optional('role'),
    isAdmin: body.optionalBoolean('is_staff'),
    isActive: body.optionalBoolean('is_active'),
    quotaBytes: parseQuota(body),
  });
}

/** `quota_total` is in megabytes; 0 and −2 lift the limit. */
function parseQuota(body: Fields): number | null | undefined {
  const text = body.optional('quota_total');
  if (text === undefined) return undefined;
  const megabytes = integerOf(text);
  if (megabytes === null || megabytes < UNLIMITED)
    throw new DomainError('argument-invalid', { field: 'quota_total' });
  return megabytes > 0 ? megabytes * MEGABYTE : null;
}

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
