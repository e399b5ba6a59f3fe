import { afterEach, describe, expect, it, vi } from 'vitest';
import { outcome } from '../../support/admin-calls.ts';
import { isDesktopService } from '../../support/desktop-service.ts';
import { type Answer, useApp } from '../../support/running-app.ts';
import { FORTY_HEX } from '../../support/user-calls.ts';

const CODE = '/api/local/v1/devices/code/';
const ANN = 'ann@example.com';
const WRONG = { status: 400, body: { non_field_errors: ['Unable to login with provided credentials.'] } };

const app = useApp();

/** What Seafile for Android 4 sends when somebody signs in: a form in parts, and no token. */
const byAndroid = (password: string, device_id = '0123456789abcdef'): Promise<Answer> =>
  app().call('POST', '/api2/auth-token/', {
    multipart: {
      ...{ username: ANN, password, platform: 'android', device_id },
      ...{ device_name: 'Pixel 9', client_version: '4.1.7', platform_version: '16' },
    },
    headers: {
      accept: 'application/json',
      charset: 'utf-8',
      timestamp: '1',
      'user-agent': 'Seafile Android/4.1.7',
    },
  });

/** What Seafile for iOS sends. */
const byIos = (password: string): Promise<Answer> =>
  app().call('POST', '/api2/auth-token/', {
    form: {
      ...{ username: ANN, password, platform: 'ios', platformName: 'iphoneos' },
      ...{ device_id: 'E621E1F8-C36C-495A-93FC-0C247A3E6E5F', device_name: 'Ann’s iPhone' },
      ...{ client_version: '3.0.10', platform_version: '26.0' },
    },
  });

async function signInPage(): Promise<string> {
  await app().addUser(ANN);
  const json = { email: ANN, password: `secret-of-${ANN}` };
  const answer = await app().call('POST', '/api/local/v1/session/', { json });
  return (answer.json as { token: string }).token;
}

async function withCode() {
  const token = await signInPage();
  const { json } = await app().call('POST', CODE, { token });
  const { code } = json as { code: string };
  return { token, code, made: json, look: async () => (await app().call('GET', CODE, { token })).json };
}

afterEach(() => vi.restoreAllMocks());

describe('a pairing code', () => {
  it('is shown in groups of letters with the e-mail to type', async () => {
    const { made, look } = await withCode();
    expect(made).toEqual({
      code: expect.stringMatching(/^([bcdfghjkmnpqrstvwxz]{5} ?){3}$/),
      email: ANN,
      expires_in: 600,
    });
    expect(await look()).toEqual({
      state: 'waiting',
      expires_in: expect.any(Number),
      device_id: '',
      device_name: '',
    });
  });

  it('signs in Seafile for Android, by all calls that it makes then', async () => {
    const { token, code, look } = await withCode();
    const signedIn = await byAndroid(code);
    expect(outcome(signedIn)).toEqual({ status: 200, body: { token: FORTY_HEX } });
    const phone = { token: (signedIn.json as { token: string }).token };
    expect((await app().call('GET', '/api2/account/info/', phone)).json).toMatchObject({ email: ANN });
    expect((await app().call('GET', '/api2/server-info/', phone)).json).toMatchObject({ version: '11.0.0' });
    expect((await app().call('GET', '/api/v2.1/repos/', phone)).status).toBe(200);
    expect(await look()).toEqual({
      ...{ state: 'used', expires_in: 0 },
      ...{ device_id: '0123456789abcdef', device_name: 'Pixel 9' },
    });
    const { json } = await app().call('GET', '/api/local/v1/devices/', { token });
    expect(json).toMatchObject({
      devices: [{ name: 'Pixel 9', platform: 'android', client_version: '4.1.7' }],
    });
    expect((await app().call('DELETE', '/api/local/v1/devices/0123456789abcdef/', { token })).status).toBe(
      200,
    );
    expect((await app().call('GET', '/api2/account/info/', phone)).status).toBe(401);
  });

  it('signs in Seafile for iOS, typed in large letters without spaces', async () => {
    const { code, look } = await withCode();
    const signedIn = await byIos(code.replaceAll(' ', '').toUpperCase());
    expect(outcome(signedIn)).toEqual({ status: 200, body: { token: FORTY_HEX } });
    const phone = { token: (signedIn.json as { token: string }).token };
    expect((await app().call('GET', '/api2/server-info/', phone)).status).toBe(200);
    expect((await app().call('GET', '/api2/account/info/', phone)).json).toMatchObject({ email: ANN });
    expect(await look()).toMatchObject({ state: 'used', device_name: 'Ann’s iPhone' });
  });

  it('is refused like a wrong password when it is wrong, used, or its dialog was closed', async () => {
    const { token, code } = await withCode();
    expect(outcome(await byAndroid('bbbbb bbbbb bbbbb'))).toEqual(WRONG);
    expect((await byAndroid(code)).status).toBe(200);
    expect(outcome(await byIos(code))).toEqual(WRONG);
    const { json } = await app().call('POST', CODE, { token });
    expect((await app().call('DELETE', CODE, { token })).json).toEqual({ success: true });
    expect(outcome(await byAndroid((json as { code: string }).code))).toEqual(WRONG);
    // A right password of this address lets the next test begin anew.
    expect((await byAndroid(`secret-of-${ANN}`)).status).toBe(200);
  });

  it.skipIf(isDesktopService)('is refused after ten minutes', async () => {
    const { code, look } = await withCode();
    const now = Date.now();
    vi.spyOn(Date, 'now').mockImplementation(() => now + 600_000);
    expect(outcome(await byAndroid(code))).toEqual(WRONG);
    expect(await look()).toMatchObject({ state: 'none' });
  });

  it('opens nothing else: no drive, no page, no account without a device', async () => {
    const { code } = await withCode();
    const authorization = `Basic ${Buffer.from(`${ANN}:${code}`).toString('base64')}`;
    const drive = await app().call('PROPFIND', '/dav/', { headers: { authorization, depth: '0' } });
    expect(drive.status).toBe(401);
    const page = await app().call('POST', '/api/local/v1/session/', { json: { email: ANN, password: code } });
    expect(page.json).toMatchObject({ error_code: 'credentials-wrong' });
    const form = { username: ANN, password: code };
    expect(outcome(await app().call('POST', '/api2/auth-token/', { form }))).toEqual(WRONG);
    expect((await byAndroid(code)).status).toBe(200);
  });

  it('is not for a device to make', async () => {
    const token = await app().addUser(ANN);
    for (const method of ['GET', 'POST', 'DELETE'])
      expect((await app().call(method, CODE, { token })).status).toBe(403);
  });
});

describe('a password for one program', () => {
  it('opens the drive, is listed, and ends with its device', async () => {
    const token = await signInPage();
    const made = await app().call('POST', '/api/local/v1/devices/', {
      token,
      json: { name: 'Drive in Finder', platform: 'mac' },
    });
    expect(made.json).toEqual({ device_id: FORTY_HEX, name: 'Drive in Finder', password: FORTY_HEX });
    const { password, device_id } = made.json as { password: string; device_id: string };
    const authorization = `Basic ${Buffer.from(`${ANN}:${password}`).toString('base64')}`;
    const open = async () =>
      (await app().call('PROPFIND', '/dav/', { headers: { authorization, depth: '0' } })).status;
    expect(await open()).toBe(207);
    const { text } = await app().call('GET', '/api/local/v1/devices/', { token });
    expect(text).toContain('"Drive in Finder"');
    expect(text).not.toContain(password);
    await app().call('DELETE', `/api/local/v1/devices/${device_id}/`, { token });
    expect(await open()).toBe(401);
  });

  it('needs a name, and a system that devices have', async () => {
    const token = await signInPage();
    for (const json of [{}, { name: '' }, { name: 'x'.repeat(41) }, { name: 'a', platform: 'amiga' }])
      expect((await app().call('POST', '/api/local/v1/devices/', { token, json })).status).toBe(400);
  });
});
