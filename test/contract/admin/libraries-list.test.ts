import { beforeAll, describe, expect, it } from 'vitest';
import {
  adminCalls,
  type LibraryRecord,
  ofDepartment,
  outcome,
  recordOf,
  unreadable,
} from '../../support/admin-calls.ts';
import { useLinkedLibraries } from '../../support/linked-library.ts';
import { useApp } from '../../support/running-app.ts';

const PATH = 'libraries/';

const app = useApp();
const linked = useLinkedLibraries(app);
const admin = adminCalls(app);

let own: string;
let annas: string;
let departments: string;
let department: number;
let encrypted: string;

interface Page {
  readonly page_info: { readonly current_page: number; readonly has_next_page: boolean };
  readonly repos: readonly LibraryRecord[];
}

const list = async (query: string): Promise<Page> =>
  (await admin.call('GET', `${PATH}${query}`)).json as Page;

beforeAll(async () => {
  await app().addUser('anna@example.com');
  department = await admin.makeDepartment('Sales (North)');
  own = (await linked({ name: 'Documents', files: { 'a.txt': 'x'.repeat(1536), 'b/c.txt': 'y' } })).libraryId;
  annas = await admin.makeLibrary('Photos', 'anna@example.com');
  departments = await admin.makeLibrary('Contracts', `${department}@service_group`);
  encrypted = await admin.makeEncryptedLibrary('Diary');
});

describe('GET /api/v2.1/admin/libraries/', () => {
  it('gives the full record of every library, whoever owns it', async () => {
    const answer = await admin.call('GET', PATH);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    const rows = (answer.json as Page).repos;
    const byId = new Map(rows.map((row) => [row.id, row]));
    expect([...byId.keys()].sort()).toEqual([own, annas, departments, encrypted].sort());
    expect(byId.get(own)).toEqual(
      recordOf(own, 'Documents', 'admin@example.com', {
        size: 1537,
        size_formatted: '1.5\u00a0KB',
        file_count: 2,
      }),
    );
    expect(byId.get(annas)).toEqual(recordOf(annas, 'Photos', 'anna@example.com'));
  });

  it('names departments by their id and their name, and marks encrypted libraries', async () => {
    const { repos } = await list('');
    expect(repos.find(({ id }) => id === departments)).toEqual(
      recordOf(departments, 'Contracts', `${department}@service_group`, ofDepartment('Sales (North)')),
    );
    expect(repos.find(({ id }) => id === encrypted)).toMatchObject({ encrypted: true, name: 'Diary' });
  });

  it('says which page it is and whether there is another', async () => {
    expect((await list('')).page_info).toEqual({ current_page: 1, has_next_page: false });
    expect((await list('?page=1&per_page=3')).page_info).toEqual({ current_page: 1, has_next_page: true });
    expect((await list('?page=2&per_page=3')).page_info).toEqual({ current_page: 2, has_next_page: false });
    expect((await list('?page=2&per_page=2')).page_info).toEqual({ current_page: 2, has_next_page: false });
  });

  it('shows every library on exactly one page', async () => {
    const all = (await list('')).repos.map(({ id }) => id);
    const pages = [await list('?page=1&per_page=1'), await list('?page=2&per_page=1')];
    pages.push(await list('?page=3&per_page=1'), await list('?page=4&per_page=1'));
    expect(pages.flatMap(({ repos }) => repos.map(({ id }) => id))).toEqual(all);
  });

  it('has nothing beyond the last page', async () => {
    const expected = { page_info: { current_page: 99, has_next_page: false }, repos: [] };
    expect(await list('?page=99')).toEqual(expected);
    expect(outcome(await admin.call('GET', `${PATH}?page=1000000000`))).toEqual({
      status: 200,
      body: { page_info: { current_page: 1_000_000_000, has_next_page: false }, repos: [] },
    });
  });

  it('takes pages that make no sense for the first, and sizes that make none for 100', async () => {
    for (const query of [
      '?page=0',
      '?page=-1',
      '?page=abc',
      '?page=',
      '?page=1.5',
      '?page=%EF%BC%91',
      '?page=0x1',
    ]) {
      expect([query, (await list(query)).page_info.current_page]).toEqual([query, 1]);
    }
    for (const query of [
      '?per_page=0',
      '?per_page=-5',
      '?per_page=abc',
      '?per_page=',
      '?per_page=99999999999',
    ]) {
      expect([query, (await list(query)).repos.length]).toEqual([query, 4]);
    }
    expect((await list('?page=abc&per_page=1')).repos.length).toBe(4);
  });

  it('begins with what changed last, then goes by id', async () => {
    const { repos } = await list('');
    const sorted = [...repos].sort(
      (a, b) => b.last_modified.localeCompare(a.last_modified) || (a.id < b.id ? -1 : 1),
    );
    expect(repos).toEqual(sorted);
  });

  it('begins with the largest, or with the one of most files, when asked to', async () => {
    expect((await list('?order_by=size')).repos[0]?.id).toBe(own);
    expect((await list('?order_by=file_count')).repos[0]?.id).toBe(own);
    expect((await list('?order_by=size&per_page=1')).page_info).toEqual({
      current_page: 1,
      has_next_page: true,
    });
    expect((await list('?order_by=')).repos).toEqual((await list('')).repos);
  });

  it('knows no other order', async () => {
    for (const order of ['name', 'SIZE', 'size;drop', 'last_modified', '-size']) {
      const answer = await admin.call('GET', `${PATH}?order_by=${order}`);
      expect([order, outcome(answer)]).toEqual([
        order,
        { status: 400, body: { error_msg: 'order_by invalid.' } },
      ]);
    }
  });

  it('finds by a part of the name, letter case counting, without pages', async () => {
    expect(await list('?name=oto&per_page=1')).toEqual({
      name: 'oto',
      owner: '',
      repos: [expect.objectContaining({ id: annas, name: 'Photos' })],
    });
    expect(await list('?name=PHOTOS')).toEqual({ name: 'PHOTOS', owner: '', repos: [] });
    expect((await list('?name=o&per_page=1')).repos.length).toBe(3);
    expect(await list('?name=%25')).toEqual({ name: '%', owner: '', repos: [] });
    expect(await list('?name=_')).toEqual({ name: '_', owner: '', repos: [] });
  });

  it('leaves deleted libraries out', async () => {
    const id = await admin.makeLibrary('Gone');
    await admin.deleteLibrary(id);
    expect((await list('')).repos.map((row) => row.id)).not.toContain(id);
    expect(await list('?name=Gone')).toEqual({ name: 'Gone', owner: '', repos: [] });
  });

  it('refuses a repeated or unreadable parameter', async () => {
    for (const [query, text] of [
      ['?page=1&page=2', 'page invalid.'],
      ['?per_page=1&per_page=2', 'per_page invalid.'],
      ['?order_by=size&order_by=size', 'order_by invalid.'],
    ] as const) {
      expect(outcome(await admin.call('GET', `${PATH}${query}`))).toEqual({
        status: 400,
        body: { error_msg: text },
      });
    }
    for (const query of ['?page=%zz', '?name=%ff', '?name=%00', '?%ff=1', '?__proto__=1']) {
      const { status, json } = await admin.call('GET', `${PATH}${query}`);
      expect([query, status, json]).toEqual([query, 400, unreadable('name')]);
    }
  });

  it('answers at the address without a final slash as well, indented when asked', async () => {
    const headers = { Accept: 'application/json; indent=4' };
    const [with_, without] = [
      await admin.call('GET', 'libraries/?page=1&per_page=2'),
      await admin.call('GET', 'libraries?page=1&per_page=2', { headers }),
    ];
    expect(without.json).toEqual(with_.json);
    expect(without.text).toBe(JSON.stringify(with_.json, null, 4));
    expect(with_.text).toBe(JSON.stringify(with_.json));
  });
});

describe('without a page size', () => {
  it('a page has 100 libraries', async () => {
    const before = (await list('')).repos.length;
    const names = Array.from({ length: 101 - before }, (_, number) => `Many ${number}`);
    await Promise.all(names.map((name) => admin.makeLibrary(name)));
    const first = await list('');
    expect([first.repos.length, first.page_info]).toEqual([100, { current_page: 1, has_next_page: true }]);
    const second = await list('?page=2');
    expect([second.repos.length, second.page_info]).toEqual([1, { current_page: 2, has_next_page: false }]);
    expect((await list('?per_page=101')).page_info.has_next_page).toBe(false);
  });
});
