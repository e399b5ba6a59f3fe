import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../../core/access/caller.ts';
import { isTokenText } from '../../core/access/token.ts';
import { DomainError } from '../../core/errors.ts';
import { PASSWORD_REMEMBERED_SECONDS } from '../../core/limits.ts';
import type { Clock } from '../../engine/ports.ts';
import { noteIfWritable } from '../../engine/scheduling/background.ts';
import { createSingleFlight } from '../../engine/scheduling/single-flight.ts';
import type { UserRecord, UserTable } from '../../store/sqlite/users.ts';
import type { ApiTokenIssue } from './api-token-issue.ts';
import type { Authenticate, Credentials } from './sign-in.ts';

export interface BasicSignInDependencies {
  readonly users: UserTable;
  readonly tokens: Pick<ApiTokenIssue, 'bearerOf'>;
  readonly authenticate: Authenticate;
  readonly clock: Clock;
}

/** A password that was right, of the account as it was then. */
interface RightPassword {
  /** A keyed hash of it. */
  readonly mark: string;
  readonly userKey: number;
  readonly passwordHash: string | null;
  readonly tokenGeneration: number;
  readonly untilMs: number;
  /** Others that came meanwhile from there, for that name, and had to wait. */
  readonly refused: number;
}

/** As many as a program with a password of before asks while another has the right one; whoever asks more is guessing. */
const MOST_REFUSED = 30;

/** People and programs that use passwords at the same time; beyond, the one that was quiet longest derives again. */
const REMEMBERED = 1_000;

/**
 * Who asks, of programs that send name and password with each request. A derivation for each would be a second of a
 * processor for a folder of twenty files, so that a password was right is remembered for a while, by a keyed hash, and
 * forgotten as soon as the account has another one or may not sign in any more. What is remembered answers without a
 * wait, which guessers could use: so it is for the address that it came from alone, and only while few others come.
 */
export function createBasicSignIn({ users, tokens, authenticate, clock }: BasicSignInDependencies) {
  const right = new LRUCache<string, RightPassword>({ max: REMEMBERED });
  const once = createSingleFlight<string, UserRecord>();
  const secret = randomBytes(32);

  function remembered(place: string, mark: string): UserRecord | null {
    const known = right.get(place);
    if (known === undefined || known.mark !== mark) return null;
    const user = users.findByKey(known.userKey);
    const leftMs = known.untilMs - clock.nowMs();
    const holds =
      user?.isActive === true &&
      user.passwordHash === known.passwordHash &&
      user.tokenGeneration === known.tokenGeneration &&
      leftMs > 0 &&
      // A clock that was set back must not stretch it.
      leftMs <= PASSWORD_REMEMBERED_SECONDS * 1000;
    if (holds) return user;
    right.delete(place);
    return null;
  }

  function countRefused(place: string): void {
    const known = right.get(place);
    if (known === undefined) return;
    if (known.refused >= MOST_REFUSED) right.delete(place);
    else right.set(place, { ...known, refused: known.refused + 1 });
  }

  async function byPassword(credentials: Credentials): Promise<UserRecord> {
    const login = credentials.login.toLowerCase();
    const place = `${credentials.address} ${login}`;
    const text = `${login}\0${credentials.password}`;
    const mark = createHmac('sha256', secret).update(text).digest('base64');
    const known = remembered(place, mark);
    if (known !== null) return known;
    // Programs begin with several connections at once. Those who guess by several count for each address.
    return once(`${credentials.address} ${mark}`, () => checked(credentials, place, mark));
  }

  async function checked(credentials: Credentials, place: string, mark: string): Promise<UserRecord> {
    try {
      const user = await authenticate(credentials);
      noteIfWritable(() => users.recordSignIn(user.key, clock.nowSeconds()));
      const { key: userKey, passwordHash, tokenGeneration } = user;
      const untilMs = clock.nowMs() + PASSWORD_REMEMBERED_SECONDS * 1000;
      right.set(place, { mark, userKey, passwordHash, tokenGeneration, untilMs, refused: 0 });
      return user;
    } catch (error) {
      if (error instanceof DomainError && error.code === 'throttled') countRefused(place);
      throw error;
    }
  }

  function byToken({ login, password }: Credentials): Caller {
    const bearer = tokens.bearerOf(password);
    if (bearer === 'inactive') throw new DomainError('user-inactive', { value: login });
    if (typeof bearer !== 'object' || bearer.kind === 'local') throw new DomainError('credentials-wrong');
    if (users.findByLogin(login.toLowerCase())?.key !== bearer.userKey)
      throw new DomainError('credentials-wrong');
    const { email, isAdmin } = bearer.caller;
    return { email, isAdmin };
  }

  return {
    /**
     * Who asks. The password is that of the account, or an API token of it. What looks like a token is none but a token:
     * a device that was ended and goes on asking must not count as guessing the password. The token of this
     * computer's command line opens no drive: those may be opened from anywhere.
     * @throws DomainError `argument-missing`, `argument-invalid`, `credentials-wrong`, `user-inactive`, `throttled`, `busy`
     */
    async callerOfBasic(credentials: Credentials): Promise<Caller> {
      if (isTokenText(credentials.password)) return byToken(credentials);
      const { email, isAdmin } = await byPassword(credentials);
      return { email, isAdmin };
    },
  };
}
