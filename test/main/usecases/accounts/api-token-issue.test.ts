import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { ADMIN, ANNA, accountServices } from '../../../support/account-services.ts';

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
