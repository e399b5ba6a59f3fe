import { beforeAll, describe, expect, it } from 'vitest';
import { useLinkedLibraries } from '../../support/linked-library.ts';
import { rawExchange, rawRequest } from '../../support/raw-exchange.ts';
import { useApp } from '../../support/running-app.ts';
import { sharingCalls } from '../../support/sharing-calls.ts';
import { useCast, userCalls } from '../../support/user-calls.ts';

const HOSTILE = `<img src=x onerror=alert(1)>&"'.txt`;
const HOSTILE_FILE = '<b>.txt';
const UNKNOWN = '0'.repeat(20);

describe('the pages behind links', () => {
  const app = useApp();
  const cast = useCast(app);
  const user = userCalls(app);
  const sharing = sharingCalls(app);
  const linkedLibrary = useLinkedLibraries(app);
  let id = '';
  let file = '';
  let folder = '';
  const link = (path: string, more: Record<string, string> = {}) =>
    sharing.makeLink(cast().administrator, { repo_id: id, path, ...more });
  const get = (path: string, headers: Record<string, string> = {}) => app().call('GET', path, { headers });

  const upload = async (path: string, files: readonly File[]) => {
    const body = new FormData();
    for (const file of files) body.append('file', file);
    const response = await fetch(app().url + path, { method: 'POST', body, redirect: 'manual' });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  beforeAll(async () => {
    const files = {
      'a.txt': 'aaa',
      'sub/b.txt': 'bb',
      [`sub/${HOSTILE}`]: 'h',
      'sub/deep/c.txt': 'c',
      'secret.txt': 's',
      'shown.txt': 's',
      'report.txt': 'r',
      'private/p.txt': 'p',
      'listed/p.txt': 'p',
    };
    id = (await linkedLibrary({ name: 'Open <b>', files })).libraryId;
    file = await link('/a.txt');
    folder = await link('/sub');
  });

  it('need no account, no script and nothing from elsewhere', async () => {
    const { status, headers, text } = await get(`/f/${file}/`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src 'self'; media-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('set-cookie')).toBe(null);
    expect(text).toContain('<title>a.txt</title>');
    expect(text).toContain('href="?dl=1"');
    expect(text).not.toContain('<script');
  });

  it('speak the language that the browser asks for', async () => {
    const german = { 'Accept-Language': 'de-AT,de;q=0.9,en;q=0.5' };
    const page = await get(`/d/${folder}/`, german);
    expect(page.headers.get('vary')).toBe('accept-language');
    expect(page.text).toContain('<html lang="de" dir="ltr">');
    expect(page.text).toContain('<th scope="col" class="size">Größe</th>');
    const unknown = await get(`/f/${UNKNOWN}/`, german);
    expect(unknown.status).toBe(404);
    expect(unknown.text).toContain('<title>Diesen Link gibt es nicht</title>');
    expect(unknown.text).toContain('Der Link wurde entfernt, oder die Adresse ist nicht vollständig.');
    expect((await get(`/f/${UNKNOWN}/`)).text).toContain(
      'The link was removed, or the address is incomplete.',
    );
  });

  it('give the bytes of a file, whole or in part', async () => {
    const whole = await get(`/f/${file}/?dl=1`);
    expect([whole.status, whole.text]).toEqual([200, 'aaa']);
    expect(whole.headers.get('content-disposition')).toContain('attachment');
    expect(whole.headers.get('content-security-policy')).toContain('sandbox');
    const part = await get(`/f/${file}/?dl=1`, { Range: 'bytes=1-1' });
    expect([part.status, part.text]).toEqual([206, 'a']);
    const head = await app().call('HEAD', `/f/${file}?dl=1`);
    expect([head.status, head.headers.get('content-length'), head.text]).toEqual([200, '3', '']);
  });

  it('count who came', async () => {
    const counted = await link('/shown.txt');
    await get(`/f/${counted}/`);
    await get(`/f/${counted}/?dl=1`);
    const path = `/api/v2.1/share-links/?repo_id=${id}&path=/shown.txt`;
    const { json } = await app().call('GET', path, { token: cast().administrator });
    expect(json).toMatchObject([{ view_cnt: 2 }]);
  });

  it('count nobody who only asked whether the file is there, or found nothing', async () => {
    const file = await link('/report.txt');
    await app().call('HEAD', `/f/${file}/`);
    await get(`/f/${file}/`);
    expect((await get(`/d/${file}/`)).status).toBe(404);
    const path = `/api/v2.1/share-links/?repo_id=${id}&path=/report.txt`;
    const { json } = await app().call('GET', path, { token: cast().administrator });
    expect(json).toMatchObject([{ view_cnt: 1 }]);
  });

  it('list folders, with every name escaped', async () => {
    const { status, text } = await get(`/d/${folder}/`);
    expect(status).toBe(200);
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;&amp;&quot;&#39;.txt');
    expect(text).not.toContain('<img');
    expect(text).toContain(`href="/d/${folder}/?p=%2Fdeep"`);
    expect((await get(`/d/${folder}/?p=/deep`)).text).toContain('c.txt');
    expect((await get(`/d/${folder}/files/?p=/deep/c.txt&dl=1`)).text).toBe('c');
    expect((await get(`/d/${folder}/files/?p=${encodeURIComponent(`/${HOSTILE}`)}`)).text).toBe('h');
  });

  it('list long folders a page at a time', async () => {
    const names = Array.from({ length: 1_002 }, (_, at) => `${at}`.padStart(4, '0'));
    const many = Object.fromEntries(names.map((name) => [`many/${name}.txt`, 'x']));
    const { libraryId } = await linkedLibrary({ name: 'Many', files: many });
    const token = await sharing.makeLink(cast().administrator, { repo_id: libraryId, path: '/many' });
    const rowsOf = (text: string) => text.match(/<tr><td>/g)?.length;
    const first = await get(`/d/${token}/`);
    expect(rowsOf(first.text)).toBe(1_000);
    expect(first.text).toContain(`href="/d/${token}/?p=%2F&amp;from=1000">Next page`);
    expect(first.text).toContain('1–1,000 of 1,002');
    const second = await get(`/d/${token}/?p=%2F&from=1000`);
    expect([rowsOf(second.text), second.text.includes('Next page')]).toEqual([2, false]);
    expect(second.text).toContain(`href="/d/${token}/?p=%2F">`);
    expect(rowsOf((await get(`/d/${token}/?p=%2F&from=99999`)).text)).toBe(1_000);
  });

  it('lead nowhere but into what was shared', async () => {
    for (const path of ['/../a.txt', '/deep/../../a.txt', '/a.txt', '/none', 'a.txt', '/deep', '/'])
      expect([path, (await get(`/d/${folder}/files/?p=${encodeURIComponent(path)}`)).status]).toEqual([
        path,
        404,
      ]);
    for (const path of ['/..', '/none', '/b.txt', '/private'])
      expect([path, (await get(`/d/${folder}/?p=${encodeURIComponent(path)}`)).status]).toEqual([path, 404]);
    expect((await get(`/f/${folder}/`)).status).toBe(404);
    expect((await get(`/d/${file}/`)).status).toBe(404);
    expect((await get(`/u/d/${folder}/`)).status).toBe(404);
  });

  it.each(['/f/', '/d/', '/u/d/'])('say in plain words that there is nothing: %s', async (prefix) => {
    for (const token of [UNKNOWN, 'x', `${file}0`, '%3Cscript%3E']) {
      const { status, text, headers } = await get(`${prefix}${token}/`);
      expect(status).toBe(404);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(text).toContain('The link was removed, or the address is incomplete.');
      expect(text).not.toContain('<script');
    }
  });

  it('ask for the password, and let in for an hour who knows it', async () => {
    const locked = await link('/secret.txt', { password: 'open sesame' });
    const door = await get(`/f/${locked}/?dl=1`);
    expect(door.status).toBe(403);
    expect(door.text).toContain('type="password"');
    const wrong = await app().call('POST', `/f/${locked}/`, { form: { password: 'open barley' } });
    expect([wrong.status, wrong.headers.get('set-cookie')]).toEqual([403, null]);
    expect(wrong.text).toContain('Wrong password.');
    const right = await app().call('POST', `/f/${locked}/?dl=1`, { form: { password: 'open sesame' } });
    expect([right.status, right.headers.get('location')]).toEqual([303, `/f/${locked}/?dl=1`]);
    const cookie = right.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/; Path=\/f\/[0-9a-f]{20}; Max-Age=3600; HttpOnly; SameSite=Lax$/);
    const [pair = ''] = cookie.split(';');
    expect((await get(`/f/${locked}/?dl=1`, { Cookie: pair })).text).toBe('s');
    expect((await get(`/f/${locked}/`, { Cookie: `${pair}0` })).status).toBe(403);
    expect((await get(`/f/${locked}/`, { Cookie: 'keepfold-link=9999999999.' })).status).toBe(403);
    // A new password ends what the old one opened.
    const change = { token: cast().administrator, form: { password: 'another one' } };
    await app().call('PUT', `/api/v2.1/share-links/${locked}/`, change);
    expect((await get(`/f/${locked}/?dl=1`, { Cookie: pair })).status).toBe(403);
  });

  it('slow down guessing', async () => {
    const locked = await link('/private', { password: 'nobody knows' });
    const guess = () => app().call('POST', `/d/${locked}/`, { form: { password: 'guess' } });
    const answers = [];
    for (let count = 0; count < 7; count += 1) answers.push(await guess());
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(refused?.text).toContain('<title>Wait a moment</title>');
    expect(refused?.text).toMatch(/Too many attempts\. Wait \d+ (second|minute)s?\./);
  });

  it('show the form for the password with a status that web views show a page for, and tell programs', async () => {
    const locked = await link('/sub/deep/c.txt', { password: 'open sesame' });
    const seen = async (accept: string, query = '') => {
      const { status, text, headers } = await get(`/f/${locked}/${query}`, { Accept: accept });
      return [status, text.includes('type="password"'), headers.get('x-keepfold-error')];
    };
    const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    expect(await seen(browser)).toEqual([200, true, 'password-wrong']);
    expect(await seen(browser, '?dl=1')).toEqual([200, true, 'password-wrong']);
    expect(await seen('*/*')).toEqual([403, true, 'password-wrong']);
    expect(await seen('application/json', '?dl=1')).toEqual([403, true, 'password-wrong']);
    const wrong = await app().call('POST', `/f/${locked}/`, {
      form: { password: 'open barley' },
      headers: { Accept: browser },
    });
    expect([wrong.status, wrong.headers.get('set-cookie')]).toEqual([200, null]);
    const open = await get(`/f/${file}/`, { Accept: browser });
    expect([open.status, open.headers.get('x-keepfold-error')]).toEqual([200, null]);
  });

  it('show and give nothing that the link does not allow', async () => {
    const shown = await sharing.makeLink(cast().administrator, {
      ...{ repo_id: id, path: '/sub/b.txt', permissions: '{"can_download":false}' },
    });
    expect((await get(`/f/${shown}/`)).text).not.toContain('href="?dl=1"');
    expect((await get(`/f/${shown}/`)).status).toBe(200);
    expect((await get(`/f/${shown}/?dl=1`)).status).toBe(403);
    const listed = await link('/listed', { permissions: '{"can_download":false}' });
    const page = (await get(`/d/${listed}/`)).text;
    expect(page).toContain('p.txt');
    expect(page).not.toContain('/files/');
    expect((await get(`/d/${listed}/files/?p=/p.txt`)).status).toBe(403);
    expect(page).not.toContain('/upload/');
    expect((await get(`/d/${listed}/upload/`)).status).toBe(403);
  });

  it('take files into a shared folder and below, where the link allows that', async () => {
    const own = await user.makeLibrary(cast().owner, 'Inbox');
    const make = (path: string, form: Record<string, string>) =>
      app().call('POST', `/api/v2.1/repos/${own}/dir/?p=${path}`, { token: cast().owner, form });
    for (const path of ['/in', '/in/deep']) await make(path, { operation: 'mkdir' });
    const permissions = '{"can_upload":true}';
    const token = await sharing.makeLink(cast().owner, { repo_id: own, path: '/in', permissions });
    expect((await get(`/d/${token}/?p=/deep`)).text).toContain(`href="/d/${token}/upload/?p=%2Fdeep"`);
    const { text } = await get(`/d/${token}/upload/?p=/deep`);
    expect(text).toContain('<title>Upload to deep</title>');
    const action = /action="([^"]*)"/.exec(text)?.[1] ?? '';
    expect(action).toBe(`/d/${token}/upload/?p=%2Fdeep`);
    const sent = await upload(action, [new File(['sent'], 'sent.txt'), new File(['h'], HOSTILE_FILE)]);
    expect(sent.status).toBe(200);
    expect(sent.text).toContain('<title>2 files were uploaded</title>');
    expect(sent.text).toContain(
      '<li data-saved="sent.txt"><bdi>sent.txt</bdi></li><li data-saved="&lt;b&gt;.txt"><bdi>&lt;b&gt;.txt</bdi></li>',
    );
    expect(sent.text).toContain(`<a href="/d/${token}/?p=%2Fdeep">Back to the folder</a>`);
    expect((await get(`/d/${token}/files/?p=/deep/sent.txt`)).text).toBe('sent');
    // What is there stays, and the new file gets a name of its own.
    expect((await upload(action, [new File(['again'], 'sent.txt')])).text).toContain(
      '<bdi>sent (1).txt</bdi></li>',
    );
    expect((await get(`/d/${token}/files/?p=/deep/sent.txt`)).text).toBe('sent');
    const none = await upload(action, []);
    expect([none.status, /<p data-refusal>(.*)<\/p>/.exec(none.text)?.[1]]).toEqual([
      400,
      'Choose a file first.',
    ]);
    const named = await upload(action, [new File(['x'], 'a/b.txt')]);
    const why = 'This name is not allowed. Rename the file and try again.';
    expect([named.status, /<p data-refusal>(.*)<\/p>/.exec(named.text)?.[1]]).toEqual([400, why]);
    expect((await upload(`/d/${token}/upload/?p=/../in`, [])).status).toBe(404);
    expect((await upload(`/d/${folder}/upload/?p=/`, [new File(['x'], 'x.txt')])).status).toBe(403);
    expect((await upload(`/d/${UNKNOWN}/upload/`, [new File(['x'], 'x.txt')])).status).toBe(404);
    expect((await get(`/d/${token}/upload/?p=/deep/sent.txt`)).status).toBe(404);
    expect((await get(`/d/${token}/upload/?p=/../in`)).status).toBe(404);
    await app().call('PUT', `/api/v2.1/admin/libraries/${own}/`, {
      ...{ token: cast().administrator, form: { status: 'read-only' } },
    });
    expect((await get(`/d/${token}/upload/`)).status).toBe(403);
    expect((await upload(action, [new File(['late'], 'late.txt')])).status).toBe(403);
    expect((await get(`/d/${token}/`)).status).toBe(200);
  });

  it('ask for the password before they take files in', async () => {
    const permissions = '{"can_upload":true}';
    const token = await link('/sub/deep', { permissions, password: 'long-enough' });
    const { status, headers } = await get(`/d/${token}/upload/`);
    expect([status, headers.get('location')]).toEqual([303, `/d/${token}/`]);
    const sent = await upload(`/d/${token}/upload/`, [new File(['x'], 'x.txt')]);
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `/d/${token}/`]);
  });

  it('end when their maker loses the library', async () => {
    await sharing.shareWithUser(cast().administrator, id, 'ben@example.com', 'r');
    const token = await sharing.makeLink(cast().stranger, { repo_id: id, path: '/a.txt' });
    expect((await get(`/f/${token}/?dl=1`)).text).toBe('aaa');
    const query = '?p=/&share_type=user&username=ben@example.com';
    await app().call('DELETE', `/api2/repos/${id}/dir/shared_items/${query}`, {
      token: cast().administrator,
    });
    expect((await get(`/f/${token}/?dl=1`)).status).toBe(404);
  });

  it('open from other sites, which cannot do anything there', async () => {
    // The client of these tests says itself how it fetches, so these requests are written out.
    const { host } = new URL(app().url);
    const ask = async (line: string, mode: string) => {
      const headers = [`Host: ${host}`, 'Sec-Fetch-Site: cross-site', `Sec-Fetch-Mode: ${mode}`];
      return (await rawExchange(app().url, rawRequest(`${line} HTTP/1.1`, headers))).status;
    };
    expect(await ask(`GET /f/${file}/`, 'navigate')).toBe(200);
    expect(await ask(`HEAD /d/${folder}/`, 'navigate')).toBe(200);
    expect(await ask(`GET /f/${file}/?dl=1`, 'cors')).toBe(403);
    expect(await ask(`POST /f/${file}/`, 'navigate')).toBe(403);
    expect(await ask('GET /api2/ping/', 'navigate')).toBe(403);
  });

  it('take files in', async () => {
    const form = { repo_id: id, path: '/sub' };
    const made = await app().call('POST', '/api/v2.1/upload-links/', { token: cast().administrator, form });
    const { token } = made.json as { token: string };
    const { status, text } = await get(`/u/d/${token}/`);
    expect(status).toBe(200);
    expect(text).toContain(
      `method="post" enctype="multipart/form-data" action="/u/d/${token}/upload/?p=%2F"`,
    );
    expect(text).not.toContain('Back to the folder');
    const sent = await upload(`/u/d/${token}/upload/?p=/`, [new File(['taken'], 'taken.txt')]);
    expect(sent.text).toContain('<title>The file was uploaded</title>');
    expect(sent.text).toMatch(new RegExp(`href="/u/d/${token}/">.*Upload more</a>`));
    expect((await get(`/d/${folder}/files/?p=/taken.txt`)).text).toBe('taken');
    await app().call('PUT', `/api/v2.1/admin/libraries/${id}/`, {
      ...{ token: cast().administrator, form: { status: 'read-only' } },
    });
    expect((await get(`/u/d/${token}/`)).status).toBe(404);
    expect((await get(`/f/${file}/`)).status).toBe(200);
  });

  it('do not keep a library that was deleted', async () => {
    const own = await user.makeLibrary(cast().owner, 'Gone');
    const token = await sharing.makeLink(cast().owner, { repo_id: own, path: '/' });
    expect((await get(`/d/${token}/`)).text).toContain('This folder is empty.');
    await user.removeLibrary(cast().owner, own);
    expect((await get(`/d/${token}/`)).status).toBe(404);
  });
});
