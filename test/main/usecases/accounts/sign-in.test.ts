import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { ADMIN, ANNA, accountServices, refusalOf } from '../../../support/account-services.ts';

const LAPTOP = {
  platform: 'linux',
  deviceId: 'a'.repeat(40),
  deviceName: 'laptop',
  clientVersion: '9.0.5',
  platformVersion: '',
};
const LIBRARY = '7c6b2a8e-0000-4000-8000-000000000001' as LibraryId;

const DAY_SECONDS = 86_400;

async function withAnna() {
  const services = await accountServices();
  await services.addUser(ANNA);
  const credentials = { login: ANNA.email, password: 'secret', address: '10.0.0.1' };
  return { ...services, credentials };
}

describe('signing in', () => {
  it('gives the same token each time, and that token speaks for the user', async () => {
    const { accounts, signIn } = await withAnna();
    const first = await signIn('anna@example.com', 'secret');
    const second = await signIn('Anna@Example.com', 'secret');
    expect(second).toEqual(first);
    expect(first.token).toMatch(/^[0-9a-f]{40}$/);
    expect(accounts.callerOf(first.token)).toEqual({
      caller: { ...ANNA, asksFirst: false },
      userKey: 2,
      isOpened: false,
      kind: 'account',
    });
  });

  it('gives each device its own token, the same each time', async () => {
    const { accounts, credentials } = await withAnna();
    const account = await accounts.signIn(credentials);
    const laptop = await accounts.signIn({ ...credentials, device: LAPTOP });
    const phone = await accounts.signIn({
      ...credentials,
      device: { ...LAPTOP, platform: 'android', deviceId: 'ab12' },
    });
    expect(await accounts.signIn({ ...credentials, device: { ...LAPTOP, deviceName: 'renamed' } })).toEqual(
      laptop,
    );
    expect(new Set([account.token, laptop.token, phone.token]).size).toBe(3);
    expect(accounts.callerOf(laptop.token)).toMatchObject({ caller: ANNA, kind: 'device' });
  });

  it('works with the contact e-mail too', async () => {
    const { accounts, signIn } = await withAnna();
    await accounts.updateUser(ADMIN, ANNA.email, { contactEmail: 'Anna@Work.example' });
    expect(await signIn('anna@work.example', 'secret')).toEqual(await signIn(ANNA.email, 'secret'));
  });

  it('is noted with its time', async () => {
    const { accounts, clock, signIn } = await withAnna();
    clock.advance(100);
    await signIn(ANNA.email, 'secret');
    expect(accounts.findUser(ADMIN, ANNA.email)).toMatchObject({ lastSignInAtSeconds: 1_714_564_900 });
  });

  it('is refused alike for a wrong password, an unknown user and a user without password', async () => {
    const { db, signIn } = await withAnna();
    db.prepare('UPDATE users SET password_hash = NULL WHERE email = ?').run(ADMIN.email);
    for (const login of [ANNA.email, 'nobody@example.com', ADMIN.email]) {
      expect(await refusalOf(() => signIn(login, 'wrong'))).toEqual({
        code: 'credentials-wrong',
        detail: {},
      });
    }
  });

  it('tells an inactive user so only for the right password', async () => {
    const { accounts, signIn } = await withAnna();
    await accounts.updateUser(ADMIN, ANNA.email, { isActive: false });
    expect(await refusalOf(() => signIn(ANNA.email, 'wrong'))).toMatchObject({ code: 'credentials-wrong' });
    expect(await refusalOf(() => signIn(ANNA.email, 'secret'))).toMatchObject({ code: 'user-inactive' });
  });

  it('refuses missing and oversized values by name', async () => {
    const { signIn } = await withAnna();
    expect(await refusalOf(() => signIn('', 'x'))).toEqual({
      code: 'argument-missing',
      detail: { field: 'username' },
    });
    expect(await refusalOf(() => signIn('a', ''))).toEqual({
      code: 'argument-missing',
      detail: { field: 'password' },
    });
    expect(await refusalOf(() => signIn('a', 'x'.repeat(5120)))).toEqual({
      code: 'argument-invalid',
      detail: { field: 'password', reason: 'too-long' },
    });
  });

  it('is slowed at the sixth wrong try, for that address only, whichever of its names is used', async () => {
    const { accounts, clock, signIn } = await withAnna();
    await accounts.updateUser(ADMIN, ANNA.email, { contactEmail: 'anna@work.example' });
    for (let index = 0; index < 5; index += 1) await refusalOf(() => signIn(ANNA.email, 'wrong', '10.0.0.9'));
    expect(await refusalOf(() => signIn('anna@work.example', 'secret', '10.0.0.9'))).toEqual({
      code: 'throttled',
      detail: { retryAfterSeconds: 1 },
    });
    await signIn(ANNA.email, 'secret', '10.0.0.1');
    clock.advance(1);
    await signIn(ANNA.email, 'secret', '10.0.0.9');
  });

  it('lets everybody in who tries at the same time with the right password', async () => {
    const { signIn } = await withAnna();
    const tokens = await Promise.all(
      Array.from({ length: 9 }, () => signIn(ANNA.email, 'secret', '10.0.0.1')),
    );
    expect(new Set(tokens.map(({ token }) => token)).size).toBe(1);
  });

  it('checks five of the wrong passwords that come at the same time', async () => {
    const { signIn } = await withAnna();
    const flood = Array.from({ length: 9 }, () => refusalOf(() => signIn(ANNA.email, 'wrong', '10.0.0.1')));
    const codes = (await Promise.all(flood)).map(({ code }) => code);
    expect(codes).toEqual([...Array(5).fill('credentials-wrong'), ...Array(4).fill('throttled')]);
  });

  it('lets nine of a flood through, and counts none of the refused as wrong tries', async () => {
    const { signIn } = await withAnna();
    const flood = Array.from({ length: 20 }, (_, index) =>
      refusalOf(() => signIn(`x${index}@y.z`, 'wrong', `10.0.1.${index}`)),
    );
    const codes = (await Promise.all(flood)).map(({ code }) => code);
    expect(codes.filter((code) => code === 'credentials-wrong')).toHaveLength(9);
    expect(codes.filter((code) => code === 'busy')).toHaveLength(11);
    for (let index = 0; index < 5; index += 1) {
      expect(await refusalOf(() => signIn('x19@y.z', 'wrong', '10.0.1.19'))).toMatchObject({
        code: 'credentials-wrong',
      });
    }
  });
});

describe('guessing at an account from many addresses', () => {
  it('ends soon, and locks nobody out where they signed in before', async () => {
    const { signIn } = await withAnna();
    await signIn(ANNA.email, 'secret', 'home');
    const refusals = [];
    for (let index = 0; index < 24; index += 1)
      refusals.push(await refusalOf(() => signIn(ANNA.email, 'wrong', `10.0.2.${index}`)));
    expect(refusals.filter(({ code }) => code === 'credentials-wrong')).toHaveLength(10);
    expect(await refusalOf(() => signIn(ANNA.email, 'secret', '10.0.3.1'))).toMatchObject({
      code: 'throttled',
    });
    expect(await signIn(ANNA.email, 'secret', 'home')).toEqual({ token: expect.any(String) });
  });
});

describe('a token', () => {
  it('is nowhere in the database', async () => {
    const { db, accounts, credentials, syncTokens } = await withAnna();
    const texts = [
      (await accounts.signIn(credentials)).token,
      (await accounts.signIn({ ...credentials, device: LAPTOP })).token,
      (await accounts.signInSession(credentials)).token,
      accounts.localToken(),
      syncTokens.issue(LIBRARY, ANNA.email),
    ];
    const bytes = db.serialize();
    expect(bytes.includes('anna@example.com')).toBe(true);
    expect(bytes.includes('admin-secret')).toBe(false);
    for (const text of texts) {
      expect(bytes.includes(text)).toBe(false);
      expect(bytes.includes(Buffer.from(text, 'hex'))).toBe(false);
    }
  });

  it('that nobody was given, or of another form, is unknown', async () => {
    const { accounts } = await withAnna();
    expect(accounts.callerOf('0'.repeat(40))).toBe('unknown');
    expect(accounts.callerOf('')).toBe('unknown');
    expect(accounts.callerOf('x'.repeat(100_000))).toBe('unknown');
  });

  it('ends at once when it signs out, and does not come back at the next sign-in', async () => {
    const { accounts, signIn } = await withAnna();
    const { token } = await signIn(ANNA.email, 'secret');
    accounts.signOut(token);
    expect(accounts.callerOf(token)).toBe('unknown');
    const next = await signIn(ANNA.email, 'secret');
    expect(next.token).not.toBe(token);
    expect(await signIn(ANNA.email, 'secret')).toEqual(next);
    expect(accounts.callerOf(token)).toBe('unknown');
  });

  it('of a desktop device takes the sync tokens of the device along when it signs out', async () => {
    const { accounts, credentials, syncTokens } = await withAnna();
    const { token } = await accounts.signIn({ ...credentials, device: LAPTOP });
    const used = syncTokens.issue(LIBRARY, ANNA.email);
    const other = syncTokens.issue(LIBRARY, ANNA.email);
    const bearer = syncTokens.find(used);
    if (bearer === null) throw new Error('the token is known');
    syncTokens.recordUse(used, bearer, {
      deviceId: LAPTOP.deviceId,
      deviceName: 'laptop',
      address: '10.0.0.1',
    });
    accounts.signOut(token);
    expect(syncTokens.find(used)).toBeNull();
    expect(syncTokens.find(other)).not.toBeNull();
  });

  it('of a deactivated or deleted user is told apart from an unknown one', async () => {
    const { accounts, signIn } = await withAnna();
    const { token } = await signIn(ANNA.email, 'secret');
    await accounts.updateUser(ADMIN, ANNA.email, { isActive: false });
    expect(accounts.callerOf(token)).toBe('inactive');
    await accounts.updateUser(ADMIN, ANNA.email, { isActive: true });
    expect(accounts.callerOf(token)).toBe('unknown');
    const again = await signIn(ANNA.email, 'secret');
    await accounts.deleteUser(ADMIN, ANNA.email);
    expect(accounts.callerOf(again.token)).toBe('inactive');
  });

  it('of a deleted user never speaks for one who gets the same e-mail', async () => {
    const { accounts, addUser, signIn } = await withAnna();
    const { token } = await signIn(ANNA.email, 'secret');
    await accounts.deleteUser(ADMIN, ANNA.email);
    await addUser(ANNA);
    expect((await signIn(ANNA.email, 'secret')).token).not.toBe(token);
    expect(accounts.callerOf(token)).toBe('inactive');
  });

  it('of a program ends when nobody used it for a year, and signing in again gives another', async () => {
    const { accounts, clock, credentials } = await withAnna();
    const ofAccount = (await accounts.signIn(credentials)).token;
    const ofDevice = (await accounts.signIn({ ...credentials, device: LAPTOP })).token;
    clock.advance(365 * DAY_SECONDS - 1);
    expect(accounts.callerOf(ofAccount)).toMatchObject({ kind: 'account' });
    clock.advance(1);
    expect(accounts.callerOf(ofDevice)).toBe('unknown');
    expect(accounts.callerOf(ofAccount)).toMatchObject({ kind: 'account' });
    const again = (await accounts.signIn({ ...credentials, device: LAPTOP })).token;
    expect(again).not.toBe(ofDevice);
    expect(accounts.callerOf(again)).toMatchObject({ kind: 'device' });
    expect(accounts.callerOf(ofDevice)).toBe('unknown');
  });

  it('of this computer does not end by itself', async () => {
    const { accounts, clock } = await withAnna();
    const token = accounts.localToken();
    clock.advance(1_000 * DAY_SECONDS);
    expect(accounts.callerOf(token)).toMatchObject({ kind: 'local' });
  });

  it('writes its last use at most once a minute', async () => {
    const { accounts, clock, signIn } = await withAnna();
    const { token } = await signIn(ANNA.email, 'secret');
    const lastSeen = () => accounts.findUser(ADMIN, ANNA.email).lastSeenAtSeconds;
    clock.advance(59);
    accounts.callerOf(token);
    expect(lastSeen()).toBe(1_714_564_800);
    clock.advance(1);
    accounts.callerOf(token);
    expect(lastSeen()).toBe(1_714_564_860);
  });

  it('speaks for its user while the database cannot be written', async () => {
    const { accounts, signIn, clock, db } = await withAnna();
    const { token } = await signIn(ANNA.email, 'secret');
    clock.advance(60);
    db.pragma('query_only = ON');
    expect(accounts.callerOf(token)).toMatchObject({ caller: ANNA });
  });

  it('shows a change of rights at the next call', async () => {
    const { accounts, signIn } = await withAnna();
    const { token } = await signIn(ANNA.email, 'secret');
    await accounts.updateUser(ADMIN, ANNA.email, { isAdmin: true });
    expect(accounts.callerOf(token)).toMatchObject({ caller: { email: ANNA.email, isAdmin: true } });
  });
});

describe('a session of our own UI', () => {
  it('has a token of its own each time', async () => {
    const { accounts, credentials } = await withAnna();
    const first = await accounts.signInSession(credentials);
    const second = await accounts.signInSession(credentials);
    expect(second.token).not.toBe(first.token);
    expect(first.email).toBe(ANNA.email);
    accounts.signOut(first.token);
    expect(accounts.callerOf(first.token)).toBe('unknown');
    expect(accounts.callerOf(second.token)).toMatchObject({
      caller: { ...ANNA, asksFirst: true },
      kind: 'session',
    });
  });

  it('ends when nobody used it for 30 days', async () => {
    const { accounts, clock, credentials } = await withAnna();
    const { token } = await accounts.signInSession(credentials);
    clock.advance(30 * DAY_SECONDS - 1);
    expect(accounts.callerOf(token)).toMatchObject({ kind: 'session' });
    clock.advance(30 * DAY_SECONDS - 1);
    expect(accounts.callerOf(token)).toMatchObject({ kind: 'session' });
    clock.advance(30 * DAY_SECONDS);
    expect(accounts.callerOf(token)).toBe('unknown');
  });

  it('ends after 180 days, however much it is used', async () => {
    const { accounts, clock, credentials } = await withAnna();
    const { token } = await accounts.signInSession(credentials);
    for (let day = 0; day < 179; day += 1) {
      clock.advance(DAY_SECONDS);
      expect(accounts.callerOf(token)).toMatchObject({ kind: 'session' });
    }
    clock.advance(DAY_SECONDS);
    expect(accounts.callerOf(token)).toBe('unknown');
  });

  it('makes room for new ones: of 51 the one unused longest ends', async () => {
    const { accounts, clock, credentials } = await withAnna();
    const tokens: string[] = [];
    for (let index = 0; index < 51; index += 1) {
      tokens.push((await accounts.signInSession(credentials)).token);
      clock.advance(1);
    }
    const kept = tokens.filter((token) => accounts.callerOf(token) !== 'unknown');
    expect(kept).toEqual(tokens.slice(1));
  });
});

describe('a one-time code', () => {
  it('opens a session once', async () => {
    const { accounts } = await withAnna();
    const code = accounts.issueSignInCode(ADMIN.email);
    expect(code).toMatch(/^[0-9a-f]{32}$/);
    const { token, email } = accounts.signInWithCode(code);
    expect(email).toBe(ADMIN.email);
    expect(accounts.callerOf(token)).toMatchObject({ caller: ADMIN, kind: 'session' });
    const again = await refusalOf(() => accounts.signInWithCode(code));
    expect(again).toMatchObject({ code: 'credentials-wrong', detail: { reason: 'link-used' } });
  });

  it('stays good when the session could not be written, so that it opens one later', async () => {
    const { accounts, db } = await withAnna();
    const code = accounts.issueSignInCode(ADMIN.email);
    db.exec("CREATE TRIGGER full BEFORE INSERT ON api_tokens BEGIN SELECT RAISE(ABORT, 'disk full'); END");
    expect(() => accounts.signInWithCode(code)).toThrow('disk full');
    db.exec('DROP TRIGGER full');
    expect(accounts.signInWithCode(code)).toMatchObject({ email: ADMIN.email });
    const again = await refusalOf(() => accounts.signInWithCode(code));
    expect(again).toMatchObject({ detail: { reason: 'link-used' } });
  });

  it('lasts 15 minutes', async () => {
    const { accounts, clock } = await withAnna();
    const code = accounts.issueSignInCode(ADMIN.email);
    const late = accounts.issueSignInCode(ADMIN.email);
    clock.advance(15 * 60 - 1);
    accounts.signInWithCode(code);
    clock.advance(1);
    const over = await refusalOf(() => accounts.signInWithCode(late));
    expect(over).toMatchObject({ code: 'credentials-wrong', detail: { reason: 'link-over' } });
  });

  it('is issued to programs of this computer, and not to who has signed in', async () => {
    const { accounts, credentials } = await withAnna();
    const code = accounts.issueOwnSignInCode(accounts.localToken());
    const session = accounts.signInWithCode(code);
    expect(session.email).toBe(ADMIN.email);
    for (const token of [session.token, (await accounts.signIn(credentials)).token, 'x'])
      expect(await refusalOf(() => accounts.issueOwnSignInCode(token))).toMatchObject({
        code: 'permission-denied',
      });
  });

  it('of a user who was deactivated is refused', async () => {
    const { accounts } = await withAnna();
    const code = accounts.issueSignInCode(ANNA.email);
    await accounts.updateUser(ADMIN, ANNA.email, { isActive: false });
    expect(await refusalOf(() => accounts.signInWithCode(code))).toMatchObject({ code: 'user-inactive' });
  });
});

describe('the token of the command line', () => {
  it('speaks for the first administrator, and a new one ends the one before', async () => {
    const { accounts } = await withAnna();
    const first = accounts.localToken();
    const second = accounts.localToken();
    expect(accounts.callerOf(first)).toBe('unknown');
    expect(accounts.callerOf(second)).toMatchObject({ caller: ADMIN, kind: 'local' });
  });

  it('outlives a new password, but not deactivation', async () => {
    const { accounts, addUser } = await accountServices();
    const token = accounts.localToken();
    await accounts.updateUser(ADMIN, ADMIN.email, { password: 'another' });
    expect(accounts.callerOf(token)).toMatchObject({ caller: ADMIN });
    await addUser(ANNA);
    await accounts.updateUser(ADMIN, ANNA.email, { isAdmin: true });
    await accounts.updateUser(ADMIN, ADMIN.email, { isActive: false });
    expect(accounts.callerOf(token)).toBe('inactive');
  });
});
