import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANNA_EMAIL, form, type HttpWorld, httpWorld } from './http-world.ts';

let world: HttpWorld;
let id: string;

const UNKNOWN = '8a4f1d4c-1111-4222-8333-444455556666';
const anna = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, fields?: Record<string, string>) =>
  world.call(world.annaToken, { method, url, ...(fields ? form(fields) : {}) });
const admin = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, fields?: Record<string, string>) =>
  world.call(world.adminToken, { method, url, ...(fields ? form(fields) : {}) });
const create = async (name: string) =>
  ((await anna('POST', '/api2/repos/', { name })).body as { repo_id: string }).repo_id;

beforeAll(async () => {
  world = await httpWorld();
  id = await create('Photos');
});

afterAll(() => world.close());

describe('user level', () => {
  it('slows guessing with the words of real servers', async () => {
    const guess = () => {
      const fields = { username: 'nobody@example.com', password: 'x' };
      return world.call('', { method: 'POST', url: '/api2/auth-token/', ...form(fields) });
    };
    for (let count = 0; count < 4; count += 1) await guess();
    const answers = [await guess(), await guess(), await guess()];
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toEqual({ detail: 'Request was throttled. Expected available in 1 seconds.' });
    expect(refused?.headers['retry-after']).toBe('1');
  });

  it('answers errors in the order of real servers', async () => {
    const rename = await world.call(world.adminToken, {
      method: 'POST',
      url: `/api2/repos/${id}/?op=rename`,
      ...form({ repo_name: 'x' }),
    });
    expect(rename).toMatchObject({
      status: 403,
      body: { error_msg: 'You do not have permission to rename this library.' },
    });
    expect((await anna('PUT', `/api2/repos/${UNKNOWN}/owner/`, { owner: '' })).body).toEqual({
      error_msg: 'owner invalid.',
    });
    expect((await anna('PUT', `/api2/repos/${id}/owner/`, { owner: 'who@example.com' })).body).toEqual({
      error_msg: 'User who@example.com not found.',
    });
    expect((await anna('PUT', `/api2/repos/${id}/owner/`, { owner: '9@seafile_group' })).body).toEqual({
      error_msg: 'User 9@service_group not found.',
    });
    expect((await anna('PUT', `/api2/repos/${id}/owner/`, { owner: ANNA_EMAIL })).body).toEqual({
      error_msg: 'Library can not be transferred to owner.',
    });
    expect((await anna('PUT', `/api2/repos/${UNKNOWN}/history-limit/`, {})).status).toBe(404);
    for (const value of ['', '1.5', 'abc', '0x10', ' 5 ']) {
      expect(await anna('PUT', `/api2/repos/${id}/history-limit/`, { keep_days: value })).toMatchObject({
        status: 400,
        body: { error_msg: 'keep_days invalid.' },
      });
    }
  });

  it('restores and purges own deleted libraries', async () => {
    const doomed = await create('Own');
    await anna('DELETE', `/api/v2.1/repos/${doomed}/`);
    expect((await anna('GET', '/api/v2.1/deleted-repos/')).body).toContainEqual(
      expect.objectContaining({ repo_id: doomed, repo_name: 'Own' }),
    );
    expect((await anna('POST', '/api/v2.1/deleted-repos/', { repo_id: doomed })).body).toEqual({
      success: true,
    });
    expect(await anna('POST', '/api/v2.1/deleted-repos/', { repo_id: doomed })).toMatchObject({
      status: 400,
      body: { error_msg: 'Library does not exist in trash.' },
    });
    expect(await anna('DELETE', `/api/v2.1/repos/${UNKNOWN}/`)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect((await anna('DELETE', '/api/v2.1/deleted-repos/')).body).toEqual({ success: true });
  });
});

describe('administrator level', () => {
  const one = () => `/api/v2.1/admin/libraries/${id}/`;

  it('manages users, groups and departments', async () => {
    const made = await admin('POST', '/api/v2.1/admin/users/', {
      email: 'bert@example.com',
      password: 'x1',
      is_staff: 'false',
    });
    expect(made.body).toMatchObject({
      email: 'bert@example.com',
      is_staff: false,
      is_active: true,
      quota_total: -2,
    });
    expect((await admin('POST', '/api/v2.1/admin/users/', { email: 'c@example.com' })).body).toEqual({
      error_msg: 'password required.',
    });
    expect((await admin('GET', '/api/v2.1/admin/users/nobody@example.com/')).body).toEqual({
      error_msg: 'User nobody@example.com not found.',
    });
    const department = await admin('POST', '/api/v2.1/admin/address-book/groups/', {
      group_name: 'Sales',
      parent_group: '-1',
    });
    const groupId = (department.body as { id: number }).id;
    expect(department.body).toMatchObject({ name: 'Sales', parent_group_id: -1, owner: 'system admin' });
    const members = `/api/v2.1/admin/groups/${groupId}/members/`;
    await admin('POST', members, { email: ANNA_EMAIL });
    expect((await admin('PUT', `${members}${ANNA_EMAIL}/`, { is_admin: 'true' })).body).toMatchObject({
      role: 'Admin',
    });
    expect((await anna('GET', '/api/v2.1/departments/?can_admin=true')).body).toMatchObject([
      { id: groupId, email: `${groupId}@service_group`, name: 'Sales' },
    ]);
    const give = { owner: `${groupId}@seafile_group` };
    expect((await anna('PUT', `/api2/repos/${id}/owner/`, give)).body).toEqual({ success: true });
    expect((await anna('GET', `/api2/repos/${id}/owner/`)).body).toEqual({
      owner: `${groupId}@service_group`,
    });
    expect((await anna('GET', '/api2/repos/?type=group')).body).toMatchObject([
      { type: 'grepo', id, owner: 'Sales', group_name: 'Sales', groupid: groupId },
    ]);
    expect((await admin('GET', one())).body).toMatchObject({
      owner: `${groupId}@service_group`,
      group_name: 'Sales',
    });
  });
});
