import { beforeAll, describe, expect, it } from 'vitest';
import { useLinkedLibraries } from '../../support/linked-library.ts';
import { useApp } from '../../support/running-app.ts';
import { sharingCalls } from '../../support/sharing-calls.ts';
import { SMALL_JPEG, SMALL_PNG } from '../../support/small-pictures.ts';
import { unzipped } from '../../support/unzipped.ts';
import { useCast } from '../../support/user-calls.ts';

const BROWSER = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const INERT = "sandbox; default-src 'none'";
const SCRIPTED =
  /^default-src 'none'; style-src '[^']+'; img-src 'self'; media-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; script-src 'sha256-[\w+/=]+'; connect-src 'self'; frame-src blob:$/;
const HOSTILE = `</pre><script>alert("'")</script>`;
const TURNED = 'invoice\u202egpj.exe';

describe('the files behind a link to a folder', () => {
  const app = useApp();
  const cast = useCast(app);
  const sharing = sharingCalls(app);
  const linkedLibrary = useLinkedLibraries(app);
  let id = '';
  let folder = '';
  const link = (path: string, more: Record<string, string> = {}) =>
    sharing.makeLink(cast().administrator, { repo_id: id, path, ...more });
  const get = (path: string, headers: Record<string, string> = {}) => app().call('GET', path, { headers });
  const addressOf = (path: string, more = '') => `/d/${folder}/files/?p=${encodeURIComponent(path)}${more}`;
  const pageOf = async (path: string) => (await get(addressOf(path), BROWSER)).text;

  beforeAll(async () => {
    const files = {
      'trip/a.png': SMALL_PNG,
      'trip/b.jpg': SMALL_JPEG,
      'trip/c.bmp': 'BM',
      'trip/notes.md': `# Notes\n${HOSTILE}\n`,
      'trip/long.txt': `${'x'.repeat(512 * 1024)}END`,
      'trip/empty.txt': '',
      'trip/bytes.bin': Buffer.from([0, 1, 2, 0xff]),
      'trip/song.mp3': 'song',
      'trip/film.mp4': 'film',
      'trip/paper.pdf': '%PDF-1.4',
      'trip/drawing.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      'trip/deep/d.txt': 'd',
      [`trip/${TURNED}`]: 'x',
      'pictures/1.png': SMALL_PNG,
      'pictures/2.png': SMALL_PNG,
      'pictures/3.txt': 'x',
      'ending/1.png': SMALL_PNG,
      'locked/1.png': SMALL_PNG,
    };
    id = (await linkedLibrary({ name: 'Files', files })).libraryId;
    folder = await link('/trip');
  });

  it('have a page for browsers, and are themselves for programs and where they are asked for', async () => {
    const page = await get(addressOf('/notes.md'), BROWSER);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('vary')).toBe('accept, accept-language');
    for (const [headers, more] of [
      [{}, ''],
      [BROWSER, '&dl=1'],
      [BROWSER, '&raw=1'],
    ] as const) {
      const answer = await get(addressOf('/notes.md', more), headers);
      expect(answer.text).toBe(`# Notes\n${HOSTILE}\n`);
      expect(answer.headers.get('content-security-policy')).toBe(INERT);
      expect(answer.headers.get('content-disposition')).toContain('attachment');
    }
    expect((await get(addressOf('/notes.md', '&raw=2'), BROWSER)).text).toContain('<title>notes.md</title>');
    expect((await get(addressOf('/none'), BROWSER)).status).toBe(404);
    expect((await get(addressOf('/deep'), BROWSER)).status).toBe(404);
    expect((await get(addressOf('/../pictures/3.txt'), BROWSER)).status).toBe(404);
  });

  it('are shown by elements that run nothing, from addresses that are attachments', async () => {
    const raw = (name: string) => `src="/d/${folder}/files/?p=%2F${name}&amp;raw=1"`;
    expect(await pageOf('/a.png')).toContain(`<img ${raw('a.png')} alt="a.png">`);
    expect(await pageOf('/film.mp4')).toContain(`<video ${raw('film.mp4')} controls`);
    expect(await pageOf('/song.mp3')).toContain(`<audio ${raw('song.mp3')} controls`);
    expect(await pageOf('/paper.pdf')).toContain(
      `data-document="/d/${folder}/files/?p=%2Fpaper.pdf&amp;raw=1"`,
    );
    // A drawing may hold scripts, so it is text.
    expect(await pageOf('/drawing.svg')).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    const drawing = await get(addressOf('/drawing.svg', '&raw=1'));
    expect(drawing.headers.get('content-type')).toBe('application/octet-stream');
    expect(await pageOf('/bytes.bin')).toContain('This kind of file is not shown here.');
    expect(await pageOf('/empty.txt')).toContain('This file is empty.');
  });

  it('are shown as escaped text, up to a bound', async () => {
    const notes = await pageOf('/notes.md');
    expect(notes).toContain('&lt;/pre&gt;&lt;script&gt;alert(&quot;&#39;&quot;)&lt;/script&gt;');
    expect(notes).not.toContain('<script>');
    expect(notes).not.toContain('This is the beginning.');
    const long = await pageOf('/long.txt');
    expect([long.includes('xEND'), long.includes('This is the beginning.')]).toEqual([false, true]);
    expect(long.length).toBeLessThan(560_000);
  });

  it('run one script of ours, and only as it is', async () => {
    const { headers, text } = await get(addressOf('/paper.pdf'), BROWSER);
    expect(headers.get('content-security-policy')).toMatch(SCRIPTED);
    const print = /<script src="\/link-page.js" integrity="([^"]+)" defer><\/script>/.exec(text)?.[1] ?? '';
    expect(headers.get('content-security-policy')).toContain(`script-src '${print}'`);
    const script = await get('/link-page.js');
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    const hash = await crypto.subtle.digest('SHA-256', Buffer.from(script.text));
    expect(`sha256-${Buffer.from(hash).toString('base64')}`).toBe(print);
    const alone = await link('/trip/paper.pdf');
    expect((await get(`/f/${alone}/`)).headers.get('content-security-policy')).toMatch(SCRIPTED);
    // Types are for us.
    expect(script.text).not.toMatch(/interface |: string/);
  });

  it('lead to what is beside them', async () => {
    const notes = await pageOf('/notes.md');
    expect(notes).toContain(`rel="prev" class="button plain" href="/d/${folder}/files/?p=%2Flong.txt"`);
    expect(notes).toContain(`rel="next" class="button plain" href="/d/${folder}/files/?p=%2Fpaper.pdf"`);
    expect(await pageOf('/deep/d.txt')).toContain(
      `<li><a href="/d/${folder}/?p=%2Fdeep"><bdi>deep</bdi></a></li>`,
    );
    expect(await pageOf('/deep/d.txt')).not.toContain('rel="prev"');
  });

  it('are named as they are, with what would turn or hide text spelled out', async () => {
    const page = await pageOf(`/${TURNED}`);
    expect(page).toContain('<title>invoice[U+202E]gpj.exe</title>');
    expect(page).toContain('<bdi>invoice<span class="mark">U+202E</span>gpj.exe</bdi>');
    expect((await get(`/d/${folder}/`)).text).not.toContain('\u202e');
  });

  it('come with who shares them, how many they are, and until when', async () => {
    const token = await link('/ending', { expiration_time: '2099-05-03T12:00:00+00:00' });
    const { text } = await get(`/d/${token}/`);
    expect(text).toContain('Shared by <b><bdi>admin</bdi></b>');
    expect(text).not.toContain('admin@example.com');
    expect(text).toMatch(/<span>1\u00a0file<\/span><span>\d+\u00a0bytes<\/span><span>until May 3, 2099 at /);
  });

  it('are rows, or pictures where most are pictures, as the visitor likes', async () => {
    const pictures = await link('/pictures');
    const isGrid = async (token: string, query = '') =>
      (await get(`/d/${token}/${query}`)).text.includes('<ul class="grid">');
    expect([await isGrid(pictures), await isGrid(folder)]).toEqual([true, false]);
    expect([await isGrid(pictures, '?mode=list'), await isGrid(folder, '?mode=grid')]).toEqual([false, true]);
    expect(await isGrid(folder, '?mode=nonsense')).toBe(false);
    const { text } = await get(`/d/${folder}/?mode=grid`);
    expect(text).toContain(`<img src="/d/${folder}/thumbnail/?p=%2Fa.png" alt="" loading="lazy"`);
    // It makes no smaller ones of these.
    expect(text).toContain(`<img src="/d/${folder}/files/?p=%2Fc.bmp&amp;raw=1"`);
  });

  it('have small pictures', async () => {
    const response = await fetch(`${app().url}/d/${folder}/thumbnail/?p=/b.jpg`);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([64, 32]);
    expect(response.headers.get('content-security-policy')).toBe(INERT);
    expect(response.headers.get('cache-control')).toBe('private, max-age=600');
    const statusOf = async (path: string) => (await get(`/d/${folder}/thumbnail/?p=${path}`)).status;
    expect(await statusOf('/notes.md')).toBe(400);
    expect(await statusOf('/deep')).toBe(404);
    expect(await statusOf('/../pictures/1.png')).toBe(404);
  });

  it('come together as an archive, a folder at a time', async () => {
    const entriesOf = async (query: string) => {
      const response = await fetch(`${app().url}/d/${folder}/zip/${query}`);
      expect(response.headers.get('content-type')).toBe('application/zip');
      return {
        name: response.headers.get('content-disposition'),
        entries: unzipped(Buffer.from(await response.arrayBuffer())).map(({ name }) => name),
      };
    };
    const deep = await entriesOf('?p=/deep');
    expect(deep.name).toContain('deep.zip');
    expect(deep.entries).toEqual(['deep/', 'deep/d.txt']);
    expect((await entriesOf('')).entries).toContain('trip/deep/d.txt');
    expect((await app().call('HEAD', `/d/${folder}/zip/`)).status).toBe(200);
    for (const path of ['/a.png', '/none', '/..'])
      expect((await get(`/d/${folder}/zip/?p=${path}`)).status).toBe(404);
  });

  it('stay where the link only shows them, or asks for a password first', async () => {
    const shown = await link('/trip/deep', { permissions: '{"can_download":false}' });
    expect((await get(`/d/${shown}/`)).text).toContain('This link only shows what is there');
    for (const address of ['zip/', 'thumbnail/?p=/d.txt', 'files/?p=/d.txt&raw=1'])
      expect([address, (await get(`/d/${shown}/${address}`)).status]).toEqual([address, 403]);
    const page = (await get(`/d/${shown}/files/?p=/d.txt`, BROWSER)).text;
    expect(page).toContain('This link only shows that the file is there');
    expect(page).not.toContain('<pre');
    const locked = await link('/locked', { password: 'open sesame' });
    for (const address of ['zip/', 'thumbnail/?p=/1.png', 'files/?p=/1.png&raw=1']) {
      const { status, headers } = await get(`/d/${locked}/${address}`);
      expect([address, status, headers.get('location')]).toEqual([address, 303, `/d/${locked}/`]);
    }
  });

  it('of which a page shows parts count as one visit', async () => {
    const token = await link('/trip/a.png');
    await get(`/f/${token}/`, BROWSER);
    await get(`/f/${token}/?raw=1`);
    const { json } = await app().call('GET', `/api/v2.1/share-links/?repo_id=${id}&path=/trip/a.png`, {
      token: cast().administrator,
    });
    expect(json).toMatchObject([{ view_cnt: 1 }]);
  });
});
