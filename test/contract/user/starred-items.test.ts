import { beforeEach, describe, expect, it } from 'vitest';
import { A_TIMESTAMP, UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { itemCalls } from '../../support/item-calls.ts';
import { useApp } from '../../support/running-app.ts';
import {
  EMPTY_ID,
  expectTokenNeeded,
  libraryNotFound,
  PERMISSION_DENIED,
  useCast,
  userCalls,
} from '../../support/user-calls.ts';

const PATH = '/api/v2.1/starred-items/';
const OLD_PATH = '/api2/starredfiles/';

const app = useApp();
const cast = useCast(app);
const user = userCalls(app);
const { ask, call, makeFile, makeFolder, remove } = itemCalls(app, () => cast().owner);
let library: string;
const error = (status: number, text: string) => ({ status, body: { error_msg: text } });

beforeEach(async () => {
  for (const { id } of await user.libraries(cast().owner)) await user.removeLibrary(cast().owner, id);
  library = await user.makeLibrary(cast().owner, 'Papers');
  await makeFolder(library, '/docs');
  await makeFile(library, '/docs/a.txt');
});

describe('/api/v2.1/starred-items/', () => {
  const star = (path: string, token = cast().owner, id = library) =>
    ask('POST', PATH, { token, form: { repo_id: id, path } });
  const row = (fields: object) => ({
    repo_id: library,
    repo_name: 'Papers',
    repo_encrypted: false,
    mtime: A_TIMESTAMP,
    deleted: false,
    user_email: 'ann@example.com',
    user_name: 'ann',
    user_contact_email: 'ann@example.com',
    ...fields,
  });
  const file = () => row({ is_dir: false, path: '/docs/a.txt', obj_name: 'a.txt' });
  const folder = () => row({ is_dir: true, path: '/docs/', obj_name: 'docs' });
  const whole = () => row({ is_dir: true, path: '/', obj_name: 'Papers' });
  const list = async (token = cast().owner) =>
    ((await ask('GET', PATH, { token })).body as { starred_item_list: unknown[] }).starred_item_list;

  it('stars files, folders and libraries, and lists them with every field', async () => {
    expect(await list()).toEqual([]);
    expect(await star('/docs/a.txt')).toEqual({ status: 200, body: file() });
    expect(await star('/docs/')).toEqual({ status: 200, body: folder() });
    expect(await star('/')).toEqual({ status: 200, body: whole() });
    expect(await star('docs')).toEqual({ status: 200, body: folder() });
    expect(await list()).toEqual([whole(), folder(), file()]);
    expect(await list(cast().stranger)).toEqual([]);
  });

  it('keeps what is gone in the list, and says so', async () => {
    await star('/docs/a.txt');
    await remove(library, 'file', '/docs/a.txt');
    expect(await list()).toEqual([{ ...file(), mtime: '', deleted: true }]);
  });

  it('follows what is renamed or moved, with all that is in it', async () => {
    const places = async () =>
      (await list()).map((item) => {
        const {
          repo_name: name,
          path,
          deleted,
        } = item as { repo_name: string; path: string; deleted: boolean };
        return `${name} ${path}${deleted ? ' gone' : ''}`;
      });
    const change = (kind: 'dir' | 'file', path: string, form: Record<string, string>) =>
      ask('POST', `/api/v2.1/repos/${library}/${kind}/?p=${path}`, { form });
    await makeFile(library, '/docs/b.txt');
    for (const path of ['/docs/', '/docs/a.txt']) await star(path);
    await change('dir', '/docs', { operation: 'rename', newname: 'letters' });
    expect(await places()).toEqual(['Papers /letters/', 'Papers /letters/a.txt']);
    await change('file', '/letters/a.txt', { operation: 'rename', newname: 'c.txt' });
    await change('file', '/letters/c.txt', { operation: 'move', dst_repo: library, dst_dir: '/' });
    expect(await places()).toEqual(['Papers /letters/', 'Papers /c.txt']);
    const other = await user.makeLibrary(cast().owner, 'Other');
    await makeFile(other, '/c.txt');
    await change('file', '/c.txt', { operation: 'move', dst_repo: other, dst_dir: '/' });
    expect(await places()).toEqual(['Papers /letters/', 'Other /c (1).txt']);
    await change('file', '/letters/b.txt', { operation: 'copy', dst_repo: other, dst_dir: '/' });
    expect((await places()).length).toBe(2);
  });

  it('shows stars in the listings of whoever gave them', async () => {
    await makeFile(library, '/docs/b.txt');
    for (const path of ['/docs/a.txt', '/docs', '/']) await star(path);
    const v21 = `/api/v2.1/repos/${library}/dir/`;
    const old = `/api2/repos/${library}/dir/`;
    const file = { name: 'a.txt', starred: true };
    const folder = { name: 'docs', starred: true };
    const other = { name: 'b.txt', starred: false };
    expect(await ask('GET', `${v21}?p=/docs`)).toMatchObject({ body: { dirent_list: [file, other] } });
    expect(await ask('GET', `${v21}?recursive=1`)).toMatchObject({
      body: { dirent_list: [folder, file, other] },
    });
    expect(await ask('GET', `${v21}?p=/docs&with_parents=true`)).toMatchObject({
      body: { dirent_list: [folder, file, other] },
    });
    expect(await ask('GET', `${old}?p=/docs`)).toMatchObject({ body: [file, other] });
    expect(await ask('GET', `${old}?recursive=1&t=f`)).toMatchObject({ body: [file, other] });
    const renamed = { operation: 'rename', newname: 'c.txt', reloaddir: 'true' };
    const reloaded = await ask('POST', `/api2/repos/${library}/file/?p=/docs/b.txt`, { form: renamed });
    expect(reloaded).toMatchObject({ status: 200, body: [file, { name: 'c.txt', starred: false }] });
    const detail = (name: string) => ask('GET', `/api2/repos/${library}/file/detail/?p=/docs/${name}`);
    expect(await detail('a.txt')).toMatchObject({ body: file });
    expect(await detail('c.txt')).toMatchObject({ body: { starred: false } });
    expect(await ask('GET', '/api/v2.1/repos/?type=mine')).toMatchObject({
      body: { repos: [{ starred: true }] },
    });
  });

  it('takes stars away, whether or not there was one', async () => {
    await star('/docs/a.txt');
    await star('/docs');
    const gone = (path: string) => ask('DELETE', `${PATH}?repo_id=${library}&path=${path}`);
    expect(await gone('/docs/')).toEqual({ status: 200, body: { success: true } });
    expect(await list()).toEqual([file()]);
    expect(await gone('/none')).toEqual({ status: 200, body: { success: true } });
    const json = { repo_id: library, path: '/docs/a.txt' };
    expect(await ask('DELETE', PATH, { json })).toEqual({ status: 200, body: { success: true } });
    expect(await list()).toEqual([]);
  });

  it('reads JSON and multipart bodies alike', async () => {
    const fields = { repo_id: library, path: '/docs' };
    expect(await ask('POST', PATH, { json: fields })).toEqual({ status: 200, body: folder() });
    expect(await ask('POST', PATH, { multipart: fields })).toEqual({ status: 200, body: folder() });
  });

  it('says what is wrong in the order of real servers, and stars nothing', async () => {
    for (const id of ['', 'x'])
      expect(await star('', cast().owner, id)).toEqual(error(400, 'repo_id invalid.'));
    for (const path of ['', '/a/../b', 'a/./b'])
      expect(await star(path, cast().owner, UNKNOWN_LIBRARY)).toEqual(error(400, 'path invalid.'));
    expect(await star('/x', cast().owner, UNKNOWN_LIBRARY)).toEqual(libraryNotFound(UNKNOWN_LIBRARY));
    expect(await star('/none')).toEqual(error(404, 'Item /none not found.'));
    for (const path of ['/none', '/docs'])
      expect(await star(path, cast().stranger)).toEqual(PERMISSION_DENIED);
    expect(await ask('DELETE', `${PATH}?path=/`)).toEqual(error(400, 'repo_id invalid.'));
    expect(await ask('DELETE', `${PATH}?repo_id=${library}`)).toEqual(error(400, 'path invalid.'));
    expect(await list()).toEqual([]);
  });

  it('needs a token', async () => {
    for (const method of ['GET', 'POST', 'DELETE']) await expectTokenNeeded(app(), method, PATH);
  });
});

describe('/api2/starredfiles/', () => {
  const star = (form: Record<string, string>, token = cast().owner) => ask('POST', OLD_PATH, { token, form });

  it('stars files and lists them with every field', async () => {
    const answer = await call('POST', OLD_PATH, { form: { repo_id: library, p: '/docs/a.txt' } });
    expect([answer.status, answer.json]).toEqual([201, 'success']);
    expect(answer.headers.get('location')).toBe(`${app().url}${OLD_PATH}`);
    await ask('POST', PATH, { form: { repo_id: library, path: '/docs' } });
    expect(await ask('GET', OLD_PATH)).toEqual({
      status: 200,
      body: [
        {
          org: -1,
          repo: library,
          repo_id: library,
          repo_name: 'Papers',
          path: '/docs/a.txt',
          icon_path: '/docs/a.txt',
          file_name: 'a.txt',
          mtime: expect.any(Number),
          mtime_relative: expect.stringMatching(/^<time datetime=/),
          dir: false,
          repo_encrypted: false,
          oid: EMPTY_ID,
          size: 0,
        },
      ],
    });
    const gone = await ask('DELETE', `${OLD_PATH}?repo_id=${library}&p=/docs/a.txt`);
    expect(gone).toEqual({ status: 200, body: 'success' });
    expect(await ask('GET', OLD_PATH.slice(0, -1))).toEqual({ status: 200, body: [] });
  });

  it('says what is wrong in the words of real servers', async () => {
    expect(await star({ repo_id: library })).toEqual(error(400, 'Library ID or path is missing.'));
    expect(await star({ p: '/docs/a.txt' })).toEqual(error(400, 'Library ID or path is missing.'));
    expect(await star({ repo_id: 'x', p: '/a' })).toEqual(error(400, 'repo_id invalid.'));
    for (const p of ['/docs/', '/..']) {
      expect(await star({ repo_id: library, p })).toEqual(error(400, 'Invalid file path'));
    }
    expect(await star({ repo_id: UNKNOWN_LIBRARY, p: '/a' })).toEqual(libraryNotFound(UNKNOWN_LIBRARY));
    for (const p of ['/none', '/docs']) {
      expect(await star({ repo_id: library, p })).toEqual(error(404, 'File not found'));
    }
    expect(await star({ repo_id: library, p: '/docs/a.txt' }, cast().stranger)).toEqual(
      error(403, 'Permission denied'),
    );
    expect(await ask('GET', OLD_PATH)).toEqual({ status: 200, body: [] });
  });

  it('needs a token', async () => {
    for (const method of ['GET', 'POST', 'DELETE']) await expectTokenNeeded(app(), method, OLD_PATH);
  });
});
