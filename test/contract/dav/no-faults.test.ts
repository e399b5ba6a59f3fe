import { describe, expect, it } from 'vitest';
import { davCalls, lockInfo } from '../../support/dav-calls.ts';
import { useApp } from '../../support/running-app.ts';
import { type SeededNumbers, seededNumbers, seedOfRun } from '../../support/seeded-numbers.ts';

const REQUESTS = Number(process.env['NO_FAULTS_REQUESTS'] ?? 400);

const METHODS = [
  ...['OPTIONS', 'GET', 'HEAD', 'PUT', 'PUT', 'DELETE', 'MKCOL', 'COPY', 'COPY', 'MOVE', 'MOVE'],
  ...['PROPFIND', 'PROPFIND', 'PROPPATCH', 'LOCK', 'LOCK', 'UNLOCK', 'POST', 'PATCH', 'REPORT'],
];

const PATHS = [
  ...['/dav', '/dav/', '/dav/One', '/dav/One/', '/dav/One/a', '/dav/One/d', '/dav/One/d/', '/dav/One/d/b'],
  ...['/dav/One/a/x', '/dav/Two/c', '/dav/Two/', '/dav/None/x', '/seafdav/One/a', '/dav/One//a', '/davx'],
  ...[
    '/dav/.history',
    '/dav/.history/One',
    '/dav/.history/One/2999-01-01/',
    '/dav/.history/One/2999-01-01/a',
  ],
  ...['/dav/.history/One/x/y', '/dav/%2ehistory/One', '/dav/One/%00', '/dav/One/%ED%A0%80', '/dav/One/a%5Cb'],
  ...[`/dav/One/${'p'.repeat(300)}`, `/dav/One${'/q'.repeat(2_000)}`, '/dav/One/a?x=1', '/dav/One/__proto__'],
];

const asked = (inner: string) => `<D:propfind xmlns:D="DAV:">${inner}</D:propfind>`;
const BODIES = [
  ...[null, '', 'x', '<', '<a/>', asked('<D:allprop/>'), asked('<D:propname/>')],
  asked('<D:prop><D:lockdiscovery/><D:quota-used-bytes/><constructor xmlns=""/></D:prop>'),
  '<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><q xmlns="urn:q" a="&lt;">v</q></D:prop></D:set></D:propertyupdate>',
  '<D:propertyupdate xmlns:D="DAV:"><D:remove><D:prop><q xmlns="urn:q"/></D:prop></D:remove></D:propertyupdate>',
  ...[lockInfo('exclusive'), lockInfo('shared'), '<D:lockinfo xmlns:D="DAV:"><D:lockscope/></D:lockinfo>'],
];

const HEADERS: Readonly<Record<string, readonly string[]>> = {
  Depth: ['0', '1', 'infinity', '2', 'x'],
  Overwrite: ['T', 'F', 'x'],
  If: ['(<x>)', '(["a"])', 'x', '(Not <x>)', '</dav/One/a> (<x>)', '<%zz> (<x>)', '<http://[> (Not <x>)'],
  'If-Match': ['*', '"x"', 'x'],
  'If-None-Match': ['*', '"x"', 'W/"x"'],
  'If-Unmodified-Since': ['never', 'Thu, 01 Jan 1970 00:00:01 GMT'],
  Timeout: ['Infinite', 'Second-1', 'Second-99999999999', 'x'],
  'Lock-Token': ['<x>', 'x', '<urn:uuid:1>'],
  'X-OC-Mtime': ['1', 'x', '1e3'],
  'OC-Checksum': ['SHA1:x', 'MD5:1', 'X:1', 'y'],
  Range: ['bytes=0-', 'bytes=-1', 'bytes=9-1', 'x'],
  'Content-Range': ['bytes 0-1/2'],
};

const app = useApp();
const { dav } = davCalls(app);

function oddRequest({ pick, below }: SeededNumbers) {
  const method = pick(METHODS);
  const names = Array.from({ length: below(3) }, () => pick(Object.keys(HEADERS)));
  const headers: Record<string, string> = Object.fromEntries(
    names.map((name) => [name, pick(HEADERS[name] ?? [])]),
  );
  if (method === 'COPY' || method === 'MOVE')
    headers['Destination'] = pick([...PATHS, 'http://x/dav/', '%', '']);
  const body = method === 'GET' || method === 'HEAD' ? null : pick(BODIES);
  return { method, path: pick(PATHS), headers, ...(body === null ? {} : { body }) };
}

describe('whatever is asked of a drive', () => {
  it('never answers with a fault', async () => {
    const random = seededNumbers(seedOfRun());
    const faults: unknown[] = [];
    for (let sent = 0; sent < REQUESTS; sent++) {
      if (sent % 50 === 0) for (const name of ['One', 'Two']) await dav('MKCOL', `/dav/${name}`);
      const shot = oddRequest(random);
      const { status, text } = await dav(shot.method, shot.path, shot);
      const isMeant = status === 502 || status === 503 || status === 507;
      if (status >= 500 && !isMeant) faults.push({ ...shot, status, text });
    }
    expect(faults).toEqual([]);
  });
});
