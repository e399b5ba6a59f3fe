import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { ADMIN, ANNA, accountServices, BERT, refusalOf } from '../../../support/account-services.ts';

const LIBRARY = '7c6b2a8e-0000-4000-8000-000000000001' as LibraryId;
const LAST = {
  code: 'permission-denied',
  detail: { reason: 'last-administrator', value: 'admin@example.com' },
};

describe('administering users', () => {
  it('is for administrators only', async () => {
    const { accounts } = await accountServices();
    const refused = { code: 'permission-denied', detail: { reason: 'administrator' } };
    const verbs = [
      () => accounts.listUsers(ANNA, { page: 1, perPage: 25 }),
      () => accounts.searchUsers(ANNA, 'a', { page: 1, perPage: 25 }),
      () => accounts.findUser(ANNA, ADMIN.email),
      () => accounts.createUser(ANNA, { email: 'x@y.z', password: 'x' }),
      () => accounts.updateUser(ANNA, ANNA.email, { isAdmin: true }),
      () => accounts.deleteUser(ANNA, ADMIN.email),
      () => accounts.resetPassword(ANNA, ADMIN.email),
      () => accounts.issueTokenOf(ANNA, ADMIN.email),
    ];
    for (const verb of verbs) expect(await refusalOf(verb)).toEqual(refused);
  });

  it('makes a user without telling secrets', async () => {
    const { accounts } = await accountServices();
    const user = await accounts.createUser(ADMIN, {
      email: 'Anna@Example.com',
      password: 'x',
      quotaBytes: 5e12,
    });
    expect(user).toEqual({
      key: 2,
      email: 'anna@example.com',
      name: '',
      contactEmail: '',
      isAdmin: false,
      isActive: true,
      role: 'default',
      quotaBytes: 5e12,
      createdAtSeconds: 1_714_564_800,
      lastSignInAtSeconds: null,
      lastSeenAtSeconds: null,
    });
    expect(accounts.quotaBytes('anna@example.com')).toBe(5e12);
  });

  it('refuses a second account for an e-mail, be it one in other letters or a contact e-mail', async () => {
    const { accounts, addUser } = await accountServices();
    await addUser(ANNA);
    await accounts.updateUser(ADMIN, ANNA.email, { contactEmail: 'a@work.example' });
    for (const email of ['ANNA@example.com', 'a@work.example']) {
      expect(await refusalOf(() => accounts.createUser(ADMIN, { email, password: 'x' }))).toMatchObject({
        code: 'user-exists',
      });
    }
    const takeOver = () => accounts.updateUser(ADMIN, ADMIN.email, { contactEmail: 'Anna@example.com' });
    expect(await refusalOf(takeOver)).toMatchObject({
      code: 'user-exists',
      detail: { field: 'contact_email' },
    });
  });

  it('makes one of two users of the same e-mail that are asked for at the same time', async () => {
    const { addUser } = await accountServices();
    const outcomes = await Promise.allSettled([addUser(ANNA), addUser(ANNA)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });

  it('changes nothing when one of the values is refused', async () => {
    const { accounts, addUser } = await accountServices();
    await addUser(ANNA);
    await refusalOf(() => accounts.updateUser(ADMIN, ANNA.email, { isAdmin: true, name: 'a/b' }));
    await refusalOf(() => accounts.updateUser(ADMIN, ANNA.email, { isAdmin: true, quotaBytes: -2 }));
    expect(accounts.findUser(ADMIN, ANNA.email)).toMatchObject({ isAdmin: false, name: '' });
  });

  it('lists by page, with the count over all', async () => {
    const { accounts, addUser } = await accountServices();
    await addUser(BERT);
    await addUser(ANNA);
    await accounts.updateUser(ADMIN, BERT.email, { isActive: false });
    const emails = (request: Parameters<typeof accounts.listUsers>[1]) => {
      const { users, totalCount } = accounts.listUsers(ADMIN, request);
      return [users.map(({ email }) => email.split('@')[0]).join(' '), totalCount];
    };
    expect(emails({ page: 1, perPage: 2 })).toEqual(['admin bert', 3]);
    expect(emails({ page: 2, perPage: 2 })).toEqual(['anna', 3]);
    expect(emails({ page: 1_000_000_000, perPage: 1000 })).toEqual(['', 3]);
    expect(emails({ page: 1, perPage: 25, orderBy: 'email' })).toEqual(['admin anna bert', 3]);
    expect(emails({ page: 1, perPage: 25, isActive: true })).toEqual(['admin anna', 2]);
    expect(emails({ page: 1, perPage: 25, isAdmin: true })).toEqual(['admin', 1]);
  });

  it('finds users by part of a name or e-mail, and takes the text literally', async () => {
    const { accounts, addUser } = await accountServices();
    await addUser(ANNA);
    await accounts.updateUser(ADMIN, ANNA.email, { name: 'Ärgern 100%' });
    const found = (text: string) => accounts.searchUsers(ADMIN, text, { page: 1, perPage: 10 }).totalCount;
    expect(found('äRGERN')).toBe(1);
    expect(found('ANNA@')).toBe(1);
    expect(found('0%')).toBe(1);
    expect(found('%')).toBe(1);
    expect(found('_')).toBe(0);
    expect(found('\'"--')).toBe(0);
  });

  it('of nobody says so', async () => {
    const { accounts } = await accountServices();
    expect(await refusalOf(() => accounts.findUser(ADMIN, 'x@y.z'))).toEqual({
      code: 'user-not-found',
      detail: { value: 'x@y.z' },
    });
  });
});

describe('taking rights away', () => {
  it('ends every token of a user whose password was reset, at once', async () => {
    const { accounts, addUser, signIn, syncTokens } = await accountServices();
    await addUser(ANNA);
    const { token } = await signIn(ANNA.email, 'secret');
    const syncToken = syncTokens.issue(LIBRARY, ANNA.email);
    const password = await accounts.resetPassword(ADMIN, ANNA.email);
    expect(accounts.callerOf(token)).toBe('unknown');
    expect(syncTokens.find(syncToken)).toBeNull();
    expect(password).toHaveLength(20);
    expect((await signIn(ANNA.email, password)).token).not.toBe(token);
  });

  it('ends the sync tokens of a deactivated user for good', async () => {
    const { accounts, addUser, syncTokens } = await accountServices();
    await addUser(ANNA);
    const token = syncTokens.issue(LIBRARY, ANNA.email);
    await accounts.updateUser(ADMIN, ANNA.email, { isActive: false });
    expect(syncTokens.find(token)).toBeNull();
    await accounts.updateUser(ADMIN, ANNA.email, { isActive: true });
    expect(syncTokens.find(token)).toBeNull();
  });

  it('deletes an account after the hook has seen to what it owns, its tokens being dead by then', async () => {
    const { accounts, addUser, hooks, signIn, syncTokens } = await accountServices();
    await addUser(ANNA);
    const { token } = await signIn(ANNA.email, 'secret');
    const syncToken = syncTokens.issue(LIBRARY, ANNA.email);
    const seen: unknown[] = [];
    hooks.onUserRemoved = async (email) => {
      seen.push(email, accounts.callerOf(token), syncTokens.find(syncToken), accounts.profile(email)?.name);
    };
    await accounts.deleteUser(ADMIN, ANNA.email);
    expect(seen).toEqual(['anna@example.com', 'inactive', null, 'anna']);
    expect(accounts.profile(ANNA.email)).toBeNull();
    expect(accounts.callerOf(token)).toBe('inactive');
  });

  it('keeps the account, deactivated, when the hook fails', async () => {
    const { accounts, addUser, hooks } = await accountServices();
    await addUser(ANNA);
    hooks.onUserRemoved = async () => {
      throw new Error('disk');
    };
    await expect(accounts.deleteUser(ADMIN, ANNA.email)).rejects.toThrow('disk');
    expect(accounts.findUser(ADMIN, ANNA.email)).toMatchObject({ isActive: false });
  });

  it('never takes the last active administrator', async () => {
    const { accounts, addUser } = await accountServices();
    await addUser(ANNA);
    expect(await refusalOf(() => accounts.deleteUser(ADMIN, ADMIN.email))).toEqual(LAST);
    expect(await refusalOf(() => accounts.updateUser(ADMIN, ADMIN.email, { isAdmin: false }))).toEqual(LAST);
    expect(await refusalOf(() => accounts.updateUser(ADMIN, ADMIN.email, { isActive: false }))).toEqual(LAST);
    await accounts.updateUser(ADMIN, ANNA.email, { isAdmin: true, isActive: false });
    expect(await refusalOf(() => accounts.deleteUser(ADMIN, ADMIN.email))).toEqual(LAST);
    await accounts.updateUser(ADMIN, ANNA.email, { isActive: true });
    await accounts.deleteUser(ADMIN, ADMIN.email);
    expect(accounts.profile(ADMIN.email)).toBeNull();
  });

  it('never takes it when two demotions run at the same time', async () => {
    const { accounts, addUser } = await accountServices();
    await addUser(ANNA);
    await accounts.updateUser(ADMIN, ANNA.email, { isAdmin: true });
    const outcomes = await Promise.allSettled([
      accounts.updateUser(ADMIN, ADMIN.email, { isAdmin: false, password: 'x' }),
      accounts.updateUser(ADMIN, ANNA.email, { isAdmin: false, password: 'x' }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });

  it('lets an administrator take the API token of an active user', async () => {
    const { accounts, addUser, signIn } = await accountServices();
    await addUser(ANNA);
    expect(accounts.issueTokenOf(ADMIN, ANNA.email)).toBe((await signIn(ANNA.email, 'secret')).token);
    const script = { name: 'script', platform: 'linux' };
    const token = accounts.issueTokenOf(ADMIN, ANNA.email, script);
    expect(token).not.toBe(accounts.issueTokenOf(ADMIN, ANNA.email));
    expect(accounts.issueTokenOf(ADMIN, ANNA.email, script)).toBe(token);
    await accounts.updateUser(ADMIN, ANNA.email, { isActive: false });
    expect(await refusalOf(() => accounts.issueTokenOf(ADMIN, ANNA.email))).toMatchObject({
      code: 'user-inactive',
    });
  });
});
