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

describe('a one-time code', () => {
  it('that a device asks for opens a session which ends with the device', async () => {
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
