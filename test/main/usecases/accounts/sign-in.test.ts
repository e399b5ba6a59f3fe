import { describe, expect, it } from 'vitest';
import { ADMIN, ANNA, accountServices, refusalOf } from '../../../support/account-services.ts';

const LAPTOP = {
  platform: 'linux',
  deviceId: 'a'.repeat(40),
  deviceName: 'laptop',
  clientVersion: '9.0.5',
  platformVersion: '',
};

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

describe('a one-time code of a device', () => {
  it('opens a session which ends with the device', async () => {
    const { accounts, credentials, clock } = await withAnna();
    const laptop = await accounts.signIn({ ...credentials, device: LAPTOP });
    const { token, email } = accounts.signInWithCode(accounts.issueClientCode(laptop.token));
    expect(email).toBe(ANNA.email);
    expect(accounts.callerOf(token)).toMatchObject({ caller: ANNA, kind: 'session' });
    const unused = accounts.issueClientCode(laptop.token);
    accounts.signOut(laptop.token);
    expect(accounts.callerOf(token)).toBe('unknown');
    expect(await refusalOf(() => accounts.signInWithCode(unused))).toMatchObject({
      code: 'credentials-wrong',
      detail: { reason: 'link-over' },
    });
    clock.advance(1);
    await accounts.signIn({ ...credentials, device: LAPTOP });
    expect(accounts.callerOf(token)).toBe('unknown');
  });

  it('is not made by a session, which the next one would outlast, nor by nobody', async () => {
    const { accounts } = await withAnna();
    const { token } = accounts.signInWithCode(accounts.issueSignInCode(ANNA.email));
    for (const shown of [token, 'x'])
      expect(await refusalOf(() => accounts.issueClientCode(shown))).toMatchObject({
        code: 'permission-denied',
      });
  });

  it('stays good however many the programs of one person ask for', async () => {
    const { accounts, credentials } = await withAnna();
    const printed = accounts.issueSignInCode(ADMIN.email);
    const { token } = await accounts.signIn(credentials);
    const first = accounts.issueClientCode(token);
    const last = Array.from({ length: 2000 }, () => accounts.issueClientCode(token)).at(-1) ?? '';
    expect(accounts.signInWithCode(printed)).toMatchObject({ email: ADMIN.email });
    expect(accounts.signInWithCode(last)).toMatchObject({ email: ANNA.email });
    expect(await refusalOf(() => accounts.signInWithCode(first))).toMatchObject({
      detail: { reason: 'link-over' },
    });
  });
});
