import { beforeAll, describe, expect, it } from 'vitest';
import {
  adminCalls,
  type LibraryRecord,
  ofDepartment,
  outcome,
  recordOf,
  unreadable,
} from '../../support/admin-calls.ts';
import { useApp } from '../../support/running-app.ts';

const app = useApp();
const admin = adminCalls(app);

let photos: string;
let music: string;
let contracts: string;
let department: number;

interface Found {
  readonly name: string;
  readonly owner: string;
  readonly repos: readonly LibraryRecord[];
}

const of = async (owner: string, more = ''): Promise<Found> => {
  const { json } = await admin.call('GET', `libraries/?owner=${encodeURIComponent(owner)}${more}`);
  return json as Found;
};
const idsOf = async (owner: string, more = '') => (await of(owner, more)).repos.map(({ id }) => id).sort();

beforeAll(async () => {
  await app().addUser('anna+photos@example.com');
  department = await admin.makeDepartment('Sales');
  await admin.makeLibrary('Of the administrator');
  photos = await admin.makeLibrary('Photos', 'anna+photos@example.com');
  music = await admin.makeLibrary('Music', 'anna+photos@example.com');
  contracts = await admin.makeLibrary('Contracts', `${department}@service_group`);
});

describe('GET /api/v2.1/admin/libraries/?owner=', () => {
  it('gives the libraries of one user and repeats who was asked for', async () => {
    const answer = await admin.call(
      'GET',
      `libraries/?owner=${encodeURIComponent('anna+photos@example.com')}`,
    );
    const { repos, ...rest } = answer.json as Found;
    expect([answer.status, rest]).toEqual([200, { name: '', owner: 'anna+photos@example.com' }]);
    expect(repos.map(({ id }) => id).sort()).toEqual([photos, music].sort());
    expect(repos.find(({ id }) => id === photos)).toEqual(
      recordOf(photos, 'Photos', 'anna+photos@example.com'),
    );
  });

  it('begins with what changed last, then goes by id', async () => {
    const { repos } = await of('anna+photos@example.com');
    const sorted = [...repos].sort(
      (a, b) => b.last_modified.localeCompare(a.last_modified) || (a.id < b.id ? -1 : 1),
    );
    expect(repos).toEqual(sorted);
  });

  it('gives the libraries of a department, by either form of its id', async () => {
    expect(await of(`${department}@service_group`)).toEqual({
      name: '',
      owner: `${department}@service_group`,
      repos: [recordOf(contracts, 'Contracts', `${department}@service_group`, ofDepartment('Sales'))],
    });
    expect(await idsOf(`${department}@seafile_group`)).toEqual([contracts]);
  });

  it('finds a user whatever the letter case of the e-mail', async () => {
    expect(await idsOf('Anna+Photos@EXAMPLE.com')).toEqual([photos, music].sort());
  });

  it('gives an empty list for whoever owns nothing', async () => {
    for (const owner of [
      'nobody@example.com',
      '999@service_group',
      'not an owner',
      '%',
      "x' OR '1'='1",
      'anna',
    ]) {
      expect(await of(owner)).toEqual({ name: '', owner, repos: [] });
    }
  });

  it('has no pages', async () => {
    expect(await idsOf('anna+photos@example.com', '&page=2&per_page=1')).toEqual([photos, music].sort());
  });

  it('narrows by a part of the name as well', async () => {
    expect(await of('anna+photos@example.com', '&name=us')).toEqual({
      name: 'us',
      owner: 'anna+photos@example.com',
      repos: [expect.objectContaining({ id: music })],
    });
    expect(await of('anna+photos@example.com', '&name=US')).toEqual({
      name: 'US',
      owner: 'anna+photos@example.com',
      repos: [],
    });
  });

  it('is the listing of everything when the owner is left empty', async () => {
    const { json } = await admin.call('GET', 'libraries/?owner=');
    expect(json).toMatchObject({ page_info: { current_page: 1, has_next_page: false } });
    expect((json as Found).repos.length).toBe(4);
  });

  it('follows a library to its new owner and into the trash', async () => {
    const id = await admin.makeLibrary('Travels', 'anna+photos@example.com');
    await admin.update(id, { owner: `${department}@service_group` });
    expect(await idsOf('anna+photos@example.com')).not.toContain(id);
    expect(await idsOf(`${department}@service_group`)).toContain(id);
    await admin.deleteLibrary(id);
    expect(await idsOf(`${department}@service_group`)).not.toContain(id);
  });

  it('refuses what is given twice or unreadable, and unknown orders', async () => {
    for (const [query, text] of [
      ['owner=a@b.c&owner=d@e.f', 'owner invalid.'],
      ['owner=a@b.c&name=a&name=b', 'name invalid.'],
      ['owner=a@b.c&order_by=owner', 'order_by invalid.'],
    ]) {
      expect(outcome(await admin.call('GET', `libraries/?${query}`))).toEqual({
        status: 400,
        body: { error_msg: text },
      });
    }
    for (const value of ['%ff', '%00', '%zz', '%']) {
      const { status, json } = await admin.call('GET', `libraries/?owner=${value}`);
      expect([value, status, json]).toEqual([value, 400, unreadable('owner')]);
    }
  });
});
