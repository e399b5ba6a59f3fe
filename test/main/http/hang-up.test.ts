import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hangUpGently, type ReadingOn } from '../../../src-main/http/hang-up.ts';

const PIECE = Buffer.alloc(64 * 1024);
const BODY_PIECES = 40;

/** A client of a server that refuses each request at once, for good; it has asked, and not sent its body yet. */
async function refusedClient(readingOn: ReadingOn, bodyBytes: number) {
  const server = createServer((_request, response) => {
    response.writeHead(413, { connection: 'close' }).end('too large');
  });
  hangUpGently(server, readingOn);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect({
    port: (server.address() as AddressInfo).port,
    host: '127.0.0.1',
    allowHalfOpen: true,
  });
  onTestFinished(async () => {
    client.destroy();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const heard = { text: '', error: '' };
  client.on('data', (piece) => {
    heard.text += String(piece);
  });
  client.on('error', (error) => {
    heard.error = error.message;
  });
  client.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${bodyBytes}\r\n\r\n`);
  await once(client, 'end');
  return { client, heard };
}

/** Resolves when the bytes have gone, or nothing goes any more. */
const send = (client: Socket, bytes: Buffer) =>
  new Promise<void>((resolve) => client.write(bytes, () => resolve()));

const closed = (client: Socket) => (client.destroyed ? undefined : once(client, 'close'));

describe('an answer before the end of a body', () => {
  it('reaches a client that sends all of its body before it looks', async () => {
    const { client, heard } = await refusedClient(
      { ms: 10_000, bytes: 1024 ** 3 },
      BODY_PIECES * PIECE.length,
    );
    expect(heard.text).toContain('413');
    expect(heard.text).toContain('too large');
    for (let sent = 0; sent < BODY_PIECES; sent += 1) await send(client, PIECE);
    client.end();
    await closed(client);
    expect(heard.error).toBe('');
  });

  it('is not waited behind for long when the body does not end', async () => {
    const { client } = await refusedClient({ ms: 200, bytes: 1024 ** 3 }, 1024 ** 4);
    const startedMs = performance.now();
    for (; !client.destroyed; await yieldToEventLoop()) await send(client, Buffer.from('x'));
    expect(performance.now() - startedMs).toBeGreaterThan(100);
    expect(performance.now() - startedMs).toBeLessThan(5_000);
  });

  it('is not waited behind when more comes than anybody sends by mistake', async () => {
    const { client } = await refusedClient({ ms: 3_600_000, bytes: 20 * PIECE.length }, 1024 ** 4);
    let pieces = 0;
    for (; !client.destroyed; pieces += 1) await send(client, PIECE);
    expect(pieces).toBeGreaterThan(20);
  });
});
