import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import {
  DavError,
  depthOf,
  hasBody,
  headerOf,
  refusePast,
  sendDavError,
} from '../../../../src-main/http/dav/visit.ts';

const asking = (headers: Readonly<Record<string, string | string[]>>) => {
  return { request: { headers } as unknown as FastifyRequest };
};

describe('a request to the drive', () => {
  it('says in a header how deep it means, or what is usual', () => {
    expect(['0', ' 1 ', 'Infinity'].map((depth) => depthOf(asking({ depth }), '0'))).toEqual([
      '0',
      '1',
      'infinity',
    ]);
    expect(depthOf(asking({}), 'infinity')).toBe('infinity');
    for (const depth of ['', '2', '-1', '1, 1'])
      expect(() => depthOf(asking({ depth }), '0'), depth).toThrow('The header Depth is 0, 1 or infinity.');
  });

  it('says nothing by a header that came twice', () => {
    expect(headerOf(asking({ if: ['(<a>)', '(<b>)'] }), 'if')).toBeUndefined();
  });

  it('has a body where its headers say so', () => {
    const has = (headers: Readonly<Record<string, string>>) => hasBody(asking(headers).request);
    expect([has({}), has({ 'content-length': '0' }), has({ 'content-length': '1' })]).toEqual([
      false,
      false,
      true,
    ]);
    expect(has({ 'transfer-encoding': 'chunked' })).toBe(true);
  });

  it('never changes the past', () => {
    expect(() => refusePast({ kind: 'history' })).toThrow('The past cannot be changed.');
    expect(() => refusePast({ kind: 'nothing', isPast: true, newName: null })).toThrow();
    expect(() => refusePast({ kind: 'nothing', isPast: false, newName: 'New' })).not.toThrow();
    expect(() => refusePast({ kind: 'root' })).not.toThrow();
  });
});

it('a refusal names its precondition, and what it is about', () => {
  const sent: unknown[] = [];
  const note = (value: unknown) => {
    sent.push(value);
    return reply;
  };
  const reply = {
    code: note,
    type: () => reply,
    serializer: () => reply,
    send: note,
  } as unknown as FastifyReply;
  sendDavError(reply, new DavError(423, 'lock-token-submitted', ['/dav/a&b']));
  expect(sent).toEqual([
    423,
    '<?xml version="1.0" encoding="utf-8"?>\n<D:error xmlns:D="DAV:"><D:lock-token-submitted><D:href>/dav/a&amp;b</D:href></D:lock-token-submitted></D:error>',
  ]);
});
