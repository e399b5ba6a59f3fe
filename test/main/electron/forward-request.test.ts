import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { forwardRequest } from '../../../src-main/electron/forward-request.ts';

const HOUR_MS = 3_600_000;

/** A service that answers when the test does. */
async function service() {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const asked = async (): Promise<[IncomingMessage, ServerResponse]> => {
    const [request, response] = await once(server, 'request');
    return [request, response];
  };
  return { address: { url: `http://127.0.0.1:${port}/`, token: 'secret' }, asked };
}

const upload = (body: ReadableStream) => {
  const init = { method: 'POST', body, duplex: 'half' as const };
  return new Request('app://keepfold/seafhttp/upload-aj/token', init);
};

afterEach(() => void vi.useRealTimers());

describe('a request that is sent on to the service', () => {
  it('waits for its answer, and for the rest of it, as long as the service takes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { address, asked } = await service();
    const answered = forwardRequest(new Request('app://keepfold/api/local/v1/slow/'), address);
    const [, response] = await asked();
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    response.write('begun, ');
    const answer = await answered;
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    response.end('done');
    expect(await answer.text()).toBe('begun, done');
  });

  it('waits for its turn with a body that nobody reads yet', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { address, asked } = await service();
    const content = Buffer.alloc(8 * 1024 * 1024, 'content');
    const answered = forwardRequest(upload(new Blob([content]).stream()), address);
    const [request, response] = await asked();
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    let bytes = 0;
    for await (const piece of request) bytes += (piece as Buffer).length;
    response.end(`${bytes}`);
    expect(await (await answered).text()).toBe('8388608');
  });

  it('is cut when its body breaks off', async () => {
    const { address, asked } = await service();
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writing = writable.getWriter();
    void writing.write(new TextEncoder().encode('the first of it')).catch(() => undefined);
    const answered = forwardRequest(upload(readable), address);
    answered.catch(() => undefined);
    const [request] = await asked();
    const read = request.resume().toArray();
    await writing.abort(new Error('the file cannot be read'));
    await expect(read).rejects.toThrow('aborted');
    await expect(answered).rejects.toThrow('socket hang up');
  });

  it('follows no address elsewhere', async () => {
    const { address, asked } = await service();
    const answered = forwardRequest(new Request('app://keepfold/api2/ping/'), address);
    answered.catch(() => undefined);
    const [, response] = await asked();
    response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    await expect(answered).rejects.toThrow();
  });

  it('gives an answer without content as it is', async () => {
    const { address, asked } = await service();
    const answered = forwardRequest(new Request('app://keepfold/api2/ping/', { method: 'DELETE' }), address);
    const [request, response] = await asked();
    expect(request.headers).toMatchObject({ authorization: 'Token secret', 'sec-fetch-site': 'same-origin' });
    response.writeHead(204, { 'set-cookie': 'a=b', 'x-it-is': 'passed' }).end();
    const { status, headers } = await answered;
    expect([status, headers.get('set-cookie'), headers.get('x-it-is')]).toEqual([204, null, 'passed']);
  });
});
