import { beforeEach, describe, expect, it } from 'vitest';
import { A_TIMESTAMP } from '../../support/admin-calls.ts';
import { itemCalls } from '../../support/item-calls.ts';
import { useApp } from '../../support/running-app.ts';
import { FORTY_HEX, PERMISSION_DENIED, useCast, userCalls } from '../../support/user-calls.ts';

const VIA = '/api/v2.1/via-repo-token';
const NO_TOKEN = { status: 403, body: { detail: 'Token inactive or deleted' } };

const app = useApp();
const cast = useCast(app);
const user = userCalls(app);
const owner = itemCalls(app, () => cast().owner);
let library: string;
let token: string;
let reader: string;
const error = (status: number, text: string) => ({ status, body: { error_msg: text } });

const tokens = () => `/api/v2.1/repos/${library}/repo-api-tokens/`;
async function tokenFor(appName: string, permission: string): Promise<string> {
  const form = { app_name: appName, permission };
  return ((await owner.ask('POST', tokens(), { form })).body as { api_token: string }).api_token;
}
const via = (method: string, call: string, form?: Record<string, string>, by = token) =>
  owner.ask(method, `${VIA}/${call}`, { token: by, ...(form === undefined ? {} : { form }) });

async function upload(url: string, text: string, name = 'new.txt'): Promise<number> {
  const form = new FormData();
  form.append('parent_dir', '/');
  form.append('file', new Blob([text]), name);
  return (await fetch(url, { method: 'POST', body: form })).status;
}

beforeEach(async () => {
  library = await user.makeLibrary(cast().owner, 'Papers');
  await owner.makeFolder(library, '/docs');
  await owner.makeFile(library, '/docs/a.txt');
  token = await tokenFor('writer', 'rw');
  reader = await tokenFor('reader', 'r');
});

describe('/api/v2.1/via-repo-token/', () => {
  it('tells about the library', async () => {
    expect(await via('GET', 'repo-info/', undefined, reader)).toEqual({
      status: 200,
      body: { repo_id: library, repo_name: 'Papers', size: 0, file_count: 1, last_modified: A_TIMESTAMP },
    });
  });

  it('lists a folder, those above it, and all below it', async () => {
    const folder = {
      ...{ type: 'dir', id: FORTY_HEX, name: 'docs', mtime: A_TIMESTAMP, permission: 'r' },
      ...{ parent_dir: '/', starred: false },
    };
    const file = {
      ...{ type: 'file', id: FORTY_HEX, name: 'a.txt', mtime: A_TIMESTAMP, permission: 'r', size: 0 },
      ...{ parent_dir: '/docs/', starred: false },
      ...{
        modifier_email: 'ann@example.com',
        modifier_name: 'ann',
        modifier_contact_email: 'ann@example.com',
      },
    };
    const about = { user_perm: 'r', dir_id: FORTY_HEX, repo_name: 'Papers' };
    const list = async (query: string) => (await via('GET', `dir/${query}`, undefined, reader)).body;
    expect(await list('')).toEqual({ ...about, dirent_list: [folder] });
    expect(await list('?path=/docs')).toEqual({ ...about, dirent_list: [file] });
    expect(await list('?path=/docs&type=d')).toEqual({ ...about, dirent_list: [] });
    expect(await list('?path=/docs&with_parents=true')).toEqual({ ...about, dirent_list: [folder, file] });
    expect(await list('?recursive=1')).toEqual({ dirent_list: [folder, file] });
    expect(await list('?recursive=1&type=f')).toEqual({ dirent_list: [file] });
    expect(await via('GET', 'dir/?path=/none')).toEqual(error(404, 'Folder /none/ not found.'));
  });

  it('makes, renames and deletes folders', async () => {
    const made = { type: 'dir', repo_id: library, parent_dir: '/', obj_id: FORTY_HEX, mtime: A_TIMESTAMP };
    const body = (name: string) => ({ status: 200, body: { ...made, obj_name: name } });
    expect(await via('POST', 'dir/?path=/new', { operation: 'mkdir' })).toEqual(body('new'));
    expect(await via('POST', 'dir/?path=/new', { operation: 'rename', newname: 'old' })).toEqual(body('old'));
    expect(await via('DELETE', 'dir/?path=/old')).toMatchObject({ status: 200, body: { success: true } });
    expect(await via('POST', 'dir/?path=/', { operation: 'mkdir' })).toEqual(
      error(400, 'Can not operate root dir.'),
    );
    expect(await via('POST', 'dir/?path=/x', { operation: 'eat' })).toEqual(
      error(400, "operation can only be 'mkdir', 'rename' or 'revert'."),
    );
    expect(await via('POST', 'dir/', { operation: 'mkdir' })).toEqual(error(400, 'path invalid.'));
  });

  it('makes, renames, copies, moves and deletes files, inside the library', async () => {
    const at = (path: string) => ({ status: 200, body: { type: 'file', parent_dir: path } });
    expect(await via('GET', 'file/?path=/docs/a.txt')).toMatchObject({
      status: 200,
      body: { obj_name: 'a.txt', repo_id: library, size: 0 },
    });
    expect(await via('POST', 'file/?path=/b.txt', { operation: 'create' })).toMatchObject(at('/'));
    expect(await via('POST', 'file/?path=/b.txt', { operation: 'rename', newname: 'c.txt' })).toMatchObject(
      at('/'),
    );
    expect(await via('POST', 'file/?path=/c.txt', { operation: 'copy', dst_dir: '/docs' })).toMatchObject(
      at('/docs'),
    );
    expect(await via('POST', 'file/?path=/docs/a.txt', { operation: 'move', dst_dir: '/' })).toMatchObject(
      at('/'),
    );
    expect(await via('DELETE', 'file/?path=/a.txt')).toMatchObject({ status: 200, body: { success: true } });
    expect(await via('DELETE', 'file/?path=/a.txt')).toEqual({ status: 200, body: { success: true } });
    expect((await owner.paths(library)).sort()).toEqual(['/c.txt', '/docs/', '/docs/c.txt']);
    const elsewhere = await user.makeLibrary(cast().owner, 'Photos');
    await via('POST', 'file/?path=/c.txt', { operation: 'copy', dst_dir: '/', dst_repo: elsewhere });
    expect(await owner.paths(elsewhere)).toEqual([]);
  });

  it('brings files in and out by addresses', async () => {
    const to = String((await via('GET', 'upload-link/?path=/')).body);
    expect(to).toMatch(new RegExp(`^${app().url}/seafhttp/upload-api/[0-9a-f-]{36}$`));
    expect(await upload(to, 'hello')).toBe(200);
    const from = String((await via('GET', 'download-link/?path=/new.txt', undefined, reader)).body);
    expect(await (await fetch(from)).text()).toBe('hello');
    expect(await via('GET', 'download-link/?path=/none')).toEqual(error(404, 'File not found'));
  });

  it('changes nothing by a token that reads', async () => {
    for (const [method, call, form] of [
      ['POST', 'dir/?path=/new', { operation: 'mkdir' }],
      ['POST', 'dir/?path=/docs', { operation: 'rename', newname: 'x' }],
      ['DELETE', 'dir/?path=/docs', undefined],
      ['POST', 'file/?path=/new', { operation: 'create' }],
      ['POST', 'file/?path=/docs/a.txt', { operation: 'rename', newname: 'x' }],
      ['POST', 'file/?path=/docs/a.txt', { operation: 'move', dst_dir: '/' }],
      ['POST', 'file/?path=/docs/a.txt', { operation: 'copy', dst_dir: '/' }],
      ['DELETE', 'file/?path=/docs/a.txt', undefined],
    ] as const)
      expect([call, await via(method, call, form, reader)]).toEqual([call, PERMISSION_DENIED]);
    expect(await via('GET', 'upload-link/', undefined, reader)).toEqual(
      error(403, 'You do not have permission to access this folder.'),
    );
    expect(await owner.paths(library)).toEqual(['/docs/', '/docs/a.txt']);
  });
});

describe('a library token', () => {
  it('opens nothing else, and no other token opens this', async () => {
    for (const path of [
      '/api2/repos/',
      `/api2/repos/${library}/`,
      '/api/v2.1/repos/',
      '/api/local/v1/account/',
      tokens(),
    ])
      expect((await app().call('GET', path, { token })).status).toBe(401);
    expect(await via('GET', 'repo-info/', undefined, cast().owner)).toEqual(NO_TOKEN);
    expect(await via('GET', 'repo-info/', undefined, '0'.repeat(40))).toEqual(NO_TOKEN);
    expect(await via('GET', 'repo-info/', undefined, 'x')).toEqual(NO_TOKEN);
  });

  it('ends when it is removed, with the addresses that it has given', async () => {
    const to = String((await via('GET', 'upload-link/?path=/')).body);
    const from = String((await via('GET', 'download-link/?path=/docs/a.txt')).body);
    await owner.ask('DELETE', `${tokens()}writer/`);
    expect(await via('GET', 'repo-info/')).toEqual(NO_TOKEN);
    expect([await upload(to, 'x'), (await fetch(from)).status]).toEqual([403, 403]);
    expect(await owner.paths(library)).toEqual(['/docs/', '/docs/a.txt']);
  });

  it('writes no more once it may only read, over addresses of before too', async () => {
    const to = String((await via('GET', 'upload-link/?path=/')).body);
    await owner.ask('PUT', `${tokens()}writer/`, { form: { permission: 'r' } });
    expect(await upload(to, 'x')).toBe(403);
    expect(await via('POST', 'dir/?path=/new', { operation: 'mkdir' })).toEqual(PERMISSION_DENIED);
  });

  it('ends with the library, and when who made it does not manage it any more', async () => {
    await user.giveAway(cast().owner, library, 'ben@example.com');
    expect(await via('GET', 'repo-info/')).toEqual(PERMISSION_DENIED);
    await user.removeLibrary(cast().stranger, library);
    expect((await via('GET', 'repo-info/')).status).toBe(404);
  });

  it('ends with the password of who made it', async () => {
    const form = { password: 'another-secret' };
    await app().call('PUT', '/api/v2.1/admin/users/ann@example.com/', { token: cast().administrator, form });
    expect(await via('GET', 'repo-info/')).toEqual(NO_TOKEN);
  });
});
