import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type HttpWorld, httpWorld } from './http-world.ts';

let world: HttpWorld;
let port: number;

beforeAll(async () => {
  world = await httpWorld({
    hostNames: () => ['nas.lan'],
    allowedHosts: () => ['files.example'],
    origins: ['app://keepfold'],
  });
  await world.server.listen({ host: '127.0.0.1', port: 0 });
  const address = world.server.server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});

afterAll(() => world.close());

/** Everything the server says to these bytes until it hangs up. */
function exchange(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.setTimeout(5_000, () => socket.destroy(new Error(`no end after: ${answer}`)));
    socket.on('data', (piece) => {
      answer += piece.toString('latin1');
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
    socket.write(text, 'latin1');
  });
}

async function ask(lines: string[], body = ''): Promise<{ status: number; text: string }> {
  const text = await exchange(`${lines.join('\r\n')}\r\n\r\n${body}`);
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text };
}

const ping = (...headers: string[]) => ask(['GET /api2/ping/ HTTP/1.1', 'Connection: close', ...headers]);

describe('the Host header', () => {
  it('may name this machine, or a name that its owner allows at any port', async () => {
    const fine = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`, `LOCALHOST:${port}`];
    for (const host of [...fine, `nas.lan:${port}`, 'files.example', 'Files.Example:9000']) {
      expect([host, (await ping(`Host: ${host}`)).status]).toEqual([host, 200]);
    }
  });

  it('may name nothing else', async () => {
    const hosts = [
      'evil.example',
      `evil.example:${port}`,
      `localhost.evil.example:${port}`,
      `evil-localhost:${port}`,
      `localhost.:${port}`,
      `127.1:${port}`,
      `0.0.0.0:${port}`,
      `127.0.0.2:${port}`,
      `2130706433:${port}`,
      `0x7f.0.0.1:${port}`,
      `[::]:${port}`,
      `[::ffff:127.0.0.1]:${port}`,
      `::1:${port}`,
      'localhost',
      'localhost:80',
      `localhost:${port}0`,
      `user@localhost:${port}`,
      `localhost:${port}@evil.example`,
      `loc\u00e4lhost:${port}`,
      `nas.lan.evil:${port}`,
      'nas.lan',
      'files.example:',
      'files.example.evil',
      '',
    ];
    for (const host of hosts) {
      const { status, text } = await ping(`Host: ${host}`);
      expect([host, status === 403 || status === 400]).toEqual([host, true]);
      expect(text).not.toContain('pong');
    }
  });

  it('that is not known is told with what allows it, unless it is no name', async () => {
    expect((await ping('Host: Nas.Fritz.Box:8730')).text).toContain(
      '"detail":"Host not allowed. If it is yours, start the server with --allow-host nas.fritz.box"',
    );
    expect((await ping('Host: --port:1')).text).toContain('"detail":"Host not allowed."');
    expect((await ping('Host: <b>:1')).text).toContain('"detail":"Host not allowed."');
  });

  it('is needed exactly once', async () => {
    const host = `Host: 127.0.0.1:${port}`;
    expect((await ping(host, host)).status).toBe(400);
    expect((await ping(host, 'Host: evil.example')).status).toBe(400);
    expect((await ping()).status).toBe(400);
    expect((await ask(['GET /api2/ping/ HTTP/1.0'])).status).toBe(400);
  });
});

describe('the request target', () => {
  const target = (text: string) =>
    ask([`GET ${text} HTTP/1.1`, `Host: 127.0.0.1:${port}`, 'Connection: close']);

  it('must be a path', async () => {
    expect((await target(`http://127.0.0.1:${port}/api2/ping/`)).status).toBe(400);
    expect((await target('http://evil.example/api2/ping/')).status).toBe(400);
    expect((await target('*')).status).toBe(400);
    expect((await target('/api2/ping/')).status).toBe(200);
  });

  it('may have no bad escapes, whose refusal is protected like every other', async () => {
    const { status, text } = await target('/api2/%zz/');
    expect(status).toBe(400);
    expect(text.toLowerCase()).toContain('x-frame-options: deny');
  });
});

describe('requests of web pages', () => {
  const own = () => [`Host: 127.0.0.1:${port}`, `Authorization: Token ${world.annaToken}`] as const;

  it('of other origins get nothing, whatever token they show', async () => {
    for (const header of [
      'Origin: https://evil.example',
      'Origin: null',
      `Origin: http://localhost:${port}`,
      `Origin: https://127.0.0.1:${port}`,
      'Sec-Fetch-Site: cross-site',
      'Sec-Fetch-Site: same-site',
    ]) {
      const { status, text } = await ping(...own(), header);
      expect([header, status]).toEqual([header, 403]);
      expect(text.toLowerCase()).not.toContain('access-control');
    }
  });

  it('of our own origins are answered', async () => {
    for (const header of [
      `Origin: http://127.0.0.1:${port}`,
      'Origin: app://keepfold',
      'Sec-Fetch-Site: same-origin',
      'Sec-Fetch-Site: none',
    ]) {
      expect([header, (await ping(...own(), header)).status]).toEqual([header, 200]);
    }
  });

  it('of extensions and of programs made of pages are answered with a token, and with nothing else', async () => {
    for (const origin of [
      'moz-extension://0b5a4a1e-8a3f-4a5c-9d27-5c1f7f1f6a11',
      'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
      'app://obsidian.md',
      'capacitor://localhost',
    ]) {
      const header = `Origin: ${origin}`;
      expect([origin, (await ping(...own(), header)).status]).toEqual([origin, 200]);
      expect([origin, (await ping(`Host: 127.0.0.1:${port}`, header)).status]).toEqual([origin, 403]);
    }
    for (const origin of ['HTTPS://evil.example', 'null', 'data:', 'javascript://', '//evil.example'])
      expect([origin, (await ping(...own(), `Origin: ${origin}`)).status]).toEqual([origin, 403]);
  });

  it('may not ask for permission first', async () => {
    const options = (path: string, ...headers: string[]) =>
      ask([`OPTIONS ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`, 'Connection: close', ...headers]);
    const preflight = ['Origin: https://evil.example', 'Access-Control-Request-Private-Network: true'];
    for (const path of ['/', '/api2/ping/', '/api/v2.1/repos/', '/api/local/v1/events/']) {
      expect((await options(path)).status).toBe(403);
      expect((await options(path, ...preflight)).text.toLowerCase()).not.toContain('access-control');
    }
    expect((await options('/seafhttp/files/x/y')).status).toBe(200);
    expect((await options('/seafhttp/files/x/y', ...preflight)).status).toBe(403);
  });
});

describe('requests that two servers could read differently', () => {
  const host = () => `Host: 127.0.0.1:${port}`;
  const post = (headers: string[], body: string) =>
    ask(['POST /api2/auth-token/ HTTP/1.1', host(), 'Connection: close', ...headers], body);

  it('are refused', async () => {
    const inner = `0\r\n\r\nGET /api2/server-info/ HTTP/1.1\r\n${host()}\r\n\r\n`;
    const json = 'Content-Type: application/json';
    const refused: [string[], string][] = [
      [[json, 'Content-Length: 5', 'Transfer-Encoding: chunked'], inner],
      [[json, 'Content-Length: -1'], '{}'],
      [[json, 'Content-Length: abc'], '{}'],
      [[json, 'Content-Length: 2', 'Content-Length: 3'], '{}x'],
      [[json, 'Transfer-Encoding: chunked, identity'], inner],
      [[json, ' folded: x', 'Content-Length: 2'], '{}'],
    ];
    for (const [headers, body] of refused) {
      const { status, text } = await post(headers, body);
      expect([headers, status]).toEqual([headers, 400]);
      expect(text).not.toContain('encrypted_library_version');
    }
  });

  it('with two Authorization headers are refused', async () => {
    const token = `Authorization: Token ${world.annaToken}`;
    expect((await ping(host(), token, token)).status).toBe(400);
  });

  it('with headers over 16 KiB are refused', async () => {
    expect((await ping(host(), `X-Long: ${'a'.repeat(17_000)}`)).status).toBe(431);
  });

  it('with a body over the limit are refused before it arrives', async () => {
    const answer = await post(['Content-Type: application/json', 'Content-Length: 99999999'], '{');
    expect(answer.status).toBe(413);
  });

  it('without a token are refused before their body arrives', async () => {
    const lines = [
      'POST /api2/repos/ HTTP/1.1',
      host(),
      'Content-Type: application/json',
      'Content-Length: 1000',
    ];
    const answer = await ask([...lines, 'Connection: close']);
    expect(answer.status).toBe(403);
  });

  it('name no server', async () => {
    expect((await ping(host())).text.toLowerCase()).not.toMatch(/\r\n(server|x-powered-by):/);
  });
});

describe('bodies of calls without an account', () => {
  const signIn = (length: number) =>
    `POST /api2/auth-token/ HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${length}\r\n\r\n`;

  it('keep nobody out, however many of them are on their way, and however fast', async () => {
    const clients = Array.from({ length: 192 }, () => connect(port, '127.0.0.1'));
    onTestFinished(() => {
      for (const client of clients) client.destroy();
    });
    for (const client of clients) client.on('error', () => undefined);
    const begun = Promise.withResolvers<void>();
    let count = 0;
    world.server.server.on('request', () => {
      count += 1;
      if (count === clients.length) begun.resolve();
    });
    for (const client of clients) client.write(`${signIn(60_000)}${'a'.repeat(30_000)}`);
    await begun.promise;
    for (let at = 0; at < 20; at += 1) expect((await ping(`Host: 127.0.0.1:${port}`)).status).toBe(200);
  });

  it('are refused beyond 64 KiB, before they come in', async () => {
    const { status, text } = await ask([signIn(65_537).trimEnd(), 'Connection: close']);
    expect(status).toBe(413);
    expect(text).toContain('The body is larger than 64 KiB.');
  });
});
