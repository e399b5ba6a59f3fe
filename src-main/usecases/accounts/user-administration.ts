import { type Caller, requireAdministrator } from '../../core/access/caller.ts';
import { deviceOfName, type NamedDevice } from '../../core/access/device.ts';
import { checkPassword, checkQuota, checkUserName, parseEmail, type User } from '../../core/access/user.ts';
import { DomainError } from '../../core/errors.ts';
import type { Ports } from '../../engine/ports.ts';
import type { UserFilter, UserOrder, UserRecord, UserTable } from '../../store/sqlite/users.ts';
import type { ApiTokenIssue } from './api-token-issue.ts';
import type { PasswordChecks } from './password-checks.ts';

export interface UserListRequest {
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
  /** Default `created`: oldest account first. */
  readonly orderBy?: UserOrder;
  readonly isActive?: boolean;
  readonly isAdmin?: boolean;
}

export interface UserPage {
  readonly users: User[];
  /** Over all pages. */
  readonly totalCount: number;
}

export interface NewAccount {
  readonly email: string;
  readonly password: string;
  readonly name?: string;
  readonly isAdmin?: boolean;
  readonly isActive?: boolean;
  readonly role?: string;
  /** Null, the default: unlimited. */
  readonly quotaBytes?: number | null;
}

/** What an administrator may change; only what is present changes. */
export interface AccountChange {
  readonly password?: string;
  readonly name?: string;
  /** Empty: the e-mail itself. */
  readonly contactEmail?: string;
  readonly isAdmin?: boolean;
  readonly isActive?: boolean;
  readonly role?: string;
  readonly quotaBytes?: number | null;
}

export interface UserAdministrationDependencies extends Pick<Ports, 'users' | 'clock' | 'ids'> {
  readonly tokens: ApiTokenIssue;
  readonly passwords: PasswordChecks;
  /** Moves what the user owns to safety, while the account is still there but can do nothing any more. */
  readonly onUserRemoved: (email: string) => Promise<void>;
}

const NEW_PASSWORD_BYTES = 10;
const DEFAULT_ROLE = 'default';

/**
 * What administrators do with accounts. Every verb throws DomainError `permission-denied` for other callers, and the
 * last active administrator stays one (`permission-denied`, reason `last-administrator`).
 */
export function createUserAdministration(deps: UserAdministrationDependencies) {
  return { ...createUserDirectory(deps), ...createUserChanges(deps) };
}

function createUserDirectory({ users, tokens }: UserAdministrationDependencies) {
  return {
    listUsers(caller: Caller, request: UserListRequest): UserPage {
      requireAdministrator(caller);
      const { page, perPage, orderBy = 'created', isActive = null, isAdmin = null } = request;
      return readPage(users, { isActive, isAdmin, text: '' }, { page, perPage, orderBy });
    },
    /** Users whose e-mail, contact e-mail or name holds the text, letter case aside. */
    searchUsers(
      caller: Caller,
      text: string,
      { page, perPage }: { page: number; perPage: number },
    ): UserPage {
      requireAdministrator(caller);
      return readPage(users, { isActive: null, isAdmin: null, text }, { page, perPage, orderBy: 'created' });
    },
    /** @throws DomainError `user-not-found` */
    findUser(caller: Caller, email: string): User {
      return withoutSecrets(requireUser(users, caller, email));
    },
    /**
     * The API token of another user's account, or of a device or script of theirs that is known by a name only.
     * @throws DomainError `user-not-found`, `user-inactive`, `argument-invalid` of a device
     */
    issueTokenOf(caller: Caller, email: string, device: NamedDevice | null = null): string {
      const user = requireUser(users, caller, email);
      if (!user.isActive) throw new DomainError('user-inactive', { value: user.email });
      return tokens.issueDerived(user, device === null ? null : deviceOfName(device));
    },
  };
}

function createUserChanges({ users, passwords, clock, ids, onUserRemoved }: UserAdministrationDependencies) {
  return {
    /** @throws DomainError `argument-missing`, `argument-invalid`, `name-invalid`, `user-exists`, `busy` */
    async createUser(caller: Caller, account: NewAccount): Promise<User> {
      requireAdministrator(caller);
      const email = parseEmail(account.email);
      checkPassword(account.password);
      checkUserName(account.name ?? '');
      checkQuota(account.quotaBytes ?? null);
      requireFreeLogin(users, email);
      const passwordHash = await passwords.hash(account.password, caller.email);
      // The e-mail may have been taken during the derivation.
      requireFreeLogin(users, email);
      users.insert({
        email,
        name: account.name ?? '',
        contactEmail: '',
        passwordHash,
        isAdmin: account.isAdmin ?? false,
        isActive: account.isActive ?? true,
        role: account.role ?? DEFAULT_ROLE,
        quotaBytes: account.quotaBytes ?? null,
        createdAtSeconds: clock.nowSeconds(),
      });
      return withoutSecrets(requireUser(users, caller, email));
    },
    /**
     * A new password or deactivation ends every API and sync token of the user.
     * @throws DomainError `user-not-found`, `argument-missing`, `argument-invalid`, `name-invalid`, `user-exists`, `busy`
     */
    async updateUser(caller: Caller, email: string, change: AccountChange): Promise<User> {
      const before = requireUser(users, caller, email);
      const checked = checkChange(users, before, change);
      const passwordHash =
        change.password === undefined ? undefined : await passwords.hash(change.password, caller.email);
      // Read and decided again: the derivation takes a while.
      const current = requireUser(users, caller, email);
      const after = changed(current, { ...checked, ...(passwordHash === undefined ? {} : { passwordHash }) });
      requireRemainingAdministrator(users, current, after);
      users.update(after);
      return withoutSecrets(after);
    },
    /**
     * Their tokens die before anything else; `handOver` may then give away what they own, `onUserRemoved` takes care of
     * the rest, and the account goes. When either fails, the account stays, deactivated.
     * @throws DomainError `user-not-found`
     */
    async deleteUser(
      caller: Caller,
      email: string,
      handOver?: (email: string) => Promise<void>,
    ): Promise<void> {
      const user = requireUser(users, caller, email);
      requireRemainingAdministrator(users, user, null);
      users.update(changed(user, { isActive: false }));
      await handOver?.(user.email);
      await onUserRemoved(user.email);
      users.remove(user.key);
    },
    /** The new random password; every token of the user ends. @throws DomainError `user-not-found`, `busy` */
    async resetPassword(caller: Caller, email: string): Promise<string> {
      requireUser(users, caller, email);
      const password = ids.hex(NEW_PASSWORD_BYTES);
      const passwordHash = await passwords.hash(password, caller.email);
      users.update(changed(requireUser(users, caller, email), { passwordHash }));
      return password;
    },
  };
}

/** @throws DomainError `permission-denied`, `user-not-found` */
function requireUser(users: UserTable, caller: Caller, email: string): UserRecord {
  requireAdministrator(caller);
  const user = users.find(email.toLowerCase());
  if (user === null) throw new DomainError('user-not-found', { value: email });
  return user;
}

/** The user after the change; a new password or deactivation raises the token generation. */
export function changed(user: UserRecord, change: Partial<UserRecord>): UserRecord {
  const hasNewPassword = change.passwordHash !== undefined && change.passwordHash !== user.passwordHash;
  const isDeactivated = user.isActive && change.isActive === false;
  const tokenGeneration = user.tokenGeneration + Number(hasNewPassword || isDeactivated);
  return { ...user, ...change, tokenGeneration };
}

function checkChange(users: UserTable, user: UserRecord, change: AccountChange): Partial<UserRecord> {
  const { password, contactEmail: contact, ...rest } = change;
  if (password !== undefined) checkPassword(password);
  checkUserName(rest.name ?? '');
  checkQuota(rest.quotaBytes ?? null);
  if (contact === undefined) return rest;
  const contactEmail = contact === '' ? '' : parseEmail(contact, 'contact_email');
  const holder = contactEmail === '' ? null : users.findByLogin(contactEmail);
  if (holder !== null && holder.key !== user.key)
    throw new DomainError('user-exists', { field: 'contact_email', value: contact });
  return { ...rest, contactEmail };
}

/** @throws DomainError `user-exists` for the e-mail of an account, or one that an account signs in with as contact e-mail */
function requireFreeLogin(users: UserTable, email: string): void {
  if (users.findByLogin(email) !== null)
    throw new DomainError('user-exists', { field: 'email', value: email });
}

function requireRemainingAdministrator(users: UserTable, before: UserRecord, after: UserRecord | null): void {
  const wasOne = before.isAdmin && before.isActive;
  const isOne = after?.isAdmin === true && after.isActive;
  if (!wasOne || isOne || users.countAdministrators() > 1) return;
  throw new DomainError('permission-denied', { reason: 'last-administrator', value: before.email });
}

function readPage(
  users: UserTable,
  filter: UserFilter,
  { page, perPage, orderBy }: { page: number; perPage: number; orderBy: UserOrder },
): UserPage {
  const rows = users.page(filter, { order: orderBy, limit: perPage, offset: (page - 1) * perPage });
  return { users: rows.map(withoutSecrets), totalCount: users.count(filter) };
}

function withoutSecrets({ passwordHash: _, tokenGeneration: __, ...user }: UserRecord): User {
  return user;
}
