import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminCalls } from '../support/admin-calls.ts';
import { type RawAnswer, rawExchange, rawRequest } from '../support/raw-exchange.ts';
import { useApp } from '../support/running-app.ts';

const app = useApp();
const admin = adminCalls(app);

let id: string;
let port: string;
let host: string;
let token: string;

const send = (bytes: string): Promise<RawAnswer> => rawExchange(app().url, bytes);
const request = (line: string, headers: readonly string[] = [host], body = '') =>
  send(rawRequest(line, headers, body));
const ping = (...headers: string[]) => request('GET /api2/ping/ HTTP/1.1', headers);
const withoutDate = (text: string) => text.replace(/date: [^\r]*/i, '').replace(/x-request-id: [^\r]*/i, '');

beforeAll(async () => {
  id = await admin.makeLibrary('Kept');
  port = new URL(app().url).port;
  host = `Host: 127.0.0.1:${port}`;
  token = `Authorization: Token ${app().adminToken}`;
});

afterAll(async () => {
  expect((await admin.allLibraries()).map((library) => library.name)).toEqual(['Kept']);
  expect(await admin.deletedIds()).toEqual([]);
});

describe('the Host header', () => {
  it('names this machine', async () => {
    for (const name of ['127.0.0.1', 'localhost', 'LocalHost', '[::1]']) {
      const { status, body } = await ping(`Host: ${name}:${port}`);
      expect([name, status, body]).toEqual([name, 200, '"pong"']);
    }
  });

  it('names nothing else, whatever it looks like', async () => {
    const names = [
      'evil.example',
      'localhost.evil.example',
      'evil.localhost',
      'evil-localhost',
      'localhost.',
      '127.0.0.1.',
      '127.0.0.1.evil.example',
      '127.1',
      '127.0.0.2',
      '0.0.0.0',
      '0',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '[::]',
      '[::ffff:127.0.0.1]',
      '[0:0:0:0:0:0:0:2]',
      '::1',
      'user@127.0.0.1',
      'user:password@localhost',
      'l\u00f6calhost',
      'xn--lcalhost-n4a',
      'localhost%00',
      'localhost/x',
      'localhost#',
      'localhost,evil.example',
      '',
    ];
    for (const name of names) {
      const { status, body, answers } = await ping(`Host: ${name}:${port}`, token);
      expect([name, [400, 403].includes(status), answers]).toEqual([name, true, 1]);
      expect(body).not.toContain('pong');
    }
  });

  it('names the port that was called', async () => {
    const other = Number(port) === 8730 ? 8731 : 8730;
    for (const text of [
      '127.0.0.1',
      'localhost',
      `localhost:${other}`,
      `localhost:${port}0`,
      'localhost:',
      'localhost:80',
      `localhost:0${port}x`,
    ]) {
      const { status, body } = await ping(`Host: ${text}`, token);
      expect([text, [400, 403].includes(status), body.includes('pong')]).toEqual([text, true, false]);
    }
  });

  it('gets the same short answer on every address when it is foreign', async () => {
    const said = new Set<string>();
    for (const line of [
      'GET / HTTP/1.1',
      'GET /api2/ping/ HTTP/1.1',
      'GET /api2/server-info/ HTTP/1.1',
      'GET /api/v2.1/admin/libraries/ HTTP/1.1',
      `DELETE /api/v2.1/admin/libraries/${id}/ HTTP/1.1`,
      'GET /nothing HTTP/1.1',
      'OPTIONS /api2/repos/ HTTP/1.1',
    ]) {
      const { status, body } = await request(line, ['Host: rebound.example', token]);
      expect([line, status]).toEqual([line, 403]);
      said.add(body);
    }
    expect([...said]).toEqual([
      '{"detail":"Host not allowed. If it is yours, start the server with --allow-host rebound.example"}',
    ]);
  });

  it('is there exactly once', async () => {
    for (const headers of [
      [],
      [host, host],
      [host, 'Host: evil.example'],
      ['Host: evil.example', host],
      [host, `HOST: 127.0.0.1:${port}`],
    ]) {
      const { status, body } = await ping(...headers, token);
      expect([headers, status, body.includes('pong')]).toEqual([headers, 400, false]);
    }
    expect((await send('GET /api2/ping/ HTTP/1.0\r\n\r\n')).status).toBe(400);
  });

  it('is what links are made from, not what a proxy might claim', async () => {
    const claims = [
      'X-Forwarded-Host: evil.example',
      'X-Forwarded-Proto: https',
      'Forwarded: host=evil.example',
      'X-Host: evil.example',
    ];
    const { body } = await request('GET /api/local/v1/status/ HTTP/1.1', [
      `Host: localhost:${port}`,
      token,
      ...claims,
    ]);
    expect(body).toContain(`"address":"http://localhost:${port}"`);
    expect(body).not.toContain('evil.example');
  });
});

describe('the target of a request', () => {
  const target = (text: string) => request(`GET ${text} HTTP/1.1`, [host, token]);

  it('is a path, neither a whole address nor a star', async () => {
    for (const text of [
      `http://127.0.0.1:${port}/api2/ping/`,
      `http://localhost:${port}/api2/ping/`,
      'http://evil.example/api2/ping/',
      'https://evil.example/',
      'file:///etc/passwd',
      '*',
      'api2/ping/',
      `127.0.0.1:${port}`,
    ]) {
      const { status, body } = await target(text);
      expect([text, status, body.includes('pong')]).toEqual([text, 400, false]);
    }
    expect((await request('OPTIONS * HTTP/1.1', [host])).status).toBeGreaterThanOrEqual(400);
  });

  it('never leads anywhere by dots or doubled slashes', async () => {
    for (const text of [
      '//evil.example/api2/ping/',
      '/api2/../api2/ping/',
      '/api2/%2e%2e/api2/ping/',
      '/x/..%2fapi2/ping/',
      '/..%2f..%2f..%2fetc/passwd',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/..\\..\\etc\\passwd',
      '/%5c..%5c..%5cetc/passwd',
      '/%252e%252e/etc/passwd',
      '/seafhttp/files/../../api2/ping/',
      '/api2/ping/;x=1',
      '/api2/ping/%2f',
      '/./api2/ping/',
    ]) {
      const { status, text: said } = await target(text);
      expect([text, status === 404 || status === 400 || status === 403]).toEqual([text, true]);
      expect(said).not.toMatch(/root:|pong|\r\nlocation:/i);
    }
  });

  it('is readable text', async () => {
    for (const text of [
      '/api2/%zz/',
      '/api2/%/',
      '/api2/%f/',
      '/api2/repos/%ff/',
      '/api2/repos/%c0%af/',
      '/api2/repos/%ed%a0%80/',
      '/api2/ping/?x=%zz',
      '/api2/ping/?%00=x',
      '/api2/ping/?__proto__=x',
    ]) {
      const { status, body } = await target(text);
      expect([text, status]).toEqual([text, 400]);
      expect(JSON.parse(body)).toEqual({ detail: expect.stringMatching(/^[\w]/) });
    }
  });

  it('has values that are text, and is else refused as handlers refuse a value', async () => {
    for (const text of ['/api2/ping/?x=%ff', '/api2/ping/?x=%00', '/api/v2.1/repos/?x=%ed%a0%80']) {
      const { status, body } = await target(text);
      expect([text, status, JSON.parse(body)]).toEqual([text, 400, { error_msg: 'x invalid.' }]);
    }
  });

  it('holds no control characters or raw bytes', async () => {
    for (const text of [
      '/api2/ping/\0',
      '/api2/ping/\x01',
      '/api2/ping/\t',
      '/api2/\x7fping/',
      '/api2/ping/ x',
      '/api2/repos/\xff/',
    ]) {
      const { status, body } = await target(text);
      expect([text, status >= 400 && status < 500, body.includes('pong')]).toEqual([text, true, false]);
    }
  });

  it('is no longer than 8 KiB', async () => {
    const long = await target(`/api2/ping/?x=${'a'.repeat(8 * 1024)}`);
    expect([long.status, JSON.parse(long.body)]).toEqual([414, { detail: 'Address too long.' }]);
    expect((await target(`/api2/ping/?x=${'a'.repeat(7 * 1024)}`)).status).toBe(200);
    expect((await target(`/${'a'.repeat(9 * 1024)}`)).status).toBe(414);
    expect([414, 431]).toContain((await target(`/${'a'.repeat(64 * 1024)}`)).status);
    expect((await target(`/api/v2.1/admin/users/${'a'.repeat(2000)}/`)).status).toBe(414);
  });
});

describe('headers', () => {
  it('are no larger than 16 KiB together', async () => {
    for (const headers of [
      [`X-Long: ${'a'.repeat(17_000)}`],
      [`Cookie: ${'a=b; '.repeat(4000)}`],
      Array.from({ length: 2000 }, (_, number) => `X-${number}: aaaa`),
    ]) {
      const { status, body } = await ping(host, ...headers);
      expect([headers.length, status]).toEqual([headers.length, 431]);
      expect(JSON.parse(body)).toEqual({ detail: 'Request headers too large.' });
    }
  });

  it('are well-formed', async () => {
    for (const header of [
      'X-Nul: a\0b',
      'X Space: a',
      ': empty',
      'X-Colonless',
      'X-Control: a\x01b',
      '\0: x',
      ' folded: x',
      'X-Bare: a\rb',
      'X-Space : a',
    ]) {
      const { status, body } = await ping(host, header, token);
      expect([header, status, body.includes('pong')]).toEqual([header, 400, false]);
    }
  });

  it('end lines as the standard says', async () => {
    const { status, body } = await send(`GET /api2/ping/ HTTP/1.1\n${host}\nConnection: close\n\n`);
    expect([status === 400 || status === 0, body.includes('pong')]).toEqual([true, false]);
  });

  it('carry one Authorization', async () => {
    for (const headers of [
      [token, token],
      [token, 'Authorization: Basic eDp5'],
      ['AUTHORIZATION: Token x', token],
    ]) {
      expect((await request('GET /api/v2.1/admin/libraries/ HTTP/1.1', [host, ...headers])).status).toBe(400);
    }
  });
});

describe('what is no HTTP request', () => {
  it('is answered with 400 or not at all', async () => {
    for (const bytes of [
      '\r\n\r\n\r\n\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      'GET /api2/ping/\r\n\r\n',
      `GET /api2/ping/ HTTP/9.9\r\n${'Host: x'}\r\n\r\n`,
      'GARBAGE\r\n\r\n',
      `FROBNICATE /api2/ping/ HTTP/1.1\r\nHost: x\r\n\r\n`,
      'SSH-2.0-OpenSSH_9.6\r\n',
      '\0\0\0\0\r\n\r\n',
      'get /api2/ping/ HTTP/1.1\r\nHost: x\r\n\r\n',
    ]) {
      const { status, body, answers } = await send(bytes);
      expect([bytes, status === 400 || status === 0, answers <= 1, body.includes('pong')]).toEqual([
        bytes,
        true,
        true,
        false,
      ]);
    }
  });

  it('is no tunnel and no echo', async () => {
    for (const line of [
      `CONNECT 127.0.0.1:${port} HTTP/1.1`,
      'CONNECT evil.example:443 HTTP/1.1',
      'TRACE /api2/ping/ HTTP/1.1',
    ]) {
      const { status, text } = await request(line, [host, 'X-Canary: canary-7']);
      expect([line, status === 0 || (status >= 400 && status < 500)]).toEqual([line, true]);
      expect(text).not.toContain('canary-7');
    }
  });
});

describe('many half requests', () => {
  const sockets: Socket[] = [];
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
  });

  it('keep nobody else waiting', async () => {
    for (let count = 0; count < 60; count++) {
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => socket.destroy());
      socket.write(
        count % 2 === 0
          ? 'GET /api2/pi'
          : `POST /api2/auth-token/ HTTP/1.1\r\n${host}\r\nContent-Length: 50\r\n\r\n{`,
      );
      sockets.push(socket);
    }
    const startedMs = Date.now();
    expect((await ping(host)).status).toBe(200);
    expect(Date.now() - startedMs).toBeLessThan(2_000);
  });
});

describe('a refusal', () => {
  it('is the same each time, and tells nothing about the inside', async () => {
    const lines = [
      'GET /api2/%zz/ HTTP/1.1',
      'GET * HTTP/1.1',
      'GET /nothing HTTP/1.1',
      'PATCH /api2/repos/ HTTP/1.1',
    ];
    for (const line of lines) {
      const [first, second] = [await request(line), await request(line)];
      expect(withoutDate(first.text)).toBe(withoutDate(second.text));
      expect(first.text).not.toMatch(/\bat .*\.(ts|js):\d+|node_modules|fastify|\r\n(server|x-powered-by):/i);
      expect(first.text.toLowerCase()).toContain('x-frame-options: deny');
    }
  });
});
