import { describe, expect, it } from 'vitest';
import { useApp } from '../../support/running-app.ts';
import { expectTokenNeeded, useCast } from '../../support/user-calls.ts';

const PATH = '/api2/client-login/';

const app = useApp();
const cast = useCast(app);

async function codeOf(token: string): Promise<string> {
  const { status, json } = await app().call('POST', PATH, { token });
  expect([status, json]).toEqual([200, { token: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
  return (json as { token: string }).token;
}

async function landing(query: Readonly<Record<string, string>>) {
  const { status, headers } = await app().call('GET', `/client-login/?${new URLSearchParams(query)}`);
  expect([status, headers.get('cache-control')]).toEqual([302, 'no-store']);
  const [path, search] = (headers.get('location') ?? '').split('?');
  return { path, ...Object.fromEntries(new URLSearchParams(search)) };
}

const redeem = (code: string) => app().call('POST', '/api/local/v1/session/', { form: { code } });

describe('/api2/client-login/', () => {
  it('answers nobody without a token', async () => {
    await expectTokenNeeded(app(), 'POST', PATH);
  });

  it('gives a code that signs in once, as whoever asked for it', async () => {
    const code = await codeOf(cast().owner);
    const first = await redeem(code);
    expect(first).toMatchObject({ status: 200, json: { account: { email: 'ann@example.com' } } });
    const again = await redeem(code);
    expect([again.status, again.json]).toMatchObject([400, { reason: 'link-used' }]);
  });

  it('makes none for a session of our own page', async () => {
    const session = await redeem(await codeOf(cast().owner));
    const { token } = session.json as { token: string };
    const refused = await app().call('POST', PATH, { token });
    expect([refused.status, refused.json]).toEqual([403, { error_msg: 'Permission denied.' }]);
  });

  it('opens a session that ends when its program signs out', async () => {
    const device = { platform: 'linux', device_id: 'c'.repeat(40), device_name: 'laptop' };
    const form = { username: 'ann@example.com', password: 'secret-of-ann@example.com', ...device };
    const { token } = (await app().call('POST', '/api2/auth-token/', { form })).json as { token: string };
    const session = (await redeem(await codeOf(token))).json as { token: string };
    const account = () => app().call('GET', '/api/local/v1/account/', { token: session.token });
    expect((await account()).status).toBe(200);
    await app().call('POST', '/api2/logout-device/', { token });
    expect((await account()).status).toBe(401);
  });
});

describe('/client-login/', () => {
  const library = '00000000-0000-4000-8000-000000000001';

  it('leads to our page, which spends the code and then shows the place', async () => {
    const next = `/library/${library}/My Papers/`;
    expect(await landing({ token: 'abc', next })).toEqual({
      path: '/#/sign-in',
      code: 'abc',
      next: `#/libraries/${library}/files`,
    });
    const code = await codeOf(cast().owner);
    await landing({ token: code, next });
    await landing({ token: code, next });
    expect((await redeem(code)).status).toBe(200);
  });

  it('leads home without a place, and never off this server', async () => {
    for (const next of [
      '',
      '/',
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example/',
      '\\\\evil.example',
      'javascript:alert(1)',
      '/library/../../evil',
      `//library/${library}/x/`,
    ])
      expect([next, await landing({ token: 'abc', next })]).toEqual([
        next,
        { path: '/#/sign-in', code: 'abc', next: '#/' },
      ]);
    expect(await landing({})).toEqual({ path: '/#/sign-in', code: '', next: '#/' });
  });

  it('writes nothing of what it is given into headers but escaped', async () => {
    const token = 'a\r\nSet-Cookie: x=1&next=//evil';
    expect(await landing({ token })).toEqual({ path: '/#/sign-in', code: token, next: '#/' });
  });
});
