import { type Profile, profileOf, type User } from '../../core/access/user.ts';
import { DomainError } from '../../core/errors.ts';
import type { AccountChange } from '../../usecases/accounts/user-administration.ts';
import type { Fields } from '../declared-fields.ts';
import { UNLIMITED } from './account.ts';
import { integerOf, optional, parseBoolean } from './parse-fields.ts';
import { timestamp } from './timestamp.ts';
import { avatarUrl } from './v21-libraries.ts';

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

/**
 * What a form changes about an account: only the fields it has.
 * @throws DomainError `argument-invalid`
 */
export function parseAccountChange(body: Fields): AccountChange {
  const password = optional(body, 'password');
  const name = body.text('name');
  const contactEmail = body.text('contact_email');
  const role = optional(body, 'role');
  return {
    ...(password === undefined ? {} : { password }),
    ...(name === undefined ? {} : { name }),
    ...(contactEmail === undefined ? {} : { contactEmail }),
    ...(role === undefined ? {} : { role }),
    ...(optional(body, 'is_staff') === undefined ? {} : { isAdmin: parseBoolean(body, 'is_staff') }),
    ...(optional(body, 'is_active') === undefined ? {} : { isActive: parseBoolean(body, 'is_active') }),
    ...parseQuota(body),
  };
}

/** `quota_total` is in megabytes; 0 and −2 lift the limit. */
function parseQuota(body: Fields): { quotaBytes?: number | null } {
  const text = optional(body, 'quota_total');
  if (text === undefined) return {};
  const megabytes = integerOf(text);
  if (megabytes === null || megabytes < UNLIMITED)
    throw new DomainError('argument-invalid', { field: 'quota_total' });
  return { quotaBytes: megabytes > 0 ? megabytes * MEGABYTE : null };
}
