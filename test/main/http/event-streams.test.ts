import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EventStreams } from '../../../src-main/http/local/events.ts';

const ANNA = { email: 'anna@example.com', isStillAllowed: () => true };

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
    const stream = new EventStreams(() => undefined).open(response, ANNA);
    const event = { type: 'library', library_id: 'x'.repeat(10_000), head_commit_id: '' } as const;
    for (let count = 0; count < 10_000 && !response.destroyed; count += 1) stream.send(event);
    expect(response.destroyed).toBe(true);
  });

  it('ends streams that are opened after it was closed', async () => {
    const response = await unreadResponse();
    const streams = new EventStreams(() => undefined);
    streams.close();
    streams.open(response, ANNA);
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
