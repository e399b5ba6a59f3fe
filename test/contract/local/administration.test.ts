import { beforeAll, describe, expect, it } from 'vitest';
import type {
  AddedMembersJson,
  AdminGroupJson,
  AdminGroupMembersJson,
  AdminGroupsPageJson,
  AdminLibrariesPageJson,
  AdminUserJson,
  AdminUsersPageJson,
  AdminVisitsPageJson,
  LibraryOwnersJson,
  NewPasswordJson,
} from '../../../src-shared/admin-api.ts';
import type { EntriesPageJson } from '../../../src-shared/contents-api.ts';
import type { LibrariesJson, LocalLibraryJson } from '../../../src-shared/libraries-api.ts';
import { adminCalls } from '../../support/admin-calls.ts';
import { useApp } from '../../support/running-app.ts';

const ANNA = 'anna@example.com';
const BERT = 'bert@example.com';

const app = useApp();
const admin = adminCalls(app);
let annasToken: string;

async function ask(method: string, path: string, json?: object, token = app().adminToken) {
  const options = json === undefined ? { token } : { token, json };
  const answer = await app().call(method, `/api/local/v1/${path}`, options);
  return { status: answer.status, body: answer.json };
}

/** What a call answers that must succeed. */
async function done<T>(method: string, path: string, json?: object, token = app().adminToken): Promise<T> {
  const { status, body } = await ask(method, path, json, token);
  expect([method, path, status, body]).toEqual([method, path, 200, body]);
  return body as T;
}

async function refusal(method: string, path: string, json?: object): Promise<[number, string]> {
  const { status, body } = await ask(method, path, json);
  return [status, (body as { error_code: string }).error_code];
}

beforeAll(async () => {
  annasToken = await app().addUser(ANNA);
  await app().addUser(BERT);
});

describe('libraries of anybody on /api/local/v1/admin/', () => {
  it('are made for an owner, changed at once and deleted', async () => {
    const made = await done<LocalLibraryJson>('POST', 'admin/libraries/', { name: 'Plans', owner: ANNA });
    expect(made).toMatchObject({ name: 'Plans', owner: ANNA, status: 'normal', keep_days: -1 });
    const path = `admin/libraries/${made.id}/`;
    const change = { name: 'Old plans', owner: BERT, status: 'read-only', keep_days: 30 };
    const changed = { name: 'Old plans', owner: BERT, status: 'read-only', keep_days: 30 };
    expect(await done('PATCH', path, change)).toMatchObject(changed);
    expect(await done('GET', path)).toMatchObject(changed);
    expect(await refusal('PATCH', path, { owner: BERT })).toEqual([400, 'transfer-to-owner']);
    expect(await refusal('PATCH', path, { owner: 'nobody@example.com' })).toEqual([404, 'user-not-found']);
    expect(await refusal('PATCH', path, { status: 'odd' })).toEqual([400, 'argument-invalid']);
    expect(await refusal('PATCH', path, { keep_days: 99_999 })).toEqual([400, 'argument-invalid']);
    expect(await done('DELETE', path)).toEqual({ success: true });
    expect(await refusal('GET', path)).toEqual([404, 'library-not-found']);
  });

  it('are listed in the order that is asked for', async () => {
    for (const name of ['Zebra', 'Ape']) await admin.makeLibrary(name, ANNA);
    const names = async (query: string) =>
      (await done<AdminLibrariesPageJson>('GET', `admin/libraries/?owner=anna&${query}`)).libraries.map(
        ({ name }) => name,
      );
    expect(await names('')).toEqual(['Ape', 'Zebra']);
    expect(await names('order=desc')).toEqual(['Zebra', 'Ape']);
    expect(await names('sort=size&order=desc')).toEqual(['Ape', 'Zebra']);
  });

  it('can be given to users and departments by name', async () => {
    const id = await admin.makeDepartment('Bertha’s office'.replace('’', "'"));
    const { owners } = await done<LibraryOwnersJson>('GET', 'admin/owners/?search=bert');
    expect(owners).toEqual([
      { id: `${id}@service_group`, name: "Bertha's office", kind: 'department' },
      { id: BERT, name: 'bert', kind: 'user' },
    ]);
  });

  it('can be looked into, which their owner sees', async () => {
    const id = await admin.makeLibrary('Diary', ANNA);
    const base = `admin/libraries/${id}`;
    expect(await done('POST', `${base}/folders/`, { path: '/New' })).toMatchObject({
      name: 'New',
      kind: 'dir',
    });
    for (const _ of [1, 2]) {
      const page = await done<EntriesPageJson>('GET', `${base}/entries/`);
      expect(page.entries.map(({ name }) => name)).toEqual(['New']);
    }
    expect(await refusal('POST', `${base}/download-link/`, { path: '/New' })).toEqual([
      404,
      'file-not-found',
    ]);
    expect(await refusal('GET', `${base}/entries/?path=/none`)).toEqual([404, 'folder-not-found']);
    expect(await done('DELETE', `${base}/entries/?path=/New`)).toEqual({ success: true });
    const path = `libraries/${id}/admin-visits/`;
    const { visits, cursor } = await done<AdminVisitsPageJson>('GET', path, undefined, annasToken);
    expect(cursor).toBeNull();
    expect(visits.map(({ deed, path: where }) => [deed, where])).toEqual([
      ['deleted', '/New'],
      ['downloaded', '/New'],
      ['looked', '/'],
      ['made', '/New'],
    ]);
    expect(visits[0]).toMatchObject({ admin: 'admin@example.com', admin_name: 'admin' });
  });

  it('stay closed when they are encrypted, and are not noted when they are one’s own', async () => {
    const encrypted = await admin.makeEncryptedLibrary('Secret');
    expect(await refusal('GET', `admin/libraries/${encrypted}/entries/`)).toEqual([403, 'library-encrypted']);
    const own = await admin.makeLibrary('Own');
    await done('GET', `admin/libraries/${own}/entries/`);
    expect(await done('GET', `libraries/${own}/admin-visits/`)).toEqual({ visits: [], cursor: null });
  });
});

describe('users on /api/local/v1/admin/', () => {
  it('are listed with what they have', async () => {
    await app().addUser('carl@example.com');
    await admin.makeLibrary('Of Carl', 'carl@example.com');
    const { users, total } = await done<AdminUsersPageJson>('GET', 'admin/users/?search=CARL');
    expect(total).toBe(1);
    expect(users).toEqual([
      {
        email: 'carl@example.com',
        name: 'carl',
        is_admin: false,
        is_active: true,
        library_count: 1,
        bytes: 0,
        device_count: 0,
        last_sign_in_at: 0,
        last_seen_at: 0,
        created_at: expect.any(Number),
      },
    ]);
  });

  it('are given rights, deactivated and a new password', async () => {
    await app().addUser('dora@example.com');
    const path = 'admin/users/dora@example.com/';
    expect(await done<AdminUserJson>('PATCH', path, { is_admin: true, name: 'Dora' })).toMatchObject({
      is_admin: true,
      name: 'Dora',
    });
    const { password } = await done<NewPasswordJson>('POST', `${path}reset-password/`, {});
    expect(await app().signIn('dora@example.com', password)).toMatch(/^[0-9a-f]{40}$/);
    expect(await done('PATCH', path, { is_active: false, is_admin: false })).toMatchObject({
      is_active: false,
    });
    expect(await refusal('PATCH', 'admin/users/admin@example.com/', { is_active: false })).toEqual([
      403,
      'permission-denied',
    ]);
    expect(await refusal('PATCH', 'admin/users/none@example.com/', {})).toEqual([404, 'user-not-found']);
  });

  it('leave their libraries to an heir, or to the deleted libraries', async () => {
    await app().addUser('emil@example.com');
    const kept = await admin.makeLibrary('Of Emil', 'emil@example.com');
    const path = 'admin/users/emil@example.com/';
    expect(await refusal('DELETE', `${path}?transfer_to=emil@example.com`)).toEqual([
      400,
      'argument-invalid',
    ]);
    expect(await refusal('DELETE', `${path}?transfer_to=none@example.com`)).toEqual([404, 'user-not-found']);
    expect(await refusal('DELETE', 'admin/users/admin@example.com/')).toEqual([403, 'permission-denied']);
    await done('DELETE', `${path}?transfer_to=${BERT}`);
    expect((await admin.library(kept)).owner).toBe(BERT);

    await app().addUser('fay@example.com');
    const left = await admin.makeLibrary('Of Fay', 'fay@example.com');
    await done('DELETE', 'admin/users/fay@example.com/');
    expect(await admin.deletedIds()).toContain(left);
  });
});

describe('groups on /api/local/v1/admin/', () => {
  it('are made, renamed, listed and ended', async () => {
    const group = await done<AdminGroupJson>('POST', 'admin/groups/', {
      ...{ name: 'Choir', kind: 'group', owner: ANNA },
    });
    expect(group).toMatchObject({ kind: 'group', owner: ANNA, member_count: 1, library_count: 0 });
    expect(await done('PATCH', `admin/groups/${group.id}/`, { name: 'Choirs' })).toMatchObject({
      name: 'Choirs',
    });
    const { groups } = await done<AdminGroupsPageJson>('GET', 'admin/groups/?search=choir');
    expect(groups.map(({ name }) => name)).toEqual(['Choirs']);
    expect(await refusal('POST', 'admin/groups/', { name: 'Choirs', kind: 'group' })).toEqual([
      409,
      'group-exists',
    ]);
    expect(await done('DELETE', `admin/groups/${group.id}/`)).toEqual({ success: true });
    expect(await refusal('DELETE', `admin/groups/${group.id}/`)).toEqual([404, 'group-not-found']);
  });

  it('have members with roles', async () => {
    const { id } = await done<AdminGroupJson>('POST', 'admin/groups/', {
      name: 'Office',
      kind: 'department',
    });
    const members = `admin/groups/${id}/members/`;
    const added = await done<AddedMembersJson>('POST', members, { email: [ANNA, 'none@example.com'] });
    expect(added).toEqual({
      members: [{ email: ANNA, name: 'anna', role: 'member' }],
      failed: [{ email: 'none@example.com', reason: 'user-not-found' }],
    });
    expect(await done<AdminGroupMembersJson>('PATCH', `${members}${ANNA}/`, { role: 'admin' })).toEqual({
      members: [{ email: ANNA, name: 'anna', role: 'admin' }],
    });
    expect(await done('DELETE', `${members}${ANNA}/`)).toEqual({ members: [] });
  });

  it('own libraries when they are departments, and then stay', async () => {
    const { id } = await done<AdminGroupJson>('POST', 'admin/groups/', {
      name: 'Archive',
      kind: 'department',
    });
    await admin.makeLibrary('Files', `${id}@service_group`);
    const { libraries } = await done<LibrariesJson>('GET', `admin/groups/${id}/libraries/`);
    expect(libraries.map(({ name }) => name)).toEqual(['Files']);
    expect(await refusal('DELETE', `admin/groups/${id}/`)).toEqual([409, 'group-not-empty']);
  });
});
