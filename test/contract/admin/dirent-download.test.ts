import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { adminCalls } from '../../support/admin-calls.ts';
import { isDesktopService } from '../../support/desktop-service.ts';
import { xorshiftContent } from '../../support/generated-content.ts';
import { type LinkedLibrary, useLinkedLibraries } from '../../support/linked-library.ts';
import { useApp } from '../../support/running-app.ts';

const TEXT = '0123456789abcdef';
const FILE_ID = /^[0-9a-f]{40}$/;
const ODD_NAME = 'naïve "x"; 100% (1).txt';

const app = useApp();
const linked = useLinkedLibraries(app);
const admin = adminCalls(app);

let library: LinkedLibrary;
/** Several blocks of content. */
const large = xorshiftContent(7, 20_000_000);

async function linkTo(path: string, id = library.libraryId): Promise<string> {
  const answer = await admin.call('GET', `libraries/${id}/dirent/?path=${encodeURIComponent(path)}&dl=1`);
  return (answer.json as { download_url: string }).download_url;
}

async function fetched(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(url, { method, headers, redirect: 'manual' });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes, text: bytes.toString('latin1') };
}

beforeAll(async () => {
  const files = {
    'a.txt': TEXT,
    'empty.bin': '',
    'page.html': '<script>alert(1)</script>',
    'no-extension': 'x',
    'deep/er/picture.JPG': 'jpeg',
    [ODD_NAME]: 'odd',
    'large.bin': large,
  };
  library = await linked({ name: 'Documents', files });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a download link', () => {
  it('is absolute, on the host that was asked', async () => {
    const url = new URL(await linkTo('/deep/er/picture.JPG'));
    expect(url.origin).toBe(app().url);
    expect(url.pathname).toMatch(/^\/seafhttp\/files\/[0-9a-f-]{36}\/picture\.JPG$/);
    expect(url.search).toBe('');
  });

  it('serves the bytes of the file to whoever has it, without a token, more than once', async () => {
    const url = await linkTo('/a.txt');
    for (const _ of [1, 2]) {
      const answer = await fetched(url);
      expect([answer.status, answer.text]).toEqual([200, TEXT]);
    }
  });

  it('says all there is to say about the file in its headers', async () => {
    const { headers } = await fetched(await linkTo('/a.txt'));
    expect(headers.get('etag')).toMatch(FILE_ID);
    expect(headers.get('content-length')).toBe('16');
    expect(headers.get('content-type')).toBe('text/plain');
    expect(headers.get('content-disposition')).toBe(`attachment;filename*=utf-8''a.txt;filename="a.txt"`);
    expect(headers.get('accept-ranges')).toBe('bytes');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect(headers.get('cache-control')).toContain('no-store');
    expect(headers.get('access-control-allow-origin')).toBe(null);
  });

  it('names the type of what no browser can run by the extension, and never lets it show the file as a page', async () => {
    for (const [path, type] of [
      ['/page.html', 'application/octet-stream'],
      ['/deep/er/picture.JPG', 'image/jpeg'],
      ['/no-extension', 'application/octet-stream'],
      ['/empty.bin', 'application/octet-stream'],
    ] as const) {
      const { headers } = await fetched(await linkTo(path));
      expect([path, headers.get('content-type')]).toEqual([path, type]);
      expect(headers.get('content-disposition')).toMatch(/^attachment;/);
      expect(headers.get('content-security-policy')).toContain('sandbox');
    }
  });

  it('carries any name, in both forms that clients read', async () => {
    const { headers, text } = await fetched(await linkTo(`/${ODD_NAME}`));
    expect(text).toBe('odd');
    expect(headers.get('content-disposition')).toBe(
      `attachment;filename*=utf-8''na%C3%AFve%20%22x%22%3B%20100%25%20%281%29.txt;filename="na_ve _x_; 100_ (1).txt"`,
    );
  });

  it('serves empty files and large ones byte for byte', async () => {
    const empty = await fetched(await linkTo('/empty.bin'));
    expect([empty.status, empty.bytes.length, empty.headers.get('content-length')]).toEqual([200, 0, '0']);
    const whole = await fetched(await linkTo('/large.bin'));
    expect([whole.status, whole.headers.get('content-length')]).toEqual([200, '20000000']);
    expect(whole.bytes.equals(large)).toBe(true);
  });

  it('answers HEAD with the same headers and no bytes', async () => {
    for (const path of ['/a.txt', '/empty.bin', '/large.bin']) {
      const url = await linkTo(path);
      const [get, head] = [await fetched(url), await fetched(url, {}, 'HEAD')];
      expect([head.status, head.bytes.length]).toEqual([200, 0]);
      for (const name of ['etag', 'content-length', 'content-type', 'content-disposition', 'accept-ranges']) {
        expect([path, name, head.headers.get(name)]).toEqual([path, name, get.headers.get(name)]);
      }
    }
  });

  it('goes on serving the version that it was made for', async () => {
    const { libraryId, change } = await linked({ name: 'Changing', files: { 'a.txt': 'first version' } });
    const old = await linkTo('/a.txt', libraryId);
    await change({ 'a.txt': 'the second version' });
    expect((await fetched(old)).text).toBe('first version');
    const fresh = await fetched(await linkTo('/a.txt', libraryId));
    expect(fresh.text).toBe('the second version');
    expect(fresh.headers.get('etag')).not.toBe((await fetched(old)).headers.get('etag'));
  });
});

describe('a part of a file', () => {
  it('is what one range of bytes asks for', async () => {
    const url = await linkTo('/a.txt');
    for (const [range, part, shown] of [
      ['bytes=0-0', '0', 'bytes 0-0/16'],
      ['bytes=2-5', '2345', 'bytes 2-5/16'],
      ['bytes=10-', 'abcdef', 'bytes 10-15/16'],
      ['bytes=-3', 'def', 'bytes 13-15/16'],
      ['bytes=15-99', 'f', 'bytes 15-15/16'],
      ['bytes=-99', TEXT, 'bytes 0-15/16'],
      ['bytes=0-15', TEXT, 'bytes 0-15/16'],
      ['BYTES=1-2', '12', 'bytes 1-2/16'],
    ] as const) {
      const { status, headers, text } = await fetched(url, { Range: range });
      expect([range, status, text]).toEqual([range, 206, part]);
      expect([headers.get('content-range'), headers.get('content-length')]).toEqual([
        shown,
        String(part.length),
      ]);
      expect([headers.get('accept-ranges'), headers.get('etag')]).toEqual([
        'bytes',
        expect.stringMatching(FILE_ID),
      ]);
    }
  });

  it('may begin and end in any block of a large file', async () => {
    const url = await linkTo('/large.bin');
    for (const [first, last] of [
      [0, 19_999_999],
      [5_999_000, 12_001_000],
      [9_999_999, 10_000_000],
      [19_999_990, 19_999_999],
    ] as const) {
      const { status, bytes } = await fetched(url, { Range: `bytes=${first}-${last}` });
      expect([first, status, bytes.equals(large.subarray(first, last + 1))]).toEqual([first, 206, true]);
    }
  });

  it('is asked for by HEAD as well', async () => {
    const { status, headers, bytes } = await fetched(await linkTo('/a.txt'), { Range: 'bytes=2-5' }, 'HEAD');
    expect([status, bytes.length, headers.get('content-range')]).toEqual([206, 0, 'bytes 2-5/16']);
    expect(headers.get('content-length')).toBe('4');
  });

  it('cannot be served beyond the end, or in several pieces', async () => {
    const url = await linkTo('/a.txt');
    const many = Array.from({ length: 1000 }, (_, at) => `${at % 16}-${at % 16}`).join(',');
    for (const range of [
      'bytes=16-',
      'bytes=99-100',
      'bytes=-0',
      'bytes=5-2',
      'bytes=0-1,3-4',
      'bytes=x',
      'bytes=',
      'bytes=-',
      'bytes=0x1-2',
      'bytes=99999999999999999999-',
      `bytes=${many}`,
    ]) {
      const { status, headers, text } = await fetched(url, { Range: range });
      expect([range, status, headers.get('content-range'), text]).toEqual([range, 416, 'bytes */16', '']);
    }
    const empty = await fetched(await linkTo('/empty.bin'), { Range: 'bytes=0-' });
    expect([empty.status, empty.headers.get('content-range')]).toEqual([416, 'bytes */0']);
  });

  it('is the whole when the unit is unknown, or when the file has changed since', async () => {
    const url = await linkTo('/a.txt');
    const etag = (await fetched(url)).headers.get('etag') ?? '';
    const other = 'f'.repeat(40);
    for (const headers of [{ Range: 'lines=1-2' }, { Range: 'bytes=2-5', 'If-Range': `"${other}"` }]) {
      const answer = await fetched(url, headers);
      expect([headers, answer.status, answer.text]).toEqual([headers, 200, TEXT]);
    }
    for (const known of [etag, `"${etag}"`]) {
      const answer = await fetched(url, { Range: 'bytes=2-5', 'If-Range': known });
      expect([answer.status, answer.text]).toEqual([206, '2345']);
    }
  });
});

describe('what the client has already', () => {
  it('is not sent again', async () => {
    const url = await linkTo('/a.txt');
    const etag = (await fetched(url)).headers.get('etag') ?? '';
    for (const known of [etag, `"${etag}"`, `W/"${etag}"`, `"${'0'.repeat(40)}", "${etag}"`, '*']) {
      const { status, headers, bytes } = await fetched(url, { 'If-None-Match': known });
      expect([known, status, bytes.length, headers.get('etag')]).toEqual([known, 304, 0, etag]);
    }
    expect((await fetched(url, { 'If-None-Match': etag, Range: 'bytes=2-5' })).status).toBe(304);
  });

  it('is sent when it differs, whatever its date', async () => {
    const url = await linkTo('/a.txt');
    const date = new Date(Date.now() + 86_400_000).toUTCString();
    for (const headers of [{ 'If-None-Match': `"${'0'.repeat(40)}"` }, { 'If-Modified-Since': date }]) {
      const answer = await fetched(url, headers);
      expect([headers, answer.status, answer.text]).toEqual([headers, 200, TEXT]);
    }
  });
});

describe('a link that is no good', () => {
  const refused = [403, 'Access token not found'];

  it('was edited', async () => {
    const url = await linkTo('/a.txt');
    const [, token = ''] = /files\/([0-9a-f-]{36})\//.exec(url) ?? [];
    const flipped = token.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    for (const edited of [
      flipped,
      token.toUpperCase(),
      token.slice(1),
      `${token}0`,
      '0',
      'x'.repeat(500),
      '__proto__',
    ]) {
      if (edited === token) continue;
      const answer = await fetched(url.replace(token, edited));
      expect([edited, answer.status, answer.text]).toEqual([edited, ...refused]);
    }
  });

  it('names another file: the name in the address says nothing', async () => {
    const url = await linkTo('/a.txt');
    const { status, text, headers } = await fetched(url.replace('a.txt', 'large.bin'));
    expect([status, text]).toEqual([200, TEXT]);
    expect(headers.get('content-disposition')).toContain('filename="a.txt"');
    const outside = await fetched(url.replace('a.txt', '..%2f..%2fkeepfold.db'));
    expect([outside.status, outside.text]).toEqual([200, TEXT]);
  });

  // The clock of a service in another process goes on.
  it.skipIf(isDesktopService)('is an hour old', async () => {
    const url = await linkTo('/a.txt');
    const issuedMs = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: issuedMs + 3_590_000 });
    expect((await fetched(url)).status).toBe(200);
    vi.setSystemTime(issuedMs + 3_601_000);
    const expired = await fetched(url);
    expect([expired.status, expired.text]).toEqual(refused);
    expect(expired.headers.get('content-type')).toMatch(/^text\/plain/);
    vi.useRealTimers();
    expect((await fetched(url)).status).toBe(403);
  });

  it('is of another service, or of none', async () => {
    const other = '00000000-0000-4000-8000-000000000000';
    for (const headers of [{}, { Authorization: `Token ${app().adminToken}` }]) {
      const answer = await fetched(`${app().url}/seafhttp/files/${other}/a.txt`, headers);
      expect([answer.status, answer.text]).toEqual(refused);
    }
    for (const path of ['files', `files/${other}`, '', 'nothing/here']) {
      const answer = await fetched(`${app().url}/seafhttp/${path}`);
      expect([path, answer.status >= 400 && answer.status < 500]).toEqual([path, true]);
    }
  });

  it('is used to write', async () => {
    const url = await linkTo('/a.txt');
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await fetched(url, {}, method);
      expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, 'GET, HEAD']);
    }
    expect((await fetched(url)).text).toBe(TEXT);
  });

  it('is asked for by a page of another site', async () => {
    const url = await linkTo('/a.txt');
    for (const headers of [{ Origin: 'https://evil.example' }, { 'Sec-Fetch-Site': 'cross-site' }]) {
      const answer = await fetched(url, headers);
      expect([answer.status, answer.text.includes(TEXT)]).toEqual([403, false]);
      expect(answer.headers.get('access-control-allow-origin')).toBe(null);
    }
  });
});
