import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { expect, it, onTestFinished, vi } from 'vitest';
import { addBodyParsers, expectBody } from '../../../src-main/http/body-parsers.ts';

it('ends connections on which a metadata body is late: after ten seconds, with an account after a minute', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const ended: string[] = [];
  const givenWay: string[] = [];
  const hooks: Promise<void>[] = [];
  const expectOf = (name: string, caller: object | null) => {
    const raw = Object.assign(new EventEmitter(), { destroy: () => ended.push(name) });
    const headers = { 'content-length': '10' };
    const server = { connections: { giveWay: () => givenWay.push(name) } };
    const request = { caller, headers, raw, server } as unknown as FastifyRequest;
    hooks.push(expectBody(request, { raw: new EventEmitter() } as unknown as FastifyReply));
    return raw;
  };
  expectOf('anna', {});
  expectOf('anybody', null);
  expectOf('in time', null).emit('end');
  vi.advanceTimersByTime(9_999);
  expect(ended).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(ended).toEqual(['anybody']);
  vi.advanceTimersByTime(50_000);
  expect(ended).toEqual(['anybody', 'anna']);
  expect(givenWay).toEqual(['anybody', 'in time']);
  await Promise.all(hooks);
});

it('takes memory for what has come of a metadata body, not for what it announces', async () => {
  const taken: number[] = [];
  const nothing = () => undefined;
  const share = { requireRoom: nothing, came: nothing, whole: nothing, release: nothing };
  const app = fastify();
  app.decorateRequest('caller', null);
  app.decorateRequest('bodyShare', null);
  app.addHook('preParsing', async (request) => {
    request.caller = { email: 'anna@example.com', isAdmin: false };
    request.bodyShare = { ...share, grow: (bytes) => void taken.push(bytes) };
    return Readable.from([Buffer.from('a=1&b'), Buffer.from('=2')]);
  });
  addBodyParsers(app);
  app.post('/', async () => 'here');
  const answer = await app.inject({
    ...{ method: 'POST', url: '/', payload: 'a=1&b=2' },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect([answer.statusCode, taken]).toEqual([200, [5, 7]]);
});
