import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { DomainError } from '../../../src-main/core/errors.ts';
import { type HttpWorld, httpWorld } from './http-world.ts';

let world: HttpWorld | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

describe('a bug', () => {
  it('is answered without a word about the inside, and logged once under the id of the answer', async () => {
    const lines: string[] = [];
    const sink = new PassThrough();
    sink.on('data', (line: Buffer) => lines.push(line.toString()));
    const made = await httpWorld({ logger: pino({ level: 'info' }, sink) });
    world = made;
    made.services.clock.nowSeconds = () => {
      throw new TypeError('secret inside');
    };
    const list = { method: 'POST', url: '/api2/repos/', payload: { name: 'x' } } as const;
    const answer = await made.call(made.adminToken, list);
    expect(answer).toMatchObject({ status: 500, body: { error_msg: 'Internal Server Error' } });
    expect(answer.text).not.toContain('secret');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      event: 'request-failed',
      requestId: answer.headers['x-request-id'],
      route: 'POST /api2/repos/',
      err: { message: 'secret inside' },
    });
    expect(lines[0]).not.toContain(made.adminToken);
  });
});

describe('a client that hangs up', () => {
  it('ends work that is of no use then, of which the log says nothing', async () => {
    const lines: string[] = [];
    const sink = new PassThrough();
    sink.on('data', (line: Buffer) => lines.push(line.toString()));
    world = await httpWorld({ logger: pino({ level: 'warn' }, sink) });
    const [asked, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<unknown>()];
    world.services.search.find = async (_, { signal }) => {
      asked.resolve();
      if (signal !== undefined) await once(signal, 'abort');
      ended.resolve(signal?.reason);
      throw signal?.reason;
    };
    const url = await world.server.listen({ port: 0, host: '127.0.0.1' });
    const client = new AbortController();
    const headers = { authorization: `Token ${world.adminToken}` };
    const answer = fetch(`${url}/api2/search/?q=x`, { headers, signal: client.signal });
    await asked.promise;
    client.abort();
    await expect(answer).rejects.toThrow('aborted');
    expect(await ended.promise).toMatchObject({ code: 'client-gone' });
    await world.server.close();
    expect(lines).toEqual([]);
  });
});

describe('a failed disk', () => {
  it('is told as one by a call that words refusals by what it was to do', async () => {
    world = await httpWorld();
    const { adminToken, services, call } = world;
    const made = await call(adminToken, { method: 'POST', url: '/api2/repos/', payload: { name: 'x' } });
    services.libraryItems.makeFile = async () => {
      throw new DomainError('library-read-only', { reason: 'storage-failed' });
    };
    const url = `/api2/repos/${(made.body as { repo_id: string }).repo_id}/file/?p=/a.txt`;
    const answer = await call(adminToken, { method: 'POST', url, payload: { operation: 'create' } });
    expect(answer).toMatchObject({
      status: 503,
      body: {
        error_msg: 'The data folder cannot be written to any more. Mend that, then start the server again.',
      },
    });
  });
});

describe('a call of several operations', () => {
  it('refuses two of them at once, and one that is no text, instead of failing while it words that', async () => {
    world = await httpWorld();
    const { adminToken, call } = world;
    const made = await call(adminToken, { method: 'POST', url: '/api2/repos/', payload: { name: 'x' } });
    const url = `/api2/repos/${(made.body as { repo_id: string }).repo_id}/file/?p=/a.txt`;
    const twice = { method: 'POST', url: `${url}&operation=create&operation=rename` } as const;
    expect(await call(adminToken, twice)).toMatchObject({ status: 400 });
    const nested = { method: 'POST', url, payload: { operation: { of: 'create' } } } as const;
    expect(await call(adminToken, nested)).toMatchObject({ status: 400 });
  });
});
