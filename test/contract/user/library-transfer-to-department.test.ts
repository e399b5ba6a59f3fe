import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminCalls, outcome, UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { useApp } from '../../support/running-app.ts';
import {
  expectClearRefusal,
  libraryNotFound,
  PERMISSION_DENIED,
  useCast,
  userCalls,
} from '../../support/user-calls.ts';

const SUCCESS = { status: 200, body: { success: true } };
const NOT_ITS_ADMIN = {
  status: 403,
  body: { error_msg: 'Permission error: you are not the admin of the department' },
};

function userNotFound(owner: string) {
  return { status: 404, body: { error_msg: `User ${owner} not found.` } };
}

describe('PUT /api2/repos/{id}/owner/ with a department', () => {
  const app = useApp();
  const cast = useCast(app);
  const user = userCalls(app);
  const admin = adminCalls(app);
  let id = '';
  const give = async (token: string, owner: string, library = id) =>
    outcome(await app().call('PUT', `/api2/repos/${library}/owner/`, { token, form: { owner } }));
  const ownerNow = async (library = id) => (await admin.library(library)).owner;
  /** Departments that dora@example.com is a member of, and that she has nothing to do with. */
  let withoutRights = '';
  let foreign = '';

  beforeAll(async () => {
    const cellar = await admin.makeDepartment('Cellar');
    await admin.call('POST', `groups/${cellar}/members/`, { form: { email: 'dora@example.com' } });
    withoutRights = `${cellar}@service_group`;
    foreign = `${await admin.makeDepartment('Attic', 'ben@example.com')}@service_group`;
  });

  beforeEach(async () => {
    id = await user.makeLibrary(cast().departmentAdmin, 'Plans');
  });

  it('makes the department the owner', async () => {
    expect(await give(cast().departmentAdmin, cast().department)).toEqual(SUCCESS);
    expect(await ownerNow()).toBe(cast().department);
    const answer = await app().call('GET', `/api2/repos/${id}/owner/`, { token: cast().departmentAdmin });
    expect(answer.json).toEqual({ owner: cast().department });
  });

  it('lets every member read and write, and nobody else', async () => {
    await give(cast().departmentAdmin, cast().department);
    for (const who of ['departmentAdmin', 'departmentMember'] as const) {
      const rows = await user.libraries(cast()[who], '?type=group');
      expect(rows.find((row) => row.id === id)).toMatchObject({
        type: 'grepo',
        owner: 'Office',
        group_name: 'Office',
        permission: 'rw',
      });
      expect(await user.state(cast()[who], id)).toMatchObject({ owner: 'share', permission: 'rw' });
    }
    const answer = await app().call('GET', `/api2/repos/${id}/`, { token: cast().owner });
    expect(answer.status).toBe(403);
  });

  it('takes it out of the own libraries of the one who gave it', async () => {
    await give(cast().departmentAdmin, cast().department);
    const own = await user.libraries(cast().departmentAdmin, '?type=mine');
    expect(own.map((row) => row.id)).not.toContain(id);
  });

  it('is no commit, and keeps retention and history', async () => {
    await user.setKeepDays(cast().departmentAdmin, id, 7);
    const before = await user.history(cast().departmentAdmin, id);
    await give(cast().departmentAdmin, cast().department);
    expect(await user.history(cast().departmentMember, id)).toEqual(before);
    expect(await user.keepDays(cast().departmentAdmin, id)).toBe(7);
  });

  it.each([
    ['as other servers write it', (owner: string) => owner.replace('@service_group', '@seafile_group')],
    ['in capitals', (owner: string) => owner.toUpperCase()],
  ])('takes the department id %s', async (_, written) => {
    expect(await give(cast().departmentAdmin, written(cast().department))).toEqual(SUCCESS);
    expect(await ownerNow()).toBe(cast().department);
  });

  it('reads multipart and JSON alike, with and without the slash at the end', async () => {
    const token = cast().departmentAdmin;
    const owner = cast().department;
    const multipart = await app().call('PUT', `/api2/repos/${id}/owner`, { token, multipart: { owner } });
    expect(outcome(multipart)).toEqual(SUCCESS);
    id = await user.makeLibrary(token, 'Plans');
    const json = await app().call('PUT', `/api2/repos/${id}/owner/`, { token, json: { owner } });
    expect(outcome(json)).toEqual(SUCCESS);
    expect(await ownerNow()).toBe(owner);
  });

  it('works on read-only libraries', async () => {
    await admin.update(id, { status: 'read-only' });
    expect(await give(cast().departmentAdmin, cast().department)).toEqual(SUCCESS);
    expect(await user.state(cast().departmentMember, id)).toMatchObject({ permission: 'r' });
  });

  it('moves from one department to another only by who administers both', async () => {
    await give(cast().departmentAdmin, cast().department);
    expect(await give(cast().departmentAdmin, foreign)).toEqual(NOT_ITS_ADMIN);
    const second = await admin.makeDepartment('Studio', 'dora@example.com');
    expect(await give(cast().departmentAdmin, `${second}@service_group`)).toEqual(SUCCESS);
    expect(await ownerNow()).toBe(`${second}@service_group`);
    const answer = await app().call('GET', `/api2/repos/${id}/`, { token: cast().departmentMember });
    expect(answer.status).toBe(403);
  });

  it.each([
    ['a mere member', () => withoutRights],
    ['an outsider', () => foreign],
  ])('refuses the owner of the library who is %s of the department', async (_, department) => {
    expect(await give(cast().departmentAdmin, department())).toEqual(NOT_ITS_ADMIN);
    expect(await ownerNow()).toBe('dora@example.com');
  });

  it('refuses an administrator of the server who does not own the library', async () => {
    expect(await give(cast().administrator, cast().department)).toEqual(PERMISSION_DENIED);
    expect(await ownerNow()).toBe('dora@example.com');
  });

  it('refuses the department that owns it already', async () => {
    await give(cast().departmentAdmin, cast().department);
    expect(await give(cast().departmentAdmin, cast().department)).toEqual({
      status: 400,
      body: { error_msg: 'Library can not be transferred to owner.' },
    });
  });

  it('refuses in the order: unknown library, unknown department, caller, rights in the department', async () => {
    const unknown = '999999@service_group';
    expect(await give(cast().stranger, unknown, UNKNOWN_LIBRARY)).toEqual(libraryNotFound(UNKNOWN_LIBRARY));
    expect(await give(cast().stranger, unknown)).toEqual(userNotFound(unknown));
    expect(await give(cast().stranger, foreign)).toEqual(PERMISSION_DENIED);
    expect(await give(cast().departmentAdmin, foreign)).toEqual(NOT_ITS_ADMIN);
  });

  it('takes no plain group for a department', async () => {
    const group = `${await admin.makeGroup('Friends')}@service_group`;
    expect(await give(cast().departmentAdmin, group)).toEqual(userNotFound(group));
    expect(await ownerNow()).toBe('dora@example.com');
  });

  it('knows no department that was removed', async () => {
    const number = await admin.makeDepartment('Short-lived', 'dora@example.com');
    await admin.call('DELETE', `address-book/groups/${number}/`);
    const owner = `${number}@service_group`;
    expect(await give(cast().departmentAdmin, owner)).toEqual(userNotFound(owner));
  });

  it.each([
    'x@service_group',
    '@service_group',
    '-1@service_group',
    '0@service_group',
    '1.5@service_group',
    '1 @service_group',
    '1@other_group',
    '99999999999999999999@service_group',
  ])('does not take %j for a department', async (owner) => {
    const form = { owner };
    const token = cast().departmentAdmin;
    const answer = await app().call('PUT', `/api2/repos/${id}/owner/`, { token, form });
    expect([400, 404]).toContain(answer.status);
    expectClearRefusal(answer, answer.status);
    expect(await ownerNow()).toBe('dora@example.com');
  });
});
