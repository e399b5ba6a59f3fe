import { hash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { askFor, davCalls } from '../../support/dav-calls.ts';
import { useApp } from '../../support/running-app.ts';

const app = useApp();
const { dav, list, statusOf } = davCalls(app);

beforeAll(async () => {
  await dav('MKCOL', '/dav/Files');
});

const put = (path: string, body: string, headers: Record<string, string> = {}) =>
  dav('PUT', path, { body, headers });

describe('a file of the drive', () => {
  it('comes in, is read whole and in part, and has the tag of its content', async () => {
    const made = await put('/dav/Files/a.txt', 'content of it');
    const tag = made.headers.get('etag') ?? '';
    expect([made.status, tag]).toEqual([201, expect.stringMatching(/^"[0-9a-f]{40}"$/)]);
    const read = await dav('GET', '/dav/Files/a.txt');
    expect([read.status, read.text, read.headers.get('etag')]).toEqual([200, 'content of it', tag]);
    expect(read.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(read.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    const part = await dav('GET', '/dav/Files/a.txt', { headers: { Range: 'bytes=8-9', 'If-Range': tag } });
    expect([part.status, part.text]).toEqual([206, 'of']);
    expect(await statusOf('GET', '/dav/Files/a.txt', { headers: { 'If-None-Match': tag } })).toBe(304);
    expect(await statusOf('GET', '/dav/Files/a.txt', { headers: { 'If-Match': '"other"' } })).toBe(412);
    const head = await dav('HEAD', '/seafdav/Files/a.txt');
    expect([head.status, head.headers.get('content-length'), head.text]).toEqual([200, '13', '']);
    expect((await put('/dav/Files/a.txt', 'other')).status).toBe(204);
  });

  it('is a page in no browser, and a folder is a word about it', async () => {
    await put('/dav/Files/page.html', '<script>alert(1)</script>');
    const { headers } = await dav('GET', '/dav/Files/page.html');
    expect(headers.get('content-type')).toBe('application/octet-stream');
    const folder = await dav('GET', '/dav/Files/');
    expect([folder.status, folder.text]).toEqual([
      405,
      'This is a folder of a WebDAV address: open it with a program that speaks WebDAV.',
    ]);
  });

  it('is put only as its conditions want it', async () => {
    const first = (await put('/dav/Files/b.txt', 'one')).headers.get('etag') ?? '';
    expect((await put('/dav/Files/b.txt', 'two', { 'If-None-Match': '*' })).status).toBe(412);
    expect((await put('/dav/Files/b.txt', 'two', { 'If-Match': '"other"' })).status).toBe(412);
    expect((await put('/dav/Files/none.txt', 'two', { 'If-Match': '*' })).status).toBe(412);
    expect((await put('/dav/Files/b.txt', 'two', { If: `(["other"])` })).status).toBe(412);
    const long = 'Thu, 01 Jan 1970 00:00:01 GMT';
    expect((await put('/dav/Files/b.txt', 'two', { 'If-Unmodified-Since': long })).status).toBe(412);
    expect((await dav('GET', '/dav/Files/b.txt')).text).toBe('one');
    expect((await put('/dav/Files/b.txt', 'two', { 'If-Match': first })).status).toBe(204);
    expect((await put('/dav/Files/b.txt', 'three', { 'If-Match': first })).status).toBe(412);
    const both = await Promise.all(
      ['x', 'y'].map((body) => put('/dav/Files/race.txt', body, { 'If-None-Match': '*' })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([201, 412]);
    expect((await list('/dav/Files/')).filter((href) => href.includes('race'))).toEqual([
      '/dav/Files/race.txt',
    ]);
  });

  it('keeps the time that a program tells, and is refused when it is not what was hashed', async () => {
    const { status, headers } = await put('/dav/Files/old.txt', 'old', { 'X-OC-Mtime': '1000000000' });
    expect([status, headers.get('x-oc-mtime')]).toEqual([201, 'accepted']);
    const body = askFor('<D:getlastmodified/>');
    const { text } = await dav('PROPFIND', '/dav/Files/old.txt', { headers: { Depth: '0' }, body });
    expect(text).toContain('<D:getlastmodified>Sun, 09 Sep 2001 01:46:40 GMT</D:getlastmodified>');
    for (const time of ['-1', 'soon', '99999999999999', '253402300800'])
      expect((await put('/dav/Files/old.txt', 'x', { 'X-OC-Mtime': time })).status).toBe(400);
    const sum = hash('sha1', 'right');
    expect((await put('/dav/Files/sum.txt', 'wrong', { 'OC-Checksum': `SHA1:${sum}` })).status).toBe(400);
    expect(await statusOf('GET', '/dav/Files/sum.txt')).toBe(404);
    expect((await put('/dav/Files/sum.txt', 'right', { 'OC-Checksum': `SHA1:${sum}` })).status).toBe(201);
    const md5 = hash('md5', 'right').toUpperCase();
    expect((await put('/dav/Files/sum.txt', 'right', { 'OC-Checksum': `MD5:${md5}` })).status).toBe(204);
    expect((await put('/dav/Files/sum.txt', 'part', { 'Content-Range': 'bytes 0-3/9' })).status).toBe(400);
  });

  it('is what Finder and Explorer leave behind as well', async () => {
    for (const name of ['.DS_Store', '._a.txt', 'desktop.ini', 'Thumbs.db'])
      expect([name, (await put(`/dav/Files/${name}`, 'of a system')).status]).toEqual([name, 201]);
    const body =
      '<D:propertyupdate xmlns:D="DAV:" xmlns:Z="urn:schemas-microsoft-com:"><D:set><D:prop>' +
      '<Z:Win32LastModifiedTime>Fri, 27 Nov 2026 10:00:00 GMT</Z:Win32LastModifiedTime></D:prop></D:set></D:propertyupdate>';
    const { status, text } = await dav('PROPPATCH', '/dav/Files/desktop.ini', { body });
    expect([status, text.includes('HTTP/1.1 200 OK')]).toEqual([207, true]);
  });
});

describe('folders of the drive', () => {
  it('are made one by one, and go with all they hold', async () => {
    expect(await statusOf('MKCOL', '/dav/Files/x/y')).toBe(409);
    expect((await put('/dav/Files/x/a.txt', 'a')).status).toBe(409);
    expect(await statusOf('MKCOL', '/dav/None/x')).toBe(409);
    expect(await statusOf('MKCOL', '/dav/Files/x', { body: 'something' })).toBe(415);
    expect(await statusOf('MKCOL', '/dav/Files/x')).toBe(201);
    expect(await statusOf('MKCOL', '/dav/Files/x')).toBe(405);
    expect((await put('/dav/Files/x', 'a')).status).toBe(405);
    expect((await put('/dav/Files/new/', 'a')).status).toBe(409);
    expect(await statusOf('DELETE', '/dav/Files/x', { headers: { Depth: '0' } })).toBe(400);
    expect(await statusOf('DELETE', '/dav/Files/x')).toBe(204);
    expect(await statusOf('DELETE', '/dav/Files/x')).toBe(404);
  });

  it('are listed in any spelling of their names', async () => {
    await dav('MKCOL', `/dav/Files/${encodeURIComponent('a&b <c> é%')}`);
    const name = encodeURIComponent('a&b <c> é%');
    expect(await list(`/dav/Files/${name}/`)).toEqual([`/dav/Files/${name}/`]);
    const decomposed = encodeURIComponent('a&b <c> é%'.normalize('NFD'));
    expect(await statusOf('PROPFIND', `/dav/Files/${decomposed}/`, { headers: { Depth: '0' } })).toBe(207);
    expect((await put(`/dav/Files/${name}/${encodeURIComponent('ü'.normalize('NFD'))}`, 'u')).status).toBe(
      201,
    );
    expect((await put(`/dav/Files/${decomposed}/new`, 'n')).status).toBe(201);
    expect(await list(`/dav/Files/${name}/`)).toEqual([
      `/dav/Files/${name}/`,
      `/dav/Files/${name}/new`,
      `/dav/Files/${name}/%C3%BC`,
    ]);
  });
});

describe('copies and moves', () => {
  it('replace what is there only when they may, in one commit', async () => {
    await put('/dav/Files/from.txt', 'from');
    await put('/dav/Files/to.txt', 'to');
    const to = { Destination: `${app().url}/dav/Files/to.txt` };
    expect(await statusOf('COPY', '/dav/Files/from.txt', { headers: { ...to, Overwrite: 'F' } })).toBe(412);
    expect((await dav('GET', '/dav/Files/to.txt')).text).toBe('to');
    expect(await statusOf('COPY', '/dav/Files/from.txt', { headers: to })).toBe(204);
    expect((await dav('GET', '/dav/Files/to.txt')).text).toBe('from');
    const elsewhere = { Destination: '/seafdav/Files/moved%20%26.txt' };
    expect(await statusOf('MOVE', '/dav/Files/from.txt', { headers: elsewhere })).toBe(201);
    expect(await statusOf('GET', '/dav/Files/from.txt')).toBe(404);
    expect((await dav('GET', '/dav/Files/moved%20%26.txt')).text).toBe('from');
  });

  it('lead nowhere but to this drive', async () => {
    await put('/dav/Files/here.txt', 'here');
    for (const [Destination, status] of [
      ['http://other.example/dav/Files/x.txt', 502],
      [`${app().url}/elsewhere/x.txt`, 502],
      ['/api2/repos/', 502],
      ['x.txt', 502],
      ['/dav/Files/none/x.txt', 409],
      ['/dav/None/x.txt', 409],
      ['/dav/x.txt', 403],
      ['/dav/Files/', 403],
      ['/dav/Files/here.txt', 403],
      ['/dav/Files/%zz', 400],
      ['/dav/Files/a%2Fb', 400],
      ['/dav/Files/a%5Cb', 400],
    ] as const)
      expect([
        Destination,
        await statusOf('MOVE', '/dav/Files/here.txt', { headers: { Destination } }),
      ]).toEqual([Destination, status]);
    expect(await statusOf('MOVE', '/dav/Files/here.txt')).toBe(400);
    expect((await dav('GET', '/dav/Files/here.txt')).text).toBe('here');
  });

  it('put no folder into itself, nor over what holds it', async () => {
    await dav('MKCOL', '/dav/Files/up');
    await dav('MKCOL', '/dav/Files/up/down');
    for (const method of ['COPY', 'MOVE']) {
      const into = { Destination: '/dav/Files/up/down/up' };
      expect(await statusOf(method, '/dav/Files/up/', { headers: into })).toBe(403);
      expect(
        await statusOf(method, '/dav/Files/up/down', { headers: { Destination: '/dav/Files/up' } }),
      ).toBe(403);
    }
    expect(await list('/dav/Files/up/')).toEqual(['/dav/Files/up/', '/dav/Files/up/down/']);
  });

  it('go from one library to another, with what programs noted', async () => {
    await dav('MKCOL', '/dav/Other');
    await dav('MKCOL', '/dav/Files/tree');
    await put('/dav/Files/tree/a.txt', 'a');
    const note =
      '<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><n:color xmlns:n="urn:n">red</n:color></D:prop></D:set></D:propertyupdate>';
    expect(await statusOf('PROPPATCH', '/dav/Files/tree/a.txt', { body: note })).toBe(207);
    const to = { Destination: '/dav/Other/renamed' };
    expect(await statusOf('MOVE', '/dav/Files/tree', { headers: to })).toBe(201);
    expect((await dav('GET', '/dav/Other/renamed/a.txt')).text).toBe('a');
    expect(await statusOf('GET', '/dav/Files/tree/a.txt')).toBe(404);
    const ask = { headers: { Depth: '1' }, body: askFor('<n:color xmlns:n="urn:n"/>') };
    expect((await dav('PROPFIND', '/dav/Other/renamed/', ask)).text).toContain('>red</');
    await dav('DELETE', '/dav/Other/renamed/a.txt');
    await put('/dav/Other/renamed/a.txt', 'new');
    expect((await dav('PROPFIND', '/dav/Other/renamed/', ask)).text).not.toContain('>red</');
  });
});
