import { beforeAll, describe, expect, it } from 'vitest';
import { basicOf, davCalls, davUser } from '../../support/dav-calls.ts';
import { useApp } from '../../support/running-app.ts';

const app = useApp();
const { dav, statusOf } = davCalls(app);
const ANN = davUser('ann@example.com');
let annToken = '';

beforeAll(async () => {
  annToken = await app().addUser('ann@example.com');
});

const listed = (as: { login: string; password: string } | null, headers: Record<string, string> = {}) =>
  statusOf('PROPFIND', '/dav/', { as, headers: { Depth: '0', ...headers } });

describe('signing in to the drive', () => {
  it('takes the password of the account, in any letter case of its name', async () => {
    expect(await listed(ANN)).toBe(207);
    expect(await listed({ ...ANN, login: 'Ann@Example.COM' })).toBe(207);
  });

  it('asks whoever shows nothing, or something else', async () => {
    const { status, headers, text } = await dav('PROPFIND', '/dav/', { as: null });
    expect([status, headers.get('www-authenticate'), text]).toEqual([
      401,
      'Basic realm="Keepfold", charset="UTF-8"',
      'A name and a password are needed.',
    ]);
    for (const as of [
      { login: '', password: 'secret-of-ann@example.com' },
      { login: 'ann@example.com', password: '' },
      { login: 'nobody@example.com', password: 'secret' },
      { login: 'ann@example.com', password: '0'.repeat(40) },
      { login: 'admin@example.com', password: annToken },
    ])
      expect([as, await listed(as)]).toEqual([as, 401]);
    for (const Authorization of [
      `Token ${annToken}`,
      'Basic',
      'Basic %%%',
      'Basic YWJj',
      `Bearer ${annToken}`,
    ])
      expect([Authorization, await listed(null, { Authorization })]).toEqual([Authorization, 401]);
    expect(await listed(null, { Cookie: `sessionid=${annToken}` })).toBe(401);
  });

  it('takes the token of a device, until that device is ended', async () => {
    const form = {
      username: ANN.login,
      password: ANN.password,
      platform: 'android',
      device_id: 'abcdef0123456789',
    };
    const device = { device_name: 'Phone', client_version: '1', platform_version: '1' };
    const { json } = await app().call('POST', '/api2/auth-token/', { form: { ...form, ...device } });
    const { token } = json as { token: string };
    const byToken = { login: ANN.login, password: token };
    expect(await listed(byToken)).toBe(207);
    const ended = { platform: 'android', device_id: 'abcdef0123456789' };
    await app().call('DELETE', '/api2/devices/', { token: annToken, form: ended });
    expect(await listed(byToken)).toBe(401);
    expect(await listed(ANN)).toBe(207);
  });

  it('ends with the password at the next request, and with the account', async () => {
    await app().addUser('ben@example.com');
    const ben = davUser('ben@example.com');
    expect(await listed(ben)).toBe(207);
    const user = '/api/v2.1/admin/users/ben@example.com/';
    await app().call('PUT', user, { token: app().adminToken, form: { password: 'another-secret' } });
    expect(await listed(ben)).toBe(401);
    const changed = { ...ben, password: 'another-secret' };
    expect(await listed(changed)).toBe(207);
    await app().call('PUT', user, { token: app().adminToken, form: { is_active: 'false' } });
    expect(await listed(changed)).toBe(401);
  });

  it('slows down whoever guesses, and not a program that knows the password', async () => {
    await app().addUser('cleo@example.com');
    const cleo = davUser('cleo@example.com');
    expect(await listed(cleo)).toBe(207);
    const guesses: number[] = [];
    for (let at = 0; at < 7; at++) guesses.push(await listed({ ...cleo, password: `guess ${at}` }));
    expect(guesses.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
    expect(guesses.slice(5)).toContain(429);
    expect(await listed(cleo)).toBe(207);
  });

  it('is nothing for pages of other sites, whatever their browser sends along', async () => {
    for (const headers of [
      { Origin: 'https://evil.example' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' },
    ]) {
      expect(await listed(ANN, headers)).toBe(403);
      expect(await statusOf('GET', '/dav/', { as: ANN, headers })).toBe(403);
    }
  });

  it('is announced to anybody, who learns nothing else', async () => {
    const { status, headers, text } = await dav('OPTIONS', '/dav/none/at/all', { as: null });
    expect([status, headers.get('dav'), text]).toEqual([200, '1, 2', '']);
    expect(headers.get('allow')).toContain('PROPFIND');
    expect(basicOf(ANN)).toMatch(/^Basic /);
  });
});
