import { beforeEach, describe, expect, it } from 'vitest';
import { A_TIMESTAMP, UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { itemCalls } from '../../support/item-calls.ts';
import { useApp } from '../../support/running-app.ts';
import {
  EMPTY_ID,
  expectTokenNeeded,
  FORTY_HEX,
  libraryNotFound,
  PERMISSION_DENIED,
  useCast,
  userCalls,
} from '../../support/user-calls.ts';

interface Page {
  readonly items: { readonly obj_name: string; readonly parent_dir: string; readonly commit_id: string }[];
  readonly total_count: number;
}

describe('/api/v2.1/repos/{id}/trash2/', () => {
  const app = useApp();
  const cast = useCast(app);
  const user = userCalls(app);
  const { ask, makeFile, makeFolder, paths, remove } = itemCalls(app, () => cast().owner);
  let library: string;
  const address = (rest = '', id = library) => `/api/v2.1/repos/${id}/trash2/${rest}`;
  const page = async (query = '') => (await ask('GET', address(query))).body as Page;
  const revert = (json: unknown, token = cast().owner) => ask('POST', address('revert/'), { json, token });
  const error = (status: number, text: string) => ({ status, body: { error_msg: text } });

  beforeEach(async () => {
    library = await user.makeLibrary(cast().owner, 'Papers');
    await makeFolder(library, '/docs');
    for (const path of ['/a.txt', '/b.txt', '/docs/c.txt']) await makeFile(library, path);
    await remove(library, 'file', '/a.txt');
    await remove(library, 'file', '/b.txt');
    await remove(library, 'dir', '/docs');
  });

  it('shows every field of a deletion, newest first, and how many there are', async () => {
    const row = {
      parent_dir: '/',
      deleted_time: A_TIMESTAMP,
      commit_id: FORTY_HEX,
    };
    const file = { ...row, is_dir: false, size: 0, obj_id: EMPTY_ID };
    expect(await ask('GET', address())).toEqual({
      status: 200,
      body: {
        items: [
          { ...row, obj_name: 'docs', is_dir: true, size: 0, obj_id: '' },
          { ...file, obj_name: 'b.txt' },
          { ...file, obj_name: 'a.txt' },
        ],
        total_count: 3,
        can_search: false,
      },
    });
  });

  it('turns pages by their numbers, and ends with an empty one', async () => {
    const names = async (query: string) => {
      const { items, total_count: total } = await page(query);
      return [items.map(({ obj_name: name }) => name), total];
    };
    expect(await names('?page=1&per_page=2')).toEqual([['docs', 'b.txt'], 3]);
    expect(await names('?page=2&per_page=2')).toEqual([['a.txt'], 3]);
    expect(await names('?page=3&per_page=2')).toEqual([[], 3]);
    expect(await names('?page=999999999&per_page=1000')).toEqual([[], 3]);
    await ask('DELETE', `/api/v2.1/repos/${library}/trash/`);
    expect(await names('')).toEqual([[], 0]);
  });

  it('brings items back from several commits, and tells which could not be found', async () => {
    const { items } = await page();
    const [docs, b] = items.map(({ commit_id: id }) => id);
    const unknown = '0'.repeat(40);
    expect(
      await revert({ [docs ?? '']: ['/docs/c.txt', '/none'], [b ?? '']: ['/b.txt'], [unknown]: ['/a.txt'] }),
    ).toEqual({
      status: 200,
      body: {
        success: [
          { path: '/docs/c.txt', is_dir: false },
          { path: '/b.txt', is_dir: false },
        ],
        failed: [
          { path: '/none', error_msg: 'Dirent /none not found.' },
          { path: '/a.txt', error_msg: 'Dirent /a.txt not found.' },
        ],
      },
    });
    expect(await paths(library)).toEqual(['/b.txt', '/docs/', '/docs/c.txt']);
  });

  it('brings nothing back when any of the request is wrong', async () => {
    const { items } = await page();
    const commit = items[0]?.commit_id ?? '';
    expect(await revert({})).toEqual(error(400, 'path invalid.'));
    expect(await revert({ [commit]: [] })).toMatchObject({ status: 400 });
    expect(await revert({ [commit]: ['/docs'], x: ['/b.txt'] })).toEqual(error(400, 'commit_id invalid.'));
    expect(await revert({ [commit]: ['/docs', '/../b.txt'] })).toEqual(error(400, 'path invalid.'));
    const many = Array.from({ length: 501 }, (_, index) => `/${index}`);
    expect(await revert({ [commit]: ['/docs', ...many], [items[1]?.commit_id ?? '']: many })).toEqual(
      error(400, 'path invalid.'),
    );
    expect(await revert({ [commit]: ['/docs'] }, cast().stranger)).toEqual(PERMISSION_DENIED);
    expect(await paths(library)).toEqual([]);
  });

  it('needs a token, and a library that is there and within reach', async () => {
    await expectTokenNeeded(app(), 'GET', address());
    await expectTokenNeeded(app(), 'POST', address('revert/'));
    expect(await ask('GET', address('', UNKNOWN_LIBRARY))).toEqual(libraryNotFound(UNKNOWN_LIBRARY));
    expect(await ask('GET', address(), { token: cast().stranger })).toEqual(PERMISSION_DENIED);
  });
});
