import { beforeAll, describe, expect, it } from 'vitest';
import { A_TIMESTAMP, adminCalls, outcome } from '../../support/admin-calls.ts';
import { useApp } from '../../support/running-app.ts';

const app = useApp();
const admin = adminCalls(app);

let photos: string;
let music: string;
let contracts: string;
let department: number;

interface Found {
  readonly search_owner: string;
  readonly repos: readonly { readonly id: string; readonly delete_time: string }[];
}

const ask = (owner: string, more = '') =>
  admin.call('GET', `trash-libraries/?owner=${encodeURIComponent(owner)}${more}`);
const idsOf = async (owner: string, more = '') =>
  ((await ask(owner, more)).json as Found).repos.map(({ id }) => id).sort();

beforeAll(async () => {
  await app().addUser('anna+x@example.com');
  department = await admin.makeDepartment('Sales');
  photos = await admin.makeLibrary('Photos', 'anna+x@example.com');
  music = await admin.makeLibrary('Music', 'anna+x@example.com');
  contracts = await admin.makeLibrary('Contracts', `${department}@service_group`);
  const others = await admin.makeLibrary('Of the administrator');
  await admin.makeLibrary('Alive', 'anna+x@example.com');
  for (const id of [photos, contracts, others, music]) await admin.deleteLibrary(id);
});

describe('GET /api/v2.1/admin/trash-libraries/?owner=', () => {
  it('gives the deleted libraries of one user and repeats who was asked for', async () => {
    const answer = await ask('anna+x@example.com');
    const { repos, ...rest } = answer.json as Found;
    expect([answer.status, rest]).toEqual([200, { search_owner: 'anna+x@example.com' }]);
    expect(repos.map(({ id }) => id).sort()).toEqual([photos, music].sort());
    expect(repos.find(({ id }) => id === photos)).toEqual({
      id: photos,
      name: 'Photos',
      owner: 'anna+x@example.com',
      owner_name: 'anna+x',
      delete_time: A_TIMESTAMP,
    });
    const times = repos.map((row) => row.delete_time);
    expect(times).toEqual([...times].sort().reverse());
  });

  it('gives those of a department, by either form of its id', async () => {
    expect(outcome(await ask(`${department}@service_group`))).toEqual({
      status: 200,
      body: {
        search_owner: `${department}@service_group`,
        repos: [
          {
            id: contracts,
            name: 'Contracts',
            owner: `${department}@service_group`,
            owner_name: 'Sales',
            group_name: 'Sales',
            delete_time: A_TIMESTAMP,
          },
        ],
      },
    });
    expect(await idsOf(`${department}@seafile_group`)).toEqual([contracts]);
  });

  it('finds a user whatever the letter case of the e-mail', async () => {
    expect(await idsOf('ANNA+X@Example.com')).toEqual([photos, music].sort());
  });

  it('has no pages', async () => {
    expect(await idsOf('anna+x@example.com', '&page=2&per_page=1')).toEqual([photos, music].sort());
  });

  it('gives an empty list for whoever had nothing', async () => {
    for (const owner of ['nobody@example.com', '4711@service_group']) {
      expect(outcome(await ask(owner))).toEqual({ status: 200, body: { search_owner: owner, repos: [] } });
    }
  });

  it('refuses an owner that is neither an e-mail nor a department', async () => {
    for (const owner of ['anna', 'x@service_group', '@', ' ', "' OR 1=1"]) {
      expect([owner, outcome(await ask(owner))]).toEqual([
        owner,
        { status: 400, body: { error_msg: 'owner invalid.' } },
      ]);
    }
    expect(outcome(await ask('a@b.c', '&owner=d@e.f'))).toEqual({
      status: 400,
      body: { error_msg: 'owner invalid.' },
    });
  });

  it('is the listing of everything when the owner is left empty', async () => {
    const { json } = await ask('');
    expect(json).toMatchObject({ page_info: { current_page: 1, has_next_page: false } });
    expect((json as Found).repos.length).toBe(4);
  });
});
