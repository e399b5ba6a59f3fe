import type { Caller } from '../../core/access/caller.ts';
import { checkPassword, checkUserName, type Profile, parseEmail, profileOf } from '../../core/access/user.ts';
import { DomainError } from '../../core/errors.ts';
import type { Ports } from '../../engine/ports.ts';
import type { UserRecord, UserTable } from '../../store/sqlite/users.ts';
import { createApiTokenIssue } from './api-token-issue.ts';
import { createBasicSignIn } from './basic-sign-in.ts';
import { createPairing } from './pairing.ts';
import { GivenPasswords, type PasswordChecks } from './password-checks.ts';
import { createAuthentication, createSignIn } from './sign-in.ts';
import type { SyncTokens } from './sync-tokens.ts';
import { changed, createUserAdministration } from './user-administration.ts';

export interface AccountsDependencies
  extends Pick<Ports, 'users' | 'apiTokens' | 'clock' | 'ids' | 'events'> {
  readonly syncTokens: SyncTokens;
  readonly passwords: PasswordChecks;
  /** Key that API tokens are derived with: random, at least 32 bytes, the same for the life of the data folder. */
  readonly secret: Uint8Array;
  /** Moves what the user owns to safety, while the account is still there but can do nothing any more. */
  readonly onUserRemoved: (email: string) => Promise<void>;
}

export interface PasswordChange {
  /** Not looked at while the account has no password. */
  readonly currentPassword: string;
  readonly newPassword: string;
  /** Network address of the caller. */
  readonly address: string;
  /** The API token that the caller showed. */
  readonly token: string;
}

/** A password that is given once more, and for which token. */
export type GivenPassword = Omit<PasswordChange, 'newPassword'>;

/** Name of the administrator of an installation for which none was given. */
export const DEFAULT_ADMINISTRATOR = 'me@keepfold.local';

/** Accounts: signing in, what people see of each other, their own settings, and administration. */
export type Accounts = ReturnType<typeof createAccounts>;

export function createAccounts(deps: AccountsDependencies) {
  const { users } = deps;
  const tokens = createApiTokenIssue(deps);
  const authenticate = createAuthentication(deps);
  const given = new GivenPasswords(deps.clock);
  const { attemptOf, ...pairing } = createPairing({ ...deps, tokens });
  return {
    ...pairing,
    ...createSignIn({ ...deps, tokens, pairing: { attemptOf }, authenticate, given }),
    ...createBasicSignIn({ ...deps, tokens, authenticate }),
    ...createUserAdministration({ ...deps, tokens }),
    ...createAccountFacts(users),
    ...createOwnAccount(deps, { tokens, authenticate, given }),
    ...createFirstStart(deps),
  };
}

/** What any caller may know of an account. E-mails in any letter case. */
function createAccountFacts(users: UserTable) {
  return {
    /** Null when there is no such user. */
    profile(email: string): Profile | null {
      const user = users.find(email.toLowerCase());
      return user === null ? null : profileOf(user);
    },
    /** E-mail of the only one there is; null: there are several. */
    onlyAccount(): string | null {
      const everybody = { isActive: null, isAdmin: null, text: '' };
      if (users.count(everybody) !== 1) return null;
      return users.firstAdministrator()?.email ?? null;
    },
    /** Also one that may not sign in at present; false when there is no such user. */
    isAdministrator: (email: string): boolean => users.find(email.toLowerCase())?.isAdmin === true,
    /** Null: unlimited. @throws DomainError `user-not-found` */
    quotaBytes(email: string): number | null {
      return requireUser(users, email).quotaBytes;
    },
  };
}

interface OwnAccountParts {
  readonly tokens: ReturnType<typeof createApiTokenIssue>;
  readonly authenticate: ReturnType<typeof createAuthentication>;
  readonly given: GivenPasswords;
}

/** What users change about themselves. */
function createOwnAccount(
  { users, passwords }: AccountsDependencies,
  { tokens, authenticate, given }: OwnAccountParts,
) {
  /** @throws DomainError `password-wrong`, `throttled`, `busy` */
  async function requirePassword(
    email: string,
    { currentPassword, address }: Pick<PasswordChange, 'currentPassword' | 'address'>,
  ): Promise<void> {
    try {
      await authenticate({ login: email, password: currentPassword, address });
    } catch (error) {
      const isWrong = error instanceof DomainError && error.code === 'credentials-wrong';
      throw isWrong ? new DomainError('password-wrong', { field: 'password' }, error) : error;
    }
  }

  return {
    /** Empty: the local part of the contact e-mail shows again. @throws DomainError `name-invalid` */
    updateOwnName(caller: Caller, name: string): Profile {
      checkUserName(name);
      const user = { ...requireUser(users, caller.email), name };
      users.update(user);
      return profileOf(user);
    },
    /** False: only a user who can read the data folder can sign in. */
    hasPassword(caller: Caller): boolean {
      return requireUser(users, caller.email).passwordHash !== null;
    },
    /**
     * Whether the bearer may do what needs a person present: the programs of this computer may, and for ten minutes a
     * user who has signed in or given the password.
     */
    isInPerson(token: string): boolean {
      const bearer = tokens.bearerOf(token);
      return (typeof bearer === 'object' && bearer.kind === 'local') || given.has(token);
    },
    /**
     * Takes the caller's password once more.
     * @throws DomainError `password-needed` with reason `none-set` when there is none; `argument-missing`,
     * `argument-invalid`, `password-wrong`, `throttled`, `busy`
     */
    async givePassword(caller: Caller, { currentPassword, address, token }: GivenPassword): Promise<void> {
      if (requireUser(users, caller.email).passwordHash === null)
        throw new DomainError('password-needed', { reason: 'none-set' });
      await requirePassword(caller.email, { currentPassword, address });
      given.note(token);
    },
    /**
     * Ends every API and sync token of the caller, and gives a new session token in place of the one in use; null when
     * that one, being of this computer, does not end.
     * @throws DomainError `argument-missing`, `argument-invalid`, `password-wrong`, `throttled`, `busy`
     */
    async changePassword(caller: Caller, change: PasswordChange): Promise<{ token: string | null }> {
      checkPassword(change.newPassword);
      if (requireUser(users, caller.email).passwordHash !== null) await requirePassword(caller.email, change);
      const passwordHash = await passwords.hash(change.newPassword, caller.email);
      const user = changed(requireUser(users, caller.email), { passwordHash });
      users.update(user);
      const goesOn = typeof tokens.bearerOf(change.token) === 'object';
      return { token: goesOn ? null : tokens.issueSession(user) };
    },
  };
}

function createFirstStart({ users, passwords, clock }: AccountsDependencies) {
  return {
    /**
     * The first administrator; made now when there is none: with that e-mail and password, or silently and without a
     * password. Both are ignored when there is one already.
     * @throws DomainError `argument-invalid`
     */
    async ensureFirstAdministrator({
      email = DEFAULT_ADMINISTRATOR,
      password,
    }: {
      email?: string;
      password?: string;
    }) {
      const existing = users.firstAdministrator();
      if (existing !== null) return { email: existing.email, created: false };
      const parsed = parseEmail(email);
      if (password !== undefined) checkPassword(password);
      const passwordHash = password === undefined ? null : await passwords.hash(password, parsed);
      const rights = { isAdmin: true, isActive: true };
      // After a recovery the owners of libraries have accounts already, without password and rights.
      const owner = users.find(parsed);
      if (owner !== null)
        users.update({ ...owner, ...rights, passwordHash: passwordHash ?? owner.passwordHash });
      else
        users.insert({
          ...NO_ACCOUNT,
          ...rights,
          email: parsed,
          passwordHash,
          createdAtSeconds: clock.nowSeconds(),
        });
      return { email: parsed, created: true };
    },
  };
}

const NO_ACCOUNT = { name: '', contactEmail: '', role: 'default', quotaBytes: null };

/** @throws DomainError `user-not-found` */
function requireUser(users: UserTable, email: string): UserRecord {
  const user = users.find(email.toLowerCase());
  if (user === null) throw new DomainError('user-not-found', { value: email });
  return user;
}
