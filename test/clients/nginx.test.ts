import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { hasNginx, type Nginx, startNginx } from '../support/nginx.ts';
import { killLeftServers, runServer, type ServerRun } from '../support/server-run.ts';
import { callTls, freePort, type TlsCall } from '../support/tls-calls.ts';

const NAME = 'files.example.org';
const PUBLIC = `https://${NAME}`;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const JSON_TYPE = { 'content-type': 'application/json' };
const PASSWORD = 'admin-secret';

/** As the guide says; and with nothing but what the default of nginx is, and who asks. */
const CONFIGURATIONS: readonly { readonly title: string; readonly lines: readonly string[] }[] = [
  {
    title: 'keeps the Host and sends X-Forwarded-*',
    lines: [
      'proxy_http_version 1.1;',
      'proxy_set_header Host $host;',
      'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
      'proxy_set_header X-Forwarded-Proto $scheme;',
      'proxy_set_header X-Forwarded-Host $host;',
      'proxy_set_header Upgrade $http_upgrade;',
      'proxy_set_header Connection $http_connection;',
      'proxy_request_buffering off;',
      'proxy_buffering off;',
    ],
  },
  {
    title: 'rewrites the Host, as by default',
    lines: [
      'proxy_http_version 1.1;',
      'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
      'proxy_set_header Upgrade $http_upgrade;',
      'proxy_set_header Connection $http_connection;',
      'proxy_buffering off;',
    ],
  },
];

/** One of this computer in its network: to the proxy, another visitor than loopback. */
const OUTER_ADDRESS = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

afterAll(killLeftServers);

describe.skipIf(!hasNginx).each(CONFIGURATIONS)('behind an nginx that $title', ({ lines }) => {
  const scratch = mkdtempSync(join(tmpdir(), 'keepfold-nginx-'));
  let server: ServerRun;
  let nginx: Nginx;
  let token = '';

  beforeAll(async () => {
    const port = await freePort();
    server = await runServer(join(scratch, 'data'), {
      port,
      environment: { KEEPFOLD_PUBLIC_URL: PUBLIC, KEEPFOLD_TRUSTED_PROXY: '127.0.0.1' },
    });
    const folder = mkdtempSync(join(scratch, 'nginx-'));
    nginx = await startNginx(folder, { name: NAME, upstream: port, lines });
  });

  afterAll(async () => {
    await nginx.end();
    await server.stop();
    rmSync(scratch, { recursive: true, force: true });
  });

  const call = (method: string, path: string, { headers, ...others }: TlsCall = {}) =>
    callTls(nginx.port, method, path, { headers: { host: NAME, ...headers }, ...others });
  const asOwner = (method: string, path: string, { headers, ...others }: TlsCall = {}) =>
    call(method, path, { headers: { authorization: `Token ${token}`, ...headers }, ...others });

  async function library(name: string): Promise<string> {
    const made = await asOwner('POST', '/api2/repos/', { headers: FORM, body: `name=${name}` });
    return (made.json as { repo_id: string }).repo_id;
  }

  async function upload(id: string, name: string, text: string): Promise<void> {
    const { json: address } = await asOwner('GET', `/api2/repos/${id}/upload-link/?p=/`);
    expect(address).toMatch(/^https:\/\/files\.example\.org\/seafhttp\/upload-api\//);
    const sent = await call('POST', new URL(String(address)).pathname, {
      headers: { 'content-type': 'multipart/form-data; boundary=b', origin: PUBLIC },
      body: [
        '--b\r\nContent-Disposition: form-data; name="parent_dir"\r\n\r\n/\r\n',
        `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${text}\r\n--b--\r\n`,
      ].join(''),
    });
    expect(sent.status).toBe(200);
  }

  it('clients are answered, and sign in', async () => {
    expect(await call('GET', '/api2/ping/')).toMatchObject({ status: 200, text: '"pong"' });
    const body = new URLSearchParams({ username: 'admin@example.com', password: PASSWORD }).toString();
    const signedIn = await call('POST', '/api2/auth-token/', { headers: FORM, body });
    expect(signedIn.status).toBe(200);
    token = (signedIn.json as { token: string }).token;
  });

  it('the page signs in and writes, and pages of others do not', async () => {
    const signIn = (origin: string) =>
      call('POST', '/api/local/v1/session/', {
        headers: { ...JSON_TYPE, origin },
        body: JSON.stringify({ email: 'admin@example.com', password: PASSWORD }),
      });
    expect((await signIn('https://evil.example')).status).toBe(403);
    const session = (await signIn(PUBLIC)).json as { token: string };
    const made = await call('POST', '/api/local/v1/libraries/', {
      headers: { ...JSON_TYPE, origin: PUBLIC, authorization: `Token ${session.token}` },
      body: JSON.stringify({ name: 'Of the page' }),
    });
    expect(made.status).toBe(200);
  });

  it('files go up and come down, by addresses that begin as the client calls', async () => {
    const id = await library('Files');
    await upload(id, 'a.txt', 'hello');
    const { json: address } = await asOwner('GET', `/api2/repos/${id}/file/?p=/a.txt`);
    expect(String(address)).toMatch(/^https:\/\/files\.example\.org\/seafhttp\/files\//);
    expect(await call('GET', new URL(String(address)).pathname)).toMatchObject({
      status: 200,
      text: 'hello',
    });
  });

  it('a link with a password opens for others', async () => {
    const id = await library('Links');
    await upload(id, 'b.txt', 'shared');
    const made = await asOwner('POST', '/api/v2.1/share-links/', {
      headers: { ...FORM, origin: PUBLIC },
      body: `repo_id=${id}&path=/&password=open%20sesame`,
    });
    const { link } = made.json as { link: string };
    expect(link).toMatch(/^https:\/\/files\.example\.org\/d\//);
    const sent = request({
      ...{ host: '127.0.0.1', port: nginx.port, method: 'POST', path: new URL(link).pathname },
      ...{ agent: false, rejectUnauthorized: false, headers: { ...FORM, host: NAME, origin: PUBLIC } },
    });
    sent.end('password=open%20sesame');
    const [passed] = await once(sent, 'response');
    passed.resume();
    expect([passed.statusCode, passed.headers['set-cookie']?.[0]]).toEqual([
      303,
      expect.stringMatching(/; Secure$/),
    ]);
    const cookie = String(passed.headers['set-cookie']?.[0]).split(';')[0] ?? '';
    expect((await call('GET', new URL(link).pathname, { headers: { cookie } })).text).toContain('b.txt');
  });

  it('changes are told by web socket and by the stream of the page', async () => {
    const id = await library('Told');
    const ticket = await asOwner('GET', `/api2/repos/${id}/download-info/`);
    const { token: syncToken } = ticket.json as { token: string };
    const { json: notify } = await call('GET', `/seafhttp/repo/${id}/jwt-token`, {
      headers: { 'seafile-repo-token': syncToken },
    });
    const socket = new WebSocket(`wss://127.0.0.1:${nginx.port}/notification`, 'notification.seafile.com', {
      ...{ rejectUnauthorized: false, headers: { host: NAME, origin: PUBLIC } },
    });
    await once(socket, 'open');
    const heard = once(socket, 'message', { signal: AbortSignal.timeout(20_000) });
    const repos = [{ id, jwt_token: (notify as { jwt_token: string }).jwt_token }];
    socket.send(JSON.stringify({ type: 'subscribe', content: { repos } }));
    expect(String((await heard)[0])).toContain(id);
    socket.close();

    const stream = request({
      ...{ host: '127.0.0.1', port: nginx.port, path: '/api/local/v1/events/', agent: false },
      ...{ rejectUnauthorized: false, headers: { host: NAME, authorization: `Token ${token}` } },
    }).end();
    const [events] = await once(stream, 'response');
    let told = '';
    events.on('data', (piece: Buffer) => {
      told += String(piece);
    });
    await upload(id, 'c.txt', 'news');
    const deadline = Date.now() + 20_000;
    while (!told.includes(id) && Date.now() < deadline) await once(events, 'data');
    expect(told).toContain(id);
    stream.destroy();
  });

  it.skipIf(OUTER_ADDRESS === undefined)(
    'who guesses is slowed down by the address that the proxy names, and no other visitor is',
    async () => {
      const guess = (visitor: string | undefined, user: number) =>
        call('POST', '/api2/auth-token/', {
          ...{ host: visitor, localAddress: visitor },
          // What a visitor claims to be comes first in what the proxy passes on, and is not believed.
          headers: { ...FORM, 'x-forwarded-for': `198.51.100.${user}` },
          body: `username=${user}@example.com&password=wrong`,
        });
      const statuses: number[] = [];
      for (let user = 0; user < 11; user += 1) statuses.push((await guess(OUTER_ADDRESS, user)).status);
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
      expect((await guess('127.0.0.1', 20)).status).toBe(400);
    },
  );

  it('what is told to programs of this computer is not told', async () => {
    expect((await call('GET', '/api/local/v1/commands/')).json).toEqual({ commands: null, email: null });
    expect((await call('GET', '/api2/ping/', { headers: { host: 'evil.example' } })).status).toBeGreaterThan(
      0,
    );
  });
});
