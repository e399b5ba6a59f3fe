import { checkPassword } from '../../core/access/user.ts';
import { DomainError } from '../../core/errors.ts';
import type { Clock } from '../../engine/ports.ts';
import type { UserRecord, Users } from '../../store/sqlite/users.ts';
import type { PasswordChecks } from './password-checks.ts';
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

export interface AuthenticationDependencies {
  readonly users: Users;
  readonly passwords: PasswordChecks;
  readonly clock: Clock;
}

export type Authenticate = ReturnType<typeof createAuthentication>;

/** The one check of login and password, slowed for those who guess. */
export function createAuthentication({ users, passwords, clock }: AuthenticationDependencies) {
  const throttle = new SignInThrottle();

  /**
   * The active user of these credentials.
   * @throws DomainError `argument-missing`, `argument-invalid`, `credentials-wrong`, `user-inactive` (only with the
   * right password), `throttled`, `busy`
   */
  return async function authenticate({ login, password, address }: Credentials): Promise<UserRecord> {
    if (login === '') throw new DomainError('argument-missing', { field: 'username' });
    if (login.length > LOGIN_MAX_LENGTH)
      throw new DomainError('argument-invalid', { field: 'username', reason: 'too-long' });
    checkPassword(password);
    const found = users.findByLogin(login.toLowerCase());
    // Under the account's own name, or a contact e-mail would give a guesser as many tries again.
    const guess = { account: found?.email ?? login.toLowerCase(), address };
    throttle.require(guess, clock);
    const guard = (check: () => Promise<boolean>) => throttle.guard(guess, clock, check);
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
