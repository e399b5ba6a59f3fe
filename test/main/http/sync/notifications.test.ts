import { once } from 'node:events';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';
import { rawExchange, rawRequest } from '../../../support/raw-exchange.ts';
import { ADMIN_EMAIL, ANNA_EMAIL, type HttpWorld, httpWorld } from '../http-world.ts';

const PROTOCOL = 'notification.seafile.com';
const ADMIN = { email: ADMIN_EMAIL, isAdmin: true };
const ANNA = { email: ANNA_EMAIL, isAdmin: false };
const FOUR_DAYS = 4 * 24 * 3600;

const sockets: WebSocket[] = [];
let world: HttpWorld | null = null;

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate();
  await world?.close();
  world = null;
});

/** A library of Anna's, and the token by which a device of hers hears of it. */
async function listeningWorld() {
  const made = await httpWorld();
  world = made;
  const { services, server, events } = made;
  const origin = await server.listen({ host: '127.0.0.1', port: 0 });
  const { view } = await services.libraries.create(ANNA, { name: 'Photos', description: '' });
  const id = view.library.id;
  const { syncToken } = services.libraries.issueSyncToken(ANNA, id);
  const token = services.notificationTokens.issue(id, syncToken);
  const connect = async (options: ClientOptions = {}, protocols: string[] = [PROTOCOL]) => {
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/notification`, protocols, options);
    sockets.push(socket);
    // What is refused ends with an error, which `once` of the caller shows.
    socket.on('error', () => undefined);
    return socket;
  };
  const moveHead = (libraryId: string = id) =>
    events.emit({ type: 'library', library_id: libraryId, head_commit_id: '' });
  const update = `{"type":"repo-update","content":{"repo_id":"${id}","commit_id":"${view.library.headId}"}}`;
  return { ...made, update, origin, id, syncToken, token, connect, moveHead };
}

function message(type: string, id: string, token: string): string {
  return JSON.stringify({ type, content: { repos: [{ id, jwt_token: token }] } });
}

/** Connects, subscribes, and waits until the server has read that. */
async function subscribed(
  { connect }: Awaited<ReturnType<typeof listeningWorld>>,
  ...messages: readonly string[]
): Promise<WebSocket> {
  const socket = await connect();
  await once(socket, 'open');
  for (const text of messages) socket.send(text);
  await answered(socket);
  return socket;
}

/** The server takes messages in their order, and answers a ping itself. */
async function answered(socket: WebSocket): Promise<void> {
  const pong = once(socket, 'pong', { signal: AbortSignal.timeout(5_000) });
  socket.ping();
  await pong;
}

/** What comes in until now. */
function heard(socket: WebSocket): string[] {
  const messages: string[] = [];
  socket.on('message', (text) => messages.push(String(text)));
  return messages;
}

describe('/notification', () => {
  it('says that it is there, and speaks the protocol of the clients', async () => {
    const { origin, connect } = await listeningWorld();
    const ping = await fetch(`${origin}/notification/ping`);
    expect([ping.status, await ping.json()]).toEqual([200, { ret: 'pong' }]);
    const socket = await connect();
    await once(socket, 'open');
    expect(socket.protocol).toBe(PROTOCOL);
  });

  it('tells a subscriber that the head of the library moved', async () => {
    const made = await listeningWorld();
    const socket = await subscribed(made, message('subscribe', made.id, made.token));
    const messages = heard(socket);
    made.moveHead();
    made.moveHead('8a4f1d4c-1111-4222-8333-444455556666');
    await answered(socket);
    expect(messages).toEqual([made.update]);
  });

  it('tells a new subscriber the head at once, which may have moved before', async () => {
    const made = await listeningWorld();
    const socket = await subscribed(made);
    const messages = heard(socket);
    socket.send(message('subscribe', made.id, made.token));
    await answered(socket);
    expect(messages).toEqual([made.update]);
  });

  it('is silent after unsubscribing', async () => {
    const made = await listeningWorld();
    const socket = await subscribed(
      made,
      message('subscribe', made.id, made.token),
      message('unsubscribe', made.id, made.token),
    );
    const messages = heard(socket);
    made.moveHead();
    await answered(socket);
    expect(messages).toEqual([]);
  });

  it('takes no token that is for another library, is made up or was changed', async () => {
    const made = await listeningWorld();
    const { view } = await made.services.libraries.create(ADMIN, { name: 'Secret', description: '' });
    const secret = view.library.id;
    const longer = made.token.replace(/\.\d+\./, '.9999999999.');
    const socket = await subscribed(
      made,
      message('subscribe', secret, made.token),
      message('subscribe', secret, made.services.notificationTokens.issue(secret, made.syncToken)),
      message('subscribe', made.id, longer),
      message('subscribe', made.id, ''),
    );
    const messages = heard(socket);
    made.moveHead();
    made.moveHead(secret);
    await answered(socket);
    expect(messages).toEqual([]);
  });

  it('ends with the sync token, and with the right to the library', async () => {
    const made = await listeningWorld();
    const { services, id } = made;
    const other = services.libraries.issueSyncToken(ANNA, id).syncToken;
    const [first, second] = [
      await subscribed(made, message('subscribe', id, made.token)),
      await subscribed(made, message('subscribe', id, services.notificationTokens.issue(id, other))),
    ];
    const [ofFirst, ofSecond] = [heard(first), heard(second)];
    const bearer = made.syncTokens.find(made.syncToken);
    if (bearer === null) throw new Error('the token is known');
    const laptop = { deviceId: 'd'.repeat(40), deviceName: 'laptop', address: '10.0.0.1' };
    made.syncTokens.recordUse(made.syncToken, bearer, laptop);
    services.devices.revoke(ANNA, laptop.deviceId);
    made.moveHead();
    await Promise.all([answered(first), answered(second)]);
    expect([ofFirst.length, ofSecond.length]).toEqual([0, 1]);
    await services.accounts.updateUser(ADMIN, ANNA_EMAIL, { isActive: false });
    made.moveHead();
    await answered(second);
    expect(ofSecond).toHaveLength(1);
  });

  it('tells whose token is too old, so that the client fetches another', async () => {
    const made = await listeningWorld();
    const socket = await subscribed(made, message('subscribe', made.id, made.token));
    const messages = heard(socket);
    made.clock.advance(FOUR_DAYS);
    made.moveHead();
    made.moveHead();
    await answered(socket);
    const expired = `{"type":"jwt-expired","content":{"repo_id":"${made.id}"}}`;
    expect(messages).toEqual([expired]);
    socket.send(message('subscribe', made.id, made.token));
    await answered(socket);
    expect(messages).toEqual([expired, expired]);
  });

  it('refuses pages of other sites and other host names, before it opens anything', async () => {
    const { connect } = await listeningWorld();
    for (const options of [
      { headers: { Origin: 'https://evil.example' } },
      { headers: { Host: 'evil.example' } },
    ]) {
      const socket = await connect(options);
      const [error] = (await once(socket, 'error')) as [Error];
      expect(error.message).toBe('Unexpected server response: 403');
    }
  });

  it('lets official clients in, which name no port', async () => {
    const { connect } = await listeningWorld();
    const socket = await connect({ headers: { Host: '127.0.0.1', Origin: 'http://127.0.0.1' } });
    await once(socket, 'open');
    const wrong = [
      { Host: '127.0.0.1', Origin: 'http://localhost' },
      { Host: 'evil.example', Origin: 'http://evil.example' },
      { Host: '127.0.0.1:1', Origin: 'http://127.0.0.1:1' },
      { Origin: 'http://127.0.0.1' },
    ];
    for (const headers of wrong) {
      const [error] = (await once(await connect({ headers }), 'error')) as [Error];
      expect([headers, error.message]).toEqual([headers, 'Unexpected server response: 403']);
    }
  });

  it('hangs up on what is no message, or too long a one', async () => {
    const made = await listeningWorld();
    for (const [text, code] of [
      ['{"cut', 1007],
      ['null', 1007],
      ['{"type":"subscribe"}', 1007],
      ['{"type":"subscribe","content":{"repos":[7]}}', 1007],
      [' '.repeat(20_000), 1009],
    ] as const) {
      const socket = await made.connect();
      await once(socket, 'open');
      const closed = once(socket, 'close');
      socket.send(text);
      expect([text.slice(0, 50), (await closed)[0]]).toEqual([text.slice(0, 50), code]);
    }
    const binary = await made.connect();
    await once(binary, 'open');
    const closed = once(binary, 'close');
    binary.send(Buffer.from([0xff]));
    expect((await closed)[0]).toBe(1007);
  });

  it('goes on after messages of a kind that it does not know', async () => {
    const made = await listeningWorld();
    const socket = await subscribed(made, '{"type":"news"}', message('subscribe', made.id, made.token));
    const messages = heard(socket);
    made.moveHead();
    await answered(socket);
    expect(messages).toHaveLength(1);
  });

  it('takes 64 clients with a token at once, and one more when one of them has gone', async () => {
    const made = await listeningWorld();
    const { connect } = made;
    const subscription = message('subscribe', made.id, made.token);
    const all = await Promise.all(Array.from({ length: 64 }, () => subscribed(made, subscription)));
    const [error] = (await once(await connect(), 'error')) as [Error];
    expect(error.message).toBe('Unexpected server response: 503');
    const gone = all[0];
    if (gone === undefined) throw new Error('there are 64');
    gone.close();
    await once(gone, 'close');
    await once(await connect(), 'open');
  });

  it('hangs up on who wants nothing for a minute, or is no longer there', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const made = await listeningWorld();
    const listening = await subscribed(made, message('subscribe', made.id, made.token));
    const idle = await subscribed(made);
    const mute = await made.connect({ autoPong: false });
    await once(mute, 'open');
    const ends = [idle, mute].map((socket) => once(socket, 'close'));
    const look = async (...alive: WebSocket[]) => {
      const pings = alive.map((socket) => once(socket, 'ping'));
      vi.advanceTimersByTime(30_000);
      await Promise.all(pings);
      await Promise.all(alive.filter((socket) => socket !== mute).map(answered));
    };
    await look(listening, idle, mute);
    await look(listening);
    const [ofIdle, ofMute] = await Promise.all(ends);
    expect([ofIdle?.[0], ofMute?.[0]]).toEqual([1008, 1006]);
    const messages = heard(listening);
    made.moveHead();
    await answered(listening);
    expect(messages).toEqual([made.update]);
  });

  it('hangs up when the server stops', async () => {
    const made = await listeningWorld();
    const socket = await subscribed(made, message('subscribe', made.id, made.token));
    const closed = once(socket, 'close');
    await made.server.close();
    await closed;
  });

  it('leaves other addresses as they are, which ignore that a program asks for another protocol', async () => {
    const { origin } = await listeningWorld();
    const headers = [
      `Host: ${new URL(origin).host}`,
      'Connection: Upgrade, HTTP2-Settings',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAAQ',
    ];
    for (const path of ['/api2/ping/', '/notification/ping']) {
      const answer = await rawExchange(origin, rawRequest(`GET ${path} HTTP/1.1`, headers));
      expect([path, answer.status]).toEqual([path, 200]);
    }
    const plain = await fetch(`${origin}/notification`);
    expect(plain.status).toBe(404);
  });
});
