import { beforeAll, describe, expect, it } from 'vitest';
import { A_TIMESTAMP, adminCalls, outcome } from '../../support/admin-calls.ts';
import { useApp } from '../../support/running-app.ts';

const BAD_NAME =
  'Name can only contain letters, numbers, spaces, hyphen, dot, single quote, brackets or underscore.';

const app = useApp();
const admin = adminCalls(app);

const create = (form: Record<string, string>) => admin.call('POST', 'groups/', { form });
const noGroup = (id: number) => ({ status: 404, body: { error_msg: `Group ${id} not found.` } });

beforeAll(async () => {
  await app().addUser('anna@example.com');
  await admin.call('POST', 'users/', { form: { email: 'ben@example.com', password: 'x' } });
});

describe('groups', () => {
  it('are made for a user, 201, and listed with their owner', async () => {
    const made = await create({ group_name: "Chess (children's) 象棋", group_owner: 'Anna@example.com' });
    const { id } = made.json as { id: number };
    const group = {
      id,
      name: "Chess (children's) 象棋",
      owner: 'anna@example.com',
      owner_name: 'anna',
      created_at: A_TIMESTAMP,
      quota: -2,
      parent_group_id: 0,
    };
    expect(outcome(made)).toEqual({ status: 201, body: group });
    expect(Number.isInteger(id)).toBe(true);
    expect((await admin.call('GET', 'groups/')).json).toEqual({
      page_info: { current_page: 1, has_next_page: false },
      groups: [group],
    });
    expect((await admin.call('GET', 'search-group/?query=CHESS')).json).toEqual({ group_list: [group] });
  });

  it('belong to the administrator when no owner is named', async () => {
    expect((await create({ group_name: 'Own' })).json).toMatchObject({
      owner: 'admin@example.com',
      owner_name: 'admin',
    });
  });

  it('are not made without a name, with a bad or a taken one, or for nobody', async () => {
    await create({ group_name: 'Taken' });
    const before = (await admin.call('GET', 'groups/')).json;
    for (const [form, status, text] of [
      [{}, 400, 'group_name invalid.'],
      [{ group_name: '' }, 400, 'group_name invalid.'],
      [{ group_name: 'Taken' }, 400, 'There is already a group with that name.'],
      [{ group_name: 'Fine', group_owner: 'nobody@example.com' }, 404, 'User nobody@example.com not found.'],
    ] as [Record<string, string>, number, string][]) {
      expect([form, outcome(await create(form))]).toEqual([form, { status, body: { error_msg: text } }]);
    }
    for (const group_name of ['a/b', '<b>', 'a@b', 'a\nb', 'x'.repeat(256)]) {
      const { status, json } = await create({ group_name });
      expect([group_name, status, json]).toEqual([
        group_name,
        400,
        { error_msg: expect.stringMatching(/name/i) },
      ]);
    }
    expect((await admin.call('GET', 'groups/')).json).toEqual(before);
  });

  it('tell in the words of real servers which names they take', async () => {
    expect((await create({ group_name: 'a/b' })).json).toEqual({ error_msg: BAD_NAME });
  });

  it('are renamed, given away and deleted', async () => {
    const id = await admin.makeGroup('Before');
    const form = { name: 'After', new_owner: 'anna@example.com' };
    expect((await admin.call('PUT', `groups/${id}/`, { form })).json).toMatchObject({
      id,
      name: 'After',
      owner: 'anna@example.com',
    });
    expect(outcome(await admin.call('DELETE', `groups/${id}/`))).toEqual({
      status: 200,
      body: { success: true },
    });
    expect(outcome(await admin.call('DELETE', `groups/${id}/`))).toEqual(noGroup(id));
  });

  it('are changed not at all when one of several changes is refused', async () => {
    const id = await admin.makeGroup('Steady');
    const find = async () => (await admin.call('GET', 'search-group/?query=steady')).json;
    const before = await find();
    for (const [form, status] of [
      [{ name: 'Moved', new_owner: 'nobody@example.com' }, 404],
      [{ name: 'Moved', quota: 'x' }, 400],
      [{ name: 'Moved', quota: '-7' }, 400],
      [{ name: 'a/b', new_owner: 'anna@example.com' }, 400],
    ] as const) {
      const answer = await admin.call('PUT', `groups/${id}/`, { form });
      expect([form, answer.status]).toEqual([form, status]);
      expect(await find()).toEqual(before);
    }
  });

  it('have members, who are added, raised and removed', async () => {
    const id = await admin.makeGroup('Team');
    const path = `groups/${id}/members/`;
    const member = {
      email: 'anna@example.com',
      name: 'anna',
      contact_email: 'anna@example.com',
      group_id: id,
    };
    const added = await admin.call('POST', path, { form: { email: 'ANNA@example.com' } });
    expect(outcome(added)).toEqual({
      status: 200,
      body: {
        success: [expect.objectContaining({ ...member, is_admin: false, role: 'Member' })],
        failed: [],
      },
    });
    const raised = await admin.call('PUT', `${path}anna@example.com/`, { form: { is_admin: 'true' } });
    expect(raised.json).toMatchObject({ ...member, is_admin: true, role: 'Admin' });
    const { json } = await admin.call('GET', path);
    expect((json as { members: unknown[] }).members).toMatchObject([
      { email: 'admin@example.com', role: 'Owner', is_admin: true },
      { ...member, role: 'Admin', is_admin: true },
    ]);
    const removed = await admin.call('DELETE', `${path}anna@example.com/`);
    expect(outcome(removed)).toEqual({ status: 200, body: { success: true } });
  });

  it('take several members at once, and tell which of them failed', async () => {
    const id = await admin.makeGroup('Crowd');
    await admin.call('POST', `groups/${id}/members/`, { form: { email: 'anna@example.com' } });
    const json = { email: ['ben@example.com', 'nobody@example.com', 'anna@example.com'] };
    const answer = await admin.call('POST', `groups/${id}/members/`, { json });
    expect(outcome(answer)).toEqual({
      status: 200,
      body: {
        success: [expect.objectContaining({ email: 'ben@example.com' })],
        failed: [
          expect.objectContaining({
            email: 'nobody@example.com',
            error_msg: 'User nobody@example.com not found.',
          }),
          expect.objectContaining({
            email: 'anna@example.com',
            error_msg: 'User anna@example.com is already a group member.',
          }),
        ],
      },
    });
  });

  it('own no libraries: only departments do', async () => {
    const id = await admin.makeGroup('Poor');
    const owner = `${id}@service_group`;
    const answer = await admin.call('POST', 'libraries/', { form: { name: 'x', owner } });
    expect(outcome(answer)).toEqual({ status: 404, body: { error_msg: `User ${owner} not found.` } });
  });

  it('are unknown by any number that nobody has', async () => {
    for (const [method, path] of [
      ['PUT', 'groups/4711/'],
      ['DELETE', 'groups/4711/'],
      ['GET', 'groups/4711/members/'],
      ['POST', 'groups/4711/members/'],
      ['GET', 'groups/4711/libraries/'],
    ] as const) {
      const form = { name: 'x', email: 'anna@example.com' };
      const answer = await admin.call(method, path, method === 'GET' || method === 'DELETE' ? {} : { form });
      expect([path, outcome(answer)]).toEqual([path, noGroup(4711)]);
    }
  });
});
