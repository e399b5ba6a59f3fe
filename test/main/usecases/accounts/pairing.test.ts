import { describe, expect, it, vi } from 'vitest';
import { ANNA, accountServices, BERT, refusalOf } from '../../../support/account-services.ts';

const PHONE = {
  ...{ platform: 'android', deviceId: '0123456789abcdef', deviceName: 'Pixel 9' },
  ...{ clientVersion: '4.1.7', platformVersion: '16' },
};

async function pairingWorld() {
  const services = await accountServices();
  const { accounts } = services;
  await services.addUser(ANNA);
  await services.addUser(BERT);
  const session = async () =>
    (await accounts.signInSession({ login: ANNA.email, password: 'secret', address: '10.0.0.1' })).token;
  const pair = (password: string, device: typeof PHONE | null = PHONE, login = ANNA.email) =>
    accounts.signIn({ login, password, address: '10.0.0.7', ...(device === null ? {} : { device }) });
  return { ...services, page: await session(), session, pair };
}

const WRONG = { code: 'credentials-wrong' };

describe('a pairing code', () => {
  it('gives the token that the password gives, once', async () => {
    const { accounts, page, pair } = await pairingWorld();
    const { code } = accounts.makePairingCode(page);
    const paired = await pair(code);
    expect(accounts.callerOf(paired.token)).toMatchObject({ caller: ANNA, kind: 'device' });
    expect(await pair('secret')).toEqual(paired);
    expect(await refusalOf(() => pair(code))).toMatchObject(WRONG);
    expect(await refusalOf(() => pair(code, { ...PHONE, deviceId: 'ab' }))).toMatchObject(WRONG);
  });

  it('is told as used, with the device, to the page that made it', async () => {
    const { accounts, page, pair, session, told } = await pairingWorld();
    expect(accounts.pairingState(page)).toEqual({ state: 'none', leftSeconds: 0, usedBy: null });
    const { code } = accounts.makePairingCode(page);
    expect(accounts.pairingState(page)).toEqual({ state: 'waiting', leftSeconds: 600, usedBy: null });
    await pair(code);
    expect(accounts.pairingState(page)).toEqual({ state: 'used', leftSeconds: 0, usedBy: PHONE });
    expect(accounts.pairingState(await session())).toMatchObject({ state: 'none' });
    expect(told).toEqual([{ type: 'devices', email: ANNA.email }]);
  });

  it('is over after ten minutes, and where the clock was set back', async () => {
    const { accounts, page, pair, clock } = await pairingWorld();
    const first = accounts.makePairingCode(page);
    clock.advance(599);
    expect(accounts.pairingState(page)).toMatchObject({ state: 'waiting', leftSeconds: 1 });
    clock.advance(1);
    expect(accounts.pairingState(page)).toMatchObject({ state: 'none' });
    expect(await refusalOf(() => pair(first.code))).toMatchObject(WRONG);
    const second = accounts.makePairingCode(page);
    clock.advance(-10);
    expect(await refusalOf(() => pair(second.code))).toMatchObject(WRONG);
  });

  it('is over when another one is made, when it is ended, and when its page is signed out', async () => {
    const { accounts, page, pair, session } = await pairingWorld();
    const first = accounts.makePairingCode(page);
    const second = accounts.makePairingCode(await session());
    expect(await refusalOf(() => pair(first.code))).toMatchObject(WRONG);
    // Another page's code is not this one's to end.
    accounts.endPairingCode(page);
    await pair(second.code);
    const third = accounts.makePairingCode(page);
    accounts.endPairingCode(page);
    expect(await refusalOf(() => pair(third.code))).toMatchObject(WRONG);
    const fourth = accounts.makePairingCode(page);
    accounts.signOut(page);
    expect(await refusalOf(() => pair(fourth.code))).toMatchObject(WRONG);
  });

  it('is for its account, and for what can be listed as a device', async () => {
    const { accounts, page, pair } = await pairingWorld();
    const { code } = accounts.makePairingCode(page);
    expect(await refusalOf(() => pair(code, PHONE, BERT.email))).toMatchObject(WRONG);
    expect(await refusalOf(() => pair(code, null))).toMatchObject(WRONG);
    const login = { login: ANNA.email, password: code, address: '10.0.0.8' };
    expect(await refusalOf(() => accounts.signInSession(login))).toMatchObject(WRONG);
    expect(await refusalOf(() => accounts.callerOfBasic(login))).toMatchObject(WRONG);
    expect(
      await refusalOf(() =>
        accounts.givePassword(ANNA, { currentPassword: code, address: 'x', token: page }),
      ),
    ).toMatchObject({
      code: 'password-wrong',
    });
    await pair(code);
  });

  it('holds again where the sign-in could not be written', async () => {
    const { accounts, page, pair, users } = await pairingWorld();
    const { code } = accounts.makePairingCode(page);
    vi.spyOn(users, 'recordSignIn').mockImplementationOnce(() => {
      throw new Error('disk full');
    });
    await expect(pair(code)).rejects.toThrow('disk full');
    expect(accounts.pairingState(page)).toMatchObject({ state: 'waiting' });
    await pair(code);
  });

  it('is made by a page, not by a device', async () => {
    const { accounts, pair } = await pairingWorld();
    const { token } = await pair('secret');
    for (const work of [
      () => accounts.makePairingCode(token),
      () => accounts.pairingState(token),
      () => accounts.endPairingCode(token),
      () => accounts.makeDevicePassword(token, { name: 'Drive', platform: 'mac' }),
    ])
      expect(await refusalOf(work)).toMatchObject({ code: 'permission-denied' });
  });

  it('is not made by a page that a device has opened, which ends with the device', async () => {
    const { accounts, pair } = await pairingWorld();
    const { token } = await pair('secret');
    const opened = accounts.signInWithCode(accounts.issueClientCode(token));
    expect(await refusalOf(() => accounts.makePairingCode(opened.token))).toMatchObject({
      code: 'permission-denied',
    });
    const device = { name: 'Drive', platform: 'mac' };
    expect(await refusalOf(() => accounts.makeDevicePassword(opened.token, device))).toMatchObject({
      code: 'permission-denied',
    });
  });

  it('has guesses wait as for the password, also where the next one would be right', async () => {
    const { accounts, page, pair } = await pairingWorld();
    const { code } = accounts.makePairingCode(page);
    for (let tries = 0; tries < 5; tries += 1)
      expect(await refusalOf(() => pair('bbbbb bbbbb bbbbb'))).toMatchObject(WRONG);
    expect(await refusalOf(() => pair(code))).toMatchObject({ code: 'throttled' });
    expect(accounts.pairingState(page)).toMatchObject({ state: 'waiting' });
  });
});

describe('a password for one program', () => {
  it('opens a drive for its account, and is another one each time', async () => {
    const { accounts, page, told } = await pairingWorld();
    const first = accounts.makeDevicePassword(page, { name: ' Drive ', platform: 'windows' });
    const second = accounts.makeDevicePassword(page, { name: 'Drive', platform: 'windows' });
    expect(first.device).toMatchObject({ deviceName: 'Drive', platform: 'windows' });
    expect(second.password).not.toBe(first.password);
    const login = { login: ANNA.email, password: first.password, address: '10.0.0.1' };
    expect(await accounts.callerOfBasic(login)).toEqual(ANNA);
    expect(told).toHaveLength(2);
  });

  it.each(['android', 'ios', 'mac', 'linux'])('is of a device of %s', async (platform) => {
    const { accounts, page } = await pairingWorld();
    expect(accounts.makeDevicePassword(page, { name: 'Drive', platform }).device.platform).toBe(platform);
  });

  it('needs a name of one line', async () => {
    const { accounts, page } = await pairingWorld();
    for (const name of ['', ' ', 'a\nb', 'x'.repeat(41)])
      expect(
        await refusalOf(() => accounts.makeDevicePassword(page, { name, platform: 'mac' })),
      ).toMatchObject({
        code: 'argument-invalid',
      });
  });
});
