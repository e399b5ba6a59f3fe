import { DomainError } from '../errors.ts';

/** A person with an account. */
export interface User {
  readonly key: number;
  /** Lower-case; the name of the account everywhere. */
  readonly email: string;
  /** What the user chose to be called; empty when nothing. */
  readonly name: string;
  /** Where to write to, also accepted for signing in; empty when it is the e-mail itself. */
  readonly contactEmail: string;
  readonly isAdmin: boolean;
  readonly isActive: boolean;
  readonly role: string;
  /** Null: unlimited. */
  readonly quotaBytes: number | null;
  readonly createdAtSeconds: number;
  /** Null: never. */
  readonly lastSignInAtSeconds: number | null;
  /** Null: never. */
  readonly lastSeenAtSeconds: number | null;
}

/** How others see a user. */
export interface Profile {
  readonly email: string;
  readonly name: string;
  readonly contactEmail: string;
}

/** The names that listings show: the chosen name, else the local part of the contact e-mail. */
export function profileOf(user: Pick<User, 'email' | 'name' | 'contactEmail'>): Profile {
  const contactEmail = user.contactEmail === '' ? user.email : user.contactEmail;
  const name = user.name === '' ? localPartOf(contactEmail) : user.name;
  return { email: user.email, name, contactEmail };
}

function localPartOf(email: string): string {
  return email.split('@', 1)[0] ?? email;
}

/** Longest address that mail systems carry. */
const EMAIL_MAX_LENGTH = 254;
const EMAIL = /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u;
/** Text forms of department owners; an account of that name would be taken for the department. */
const DEPARTMENT_OWNER = /@(?:service|seafile)_group$/;
/** Far above any passphrase, low enough that hashing the input costs nothing beside the key derivation. */
const PASSWORD_MAX_BYTES = 4096;
const USER_NAME_MAX_LENGTH = 64;
const CONTROL = /\p{Cc}/u;

/**
 * The canonical, lower-case form of an e-mail.
 * @throws DomainError `argument-missing`, `argument-invalid` naming `field`
 */
export function parseEmail(text: string, field = 'email'): string {
  if (text === '') throw new DomainError('argument-missing', { field });
  if (text.length > EMAIL_MAX_LENGTH)
    throw new DomainError('argument-invalid', { field, reason: 'too-long' });
  const email = text.toLowerCase();
  if (!EMAIL.test(email)) throw new DomainError('argument-invalid', { field, value: text });
  if (DEPARTMENT_OWNER.test(email))
    throw new DomainError('argument-invalid', { field, value: text, reason: 'reserved' });
  return email;
}

/** @throws DomainError `argument-missing`, `argument-invalid` with reason `too-long` (over 4,096 bytes) */
export function checkPassword(password: string): void {
  const field = 'password';
  if (password === '') throw new DomainError('argument-missing', { field });
  if (Buffer.byteLength(password) > PASSWORD_MAX_BYTES) {
    throw new DomainError('argument-invalid', { field, reason: 'too-long' });
  }
}

/** @throws DomainError `name-invalid` with reason `too-long` (over 64 characters), `slash` or `control`; empty is fine */
export function checkUserName(name: string): void {
  const reason = userNameFault(name);
  if (reason !== null) throw new DomainError('name-invalid', { field: 'name', reason });
}

function userNameFault(name: string): string | null {
  if ([...name].length > USER_NAME_MAX_LENGTH) return 'too-long';
  if (name.includes('/')) return 'slash';
  return CONTROL.test(name) ? 'control' : null;
}

/** @throws DomainError `argument-invalid`; null is unlimited */
export function checkQuota(quotaBytes: number | null): void {
  if (quotaBytes === null || (Number.isSafeInteger(quotaBytes) && quotaBytes >= 0)) return;
  throw new DomainError('argument-invalid', { field: 'quota_total', value: String(quotaBytes) });
}
