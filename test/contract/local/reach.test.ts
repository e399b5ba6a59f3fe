import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ReachJson } from '../../../src-shared/reach-api.ts';
import { useApp } from '../../support/running-app.ts';
import { callTls, certificateOf, freePort, openTls, type TlsCall } from '../../support/tls-calls.ts';

const REACH = '/api/local/v1/reach/';
const NAME = `${hostname().toLowerCase().split('.')[0]}.local`;

const app = useApp();
let port = 0;

/** What others have called the server is dismissed, so that each test begins with nothing. */
async function dismissAll(): Promise<void> {
  const token = app().adminToken;
  for (const { name } of (await look()).refused_names)
    await app().call('POST', `${REACH}names/dismiss/`, { token, json: { name } });
}

beforeAll(async () => {
  port = await freePort();
});

afterEach(async () => {
  await put({ on: false });
  await dismissAll();
});

const put = (json: object, token = app().adminToken) => app().call('PUT', REACH, { token, json });
const look = async () => (await app().call('GET', REACH, { token: app().adminToken })).json as ReachJson;

async function open(): Promise<ReachJson> {
  const { status, json } = await put({ on: true, port });
  expect(status).toBe(200);
  return json as ReachJson;
}

/** As a device of the network calls. */
const call = (method: string, path: string, { headers, ...others }: TlsCall = {}) =>
  callTls(port, method, path, { headers: { host: `${NAME}:${port}`, ...headers }, ...others });

const signIn = { username: 'admin@example.com', password: 'admin-secret' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

describe('the switch for other devices', () => {
  it('is off at first, and nothing answers', async () => {
    expect(await look()).toMatchObject({
      ...{ on: false, by_command: false, state: 'off', failure: 'none', addresses: [], fingerprint: '' },
      ...{ own_certificate: true, has_password: true, allowed_names: [], public_urls: [], proxies: [] },
      given: { names: [], public_urls: [], proxies: [] },
    });
    await expect(call('GET', '/api2/ping/')).rejects.toThrow('ECONNREFUSED');
  });

  it('opens a second listener at once, with a certificate whose fingerprint is told', async () => {
    const reach = await open();
    expect(reach).toMatchObject({ on: true, state: 'on', failure: 'none', port });
    expect(reach.addresses[0]).toBe(`https://${NAME}:${port}`);
    expect(reach.fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    const { fingerprint } = reach;
    expect(await call('GET', '/api2/ping/', { fingerprint })).toMatchObject({ status: 200, text: '"pong"' });
    expect(await look()).toEqual(reach);
  });

  it('shows a certificate of P-256 for the names and addresses of the computer, whose key only its owner reads', async () => {
    await open();
    const socket = await openTls(port);
    const certificate = certificateOf(socket);
    socket.destroy();
    expect(certificate.checkHost(NAME)).toBe(NAME);
    expect(certificate.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
    for (const { address, internal, family } of Object.values(networkInterfaces()).flatMap(
      (list) => list ?? [],
    ))
      if (!internal && family === 'IPv4') expect(certificate.checkIP(address)).toBe(address);
    const key = statSync(join(app().dataDir, 'tls.key'));
    if (process.platform !== 'win32') expect(key.mode & 0o777).toBe(0o600);
  });

  it('ends the listener and every connection that came by it, and keeps the certificate for the next time', async () => {
    const { fingerprint } = await open();
    const idle = await openTls(port);
    const streaming = await openTls(port);
    const token = app().adminToken;
    streaming.write(
      `GET /api/local/v1/events/ HTTP/1.1\r\nHost: ${NAME}:${port}\r\nAuthorization: Token ${token}\r\n\r\n`,
    );
    expect(String((await once(streaming, 'data'))[0])).toMatch(/^HTTP\/1\.1 200/);
    const ended = [idle, streaming].map((socket) =>
      once(
        socket.on('error', () => undefined),
        'close',
      ),
    );
    expect((await put({ on: false })).json).toMatchObject({ on: false, state: 'off', addresses: [] });
    await Promise.all(ended);
    await expect(call('GET', '/api2/ping/')).rejects.toThrow('ECONNREFUSED');
    expect((await open()).fingerprint).toBe(fingerprint);
  });

  it('says that its port is taken, and goes on at another', async () => {
    const other = createHttpServer().listen(0, '::');
    await once(other, 'listening');
    const address = other.address();
    const taken = typeof address === 'object' && address !== null ? address.port : 0;
    expect((await put({ on: true, port: taken })).json).toMatchObject({
      ...{ on: true, state: 'failed', failure: 'port-taken', port: taken, addresses: [] },
    });
    expect((await put({ on: true, port })).json).toMatchObject({ state: 'on', failure: 'none', port });
    other.close();
    await once(other, 'close');
  });

  it('is for administrators, and takes nothing that is no port', async () => {
    const anna = await app().addUser('anna@example.com');
    for (const [method, path] of [
      ['PUT', REACH],
      ['POST', `${REACH}names/`],
      ['POST', `${REACH}names/dismiss/`],
      ['DELETE', `${REACH}names/nas.lan/`],
      ['POST', `${REACH}public-urls/`],
      ['DELETE', `${REACH}public-urls/?url=https://a.example`],
      ['POST', `${REACH}proxies/`],
      ['DELETE', `${REACH}proxies/10.0.0.1/`],
    ] as const)
      expect((await app().call(method, path, { token: anna, json: { on: true, name: 'a' } })).status).toBe(
        403,
      );
    expect((await app().call('GET', REACH, { token: anna })).status).toBe(403);
    for (const json of [{}, { on: true, port: 0 }, { on: true, port: 65_536 }, { on: 'maybe' }])
      expect((await put(json)).status).toBe(400);
    expect(await look()).toMatchObject({ on: false });
  });
});

describe('a device of the network', () => {
  it('signs in, uploads and downloads, and is listed', async () => {
    await open();
    const device = {
      device_id: 'a'.repeat(40),
      device_name: 'Phone',
      platform: 'linux',
      client_version: '9.0.13',
    };
    const body = new URLSearchParams({ ...signIn, ...device, platform_version: '6.1' }).toString();
    const signedIn = await call('POST', '/api2/auth-token/', { headers: FORM, body });
    const { token } = signedIn.json as { token: string };
    const headers = { authorization: `Token ${token}` };
    const made = await call('POST', '/api2/repos/', { headers: { ...headers, ...FORM }, body: 'name=Phone' });
    const { repo_id: id } = made.json as { repo_id: string };
    const { json: upload } = await call('GET', `/api2/repos/${id}/upload-link/?p=/`, { headers });
    expect(upload).toMatch(
      new RegExp(`^https://${NAME.replaceAll('.', '[.]')}:${port}/seafhttp/upload-api/`),
    );
    const sent = await call('POST', new URL(String(upload)).pathname, {
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: [
        '--b\r\nContent-Disposition: form-data; name="parent_dir"\r\n\r\n/\r\n',
        '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello\r\n--b--\r\n',
      ].join(''),
    });
    expect(sent.status).toBe(200);
    const { json: download } = await call('GET', `/api2/repos/${id}/file/?p=/a.txt`, { headers });
    expect(await call('GET', new URL(String(download)).pathname)).toMatchObject({
      status: 200,
      text: 'hello',
    });
    const devices = await app().call('GET', '/api/local/v1/devices/', { token: app().adminToken });
    expect(devices.text).toContain('"Phone"');
    await app().call('DELETE', `/api/local/v1/devices/${'a'.repeat(40)}/`, { token: app().adminToken });
    expect((await call('GET', '/api2/account/info/', { headers })).status).toBe(401);
  });

  it('calls by names and addresses of the computer, not by those of each computer itself, nor by others', async () => {
    await open();
    const ping = async (host: string) => (await call('GET', '/api2/ping/', { headers: { host } })).status;
    const outer = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4')
      .map(({ address }) => `${address}:${port}`);
    for (const host of [`${NAME}:${port}`, ...outer]) expect([host, await ping(host)]).toEqual([host, 200]);
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `evil.example:${port}`, NAME, `${NAME}:1`])
      expect([host, await ping(host)]).toEqual([host, 403]);
  });

  it('is no program of this computer: neither its token nor what is told to programs here is for it', async () => {
    await open();
    const local = readFileSync(join(app().dataDir, 'cli-token'), 'utf8');
    const headers = { authorization: `Token ${local}` };
    expect((await call('GET', '/api/local/v1/status/', { headers })).status).toBe(401);
    expect((await call('POST', '/api/local/v1/session/links/', { headers })).status).toBe(401);
    expect((await call('GET', '/api/local/v1/commands/')).json).toEqual({ commands: null, email: null });
    expect(
      (await call('GET', '/api/local/v1/commands/', { headers: { 'x-forwarded-for': '127.0.0.1' } })).json,
    ).toEqual({
      ...{ commands: null, email: null },
    });
  });

  it('gives the password again before it reaches the disk of this computer', async () => {
    await open();
    const headers = { authorization: `Token ${app().adminToken}` };
    expect((await call('GET', '/api/local/v1/browse/', { headers })).json).toMatchObject({
      error_code: 'password-needed',
    });
    expect((await app().call('GET', '/api/local/v1/browse/', { token: app().adminToken })).status).toBe(200);
  });

  it('gets nothing for a page of another site, and its own page by HTTPS', async () => {
    await open();
    const from = (origin: string) =>
      call('POST', '/api/local/v1/session/', {
        headers: { origin, 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'admin@example.com', password: 'admin-secret' }),
      });
    for (const origin of [`http://${NAME}:${port}`, 'https://evil.example', `https://${NAME}`, app().url])
      expect([origin, (await from(origin)).status]).toEqual([origin, 403]);
    expect((await from(`https://${NAME}:${port}`)).status).toBe(200);
  });

  it('speaks TLS 1.2 or newer', async () => {
    await open();
    const newer = await call('GET', '/api2/ping/', { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' });
    expect(newer.status).toBe(200);
    await expect(
      call('GET', '/api2/ping/', { minVersion: 'TLSv1', maxVersion: 'TLSv1.1' }),
    ).rejects.toThrow();
    await expect(fetch(`http://127.0.0.1:${port}/api2/ping/`)).rejects.toThrow();
  });
});

describe('names that the server does not know', () => {
  const pingAs = async (host: string) => {
    const { port: at } = new URL(app().url);
    const { request } = await import('node:http');
    const sent = request({ host: '127.0.0.1', port: at, path: '/api2/ping/', headers: { host } }).end();
    const [response] = await once(sent, 'response');
    response.resume();
    return response.statusCode as number;
  };
  const token = () => ({ token: app().adminToken });

  it('are told of, and allowed at once, at any port', async () => {
    expect(await pingAs('nas.fritz.box:9000')).toBe(403);
    expect(await pingAs('NAS.fritz.box:9000')).toBe(403);
    expect((await look()).refused_names).toMatchObject([{ name: 'nas.fritz.box', calls: 2 }]);
    const allowed = await app().call('POST', `${REACH}names/`, {
      ...token(),
      json: { name: 'nas.fritz.box' },
    });
    expect(allowed.json).toMatchObject({ allowed_names: ['nas.fritz.box'], refused_names: [] });
    expect(await pingAs('nas.fritz.box:9000')).toBe(200);
    const ended = await app().call('DELETE', `${REACH}names/nas.fritz.box/`, token());
    expect(ended.json).toMatchObject({ allowed_names: [] });
    expect(await pingAs('nas.fritz.box:9000')).toBe(403);
  });

  it('are dismissed, and are not told of where nobody could mean them', async () => {
    for (const host of ['under_score.lan', 'a..b', '-x.lan', 'x.lan:99999999', '<script>'])
      await pingAs(host);
    expect((await look()).refused_names).toEqual([]);
    await pingAs('nas.fritz.box');
    const dismissed = await app().call('POST', `${REACH}names/dismiss/`, {
      ...token(),
      json: { name: 'nas.fritz.box' },
    });
    expect(dismissed.json).toMatchObject({ refused_names: [], allowed_names: [] });
    for (const name of ['', 'a b', 'https://nas.lan', 'nas.lan:80', 'x'.repeat(300)])
      expect((await app().call('POST', `${REACH}names/`, { ...token(), json: { name } })).status).toBe(400);
  });
});

describe('the address of a proxy', () => {
  const URL_ = 'https://files.example.org';
  const token = () => ({ token: app().adminToken });
  const urls = (url: string) => app().call('POST', `${REACH}public-urls/`, { ...token(), json: { url } });
  const proxies = (address: string) =>
    app().call('POST', `${REACH}proxies/`, { ...token(), json: { address } });

  /** Where an upload link leads that is asked for as nginx asks, by its own name for us and by that of the site. */
  async function askedAs(headers: Readonly<Record<string, string>>) {
    const made = await app().call('POST', '/api2/repos/', { ...token(), form: { name: 'Proxied' } });
    const { repo_id: id } = made.json as { repo_id: string };
    const { request } = await import('node:http');
    const { port: at } = new URL(app().url);
    const path = `/api2/repos/${id}/upload-link/?p=/`;
    const all = { ...headers, authorization: `Token ${app().adminToken}` };
    const [response] = await once(
      request({ host: '127.0.0.1', port: at, path, headers: all }).end(),
      'response',
    );
    const [body] = await Promise.all([once(response, 'data'), once(response, 'end')]);
    return { status: response.statusCode as number, text: String(body[0]).replace(/seafhttp.*$/, '') };
  }

  beforeAll(async () => {
    await app().call('POST', '/api/local/v1/session/password/', {
      ...token(),
      json: { password: 'admin-secret' },
    });
  });

  afterEach(async () => {
    await app().call('DELETE', `${REACH}public-urls/?url=${encodeURIComponent(URL_)}`, token());
    await app().call('DELETE', `${REACH}proxies/127.0.0.1/`, token());
  });

  it('is answered at once, named in links, and refused again when it is taken away', async () => {
    const site = { host: 'files.example.org' };
    expect((await askedAs(site)).status).toBe(403);
    expect((await urls(`${URL_}/`)).json).toMatchObject({ public_urls: [URL_], given: { public_urls: [] } });
    expect(await askedAs(site)).toEqual({ status: 200, text: `"${URL_}/` });
    const ended = await app().call('DELETE', `${REACH}public-urls/?url=${encodeURIComponent(URL_)}`, token());
    expect(ended.json).toMatchObject({ public_urls: [] });
    expect((await askedAs(site)).status).toBe(403);
  });

  it('stands for the one that a believed proxy puts in its place', async () => {
    const forwarded = { 'x-forwarded-for': '192.0.2.7' };
    await urls(URL_);
    expect((await askedAs(forwarded)).text).toBe(`"${app().url}/`);
    expect((await proxies('127.0.0.1')).json).toMatchObject({ proxies: ['127.0.0.1'] });
    expect((await askedAs(forwarded)).text).toBe(`"${URL_}/`);
    await app().call('DELETE', `${REACH}proxies/127.0.0.1/`, token());
    expect((await askedAs(forwarded)).text).toBe(`"${app().url}/`);
  });

  it('has administrators give their password again, and commands told to nobody', async () => {
    const device = { platform: 'linux', device_id: 'b'.repeat(40), device_name: 'Desk' };
    const form = { ...signIn, ...device };
    const signedIn = await app().call('POST', '/api2/auth-token/', { form });
    const desk = { token: (signedIn.json as { token: string }).token };
    const browse = async () => (await app().call('GET', '/api/local/v1/browse/', desk)).status;
    expect(await browse()).toBe(200);
    await urls(URL_);
    expect(await browse()).toBe(403);
    expect((await app().call('GET', '/api/local/v1/commands/')).json).toEqual({
      ...{ commands: null, email: null },
    });
    const refused = await app().call('POST', `${REACH}proxies/`, { ...desk, json: { address: '10.0.0.1' } });
    expect(refused.json).toMatchObject({ error_code: 'password-needed' });
  });

  it('is an origin, and a proxy an address', async () => {
    for (const url of ['', 'files.example.org', 'https://a.example/x', 'ftp://a.example', 'x'.repeat(500)])
      expect((await urls(url)).status).toBe(400);
    for (const address of ['', 'nas.lan', '10.0.0.0/8', '::g'])
      expect((await proxies(address)).status).toBe(400);
  });
});
