import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../../support/account-services.ts';
import { ADMIN, ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';

const LAPTOP = {
  ...{ platform: 'linux', deviceId: 'd'.repeat(40), deviceName: 'laptop' },
  ...{ clientVersion: '9.0.5', platformVersion: '' },
};
const PHONE = { ...LAPTOP, platform: 'android', deviceId: '0123456789abcdef', deviceName: 'phone' };

async function deviceWorld() {
  const world = await libraryWorld();
  const signIn = async (device: typeof LAPTOP, login = ANNA.email): Promise<string> => {
    world.clock.advance(1);
    const address = '10.0.0.1';
    return (await world.accounts.signIn({ login, password: 'secret', address, device })).token;
  };
  const names = () => world.devices.list(ANNA).map(({ deviceName }) => deviceName);
  const stateOf = (token: string) => {
    const bearer = world.accounts.callerOf(token);
    return typeof bearer === 'string' ? bearer : bearer.caller.email;
  };
  return { ...world, signIn, names, stateOf };
}

describe('devices', () => {
  it('are listed computers first, then by their last use', async () => {
    const { devices, signIn, names, accounts } = await deviceWorld();
    await accounts.signIn({ login: ANNA.email, password: 'secret', address: '10.0.0.1' });
    await signIn(LAPTOP);
    await signIn(PHONE);
    await signIn({ ...LAPTOP, deviceId: 'e'.repeat(40), deviceName: 'desk' });
    await signIn(LAPTOP, BERT.email);
    expect(names()).toEqual(['desk', 'laptop', 'phone']);
    expect(devices.list(ANNA)[1]).toMatchObject({ ...LAPTOP, wipeOrderedAtSeconds: null });
  });

  it('are gone from the list when they sign out, or the password changes', async () => {
    const { signIn, names, accounts } = await deviceWorld();
    accounts.signOut(await signIn(LAPTOP));
    await signIn(PHONE);
    expect(names()).toEqual(['phone']);
    const change = { currentPassword: 'secret', newPassword: 'other secret', address: '10.0.0.1', token: '' };
    await accounts.changePassword(ANNA, change);
    expect(names()).toEqual([]);
  });

  it('that are unlinked are signed out; computers no longer sync either', async () => {
    const { devices, signIn, stateOf, syncTokens, addLibrary } = await deviceWorld();
    const token = await signIn(LAPTOP);
    const id = await addLibrary();
    const [own, other] = [syncTokens.issue(id, ANNA.email), syncTokens.issue(id, ANNA.email)];
    for (const [sync, deviceId] of [
      [own, LAPTOP.deviceId],
      [other, 'e'.repeat(40)],
    ] as const) {
      const bearer = syncTokens.find(sync);
      if (bearer !== null)
        syncTokens.recordUse(sync, bearer, { deviceId, deviceName: 'x', address: '10.0.0.1' });
    }
    devices.unlink(ANNA, { ...LAPTOP, isWiped: false });
    expect([stateOf(token), syncTokens.find(own)]).toEqual(['unknown', null]);
    expect(syncTokens.find(other)).toMatchObject({ deviceId: 'e'.repeat(40) });
  });

  it('that are to be wiped stay so when the password changes, until they sign in again', async () => {
    const { devices, signIn, stateOf, accounts, names } = await deviceWorld();
    const token = await signIn(LAPTOP);
    devices.unlink(ANNA, { ...LAPTOP, isWiped: true });
    await accounts.updateUser(ADMIN, ANNA.email, { password: 'new secret' });
    expect([stateOf(token), names()]).toEqual(['wiped', ['laptop']]);
    await accounts.updateUser(ADMIN, ANNA.email, { password: 'secret' });
    const again = await signIn(LAPTOP);
    expect([stateOf(token), stateOf(again)]).toEqual(['unknown', ANNA.email]);
    accounts.signOut(again);
    expect([stateOf(again), names()]).toEqual(['unknown', []]);
  });

  it('of an account that is switched off hear that first', async () => {
    const { devices, signIn, stateOf, accounts } = await deviceWorld();
    const token = await signIn(LAPTOP);
    devices.unlink(ANNA, { ...LAPTOP, isWiped: true });
    await accounts.updateUser(ADMIN, ANNA.email, { isActive: false });
    expect(stateOf(token)).toBe('inactive');
  });

  it('of others, or that nobody knows, are no work', async () => {
    const { devices, signIn, stateOf } = await deviceWorld();
    const token = await signIn(LAPTOP);
    devices.unlink(BERT, { ...LAPTOP, isWiped: true });
    devices.unlink(ANNA, { ...PHONE, isWiped: true });
    expect(stateOf(token)).toBe(ANNA.email);
    const odd = { platform: 'amiga', deviceId: '1', isWiped: false };
    expect(await refusalOf(() => devices.unlink(ANNA, odd))).toMatchObject({
      code: 'argument-invalid',
      detail: { field: 'platform' },
    });
  });
});
