import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { Locks } from '../../../../src-main/http/dav/locks.ts';
import {
  httpDate,
  isProtected,
  type Resource,
  responseWriter,
} from '../../../../src-main/http/dav/properties.ts';
import { fakeClock } from '../../../support/fake-clock.ts';

const FILE: Resource = {
  ...{ href: '/dav/P/a.txt', name: 'a & b.txt', isCollection: false, mtimeSeconds: 1_700_000_000 },
  ...{ file: { id: 'f1', sizeBytes: 3 }, space: null, locks: () => [], noted: [] },
};
const NOTED = { name: '{urn:x}color', value: '<x:color xmlns:x="urn:x">red</x:color>' };

const locks = new Locks(fakeClock());
const some = (...names: string[]) => responseWriter({ kind: 'some', names }, locks);
const OK = '<D:status>HTTP/1.1 200 OK</D:status>';
const MISSING = '<D:status>HTTP/1.1 404 Not Found</D:status>';
const row = (inner: string) => `<D:response><D:href>/dav/P/a.txt</D:href>${inner}</D:response>\n`;

describe('a row of a listing', () => {
  it('has what is asked for, and names what it has not', () => {
    const write = some('{DAV:}getetag', '{DAV:}quota-used-bytes', '{urn:x}color', '{urn:x}none');
    expect(write({ ...FILE, noted: [NOTED] })).toBe(
      row(
        `<D:propstat><D:prop><D:getetag>&quot;f1&quot;</D:getetag>${NOTED.value}</D:prop>${OK}</D:propstat>` +
          `<D:propstat><D:prop><D:quota-used-bytes xmlns:D="DAV:"/><x:none xmlns:x="urn:x"/></D:prop>${MISSING}</D:propstat>`,
      ),
    );
    expect(some('{urn:x}none')(FILE)).not.toContain('200 OK');
    expect(some()(FILE)).toBe(row(`<D:propstat><D:prop></D:prop>${OK}</D:propstat>`));
  });

  it('has all that is WebDAV’s own and all that was noted, and space only where it is named', () => {
    const all = responseWriter({ kind: 'all', included: [] }, locks)({ ...FILE, noted: [NOTED] });
    expect(all).toContain('<D:displayname>a &amp; b.txt</D:displayname>');
    expect(all).toContain('<D:getlastmodified>Tue, 14 Nov 2023 22:13:20 GMT</D:getlastmodified>');
    expect(all).toContain('<D:getcontenttype>text/plain</D:getcontenttype>');
    expect(all).toContain(NOTED.value);
    expect(all).not.toMatch(/quota|404/);
    const space = { used: 7, available: null };
    const asked = ['{DAV:}quota-used-bytes', '{DAV:}quota-available-bytes'];
    const named = responseWriter({ kind: 'all', included: asked }, locks)({ ...FILE, space });
    expect(named).toContain('<D:quota-used-bytes>7</D:quota-used-bytes>');
    expect(named).not.toContain('quota-available-bytes');
  });

  it('has the names of what it has', () => {
    const folder: Resource = { ...FILE, isCollection: true, file: null, noted: [NOTED] };
    const names = responseWriter({ kind: 'names' }, locks)(folder);
    expect(names).toContain('<D:resourcetype xmlns:D="DAV:"/>');
    expect(names).toContain('<x:color xmlns:x="urn:x"/>');
    expect(names).not.toMatch(/getetag|getcontentlength|red/);
  });

  it('tells of locks with the time that they have left', () => {
    const at = { libraryId: 'l' as LibraryId, path: '/a.txt' };
    const person = { person: 'anna@example.com', ownerXml: '<D:owner xmlns:D="DAV:">Anna</D:owner>' };
    const lock = locks.add({
      at,
      ...person,
      isExclusive: true,
      isDeep: false,
      href: '/dav/P/a&b',
      seconds: 60,
    });
    expect(some('{DAV:}lockdiscovery')({ ...FILE, locks: () => [lock] })).toContain(
      '<D:lockdiscovery><D:activelock><D:locktype><D:write/></D:locktype>' +
        '<D:lockscope><D:exclusive/></D:lockscope><D:depth>0</D:depth><D:owner xmlns:D="DAV:">Anna</D:owner>' +
        `<D:timeout>Second-60</D:timeout><D:locktoken><D:href>${lock.token}</D:href></D:locktoken>` +
        '<D:lockroot><D:href>/dav/P/a&amp;b</D:href></D:lockroot></D:activelock></D:lockdiscovery>',
    );
    expect(some('{DAV:}supportedlock')({ ...FILE, locks: null })).toContain(
      '<D:supportedlock></D:supportedlock>',
    );
  });
});

it('what is WebDAV’s own no program sets', () => {
  expect(['{DAV:}getetag', '{DAV:}anything', '{urn:x}color'].map(isProtected)).toEqual([true, true, false]);
});

it('times that HTTP has no words for are told by the nearest that it has', () => {
  expect([-5, 0, Number.MAX_SAFE_INTEGER].map(httpDate)).toEqual([
    'Thu, 01 Jan 1970 00:00:00 GMT',
    'Thu, 01 Jan 1970 00:00:00 GMT',
    'Fri, 31 Dec 9999 23:59:59 GMT',
  ]);
});
