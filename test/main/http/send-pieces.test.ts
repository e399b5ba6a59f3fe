import fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sendPieces } from '../../../src-main/http/send-pieces.ts';
import { rawExchange } from '../../support/raw-exchange.ts';

const KEPT_ALIVE = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
/** What somebody would like to be taken for the answer to the next request. */
const SMUGGLED = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi';

/** The address of an answer that says how long it is, and is made of these pieces. */
async function serve(announcedBytes: number, pieces: readonly string[]): Promise<string> {
  const app = fastify();
  app.get('/', (_, reply) => {
    reply.header('content-length', String(announcedBytes));
    return sendPieces(
      reply,
      pieces.map((piece) => Buffer.from(piece)),
    );
  });
  onTestFinished(() => app.close());
  return app.listen({ port: 0, host: '127.0.0.1' });
}

describe('an answer in pieces', () => {
  it('keeps the connection for the next request when it is as long as it said', async () => {
    const url = await serve(4, ['ab', 'cd']);
    const last = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const { answers, body, text } = await rawExchange(url, KEPT_ALIVE + last);
    expect([answers, body.slice(0, 4), text.slice(-4)]).toEqual([2, 'abcd', 'abcd']);
  });

  it('sends not one byte beyond what it said, and hangs up', async () => {
    const url = await serve(2, ['ab', SMUGGLED]);
    const { answers, body } = await rawExchange(url, KEPT_ALIVE + KEPT_ALIVE);
    expect([answers, body]).toEqual([1, 'ab']);
  });

  it('sends nothing of a piece that goes beyond it', async () => {
    const url = await serve(1, [SMUGGLED]);
    expect(await rawExchange(url, KEPT_ALIVE)).toMatchObject({ text: '' });
  });

  it('hangs up when less comes than it said, so that nobody waits for the rest', async () => {
    const url = await serve(1_000, ['ab']);
    const { answers, body } = await rawExchange(url, KEPT_ALIVE);
    expect([answers, body]).toEqual([1, 'ab']);
  });

  it('hangs up when nothing comes at all', async () => {
    const url = await serve(1_000, []);
    expect(await rawExchange(url, KEPT_ALIVE)).toMatchObject({ answers: 0 });
  });
});
