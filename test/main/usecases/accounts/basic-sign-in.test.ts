import { describe, expect, it } from 'vitest';
import { PASSWORD_REMEMBERED_SECONDS } from '../../../../src-main/core/limits.ts';
import { ADMIN, ANNA, accountServices, refusalOf } from '../../../support/account-services.ts';

const FROM = { address: '10.0.0.1' };

async function withAnna() {
  const services = await accountServices();
  await services.addUser(ANNA);
  const asAnna = (password = 'secret') =>
    services.accounts.callerOfBasic({ login: 'Anna@example.com', password, ...FROM });
  return { ...services, asAnna };
}

describe('a name and a password with each request', () => {
  it('say who asks, and are remembered for a while only', async () => {
    const { clock, asAnna } = await withAnna();
    expect(await Promise.all([asAnna(), asAnna(), asAnna()])).toEqual([ANNA, ANNA, ANNA]);
    // Guesses of others do not slow down what is remembered.
    for (let at = 0; at < 12; at++) await refusalOf(() => asAnna(`guess ${at}`));
    expect((await refusalOf(() => asAnna('guess'))).code).toBe('throttled');
    expect(await asAnna()).toEqual(ANNA);
    clock.advance(PASSWORD_REMEMBERED_SECONDS);
    for (let at = 0; at < 6; at++) await refusalOf(() => asAnna(`guess ${at}`));
    expect((await refusalOf(() => asAnna())).code).toBe('throttled');
  });

  it('are remembered for where they came from alone, so that guessers elsewhere wait', async () => {
    const { accounts, asAnna } = await withAnna();
    await asAnna();
    const elsewhere = (password: string) =>
      accounts.callerOfBasic({ login: ANNA.email, password, address: '10.0.0.2' });
    for (let at = 0; at < 6; at++) await refusalOf(() => elsewhere(`guess ${at}`));
    expect((await refusalOf(() => elsewhere('guess'))).code).toBe('throttled');
    expect((await refusalOf(() => elsewhere('secret'))).code).toBe('throttled');
    expect(await asAnna()).toEqual(ANNA);
  });

  it('are not remembered any more where too many others are tried', async () => {
    const { asAnna } = await withAnna();
    await asAnna();
    for (let at = 0; at < 45; at++) await refusalOf(() => asAnna(`guess ${at}`));
    expect((await refusalOf(() => asAnna())).code).toBe('throttled');
  });

  it('are forgotten with the password and with the account', async () => {
    const { accounts, asAnna } = await withAnna();
    await asAnna();
    await accounts.updateUser(ADMIN, ANNA.email, { password: 'another secret' });
    expect((await refusalOf(() => asAnna())).code).toBe('credentials-wrong');
    expect(await asAnna('another secret')).toEqual(ANNA);
    await accounts.updateUser(ADMIN, ANNA.email, { isActive: false });
    expect((await refusalOf(() => asAnna('another secret'))).code).toBe('user-inactive');
  });

  it('may be a token of that account in place of the password, and one that ended is no guess', async () => {
    const { accounts, signIn, asAnna } = await withAnna();
    const { token } = await signIn(ANNA.email, 'secret');
    expect(await asAnna(token)).toEqual(ANNA);
    const asAdmin = { login: ADMIN.email, password: token, ...FROM };
    expect((await refusalOf(() => accounts.callerOfBasic(asAdmin))).code).toBe('credentials-wrong');
    accounts.signOut(token);
    for (let at = 0; at < 20; at++)
      expect((await refusalOf(() => asAnna(token))).code).toBe('credentials-wrong');
    expect(await asAnna()).toEqual(ANNA);
  });

  it('are not the token of the command line on this computer, which drives elsewhere could use', async () => {
    const { accounts } = await withAnna();
    const { email } = ADMIN;
    const withToken = { login: email, password: accounts.localToken(), ...FROM };
    expect((await refusalOf(() => accounts.callerOfBasic(withToken))).code).toBe('credentials-wrong');
  });
});
