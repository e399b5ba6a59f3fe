import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EventStreams } from '../../../../src-main/http/local/events.ts';
import type { ServerEvent } from '../../../../src-shared/events.ts';
import { ADMIN_EMAIL, ANNA_EMAIL, FOLDER, type HttpWorld, httpWorld } from '../http-world.ts';

let world: HttpWorld | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

interface OpenStream {
  readonly response: Response;
  /** The next piece of the stream; empty at its end. */
  read(): Promise<string>;
}

async function open(token: (world: HttpWorld) => string): Promise<{ world: HttpWorld; stream: OpenStream }> {
  const made = await httpWorld();
  world = made;
  const origin = await made.server.listen({ host: '127.0.0.1', port: 0 });
  const headers = { authorization: `Token ${token(made)}`, accept: 'text/event-stream' };
  const response = await fetch(`${origin}/api/local/v1/events/`, { headers });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const read = async () => (await reader?.read())?.value ?? '';
  expect(await read()).toBe(': connected\n\n');
  return { world: made, stream: { response, read } };
}

const ANOTHER_ADMIN = { email: 'other@example.com', isAdmin: true };
const ANNA = { email: ANNA_EMAIL, isAdmin: false };
const folderEvent: ServerEvent = { type: 'folder', folder: FOLDER };

describe('the event stream', () => {
  it('says what happens, with the headers of every answer', async () => {
    const { world: made, stream } = await open(({ adminToken }) => adminToken);
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
    expect(stream.response.headers.get('cache-control')).toBe('no-store');
    expect(stream.response.headers.get('x-frame-options')).toBe('DENY');
    made.events.emit(folderEvent);
    expect(await stream.read()).toBe(`data: ${JSON.stringify(folderEvent)}\n\n`);
  });

  it('tells nobody about others’ libraries or the disk of the server', async () => {
    const { world: made, stream } = await open(({ annaToken }) => annaToken);
    made.events.emit(folderEvent);
    made.events.emit({
      type: 'library',
      library_id: '8a4f1d4c-1111-4222-8333-444455556666',
      head_commit_id: 'x',
    });
    made.events.emit({ type: 'libraries' });
    expect(await stream.read()).toBe('data: {"type":"libraries"}\n\n');
  });

  it('tells of an unlocked library to who unlocked it alone, not even to an administrator', async () => {
    const { world: made, stream } = await open(({ adminToken }) => adminToken);
    const library_id = '8a4f1d4c-1111-4222-8333-444455556666';
    made.events.emit({ type: 'library-lock', library_id, email: ANNA_EMAIL });
    const own = { type: 'library-lock', library_id, email: ADMIN_EMAIL } as const;
    made.events.emit(own);
    expect(await stream.read()).toBe(`data: ${JSON.stringify(own)}\n\n`);
  });

  it('tells an administrator who was demoted no more than everybody', async () => {
    const { world: made, stream } = await open(({ adminToken }) => adminToken);
    const { accounts } = made.services;
    await accounts.createUser(ANOTHER_ADMIN, { ...ANOTHER_ADMIN, password: 'other-secret' });
    await accounts.updateUser(ANOTHER_ADMIN, ADMIN_EMAIL, { isAdmin: false });
    made.events.emit(folderEvent);
    made.events.emit({ type: 'libraries' });
    expect(await stream.read()).toBe('data: {"type":"libraries"}\n\n');
  });

  it('ends at the next event when the account may sign in no more', async () => {
    const { world: made, stream } = await open(({ annaToken }) => annaToken);
    await made.services.accounts.updateUser(ANOTHER_ADMIN, ANNA_EMAIL, { isActive: false });
    made.events.emit({ type: 'libraries' });
    expect(await stream.read()).toBe('');
  });

  it('looks at the library of an event alone, however many the listener has', async () => {
    const { world: made, stream } = await open(({ annaToken }) => annaToken);
    const { view } = await made.services.libraries.create(ANNA, { name: 'Papers' });
    for (let told = ''; !told.includes('"libraries"'); ) told += await stream.read();
    const listed = vi.spyOn(made.services.libraries, 'list');
    const moved = { type: 'library', library_id: view.library.id, head_commit_id: 'x' } as const;
    made.events.emit(moved);
    expect(await stream.read()).toBe(`data: ${JSON.stringify(moved)}\n\n`);
    expect(listed).not.toHaveBeenCalled();
  });

  it('ends when the server closes', async () => {
    const { world: made, stream } = await open(({ adminToken }) => adminToken);
    const closing = made.server.close();
    expect(await stream.read()).toBe('');
    await closing;
  });

  it('is open 32 times for one person, and refused then, while others still get theirs', async () => {
    const { world: made } = await open(({ annaToken }) => annaToken);
    const { port } = made.server.server.address() as AddressInfo;
    const ask = (token: string) =>
      fetch(`http://127.0.0.1:${port}/api/local/v1/events/`, {
        headers: { authorization: `Token ${token}` },
      });
    // Kept: a stream of which nothing is held any more may be ended by the collector.
    const opened: Response[] = [];
    for (let count = 1; count < 32; count += 1) opened.push(await ask(made.annaToken));
    expect(opened.map(({ status }) => status)).toEqual(Array(31).fill(200));
    const refused = await ask(made.annaToken);
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      503,
      '15',
      { error_code: 'busy', error_msg: 'The server is busy. Try again.' },
    ]);
    expect((await ask(made.adminToken)).status).toBe(200);
    expect(opened).toHaveLength(31);
  });
});

const READER = { email: 'anna@example.com', isStillAllowed: () => true };

let server: Server | null = null;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A response whose client has sent its request and reads nothing. */
async function unreadResponse(): Promise<ServerResponse> {
  const made = createServer();
  server = made;
  made.listen(0, '127.0.0.1');
  await once(made, 'listening');
  const address = made.address();
  const client = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1');
  client.on('error', () => client.destroy());
  client.pause();
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const [, response] = (await once(made, 'request')) as [unknown, ServerResponse];
  return response;
}

describe('EventStreams', () => {
  it('drops a client that reads nothing instead of keeping everything for it', async () => {
    const response = await unreadResponse();
    const stream = new EventStreams(() => undefined).open(response, READER);
    const event = { type: 'library', library_id: 'x'.repeat(10_000), head_commit_id: '' } as const;
    for (let count = 0; count < 10_000 && !response.destroyed; count += 1) stream.send(event);
    expect(response.destroyed).toBe(true);
  });

  it('ends streams that are opened after it was closed', async () => {
    const response = await unreadResponse();
    const streams = new EventStreams(() => undefined);
    streams.close();
    streams.open(response, READER);
    expect(response.writableEnded).toBe(true);
  });

  it('goes on and tells of it when its reader cannot be asked about', async () => {
    const response = await unreadResponse();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const told = Promise.withResolvers<unknown>();
    const isStillAllowed = () => {
      throw new Error('disk I/O error');
    };
    new EventStreams(told.resolve).open(response, { ...ANNA, isStillAllowed });
    vi.advanceTimersByTime(5_000);
    vi.useRealTimers();
    expect(await told.promise).toEqual(new Error('disk I/O error'));
    expect(response.writableEnded).toBe(false);
  });
});
