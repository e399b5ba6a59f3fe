import { beforeAll, describe, expect, it } from 'vitest';
import { A_TIMESTAMP, outcome, UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { useLinkedLibraries } from '../../support/linked-library.ts';
import { type CallOptions, useApp } from '../../support/running-app.ts';
import { sharingCalls } from '../../support/sharing-calls.ts';
import {
  expectMethodRefused,
  expectTokenNeeded,
  FORTY_HEX,
  libraryNotFound,
  PERMISSION_DENIED,
  useCast,
  userCalls,
} from '../../support/user-calls.ts';

const refusal = (status: number, text: string) => ({ status, body: { error_msg: text } });
const SHARE = '/api/v2.1/share-links/';
const UPLOAD = '/api/v2.1/upload-links/';
const SEVERAL = '/api/v2.1/multi-share-links/';
const TOKEN: unknown = expect.stringMatching(/^[0-9a-f]{20}$/);
const IN_YEAR_2099 = '2099-01-01T00:00:00+00:00';

describe('links for people without an account', () => {
  const app = useApp();
  const cast = useCast(app);
  const user = userCalls(app);
  const sharing = sharingCalls(app);
  const linkedLibrary = useLinkedLibraries(app);
  let id = '';
  const ask = async (method: string, path: string, options: CallOptions) =>
    outcome(await app().call(method, path, options));
  const make = (form: Record<string, string>, path = SHARE) =>
    ask('POST', path, { token: cast().administrator, form });

  beforeAll(async () => {
    id = (
      await linkedLibrary({ name: 'Open', files: { 'a.txt': 'aaa', 'sub/b.txt': 'b', 'other/c.txt': 'c' } })
    ).libraryId;
  });

  it('show every field of a link to a file', async () => {
    const made = await make({ repo_id: id, path: '/a.txt' });
    const token = (made.body as { token: string }).token;
    const origin = app().url;
    expect(made).toEqual({
      status: 200,
      body: {
        username: 'admin@example.com',
        repo_id: id,
        repo_name: 'Open',
        path: '/a.txt',
        obj_name: 'a.txt',
        obj_id: FORTY_HEX,
        is_dir: false,
        token: TOKEN,
        link: `${origin}/f/${token}/`,
        download_link: `${origin}/f/${token}/?dl=1`,
        view_cnt: 0,
        ctime: A_TIMESTAMP,
        expire_date: '',
        is_expired: false,
        permissions: { can_edit: false, can_download: true, can_upload: false, can_copy_content: true },
        can_edit: false,
        password: '',
        has_password: false,
        description: '',
        user_scope: 'all_users',
      },
    });
    expect(await make({ repo_id: id, path: '/a.txt' })).toEqual(
      refusal(400, `Share link ${token} already exists.`),
    );
  });

  it('are several to one item where a program asks for another one, each with a password and an end of its own', async () => {
    await expectTokenNeeded(app(), 'POST', SEVERAL);
    const wanted = { repo_id: id, path: '/sub/b.txt' };
    const tokenOf = ({ body }: { body: unknown }) => (body as { token: string }).token;
    const first = await make(wanted, SEVERAL);
    const second = await make({ ...wanted, password: 'long enough', expire_days: '7' }, SEVERAL);
    expect([first, second]).toMatchObject([
      { status: 200, body: { token: TOKEN, path: '/sub/b.txt', has_password: false, expire_date: '' } },
      {
        status: 200,
        body: { token: TOKEN, path: '/sub/b.txt', has_password: true, expire_date: A_TIMESTAMP },
      },
    ]);
    expect(tokenOf(first)).not.toBe(tokenOf(second));
    const { administrator: token } = cast();
    const listed = async () => {
      const { body } = await ask('GET', `${SHARE}?repo_id=${id}&path=/sub/b.txt`, { token });
      return (body as { token: string }[]).map((link) => link.token).sort();
    };
    expect(await listed()).toEqual([tokenOf(first), tokenOf(second)].sort());
    expect(await make(wanted)).toMatchObject({ status: 400 });
    expect(await make({ repo_id: id }, SEVERAL)).toEqual(refusal(400, 'path invalid.'));
    expect(await make({ repo_id: id, path: '/none' }, SEVERAL)).toEqual(
      refusal(404, 'Dirent /none not found.'),
    );
    expect(await ask('POST', SEVERAL, { token: cast().stranger, form: wanted })).toEqual(PERMISSION_DENIED);
    for (const link of await listed()) await ask('DELETE', `${SHARE}${link}/`, { token });
    expect(await listed()).toEqual([]);
  });

  it('end at a hundred to one item, and are as many as before then', async () => {
    const wanted = { repo_id: id, path: '/other/c.txt' };
    for (let made = 0; made < 100; made++) expect((await make(wanted, SEVERAL)).status).toBe(200);
    expect(await make(wanted, SEVERAL)).toEqual(
      refusal(400, 'There are too many share links to this item. Please remove some of them.'),
    );
  });

  it('lead to folders as well, and to the whole library', async () => {
    expect(await make({ repo_id: id, path: '/sub' })).toMatchObject({
      status: 200,
      body: {
        is_dir: true,
        path: '/sub/',
        obj_name: 'sub',
        link: expect.stringMatching(/\/d\/[0-9a-f]{20}\/$/),
      },
    });
    expect(await make({ repo_id: id, path: '/' })).toMatchObject({
      status: 200,
      body: { is_dir: true, path: '/', obj_name: '/' },
    });
  });

  it('are listed to their maker, by library and path when asked', async () => {
    const { body } = await ask('GET', `${SHARE}?repo_id=${id}&path=/a.txt`, { token: cast().administrator });
    expect(body).toMatchObject([{ path: '/a.txt', repo_id: id }]);
    const all = await ask('GET', SHARE, { token: cast().administrator });
    expect((all.body as unknown[]).length).toBeGreaterThan(2);
    expect(
      (await ask('GET', `${SHARE}?page=2&per_page=1`, { token: cast().administrator })).body,
    ).toHaveLength(1);
    expect((await ask('GET', SHARE, { token: cast().stranger })).body).toEqual([]);
  });

  it('take a password, an end and rights, and never show the password', async () => {
    const json = {
      repo_id: id,
      path: '/sub/b.txt',
      password: 'long enough',
      expiration_time: IN_YEAR_2099,
      permissions: { can_edit: false, can_download: false },
    };
    const made = await ask('POST', SHARE, { token: cast().administrator, json });
    expect(made).toMatchObject({
      status: 200,
      body: {
        ...{ password: '', has_password: true, expire_date: IN_YEAR_2099, download_link: '' },
        permissions: { can_download: false, can_copy_content: false },
      },
    });
    const { token } = made.body as { token: string };
    const change = { permissions: '{"can_download":true}', password: '', expire_days: '' };
    const changed = await ask('PUT', `${SHARE}${token}/`, { token: cast().administrator, form: change });
    expect(changed).toMatchObject({
      status: 200,
      body: { token, has_password: false, expire_date: '', permissions: { can_download: true } },
    });
    expect(await ask('PUT', `${SHARE}${token}/`, { token: cast().stranger, form: {} })).toEqual(
      refusal(404, `Link ${token} not found.`),
    );
    expect(await ask('DELETE', `${SHARE}${token}/`, { token: cast().stranger })).toEqual(
      refusal(404, `Link ${token} not found.`),
    );
    expect(await ask('DELETE', `${SHARE}${token}/`, { token: cast().administrator })).toEqual({
      status: 200,
      body: { success: true },
    });
  });

  it('say what is wrong with a request', async () => {
    const good = { repo_id: id, path: '/other/c.txt' };
    const wrong = async (form: Record<string, string>, status: number, text: string) =>
      expect(await make({ ...good, ...form })).toEqual(refusal(status, text));
    await wrong({ repo_id: '' }, 400, 'repo_id invalid.');
    await wrong({ repo_id: 'x' }, 400, 'repo_id invalid.');
    await wrong({ path: '' }, 400, 'path invalid.');
    await wrong({ path: '/../x' }, 400, 'path invalid.');
    await wrong({ password: 'short' }, 400, 'Password is too short.');
    await wrong({ expire_days: '-1' }, 400, 'expire_days invalid.');
    await wrong({ expire_days: 'x' }, 400, 'expire_days invalid.');
    await wrong({ expiration_time: '2001-01-01T00:00:00Z' }, 400, 'expiration_time invalid.');
    await wrong({ expiration_time: 'tomorrow' }, 400, 'expiration_time invalid.');
    const both = 'Can not pass expire_days and expiration_time at the same time.';
    await wrong({ expire_days: '1', expiration_time: IN_YEAR_2099 }, 400, both);
    await wrong({ permissions: '{' }, 400, 'permissions invalid.');
    await wrong({ permissions: '{"can_download":"maybe"}' }, 400, 'permissions invalid.');
    await wrong({ repo_id: UNKNOWN_LIBRARY }, 404, `Library ${UNKNOWN_LIBRARY} not found.`);
    await wrong({ path: '/none' }, 404, 'Dirent /none not found.');
  });

  it('are made by those who reach the library only, and never to encrypted ones', async () => {
    for (const path of ['/a.txt', '/none'])
      expect(await ask('POST', SHARE, { token: cast().owner, form: { repo_id: id, path } })).toEqual(
        PERMISSION_DENIED,
      );
    await sharing.shareWithUser(cast().administrator, id, 'ann@example.com', 'r');
    expect(
      await ask('POST', SHARE, { token: cast().owner, form: { repo_id: id, path: '/a.txt' } }),
    ).toMatchObject({ status: 200 });
    expect(await ask('POST', UPLOAD, { token: cast().owner, form: { repo_id: id, path: '/sub' } })).toEqual(
      PERMISSION_DENIED,
    );
    const secret = { name: 'Secret', passwd: 'secret' };
    const made = await app().call('POST', '/api2/repos/', { token: cast().owner, form: secret });
    const { repo_id: locked } = made.json as { repo_id: string };
    expect(await ask('POST', SHARE, { token: cast().owner, form: { repo_id: locked, path: '/' } })).toEqual(
      PERMISSION_DENIED,
    );
  });

  it('take files into a folder', async () => {
    const made = await make({ repo_id: id, path: '/sub/' }, UPLOAD);
    const { token } = made.body as { token: string };
    expect(made).toMatchObject({ status: 200, body: { path: '/sub/', link: `${app().url}/u/d/${token}/` } });
    expect(await make({ repo_id: id, path: '/a.txt' }, UPLOAD)).toMatchObject({ status: 404 });
    const address = await app().call('GET', `${UPLOAD}${token}/upload/`);
    expect(outcome(address)).toEqual({
      status: 200,
      body: { upload_link: expect.stringMatching(/\/seafhttp\/upload-api\/[-0-9a-f]{36}$/) },
    });
    const { upload_link: link } = address.json as { upload_link: string };
    const form = new FormData();
    form.append('parent_dir', '/sub');
    form.append('file', new Blob(['from outside']), 'guest.txt');
    expect((await fetch(link, { method: 'POST', body: form })).status).toBe(200);
    const listing = await app().call('GET', `/api2/repos/${id}/dir/?p=/sub`, { token: cast().administrator });
    expect(listing.text).toContain('guest.txt');
    expect(await ask('GET', `${UPLOAD}${'0'.repeat(20)}/upload/`, {})).toMatchObject({ status: 404 });
    expect((await ask('GET', UPLOAD, { token: cast().administrator })).body).toMatchObject([{ token }]);
  });

  it('go over to who is given the library', async () => {
    const given = await user.makeLibrary(cast().owner, 'Handed on');
    await sharing.makeLink(cast().owner, { repo_id: given, path: '/' });
    await user.giveAway(cast().owner, given, 'ben@example.com');
    expect((await ask('GET', SHARE, { token: cast().stranger })).body).toMatchObject([
      { repo_id: given, username: 'ben@example.com' },
    ]);
  });

  it('end with the library', async () => {
    const doomed = await user.makeLibrary(cast().departmentAdmin, 'Doomed');
    const token = await sharing.makeLink(cast().departmentAdmin, { repo_id: doomed, path: '/' });
    await user.removeLibrary(cast().departmentAdmin, doomed);
    expect((await app().call('GET', `/d/${token}/`)).status).toBe(404);
    expect((await ask('GET', SHARE, { token: cast().departmentAdmin })).body).toEqual([]);
    expect(await make({ repo_id: doomed, path: '/' })).toEqual(libraryNotFound(doomed));
  });

  it('are managed by those with a token, and by no other method', async () => {
    for (const path of [SHARE, UPLOAD]) {
      await expectTokenNeeded(app(), 'GET', path);
      await expectTokenNeeded(app(), 'POST', path);
      await expectMethodRefused(app(), 'PATCH', path, ['GET', 'POST']);
    }
  });
});
