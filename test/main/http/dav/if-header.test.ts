import { expect, it } from 'vitest';
import { parseIf, tokensIn } from '../../../../src-main/http/dav/if-header.ts';

const token = (value: string, isNegated = false) => ({ isNegated, kind: 'token', value });
const etag = (value: string, isNegated = false) => ({ isNegated, kind: 'etag', value });

it('the header If is read in both of its forms', () => {
  expect(parseIf('(<urn:a> ["x"]) (Not <urn:b> not [W/"y z"])')).toEqual([
    { resource: null, conditions: [token('urn:a'), etag('"x"')] },
    { resource: null, conditions: [token('urn:b', true), etag('W/"y z"', true)] },
  ]);
  expect(parseIf('</a> (<urn:a>)(["x"]) <http://h/b>(Not<DAV:no-lock>)  ')).toEqual([
    { resource: '/a', conditions: [token('urn:a')] },
    { resource: '/a', conditions: [etag('"x"')] },
    { resource: 'http://h/b', conditions: [token('DAV:no-lock', true)] },
  ]);
  expect(tokensIn(parseIf('(<urn:a>) (Not <urn:b> ["x"])'))).toEqual(new Set(['urn:a', 'urn:b']));
});

it('the header If is refused where it cannot be read', () => {
  for (const text of [
    '',
    ' ',
    '()',
    '(',
    '(<a>',
    '<a>',
    '<a> <b> (<c>)',
    '(<a>) <b> (<c>)',
    '(Not)',
    '([x])',
    '(<a>) x',
  ])
    expect([text, () => parseIf(text)]).toEqual([text, expect.toSatisfy(throws)]);
});

function throws(read: () => unknown): boolean {
  try {
    read();
    return false;
  } catch {
    return true;
  }
}
