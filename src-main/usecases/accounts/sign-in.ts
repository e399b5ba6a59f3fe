import { checkDevice, type Device } from '../../core/access/device.ts';
import { DomainError } from '../../core/errors.ts';
import type { Clock, Ids } from '../../engine/ports.ts';
import type { UserRecord, Users } from '../../store/sqlite/users.ts';
import type { ApiTokenIssue, Bearer } from './api-token-issue.ts';
import type { Authenticate, Credentials } from './authentication.ts';
import type { GivenPasswords } from './given-passwords.ts';
import { SignInCodes } from './sign-in-codes.ts';

export interface SignInRequest extends Credentials {
  /** Absent: the token is the account's own. */
  readonly device?: Device;
}

export interface SignInDependencies {
  readonly users: Users;
  readonly tokens: ApiTokenIssue;
  readonly authenticate: Authenticate;
  readonly given: GivenPasswords;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Every way to get a token, and what a token is worth. */
export function createSignIn({ users, tokens, authenticate, given, clock, ids }: SignInDependencies) {
  const codes = new SignInCodes(clock, ids);

  /** A user who has just signed in is not asked for a password again. */
  function beginSession(user: UserRecord): { token: string; email: string } {
    users.recordSignIn(user.key, clock.nowSeconds());
    const token = tokens.issueSession(user);
    given.note(token);
    return { token, email: user.email };
  }

  return {
    /**
     * The API token of the account, or of the device: the same at each sign-in.
     * @throws DomainError `argument-missing`, `argument-invalid`, `credentials-wrong`, `user-inactive`, `throttled`,
     * `busy`
     */
    async signIn(request: SignInRequest): Promise<{ token: string }> {
      const device = request.device === undefined ? null : checkDevice(request.device);
      const user = await authenticate(request);
      users.recordSignIn(user.key, clock.nowSeconds());
      return { token: tokens.issueDerived(user, device) };
    },
    /** A new token for our own UI. @throws DomainError as `signIn` */
    async signInSession(credentials: Credentials): Promise<{ token: string; email: string }> {
      return beginSession(await authenticate(credentials));
    },
    /**
     * Spends a one-time code, unless the session could not be written.
     * @throws DomainError `credentials-wrong` with a reason of `SIGN_IN_REFUSALS`, `user-inactive`
     */
    signInWithCode(code: string): { token: string; email: string } {
      const userKey = codes.redeem(code);
      if (typeof userKey === 'string') throw new DomainError('credentials-wrong', { reason: userKey });
      const user = users.findByKey(userKey);
      if (user === null) throw new DomainError('credentials-wrong');
      if (!user.isActive) throw new DomainError('user-inactive', { value: user.email });
      try {
        return beginSession(user);
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
