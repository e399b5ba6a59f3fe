import { beforeAll, describe, expect, it } from 'vitest';
import { A_TIMESTAMP, adminCalls, outcome } from '../../support/admin-calls.ts';
import { useApp } from '../../support/running-app.ts';

const PATH = 'address-book/groups/';

const app = useApp();
const admin = adminCalls(app);

let annaToken: string;
let benToken: string;

const create = (form: Record<string, string>) => admin.call('POST', PATH, { form });
const visibleTo = async (token: string): Promise<string[]> => {
  const { json } = await app().call('GET', '/api2/repos/', { token });
  return (json as { id: string }[]).map(({ id }) => id);
};
const department = (id: number, name: string, more: object = {}) => ({
  id,
  name,
  parent_group_id: -1,
  owner: 'system admin',
  created_at: A_TIMESTAMP,
  admins: [],
  quota: -2,
  ...more,
});

beforeAll(async () => {
  annaToken = await app().addUser('anna@example.com');
  benToken = await app().addUser('ben@example.com');
});

describe('departments', () => {
  it('are made, listed and shown with what is inside them', async () => {
    const made = await create({ group_name: 'Sales', parent_group: '-1', group_owner: 'anna@example.com' });
    const { id } = made.json as { id: number };
    const sales = department(id, 'Sales', { admins: ['anna@example.com'] });
    expect(outcome(made)).toEqual({ status: 200, body: sales });
    const inner = await create({ group_name: 'Sales North', parent_group: String(id) });
    const { id: innerId } = inner.json as { id: number };
    const north = department(innerId, 'Sales North', { parent_group_id: id });
    expect(inner.json).toEqual(north);
    expect((await admin.call('GET', PATH)).json).toEqual({ data: [sales, north] });
    const member = {
      group_id: id,
      name: 'anna',
      email: 'anna@example.com',
      contact_email: 'anna@example.com',
      login_id: '',
      avatar_url: `${app().url}/media/avatars/default.png`,
      is_admin: true,
      role: 'Admin',
    };
    expect((await admin.call('GET', `${PATH}${id}/`)).json).toMatchObject({
      ...sales,
      groups: [north],
      members: [member],
    });
    const withAncestors = await admin.call('GET', `${PATH}${innerId}/?return_ancestors=true`);
    expect(withAncestors.json).toMatchObject({ ...north, groups: [], members: [], ancestor_groups: [sales] });
  });

  it('are not made without a name, with one that is taken, or inside of nothing', async () => {
    await create({ group_name: 'Taken' });
    const before = (await admin.call('GET', PATH)).json;
    const group = await admin.makeGroup('Plain');
    for (const form of [{}, { group_name: '' }, { group_name: '   ' }] as Record<string, string>[]) {
      expect(outcome(await create(form))).toEqual({
        status: 400,
        body: { error_msg: 'group_name invalid.' },
      });
    }
    for (const group_name of ['a/b', 'a\\b', '<b>', 'a@b', 'x'.repeat(256), '1;2']) {
      const { status, json } = await create({ group_name });
      expect([group_name, status, json]).toEqual([
        group_name,
        400,
        { error_msg: expect.stringMatching(/name/i) },
      ]);
    }
    expect(outcome(await create({ group_name: 'Taken' }))).toEqual({
      status: 400,
      body: { error_msg: 'There is already a group with that name.' },
    });
    for (const parent_group of ['4711', String(group)]) {
      expect(outcome(await create({ group_name: 'Fine', parent_group }))).toEqual({
        status: 404,
        body: { error_msg: `Group ${parent_group} not found.` },
      });
    }
    expect((await create({ group_name: 'Fine', parent_group: 'x' })).status).toBe(400);
    expect(outcome(await create({ group_name: 'Fine', group_owner: 'nobody@example.com' }))).toEqual({
      status: 404,
      body: { error_msg: 'User nobody@example.com not found.' },
    });
    expect((await admin.call('GET', PATH)).json).toEqual(before);
  });

  it('tell in the words of real servers which names they take', async () => {
    const { status, json } = await create({ group_name: 'a/b' });
    expect([status, json]).toEqual([
      400,
      {
        error_msg:
          'Name can only contain letters, numbers, spaces, hyphen, dot, single quote, brackets or underscore.',
      },
    ]);
  });

  it('are not there for what is no number, or nobody’s', async () => {
    for (const method of ['GET', 'DELETE']) {
      expect(outcome(await admin.call(method, `${PATH}4711/`))).toEqual({
        status: 404,
        body: { error_msg: 'Group 4711 not found.' },
      });
      for (const id of ['x', '-1', '1.5', '99999999999999999999', '%00']) {
        const { status } = await admin.call(method, `${PATH}${id}/`);
        expect([id, status === 404 || status === 400]).toEqual([id, true]);
      }
    }
  });
});

describe('the libraries of a department', () => {
  it('are made in it, seen by its members and listed with it', async () => {
    const id = await admin.makeDepartment('Research', 'anna@example.com');
    const made = await admin.call('POST', `groups/${id}/group-owned-libraries/`, {
      form: { repo_name: 'Papers' },
    });
    const library = (made.json as { id: string }).id;
    expect(made.status).toBe(200);
    expect(await admin.library(library)).toMatchObject({
      name: 'Papers',
      owner: `${id}@service_group`,
      group_name: 'Research',
    });
    const listed = await admin.call('GET', `groups/${id}/libraries/`);
    expect(listed.json).toMatchObject({ libraries: [expect.objectContaining({ name: 'Papers' })] });
    expect([
      (await visibleTo(annaToken)).includes(library),
      (await visibleTo(benToken)).includes(library),
    ]).toEqual([true, false]);
  });

  it('come and go with membership', async () => {
    const id = await admin.makeDepartment('Design');
    const library = await admin.makeLibrary('Schemas', `${id}@service_group`);
    expect(await visibleTo(benToken)).not.toContain(library);
    const added = await admin.call('POST', `groups/${id}/members/`, { form: { email: 'ben@example.com' } });
    expect(added.json).toEqual({
      success: [expect.objectContaining({ email: 'ben@example.com', is_admin: false, role: 'Member' })],
      failed: [],
    });
    expect(await visibleTo(benToken)).toContain(library);
    const info = await app().call('GET', `/api2/repos/${library}/`, { token: benToken });
    expect(info.json).toMatchObject({ id: library, permission: 'rw', owner: 'share' });
    const removed = await admin.call('DELETE', `groups/${id}/members/ben@example.com/`);
    expect(outcome(removed)).toEqual({ status: 200, body: { success: true } });
    expect(await visibleTo(benToken)).not.toContain(library);
  });

  it('keep their department from being deleted, as inner departments do', async () => {
    const id = await admin.makeDepartment('Legal');
    const library = await admin.makeLibrary('Contracts', `${id}@service_group`);
    expect(outcome(await admin.call('DELETE', `${PATH}${id}/`))).toEqual({
      status: 400,
      body: { error_msg: 'There are libraries in this department.' },
    });
    await admin.update(library, { owner: 'anna@example.com' });
    const { json } = await create({ group_name: 'Legal North', parent_group: String(id) });
    expect(outcome(await admin.call('DELETE', `${PATH}${id}/`))).toEqual({
      status: 400,
      body: { error_msg: 'There are sub-departments in this department.' },
    });
    await admin.call('DELETE', `${PATH}${(json as { id: number }).id}/`);
    expect(outcome(await admin.call('DELETE', `${PATH}${id}/`))).toEqual({
      status: 200,
      body: { success: true },
    });
    expect((await admin.call('GET', `${PATH}${id}/`)).status).toBe(404);
  });

  it('can be restored though their department was deleted after them', async () => {
    const id = await admin.makeDepartment('Closed');
    const library = await admin.makeLibrary('Archive', `${id}@service_group`);
    await admin.deleteLibrary(library);
    expect((await admin.call('DELETE', `${PATH}${id}/`)).status).toBe(200);
    expect((await admin.call('PUT', `trash-libraries/${library}/`)).status).toBe(200);
    expect(await admin.update(library, { owner: 'anna@example.com' })).toMatchObject({
      owner: 'anna@example.com',
    });
  });

  it('never fall to a department that is made later', async () => {
    const id = await admin.makeDepartment('Last');
    const library = await admin.makeLibrary('Secret', `${id}@service_group`);
    await admin.deleteLibrary(library);
    await admin.call('DELETE', `${PATH}${id}/`);
    const next = await admin.makeDepartment('Newcomers', 'ben@example.com');
    await admin.call('PUT', `trash-libraries/${library}/`);
    expect([next === id, (await visibleTo(benToken)).includes(library)]).toEqual([false, false]);
  });

  it('are not made without a name, or in what is no department', async () => {
    const id = await admin.makeDepartment('Empty');
    const group = await admin.makeGroup('Chess');
    const make = (number: number, form: Record<string, string>) =>
      admin.call('POST', `groups/${number}/group-owned-libraries/`, { form });
    for (const form of [{}, { repo_name: '' }, { repo_name: 'a/b' }] as Record<string, string>[]) {
      const { status, json } = await make(id, form);
      expect([form, status, json]).toEqual([form, 400, { error_msg: expect.stringMatching(/name/) }]);
    }
    for (const number of [4711, group]) {
      expect(outcome(await make(number, { repo_name: 'Fine' }))).toEqual({
        status: 404,
        body: { error_msg: `Group ${number} not found.` },
      });
    }
    expect((await admin.call('GET', `groups/${id}/libraries/`)).json).toMatchObject({ libraries: [] });
  });

  it('are deleted at the address of their department, and at no other', async () => {
    const [one, other] = [await admin.makeDepartment('One'), await admin.makeDepartment('Other')];
    const library = await admin.makeLibrary('Papers', `${one}@service_group`);
    const private_ = await admin.makeLibrary('Private', 'anna@example.com');
    for (const [number, id] of [
      [other, library],
      [one, private_],
      [4711, library],
    ] as const) {
      const { status } = await admin.call('DELETE', `groups/${number}/group-owned-libraries/${id}/`);
      expect([number, status]).toEqual([number, 404]);
      expect((await admin.library(id)).id).toBe(id);
    }
    const answer = await admin.call('DELETE', `groups/${one}/group-owned-libraries/${library}/`);
    expect(outcome(answer)).toEqual({ status: 200, body: { success: true } });
    expect(await admin.deletedIds()).toContain(library);
  });
});
