import { describe, expect, it } from 'vitest';
import { ADMIN, ANNA, accountServices, refusalOf } from '../../../support/account-services.ts';

describe('the first start', () => {
  it('makes the administrator once', async () => {
    const { accounts } = await accountServices();
    expect(await accounts.ensureFirstAdministrator({ email: 'other@example.com', password: 'x' })).toEqual({
      email: 'admin@example.com',
      created: false,
    });
    expect(accounts.profile('other@example.com')).toBeNull();
  });

  it('makes one silently, who cannot sign in with a password', async () => {
    const { db, accounts, signIn } = await accountServices();
    db.exec('DELETE FROM users');
    expect(await accounts.ensureFirstAdministrator({})).toEqual({
      email: 'me@keepfold.local',
      created: true,
    });
    expect(accounts.profile('me@keepfold.local')).toEqual({
      email: 'me@keepfold.local',
      name: 'me',
      contactEmail: 'me@keepfold.local',
    });
    expect(await refusalOf(() => signIn('me@keepfold.local', 'x'))).toMatchObject({
      code: 'credentials-wrong',
    });
    const { token } = accounts.signInWithCode(accounts.issueSignInCode('me@keepfold.local'));
    expect(accounts.callerOf(token)).toMatchObject({ caller: { email: 'me@keepfold.local', isAdmin: true } });
  });

  it('refuses an e-mail that is none', async () => {
    const { db, accounts } = await accountServices();
    db.exec('DELETE FROM users');
    expect(await refusalOf(() => accounts.ensureFirstAdministrator({ email: 'root' }))).toMatchObject({
      code: 'argument-invalid',
      detail: { field: 'email' },
    });
  });
});

describe('a profile', () => {
  it('shows the name, else the local part of the contact e-mail', async () => {
    const { accounts, addUser } = await accountServices();
    await addUser(ANNA);
    expect(accounts.profile('ANNA@example.com')).toMatchObject({
      name: 'anna',
      contactEmail: 'anna@example.com',
    });
    await accounts.updateUser(ADMIN, ANNA.email, { contactEmail: 'a.berg@work.example' });
    expect(accounts.profile(ANNA.email)).toMatchObject({
      name: 'a.berg',
      contactEmail: 'a.berg@work.example',
    });
    expect(accounts.updateOwnName(ANNA, 'Anna Berg')).toEqual({
      email: 'anna@example.com',
      name: 'Anna Berg',
      contactEmail: 'a.berg@work.example',
    });
  });

  it('refuses a name that is too long or has a slash', async () => {
    const { accounts } = await accountServices();
    expect(await refusalOf(() => accounts.updateOwnName(ADMIN, 'x'.repeat(65)))).toEqual({
      code: 'name-invalid',
      detail: { field: 'name', reason: 'too-long' },
    });
    expect(await refusalOf(() => accounts.updateOwnName(ADMIN, 'a/b'))).toMatchObject({
      detail: { reason: 'slash' },
    });
  });
});

describe('changing the own password', () => {
  const change = { currentPassword: 'secret', newPassword: 'better', address: '10.0.0.1', token: '' };

  it('ends every other token at once and gives a new one', async () => {
    const { accounts, addUser, signIn } = await accountServices();
    await addUser(ANNA);
    const before = await signIn(ANNA.email, 'secret');
    const { token } = await accounts.changePassword(ANNA, change);
    expect(accounts.callerOf(before.token)).toBe('unknown');
    expect(accounts.callerOf(token ?? '')).toMatchObject({ caller: ANNA, kind: 'session' });
    expect(await refusalOf(() => signIn(ANNA.email, 'secret'))).toMatchObject({ code: 'credentials-wrong' });
    expect((await signIn(ANNA.email, 'better')).token).not.toBe(before.token);
  });

  it('needs the current one, and guessing it is slowed', async () => {
    const { accounts, addUser } = await accountServices();
    await addUser(ANNA);
    const wrong = { ...change, currentPassword: 'wrong' };
    for (let index = 0; index < 5; index += 1) {
      expect(await refusalOf(() => accounts.changePassword(ANNA, wrong))).toMatchObject({
        code: 'password-wrong',
      });
    }
    expect(await refusalOf(() => accounts.changePassword(ANNA, change))).toMatchObject({ code: 'throttled' });
  });

  it('needs no current one when there is none', async () => {
    const { db, accounts, signIn } = await accountServices();
    db.exec('UPDATE users SET password_hash = NULL');
    expect(accounts.hasPassword(ADMIN)).toBe(false);
    await accounts.changePassword(ADMIN, { ...change, currentPassword: '' });
    expect(accounts.hasPassword(ADMIN)).toBe(true);
    await signIn(ADMIN.email, 'better');
  });

  it('goes on with the token of this computer, which depends on no password', async () => {
    const { db, accounts } = await accountServices();
    db.exec('UPDATE users SET password_hash = NULL');
    const token = accounts.localToken();
    expect(await accounts.changePassword(ADMIN, { ...change, token })).toEqual({ token: null });
    expect(accounts.callerOf(token)).toMatchObject({ caller: { ...ADMIN, asksFirst: true }, kind: 'local' });
  });
});
