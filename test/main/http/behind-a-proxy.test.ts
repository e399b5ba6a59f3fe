import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProxiedCall, type ProxiedHost, reverseProxy } from '../../support/reverse-proxy.ts';
import { type HttpWorld, httpWorld } from './http-world.ts';

const NAME = 'files.example.org';
const PUBLIC = `https://${NAME}`;
const OTHER_NAME = 'nas.example.org';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const BOTH: ProxiedHost[] = ['kept', 'rewritten'];

describe.each(BOTH)('behind a proxy that leaves the host %s', (host) => {
  let world: HttpWorld;
  let proxy: Awaited<ReturnType<typeof reverseProxy>>;
  let port: number;

  beforeAll(async () => {
    world = await httpWorld({
      publicUrls: () => [PUBLIC, `https://${OTHER_NAME}:8443`],
      trustedProxies: () => ['127.0.0.1'],
    });
    await world.server.listen({ host: '127.0.0.1', port: 0 });
    const address = world.server.server.address();
    port = typeof address === 'object' && address !== null ? address.port : 0;
    proxy = await reverseProxy({ port, name: NAME }, host);
  });

  afterAll(async () => {
    await proxy.close();
    await world.close();
  });

  const asAnna = (method: string, path: string, call: ProxiedCall = {}) =>
    proxy.call(method, path, {
      ...call,
      headers: { authorization: `Token ${world.annaToken}`, ...call.headers },
    });

  async function library(name: string): Promise<string> {
    const made = await asAnna('POST', '/api2/repos/', { headers: FORM, body: `name=${name}` });
    return (JSON.parse(made.text) as { repo_id: string }).repo_id;
  }

  it('clients are answered', async () => {
    expect(await proxy.call('GET', '/api2/ping/')).toMatchObject({ status: 200, text: '"pong"' });
  });

  it('people sign in on our pages, and on no others', async () => {
    const signIn = (origin: string) =>
      proxy.call('POST', '/api/local/v1/session/', {
        headers: { 'content-type': 'application/json', origin },
        body: JSON.stringify({ email: 'anna@example.com', password: 'wrong' }),
      });
    expect((await signIn(PUBLIC)).text).toContain('credentials-wrong');
    expect(await signIn('https://evil.example')).toMatchObject({
      status: 403,
      text: expect.stringContaining('Origin not allowed.'),
    });
  });

  it('files are put where the address of an upload says', async () => {
    const id = await library('Uploads');
    const { text: quoted } = await asAnna('GET', `/api2/repos/${id}/upload-link/?p=/`);
    const address = JSON.parse(quoted) as string;
    expect(address).toMatch(/^https:\/\/files\.example\.org\/seafhttp\/upload-api\//);
    const body = [
      '--b\r\nContent-Disposition: form-data; name="parent_dir"\r\n\r\n/\r\n',
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello\r\n--b--\r\n',
    ].join('');
    const sent = await proxy.call('POST', new URL(address).pathname, {
      headers: { 'content-type': 'multipart/form-data; boundary=b', origin: PUBLIC },
      body,
    });
    expect(sent.status).toBe(200);
    const { text: link } = await asAnna('GET', `/api2/repos/${id}/file/?p=/a.txt`);
    const file = new URL(JSON.parse(link) as string);
    expect(file.origin).toBe(PUBLIC);
    expect(await proxy.call('GET', file.pathname)).toMatchObject({ status: 200, text: 'hello' });
  });

  it('links for others have the public address, and their cookie goes by HTTPS only', async () => {
    const id = await library('Links');
    const made = await asAnna('POST', '/api/v2.1/share-links/', {
      headers: { ...FORM, origin: PUBLIC },
      body: `repo_id=${id}&path=/&password=open%20sesame`,
    });
    const { link } = JSON.parse(made.text) as { link: string };
    expect(link).toMatch(/^https:\/\/files\.example\.org\/d\/[0-9a-f]{20}\/$/);
    const passed = await proxy.call('POST', new URL(link).pathname, {
      headers: { ...FORM, origin: PUBLIC },
      body: 'password=open%20sesame',
    });
    expect(passed.status).toBe(303);
    expect(passed.headers['set-cookie']?.[0]).toMatch(/; HttpOnly; SameSite=Lax; Secure$/);
  });

  it('visitors wait for their own wrong passwords only, whatever address they claim', async () => {
    const guess = (email: string, visitor: string, claimed: string) =>
      proxy.call('POST', '/api2/auth-token/', {
        visitor,
        headers: { ...FORM, 'x-forwarded-for': claimed },
        body: `username=${email}&password=wrong`,
      });
    for (let index = 0; index < 10; index += 1)
      expect((await guess(`${index}@example.com`, '192.0.2.7', `198.51.100.${index}`)).status).toBe(400);
    expect((await guess('x@example.com', '192.0.2.7', '198.51.100.99')).status).toBe(429);
    expect((await guess('x@example.com', '192.0.2.8', '198.51.100.99')).status).toBe(400);
  });

  it('who calls the server itself gets its own address, but links that others can open', async () => {
    const id = await library('Local');
    const headers = { authorization: `Token ${world.annaToken}`, ...FORM };
    const own = `http://127.0.0.1:${port}`;
    const upload = await fetch(`${own}/api2/repos/${id}/upload-link/?p=/`, { headers });
    expect(await upload.json()).toMatch(new RegExp(`^${own}/seafhttp/upload-api/`));
    for (const path of ['/api/v2.1/share-links/', '/api/v2.1/multi-share-links/']) {
      const body = `repo_id=${id}&path=/`;
      const made = await fetch(`${own}${path}`, { method: 'POST', headers, body });
      expect(((await made.json()) as { link: string }).link).toMatch(/^https:\/\/files\.example\.org\/d\//);
    }
  });
});

describe('links of a server that devices of the network reach', () => {
  it.each([
    ['localhost', ['https://studio.local:8444', 'https://192.0.2.4:8444'], 'https://studio.local:8444/d/'],
    ['127.0.0.1:8082', ['https://studio.local:8444'], 'https://studio.local:8444/d/'],
    ['localhost', [], 'http://localhost/d/'],
  ])('from %s with %j begin with %s', async (host, addresses, beginning) => {
    const world = await httpWorld({ networkAddresses: () => addresses });
    const post = async (path: string, payload: object) => {
      const url = `/api/local/v1/${path}`;
      return (await world.call(world.annaToken, { method: 'POST', url, headers: { host }, payload })).body;
    };
    const { id } = (await post('libraries/', { name: 'Local' })) as { id: string };
    const made = await post('public-links/', { kind: 'share', library_id: id, path: '/' });
    expect((made as { url: string }).url.slice(0, beginning.length)).toBe(beginning);
    await world.close();
  });
});

describe('names of a server behind a proxy', () => {
  it('are those of its public addresses and no others', async () => {
    const world = await httpWorld({ publicUrls: () => [PUBLIC, `https://${OTHER_NAME}:8443`] });
    const ping = async (host: string) =>
      (await world.call('', { url: '/api2/ping/', headers: { host } })).status;
    for (const host of [NAME, `${NAME}:443`, NAME.toUpperCase(), `${OTHER_NAME}:8443`])
      expect([host, await ping(host)]).toEqual([host, 200]);
    for (const host of [`${NAME}:80`, `${OTHER_NAME}:443`, 'evil.example.org', `${NAME}.evil.org`])
      expect([host, await ping(host)]).toEqual([host, 403]);
    await world.close();
  });

  it('are not taken from what somebody says who is no trusted proxy', async () => {
    const world = await httpWorld({ publicUrls: () => [PUBLIC], trustedProxies: () => ['10.0.0.9'] });
    const headers = {
      'x-forwarded-for': '192.0.2.1',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'evil.org',
    };
    const { body } = await world.call(world.annaToken, {
      url: '/api2/avatars/user/anna@example.com/resized/80/',
      headers,
    });
    expect(body).toMatchObject({ url: expect.stringMatching(/^http:\/\/localhost:80\//) });
    await world.close();
  });
});
