import { beforeAll, describe, expect, it } from 'vitest';
import { A_TIMESTAMP, outcome } from '../../support/admin-calls.ts';
import { useApp } from '../../support/running-app.ts';
import { expectMethodRefused, expectTokenNeeded, FORTY_HEX, useCast } from '../../support/user-calls.ts';

const PATH = '/api2/devices/';
const SUCCESS = { status: 200, body: { success: true } };

const LAPTOP = { platform: 'linux', device_id: 'd'.repeat(40), device_name: 'laptop' };
const PHONE = { platform: 'android', device_id: '0123456789abcdef', device_name: 'phone' };

describe('/api2/devices/', () => {
  const app = useApp();
  const cast = useCast(app);
  let token = '';
  const signIn = async (device: Record<string, string>): Promise<string> => {
    const form = { username: 'ann@example.com', password: 'secret-of-ann@example.com', ...device };
    const { json } = await app().call('POST', '/api2/auth-token/', { form });
    return (json as { token: string }).token;
  };
  const ask = async (method: string, path: string, form?: Record<string, string>) =>
    outcome(await app().call(method, path, form === undefined ? { token } : { token, form }));
  const names = async () =>
    ((await ask('GET', PATH)).body as { device_name: string }[]).map((device) => device.device_name);
  const ping = async (of: string) => {
    const answer = await app().call('GET', '/api2/auth/ping/', { token: of });
    return { ...outcome(answer), wiped: answer.headers.get('x-seafile-wiped') };
  };

  beforeAll(() => {
    token = cast().owner;
  });

  it('lists computers first, with every field, and nothing that opens anything', async () => {
    expect(await ask('GET', PATH)).toEqual({ status: 200, body: [] });
    const phone = await signIn({ ...PHONE, client_version: '3.0.1', platform_version: '14' });
    const laptop = await signIn(LAPTOP);
    const common = {
      key: expect.stringMatching(/^[0-9a-f]{64}$/),
      user: 'ann@example.com',
      last_accessed: A_TIMESTAMP,
      last_login_ip: '',
      wiped_at: null,
    };
    const answer = await app().call('GET', PATH, { token });
    expect(outcome(answer)).toEqual({
      status: 200,
      body: [
        { ...common, ...LAPTOP, client_version: '', platform_version: '', is_desktop_client: true },
        { ...common, ...PHONE, client_version: '3.0.1', platform_version: '14', is_desktop_client: false },
      ],
    });
    for (const secret of [phone, laptop]) expect(answer.text).not.toContain(secret);
    expect(outcome(await app().call('GET', PATH, { token: cast().stranger }))).toEqual({
      status: 200,
      body: [],
    });
  });

  it('signs a device out, which then gets another token', async () => {
    const phone = await signIn(PHONE);
    expect(await ping(phone)).toMatchObject({ status: 200 });
    const { platform, device_id } = PHONE;
    expect(await ask('DELETE', PATH, { platform, device_id })).toEqual(SUCCESS);
    expect(await ping(phone)).toEqual({ status: 401, body: { detail: 'Invalid token' }, wiped: null });
    expect(await names()).toEqual(['laptop']);
    const again = await signIn(PHONE);
    expect([again, again === phone]).toEqual([FORTY_HEX, false]);
    expect(await names()).toEqual(['laptop', 'phone']);
  });

  it('tells a lost device to remove what it holds, until somebody signs in with it again', async () => {
    const laptop = await signIn(LAPTOP);
    const { platform, device_id } = LAPTOP;
    const query = new URLSearchParams({ platform, device_id, wipe_device: 'true' });
    expect(await ask('DELETE', `${PATH}?${query}`)).toEqual(SUCCESS);
    const told = { status: 401, body: { detail: 'Device set to be remote wiped' }, wiped: 'true' };
    expect(await ping(laptop)).toEqual(told);
    expect(await ping(laptop)).toEqual(told);
    expect((await ask('GET', PATH)).body).toMatchObject([
      { device_name: 'laptop', wiped_at: A_TIMESTAMP },
      {},
    ]);
    const again = await signIn(LAPTOP);
    expect(await ping(again)).toMatchObject({ status: 200 });
    expect(await ping(laptop)).toMatchObject({ status: 401, body: { detail: 'Invalid token' } });
    expect((await ask('GET', PATH)).body).toMatchObject([{ device_name: 'laptop', wiped_at: null }, {}]);
  });

  it('leaves devices of others alone', async () => {
    const laptop = await signIn(LAPTOP);
    const form = { platform: LAPTOP.platform, device_id: LAPTOP.device_id, wipe_device: 'true' };
    const answer = await app().call('DELETE', PATH, { token: cast().stranger, form });
    expect(outcome(answer)).toEqual(SUCCESS);
    expect(await ping(laptop)).toMatchObject({ status: 200 });
  });

  it('says what is wrong in the order of real servers', async () => {
    const error = (text: string) => ({ status: 400, body: { error_msg: text } });
    for (const platform of ['', 'amiga', 'constructor'])
      expect(await ask('DELETE', PATH, { platform, device_id: '1' })).toEqual(error('platform invalid.'));
    expect(await ask('DELETE', PATH, { platform: 'linux' })).toEqual(error('device_id invalid.'));
    const form = { platform: 'linux', device_id: LAPTOP.device_id, wipe_device: 'maybe' };
    expect(await ask('DELETE', PATH, form)).toEqual(error('wipe_device invalid.'));
    expect(await names()).toEqual(['laptop', 'phone']);
  });

  it('needs a token, and knows no other method', async () => {
    for (const method of ['GET', 'DELETE']) await expectTokenNeeded(app(), method, PATH);
    await expectMethodRefused(app(), 'PUT', PATH, ['GET', 'DELETE']);
  });
});
