import { LRUCache } from 'lru-cache';
import type { SignInRefusal } from '../../../src-shared/refusals.ts';
import { checkDevice, type Device } from '../../core/access/device.ts';
import { hashSecretText } from '../../core/access/token.ts';
import { checkPassword } from '../../core/access/user.ts';
import { DomainError } from '../../core/errors.ts';
import type { Clock, Ids, Ports } from '../../engine/ports.ts';
import type { UserRecord } from '../../store/sqlite/users.ts';
import type { ApiTokenIssue, Bearer } from './api-token-issue.ts';
import type { Pairing } from './pairing.ts';
import type { GivenPasswords, PasswordChecks } from './password-checks.ts';
import { SignInThrottle } from './sign-in-throttle.ts';

/** Longer than any e-mail that an account can have. */
const LOGIN_MAX_LENGTH = 254;

export interface Credentials {
  /** E-mail or contact e-mail, in any letter case. */
  readonly login: string;
  readonly password: string;
  /** Network address of the one who tries. */
  readonly address: string;
}

interface AuthenticationDependencies extends Pick<Ports, 'users' | 'clock'> {
  readonly passwords: PasswordChecks;
}

export type Authenticate = ReturnType<typeof createAuthentication>;

/** The one check of login and password, slowed for those who guess. */
export function createAuthentication({ users, passwords, clock }: AuthenticationDependencies) {
  const throttle = new SignInThrottle();

  /**
   * The active user of these credentials.
   * @param isOtherwiseRight whether the text is right for that account though it is not the password
   * @throws DomainError `argument-missing`, `argument-invalid`, `credentials-wrong`, `user-inactive` (only with the
   * right password), `throttled`, `busy`
   */
  return async function authenticate(
    { login, password, address }: Credentials,
    isOtherwiseRight: (userKey: number) => boolean = () => false,
  ): Promise<UserRecord> {
    if (login === '') throw new DomainError('argument-missing', { field: 'username' });
    if (login.length > LOGIN_MAX_LENGTH)
      throw new DomainError('argument-invalid', { field: 'username', reason: 'too-long' });
    checkPassword(password);
    const found = users.findByLogin(login.toLowerCase());
    // Under the account's own name, or a contact e-mail would give a guesser as many tries again.
    const guess = { account: found?.email ?? login.toLowerCase(), address };
    throttle.require(guess, clock);
    const guard = (check: () => Promise<boolean>) =>
      throttle.guard(guess, clock, async () => (found !== null && isOtherwiseRight(found.key)) || check());
    const isRight = await passwords.matches({ password, address, guard }, found?.passwordHash ?? null);
    // The account may have been changed or deleted during the derivation.
    const user = found === null ? null : users.findByKey(found.key);
    if (!isRight || user === null || user.passwordHash !== found?.passwordHash) {
      throw new DomainError('credentials-wrong');
    }
    if (!user.isActive) throw new DomainError('user-inactive', { value: user.email });
    return user;
  };
}

export interface SignInRequest extends Credentials {
  /** Absent: the token is the account's own. */
  readonly device?: Device;
}

export interface SignInDependencies extends Pick<Ports, 'users' | 'clock' | 'ids' | 'events'> {
  readonly tokens: ApiTokenIssue;
  readonly pairing: Pick<Pairing, 'attemptOf'>;
  readonly authenticate: Authenticate;
  readonly given: GivenPasswords;
}

/** A token for our own UI, and whose it is. */
export interface Session {
  readonly token: string;
  readonly email: string;
  readonly isAdmin: boolean;
}

function sessionOf({ email, isAdmin }: UserRecord, token: string): Session {
  return { token, email, isAdmin };
}

/** Every way to get a token, and what a token is worth. */
export function createSignIn(deps: SignInDependencies) {
  const { users, tokens, pairing, authenticate, given, clock, ids, events } = deps;
  const codes = new SignInCodes(clock, ids);

  /** A user who has just signed in is not asked for a password again. */
  function beginSession(user: UserRecord): Session {
    users.recordSignIn(user.key, clock.nowSeconds());
    const token = tokens.issueSession(user);
    given.note(token);
    return sessionOf(user, token);
  }

  /** Nobody has given a password for it: what asks for one again asks here too. */
  function openSession(user: UserRecord, openedBy: Buffer): Session {
    if (!tokens.stands(openedBy)) throw new DomainError('credentials-wrong', { reason: 'link-over' });
    return sessionOf(user, tokens.issueSession(user, openedBy));
  }

  return {
    /**
     * The API token of the account, or of the device: the same at each sign-in. A device may show a pairing code in place of
     * the password.
     * @throws DomainError `argument-missing`, `argument-invalid`, `credentials-wrong`, `user-inactive`, `throttled`,
     * `busy`
     */
    async signIn(request: SignInRequest): Promise<{ token: string }> {
      const device = request.device === undefined ? null : checkDevice(request.device);
      const { spends, giveBack } = pairing.attemptOf(request.password, device);
      const user = await authenticate(request, spends);
      try {
        users.recordSignIn(user.key, clock.nowSeconds());
        const token = tokens.issueDerived(user, device);
        if (device !== null) events.emit({ type: 'devices', email: user.email });
        return { token };
      } catch (error) {
        giveBack();
        throw error;
      }
    },
    /** A new token for our own UI. @throws DomainError as `signIn` */
    async signInSession(credentials: Credentials): Promise<Session> {
      return beginSession(await authenticate(credentials));
    },
    /**
     * Spends a one-time code, unless the session could not be written.
     * @throws DomainError `credentials-wrong` with a reason of `SIGN_IN_REFUSALS`, `user-inactive`
     */
    signInWithCode(code: string): Session {
      const issued = codes.redeem(code);
      if (typeof issued === 'string') throw new DomainError('credentials-wrong', { reason: issued });
      const user = users.findByKey(issued.userKey);
      if (user === null) throw new DomainError('credentials-wrong');
      if (!user.isActive) throw new DomainError('user-inactive', { value: user.email });
      try {
        return issued.openedBy === null ? beginSession(user) : openSession(user, issued.openedBy);
      } catch (error) {
        // As on a full disk: the sign-in fails, and no token is issued.
        codes.giveBack(code);
        throw error;
      }
    },
    /** 32 hex digits that sign that user in once within 15 minutes. @throws DomainError `user-not-found` */
    issueSignInCode(email: string): string {
      const user = users.find(email.toLowerCase());
      if (user === null) throw new DomainError('user-not-found', { value: email });
      return codes.issue(user.key);
    },
    /**
     * The same for the bearer, by programs of this computer alone: any other client could turn one sign-in into two.
     * @throws DomainError `permission-denied`
     */
    issueOwnSignInCode(token: string): string {
      const bearer = tokens.bearerOf(token);
      if (typeof bearer !== 'object' || bearer.kind !== 'local') throw new DomainError('permission-denied');
      return codes.issue(bearer.userKey);
    },
    /**
     * The same for the bearer, by the programs of a device: the session it opens ends with this token. A session makes
     * none: the next one would last longer than it.
     * @throws DomainError `permission-denied`
     */
    issueClientCode(token: string): string {
      const bearer = tokens.bearerOf(token);
      if (typeof bearer !== 'object' || bearer.kind === 'session') throw new DomainError('permission-denied');
      return codes.issue(bearer.userKey, hashSecretText(token));
    },
    /** Ends the token; for a desktop device its sync tokens too. */
    signOut(token: string): void {
      tokens.revoke(token);
    },
    /**
     * Who speaks; `inactive` when the user was deactivated or deleted, `wiped` when the device is to remove what it holds.
     * Revoking bites at the next call.
     */
    callerOf(token: string): Bearer | 'unknown' | 'inactive' | 'wiped' {
      return tokens.bearerOf(token);
    },
    /**
     * A new token of the first administrator for the command line on this computer; the one before ends. It does not
     * depend on the password: a user who can read the data folder has everything already.
     */
    localToken(): string {
      const user = users.firstAdministrator();
      if (user === null) throw new Error('there is no administrator yet');
      return tokens.issueLocal(user);
    },
  };
}

const CODE_BYTES = 16;
export const CODE_SECONDS = 15 * 60;
/** A start or an open window takes one; one more takes the place of the oldest. */
const MAX_CODES = 1000;
/** Of those that programs of one person ask for. */
const MAX_CLIENT_CODES = 10;

interface IssuedCode {
  readonly userKey: number;
  /** SHA-256 of the token of the program that asked for it; null: it needs none to go on. */
  readonly openedBy: Buffer | null;
  readonly expiresAtSeconds: number;
  readonly isSpent: boolean;
}

/** One-time codes that open the UI without a password. They live in memory, for 15 minutes. */
class SignInCodes {
  readonly #clock: Clock;
  readonly #ids: Ids;
  /** By the SHA-256 of the code: a lookup tells nothing about how much of a guess was right. */
  readonly #codes = new LRUCache<string, IssuedCode>({ max: MAX_CODES });

  constructor(clock: Clock, ids: Ids) {
    this.#clock = clock;
    this.#ids = ids;
  }

  /** 32 hex digits. */
  issue(userKey: number, openedBy: Buffer | null = null): string {
    if (openedBy !== null) this.#makeRoom(userKey);
    const code = this.#ids.hex(CODE_BYTES);
    const expiresAtSeconds = this.#clock.nowSeconds() + CODE_SECONDS;
    this.#codes.set(keyOf(code), { userKey, openedBy, expiresAtSeconds, isSpent: false });
    return code;
  }

  /** So that no program pushes out the codes of others. */
  #makeRoom(userKey: number): void {
    const same = [...this.#codes].filter(
      ([, issued]) => issued.userKey === userKey && issued.openedBy !== null,
    );
    for (const [key] of same.slice(MAX_CLIENT_CODES - 1)) this.#codes.delete(key);
  }

  /** What the code opens, which is spent by this; else why it opens nothing: `link-over` too for one that never was. */
  redeem(code: string): IssuedCode | SignInRefusal {
    const key = keyOf(code);
    const issued = this.#codes.get(key);
    if (issued?.isSpent) return 'link-used';
    if (issued === undefined || this.#clock.nowSeconds() >= issued.expiresAtSeconds) return 'link-over';
    this.#codes.set(key, { ...issued, isSpent: true });
    return issued;
  }

  /** Makes a code valid again when the sign-in it was spent on failed. Its time runs on. */
  giveBack(code: string): void {
    const key = keyOf(code);
    const issued = this.#codes.get(key);
    if (issued !== undefined) this.#codes.set(key, { ...issued, isSpent: false });
  }
}

function keyOf(code: string): string {
  return hashSecretText(code).toString('hex');
}
