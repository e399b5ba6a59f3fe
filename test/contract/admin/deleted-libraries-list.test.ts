import { beforeAll, describe, expect, it } from 'vitest';
import { A_TIMESTAMP, adminCalls, outcome, unreadable } from '../../support/admin-calls.ts';
import { useApp } from '../../support/running-app.ts';

const PATH = 'trash-libraries/';

const app = useApp();
const admin = adminCalls(app);

let ids: string[];
let department: number;

interface Row {
  readonly id: string;
  readonly delete_time: string;
}
interface Page {
  readonly page_info: { readonly current_page: number; readonly has_next_page: boolean };
  readonly repos: readonly Row[];
}

const list = async (query = ''): Promise<Page> => (await admin.call('GET', `${PATH}${query}`)).json as Page;

beforeAll(async () => {
  await app().addUser('anna@example.com');
  department = await admin.makeDepartment('Sales');
  ids = [
    await admin.makeLibrary('Photos', 'anna@example.com'),
    await admin.makeLibrary('Contracts', `${department}@service_group`),
    await admin.makeEncryptedLibrary('Diary'),
  ];
});

describe('GET /api/v2.1/admin/trash-libraries/', () => {
  it('is empty while nothing was deleted', async () => {
    expect(outcome(await admin.call('GET', PATH))).toEqual({
      status: 200,
      body: { page_info: { current_page: 1, has_next_page: false }, repos: [] },
    });
  });

  it('gives every deleted library, whoever owned it', async () => {
    for (const id of ids) await admin.deleteLibrary(id);
    const answer = await admin.call('GET', PATH);
    const { page_info: pageInfo, repos } = answer.json as Page;
    expect([answer.status, pageInfo]).toEqual([200, { current_page: 1, has_next_page: false }]);
    const byId = new Map(repos.map((row) => [row.id, row]));
    expect([...byId.keys()].sort()).toEqual([...ids].sort());
    const [photos = '', contracts = '', diary = ''] = ids;
    expect(byId.get(photos)).toEqual({
      id: photos,
      name: 'Photos',
      owner: 'anna@example.com',
      owner_name: 'anna',
      delete_time: A_TIMESTAMP,
    });
    expect(byId.get(contracts)).toEqual({
      id: contracts,
      name: 'Contracts',
      owner: `${department}@service_group`,
      owner_name: 'Sales',
      group_name: 'Sales',
      delete_time: A_TIMESTAMP,
    });
    expect(byId.get(diary)).toEqual({
      id: diary,
      name: 'Diary',
      owner: 'admin@example.com',
      owner_name: 'admin',
      delete_time: A_TIMESTAMP,
    });
  });

  it('tells when each was deleted', async () => {
    for (const { delete_time: text } of (await list()).repos) {
      expect(Math.abs(Date.parse(text) - Date.now())).toBeLessThan(60_000);
    }
  });

  it('begins with what was deleted last', async () => {
    const times = (await list()).repos.map((row) => row.delete_time);
    expect(times).toEqual([...times].sort().reverse());
  });

  it('has pages, and every library on exactly one', async () => {
    const all = (await list()).repos.map(({ id }) => id);
    const [first, second] = [await list('?page=1&per_page=2'), await list('?page=2&per_page=2')];
    expect(first.page_info).toEqual({ current_page: 1, has_next_page: true });
    expect(second.page_info).toEqual({ current_page: 2, has_next_page: false });
    expect([...first.repos, ...second.repos].map(({ id }) => id)).toEqual(all);
    expect((await list('?per_page=3')).page_info).toEqual({ current_page: 1, has_next_page: false });
    expect(await list('?page=7')).toEqual({
      page_info: { current_page: 7, has_next_page: false },
      repos: [],
    });
    expect((await list('?page=1000000000')).repos).toEqual([]);
  });

  it('takes pages and sizes that make no sense for the usual ones', async () => {
    for (const query of [
      '?page=0',
      '?page=-3',
      '?page=abc',
      '?per_page=0',
      '?per_page=x',
      '?per_page=99999',
      '?page=',
    ]) {
      const page = await list(query);
      expect([query, page.page_info, page.repos.length]).toEqual([
        query,
        { current_page: 1, has_next_page: false },
        3,
      ]);
    }
  });

  it('refuses what is given twice or unreadable', async () => {
    expect(outcome(await admin.call('GET', `${PATH}?page=1&page=2`))).toEqual({
      status: 400,
      body: { error_msg: 'page invalid.' },
    });
    for (const query of ['?page=%zz', '?owner=%ff', '?owner=%00']) {
      const { status, json } = await admin.call('GET', `${PATH}${query}`);
      expect([query, status, json]).toEqual([query, 400, unreadable('owner')]);
    }
  });

  it('still names the owner of libraries whose account or department is gone', async () => {
    await app().addUser('carl@example.com');
    const gone = await admin.makeDepartment('Closed');
    const carls = await admin.makeLibrary('Left behind', 'carl@example.com');
    const closed = await admin.makeLibrary('Archive', `${gone}@service_group`);
    await admin.deleteLibrary(carls);
    await admin.deleteLibrary(closed);
    await admin.call('DELETE', 'users/carl@example.com/');
    await admin.call('DELETE', `address-book/groups/${gone}/`);
    const { repos } = await list();
    expect(repos).toContainEqual(
      expect.objectContaining({ id: carls, owner: 'carl@example.com', owner_name: 'carl' }),
    );
    expect(repos).toContainEqual(expect.objectContaining({ id: closed, owner: `${gone}@service_group` }));
  });
});
