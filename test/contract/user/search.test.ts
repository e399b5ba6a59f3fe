import { beforeAll, describe, expect, it } from 'vitest';
import { UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { itemCalls } from '../../support/item-calls.ts';
import { useApp } from '../../support/running-app.ts';
import { sharingCalls } from '../../support/sharing-calls.ts';
import {
  EMPTY_ID,
  expectMethodRefused,
  expectTokenNeeded,
  FORTY_HEX,
  libraryNotFound,
  PERMISSION_DENIED,
  useCast,
  userCalls,
} from '../../support/user-calls.ts';

const PATH = '/api2/search/';
const FILES_PATH = '/api/v2.1/search-file/';

const app = useApp();
const cast = useCast(app);
const user = userCalls(app);
const sharing = sharingCalls(app);
const { ask, makeFile, makeFolder } = itemCalls(app, () => cast().owner);
let library: string;
const error = (status: number, text: string) => ({ status, body: { error_msg: text } });
const query = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

beforeAll(async () => {
  library = await user.makeLibrary(cast().owner, 'Papers');
  await makeFolder(library, '/plans');
  for (const path of ['/plans/Plan A.pdf', '/plans/plan b.md', '/plan.txt', '/other.txt'])
    await makeFile(library, path);
});

describe('GET /api2/search/', () => {
  const search = (fields: Record<string, string>, token = cast().owner) =>
    ask('GET', `${PATH}?${query(fields)}`, { token });
  const found = async (fields: Record<string, string>, token = cast().owner) => {
    const { body } = await search(fields, token);
    return (body as { results: { fullpath: string }[] }).results.map((row) => row.fullpath);
  };

  it('shows files and folders with every field', async () => {
    const common = { repo_id: library, repo_name: 'Papers', size: 0, last_modified: expect.any(Number) };
    expect(await search({ q: 'PLAN', per_page: '2' })).toEqual({
      status: 200,
      body: {
        total: 3,
        has_more: true,
        results: [
          { ...common, name: 'plan.txt', fullpath: '/plan.txt', oid: EMPTY_ID, is_dir: false },
          { ...common, name: 'plans', fullpath: '/plans/', oid: FORTY_HEX, is_dir: true },
        ],
      },
    });
    expect(await search({ q: 'PLAN', per_page: '2', page: '2' })).toMatchObject({
      body: { total: 4, has_more: false, results: [{ name: 'Plan A.pdf' }, { name: 'plan b.md' }] },
    });
    expect(await search({ q: 'plan', page: '1000000' })).toEqual({
      status: 200,
      body: { total: 4, has_more: false, results: [] },
    });
  });

  it('looks in one folder, at one kind, at some endings, sizes and times', async () => {
    const all = { q: 'plan', search_repo: library };
    expect(await found({ ...all, search_path: '/plans' })).toEqual(['/plans/Plan A.pdf', '/plans/plan b.md']);
    expect(await found({ ...all, obj_type: 'dir' })).toEqual(['/plans/']);
    const custom = { ...all, search_ftypes: 'custom' };
    expect(await found({ ...custom, ftype: 'PDF' })).toEqual(['/plans/Plan A.pdf']);
    expect(await found({ ...custom, ftype: 'Markdown', input_fexts: 'TXT, .zip' })).toEqual([
      '/plan.txt',
      '/plans/plan b.md',
    ]);
    expect(await found({ ...custom, ftype: 'constructor' })).toEqual([]);
    expect(await found({ ...all, search_ftypes: 'all', ftype: 'PDF' })).toHaveLength(4);
    expect(await found({ ...all, size_from: '0', size_to: '0' })).toHaveLength(3);
    expect(await found({ ...all, size_from: '1' })).toEqual([]);
    expect(await found({ ...all, time_from: '4000000000' })).toEqual([]);
    expect(await found({ ...all, time_to: '4000000000' })).toHaveLength(4);
  });

  it('looks in what the caller reaches, and in that way only', async () => {
    const token = cast().departmentMember;
    expect(await found({ q: 'plan' }, token)).toEqual([]);
    await sharing.shareWithUser(cast().owner, library, 'max@example.com', 'r');
    const ways = ['all', 'mine', 'shared', 'group', 'public'];
    const counts = ways.map(async (way) => (await found({ q: 'plan', search_repo: way }, token)).length);
    expect(await Promise.all(counts)).toEqual([4, 0, 4, 0, 0]);
    expect(await found({ q: 'plan' }, cast().administrator)).toEqual([]);
  });

  it('says what is wrong with the question before it looks for the library', async () => {
    const nowhere = { q: 'x', search_repo: UNKNOWN_LIBRARY };
    for (const q of ['', '   ', 'x'.repeat(256)]) {
      expect(await search({ ...nowhere, q })).toEqual(error(400, 'q invalid.'));
    }
    for (const [name, value] of [
      ['search_repo', 'toString'],
      ['search_path', '/../x'],
      ['obj_type', 'link'],
      ['search_ftypes', 'some'],
      ['time_from', 'yesterday'],
      ['time_to', '-1'],
      ['size_from', '1.5'],
      ['size_to', '1e3'],
    ] as const) {
      expect(await search({ ...nowhere, [name]: value })).toEqual(error(400, `${name} invalid.`));
    }
    expect(await search(nowhere)).toEqual(libraryNotFound(UNKNOWN_LIBRARY));
    expect(await search({ q: 'x', search_repo: library }, cast().stranger)).toEqual(PERMISSION_DENIED);
    expect(await search({ q: 'x', search_repo: library, search_path: '/none' })).toEqual(
      error(404, 'Folder /none not found.'),
    );
  });

  it('needs a token, and knows no other method', async () => {
    await expectTokenNeeded(app(), 'GET', PATH);
    await expectMethodRefused(app(), 'POST', PATH, ['GET']);
  });
});

describe('GET /api/v2.1/search-file/', () => {
  const search = (fields: Record<string, string>, token = cast().owner) =>
    ask('GET', `${FILES_PATH}?${query(fields)}`, { token });

  it('shows folders first, with every field', async () => {
    const times = { size: 0, mtime: expect.stringMatching(/\+00:00$/) };
    const { status, body } = await search({ repo_id: library, q: 'plan' });
    expect({ status, first: (body as { data: unknown[] }).data[0] }).toEqual({
      status: 200,
      first: { ...times, path: '/plans', type: 'folder' },
    });
    expect(body).toMatchObject({ data: [{}, { type: 'file' }, { type: 'file' }, { type: 'file' }] });
    expect(await search({ repo_id: library, q: 'nothing like it' })).toEqual({
      status: 200,
      body: { data: [] },
    });
  });

  it('says what is wrong in the order of real servers', async () => {
    for (const repo_id of ['', 'x', '..']) {
      expect(await search({ repo_id, q: '' })).toEqual(error(400, 'repo_id invalid.'));
    }
    expect(await search({ repo_id: UNKNOWN_LIBRARY })).toEqual(error(400, 'q invalid.'));
    expect(await search({ repo_id: UNKNOWN_LIBRARY, q: 'x' })).toEqual(libraryNotFound(UNKNOWN_LIBRARY));
    expect(await search({ repo_id: library, q: 'x' }, cast().stranger)).toEqual(PERMISSION_DENIED);
    await expectTokenNeeded(app(), 'GET', FILES_PATH);
  });
});
