import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  Connections,
  type ConnectionTimes,
  type Origins,
  originsBehind,
} from '../../../src-main/http/connections.ts';

const NEVER: ConnectionTimes = { slowBodyMs: 3_600_000, unreadAnswerMs: 3_600_000 };
let lastPort = 20_000;
const DEADLINE = () => AbortSignal.timeout(20_000);

/** A server whose clients come from the addresses that they are told to come from. */
async function sharedServer(answer: RequestListener, times: ConnectionTimes = NEVER, origins?: Origins) {
  const addresses = new Map<number, string>();
  const server = createServer(answer);
  const named: Origins = {
    shareOf: ({ remotePort = 0 }) => addresses.get(remotePort) ?? 'unknown',
    visitorOf: () => null,
  };
  const connections = new Connections(server, origins ?? named, times);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const clients: Socket[] = [];
  onTestFinished(async () => {
    for (const client of clients) client.destroy();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  /** A connection that comes from an address. Its port is chosen before, so that the server knows it at once. */
  async function comeFrom(address: string, said = ''): Promise<Socket> {
    for (;;) {
      lastPort += 1;
      addresses.set(lastPort, address);
      const client = connect({ port, host: '127.0.0.1', localPort: lastPort });
      const outcome = await Promise.race([
        once(client, 'connect').then(() => 'connected'),
        once(client, 'error').catch(() => 'taken'),
      ]);
      if (outcome !== 'connected') continue;
      client.on('error', () => undefined);
      clients.push(client);
      if (said !== '') client.write(said);
      return client;
    }
  }

  const all = (count: number, address: (at: number) => string, said: string) =>
    Promise.all(Array.from({ length: count }, (_, at) => comeFrom(address(at), said)));
  return { connections, comeFrom, all };
}

const ASKING = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const SENDING = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\nx';

/** The first bytes that come in; empty when the server hangs up before. */
function answerTo(client: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    client.once('data', (piece) => resolve(String(piece)));
    client.once('close', () => resolve(''));
    DEADLINE().addEventListener('abort', () => reject(new Error('no answer')));
  });
}

/** However it ends. */
const closeOf = (client: Socket) => new Promise<void>((resolve) => client.once('close', () => resolve()));

const isOpen = (client: Socket) => !client.destroyed && client.readyState === 'open';

describe('connections', () => {
  it('answer a newcomer while a thousand others of all kinds hold theirs and say nothing', async () => {
    const { comeFrom, all } = await sharedServer((_request, response) => response.end('here'));
    await all(500, (at) => `10.0.0.${at % 20}`, '');
    await all(500, (at) => `10.0.1.${at % 20}`, 'GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ');
    expect(await answerTo(await comeFrom('10.9.9.9', ASKING))).toContain('here');
    expect(await answerTo(await comeFrom('loopback', ASKING))).toContain('here');
  });

  it('answer the own computer while addresses of the network keep every other one busy', async () => {
    let busy = 0;
    const { comeFrom, all } = await sharedServer((request, response) => {
      if (request.headers.connection === 'close') response.end('here');
      else busy += 1;
    });
    const asked = ASKING.replace('Host', 'Connection: close\r\nHost');
    await all(600, (at) => `10.0.0.${at % 20}`, ASKING);
    await vi.waitFor(() => expect(busy).toBe(224), 10_000);
    expect(await answerTo(await comeFrom('10.9.9.9', asked))).toBe('');
    expect(await answerTo(await comeFrom('loopback', asked))).toContain('here');
  });

  it('are no more than 64 of one address, of which the oldest idle one makes room', async () => {
    const asked: IncomingMessage[] = [];
    const { comeFrom } = await sharedServer((request, response) => {
      asked.push(request);
      if (asked.length <= 1) response.end('here');
    });
    const rested = await comeFrom('10.0.0.1', ASKING);
    expect(await answerTo(rested)).toContain('here');
    const silent = await comeFrom('10.0.0.1');
    const silentEnded = closeOf(silent);
    const restedEnded = closeOf(rested);
    for (let at = 0; at < 63; at += 1) await comeFrom('10.0.0.1', ASKING);
    await silentEnded;
    expect(isOpen(rested)).toBe(true);
    await comeFrom('10.0.0.1', ASKING);
    await restedEnded;
    expect(await answerTo(await comeFrom('10.0.0.1', ASKING))).toBe('');
  });

  it('of a proxy on another computer take none of those of the own computer', () => {
    const { shareOf } = originsBehind(() => ['10.0.0.9', '10.0.0.10']);
    const shares = ['10.0.0.9', '10.0.0.10', '10.0.0.11', '127.0.0.1'].map((remoteAddress) =>
      shareOf({ remoteAddress } as Socket),
    );
    expect(shares).toEqual(['proxies', 'proxies', '10.0.0.11', 'loopback']);
  });

  it('of a trusted proxy on the own computer leave its programs theirs, however many visitors it brings', async () => {
    let busy = 0;
    const answer: RequestListener = (request, response) => {
      if (request.headers.connection === 'close') response.end('here');
      else busy += 1;
    };
    const { comeFrom, all } = await sharedServer(
      answer,
      NEVER,
      originsBehind(() => ['127.0.0.1']),
    );
    const own = ASKING.replace('Host', 'Connection: close\r\nHost');
    const brought = ASKING.replace('Host', 'X-Forwarded-For: 203.0.113.7\r\nHost');
    await all(250, () => 'loopback', brought);
    await vi.waitFor(() => expect(busy).toBeGreaterThanOrEqual(192), 10_000);
    const answers = await Promise.all(
      Array.from({ length: 32 }, async () => answerTo(await comeFrom('loopback', own))),
    );
    expect(answers.every((text) => text.includes('here'))).toBe(true);
  });

  it('that a trusted proxy brings are shared out by their visitors, as it names them last', async () => {
    let busy = 0;
    const answer: RequestListener = (request, response) => {
      if (request.headers.connection === 'close') response.end('here');
      else busy += 1;
    };
    const { comeFrom, all } = await sharedServer(
      answer,
      NEVER,
      originsBehind(() => ['127.0.0.1']),
    );
    const brought = (visitor: string) => ASKING.replace('Host', `X-Forwarded-For: ${visitor}\r\nHost`);
    const flood = await all(100, () => 'loopback', brought('198.51.100.1, 203.0.113.7'));
    await vi.waitFor(() => expect([busy, flood.filter(isOpen).length]).toEqual([100, 64]), 10_000);
    const other = brought('203.0.113.7, 198.51.100.1').replace('Host', 'Connection: close\r\nHost');
    expect(await answerTo(await comeFrom('loopback', other))).toContain('here');
  });

  it('with anonymous bodies on their way make room before anybody is refused, the oldest first', async () => {
    let begun = 0;
    const { connections, comeFrom } = await sharedServer((request, response) => {
      if (request.method === 'GET') response.end('here');
      else begun += 1;
      if (request.url === '/anonymous') connections.giveWay(request);
    });
    const sending = async (path: string) => {
      const before = begun;
      const client = await comeFrom('10.0.0.1', SENDING.replace('/', path));
      await vi.waitFor(() => expect(begun).toBe(before + 1), { interval: 1 });
      return client;
    };
    const asked = ASKING.replace('Host', 'Connection: close\r\nHost');
    const known = await sending('/known');
    const first = await sending('/anonymous');
    const second = await sending('/anonymous');
    for (let at = 0; at < 61; at += 1) await sending('/known');
    const ends = [first, second].map(closeOf);
    expect(await answerTo(await comeFrom('10.0.0.1', asked))).toContain('here');
    await ends[0];
    expect(isOpen(second)).toBe(true);
    await sending('/known');
    expect(await answerTo(await comeFrom('10.0.0.1', asked))).toContain('here');
    await ends[1];
    await sending('/known');
    expect(await answerTo(await comeFrom('10.0.0.1', asked))).toBe('');
    expect(isOpen(known)).toBe(true);
  });

  it('end when a body trickles in, and not when it is the server that does not take it', async () => {
    const { comeFrom } = await sharedServer(
      (request) => {
        if (request.url === '/taken') request.resume();
      },
      { ...NEVER, slowBodyMs: 300 },
    );
    const waiting = await comeFrom('10.0.0.1', SENDING.replace('100000', '900000'));
    waiting.write(Buffer.alloc(500_000));
    const slow = await comeFrom('10.0.0.2', SENDING.replace('/', '/taken'));
    const trickle = setInterval(() => slow.write('x'), 10);
    onTestFinished(() => clearInterval(trickle));
    await closeOf(slow);
    expect(isOpen(waiting)).toBe(true);
  });

  it('end when nobody reads the answer, and not while one is waited for', async () => {
    const given = Promise.withResolvers<void>();
    const { comeFrom } = await sharedServer(
      (request, response) => {
        if (request.url !== '/large') return;
        response.once('close', () => given.resolve());
        // In pieces, as the server sends what is large: Windows takes over at once whatever it is given.
        const piece = Buffer.alloc(64 * 1024);
        Readable.from(Array.from({ length: 512 }, () => piece)).pipe(response);
      },
      { ...NEVER, unreadAnswerMs: 200 },
    );
    const waiting = await comeFrom('10.0.0.1', ASKING);
    const reader = await comeFrom('10.0.0.2', ASKING.replace('/', '/large'));
    reader.pause();
    await given.promise;
    // What the system holds comes first, then the end.
    const ended = closeOf(reader);
    reader.resume();
    await ended;
    expect(reader.bytesRead).toBeLessThan(32 * 1024 * 1024);
    expect(isOpen(waiting)).toBe(true);
  });
});
