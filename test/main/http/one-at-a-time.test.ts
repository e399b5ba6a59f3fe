import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { oneAtATime } from '../../../src-main/http/one-at-a-time.ts';

const requestsTo = (paths: readonly string[]) =>
  paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join('');

/** A server that answers when it is told to, and a connection to it that has sent all of this at once. */
async function connected(paths: readonly string[]) {
  const begun: { path: string; response: ServerResponse }[] = [];
  const server = createServer(
    oneAtATime(({ url = '' }, response) => void begun.push({ path: url, response })),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const ended = new Promise<void>((resolve) => client.once('close', () => resolve()));
  let said = '';
  client.on('data', (piece) => {
    said += String(piece);
  });
  client.on('error', () => undefined);
  onTestFinished(async () => {
    client.destroy();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  client.write(requestsTo(paths));
  const answer = async (at: number) => {
    await vi.waitFor(() => expect(begun).toHaveLength(at + 1), 10_000);
    begun[at]?.response.end(`answer ${begun[at].path}`);
  };
  return { client, begun, answer, ended, said: () => said };
}

describe('requests that come in together on one connection', () => {
  it('begin one after the other, each when the answer before it is sent', async () => {
    const { begun, answer, said } = await connected(['/a', '/b', '/c']);
    await answer(0);
    await answer(1);
    expect(begun.map(({ path, response }) => [path, response.writableFinished])).toEqual([
      ['/a', true],
      ['/b', false],
    ]);
    await answer(2);
    await vi.waitFor(() => expect(said()).toContain('answer /c'), 10_000);
    expect(said().match(/answer \/./g)).toEqual(['answer /a', 'answer /b', 'answer /c']);
  });

  it('end the connection when there are more than seventeen', async () => {
    const { begun, ended } = await connected(Array.from({ length: 18 }, (_, at) => `/${at}`));
    await ended;
    expect(begun.map(({ path }) => path)).toEqual(['/0']);
  });

  it('are served when there are seventeen', async () => {
    const { answer, said } = await connected(Array.from({ length: 17 }, (_, at) => `/${at}`));
    for (let at = 0; at < 17; at += 1) await answer(at);
    await vi.waitFor(() => expect(said()).toContain('answer /16'), 10_000);
  });

  it('never begin once the client is gone', async () => {
    const { client, begun } = await connected(['/a', '/b']);
    await vi.waitFor(() => expect(begun).toHaveLength(1), 10_000);
    const gone = once(begun[0]?.response ?? client, 'close');
    client.destroy();
    await gone;
    expect(begun.map(({ path }) => path)).toEqual(['/a']);
  });
});
