import { describe, expect, it } from 'vitest';
import { A_TIMESTAMP, outcome, UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { useApp } from '../../support/running-app.ts';
import { sharingCalls } from '../../support/sharing-calls.ts';
import {
  expectMethodRefused,
  expectTokenNeeded,
  libraryNotFound,
  PERMISSION_DENIED,
  useCast,
  userCalls,
} from '../../support/user-calls.ts';

const refusal = (status: number, text: string) => ({ status, body: { error_msg: text } });
const SUCCESS = { status: 200, body: { success: true } };
const NAME_RULE =
  'Name can only contain letters, numbers, spaces, hyphen, dot, single quote, brackets or underscore.';
const GROUPS = '/api/v2.1/groups/';

describe('groups', () => {
  const app = useApp();
  const cast = useCast(app);
  const user = userCalls(app);
  const sharing = sharingCalls(app);
  const ask = async (method: string, path: string, token: string, form?: Record<string, string>) =>
    outcome(await app().call(method, path, form === undefined ? { token } : { token, form }));

  it('are made by anybody, who then owns them', async () => {
    const made = await ask('POST', GROUPS, cast().owner, { name: 'Choir' });
    const group = {
      id: expect.any(Number),
      parent_group_id: 0,
      name: 'Choir',
      owner: 'ann@example.com',
      created_at: A_TIMESTAMP,
      admins: ['ann@example.com'],
      group_quota: -2,
      group_quota_usage: 0,
    };
    expect(made).toEqual({ status: 201, body: group });
    const { id } = made.body as { id: number };
    expect(await ask('GET', `${GROUPS}${id}/`, cast().owner)).toEqual({ status: 200, body: group });
    expect(await ask('GET', GROUPS, cast().owner)).toEqual({ status: 200, body: [group] });
    expect(await ask('GET', GROUPS, cast().stranger)).toEqual({ status: 200, body: [] });
    expect(await ask('GET', `${GROUPS}${id}/`, cast().stranger)).toEqual(PERMISSION_DENIED);
  });

  it.each(['', 'a/b', 'a\u0000', '<b>', 'x'.repeat(256)])('are not called %j', async (name) => {
    const answer = await ask('POST', GROUPS, cast().owner, { name });
    expect(answer.status).toBe(400);
    if (!name.includes('\0')) expect(answer).toEqual(refusal(400, NAME_RULE));
  });

  it('have names of their own', async () => {
    await sharing.makeGroup(cast().owner, 'Taken');
    expect(await ask('POST', GROUPS, cast().stranger, { name: 'Taken' })).toEqual(
      refusal(400, 'There is already a group with that name.'),
    );
  });

  it('are listed in the older form as well', async () => {
    await sharing.makeGroup(cast().departmentMember, 'Older');
    const row = {
      id: expect.any(Number),
      name: 'Older',
      creator: 'max@example.com',
      ctime: expect.any(Number),
      msgnum: 0,
    };
    const plain = await ask('GET', '/api2/groups/?with_msg=false', cast().departmentMember);
    expect(plain.body).toContainEqual(row);
    expect((await ask('GET', '/api2/groups/', cast().departmentMember)).body).toEqual({
      groups: expect.arrayContaining([row]),
      replynum: 0,
    });
  });

  it('are renamed, given away and dissolved by their owner', async () => {
    const id = await sharing.makeGroup(cast().owner, 'Club');
    const path = `${GROUPS}${id}/`;
    await sharing.addMember(cast().owner, id, 'ben@example.com');
    expect(await ask('PUT', path, cast().stranger, { name: 'Mine' })).toEqual(PERMISSION_DENIED);
    expect(await ask('PUT', path, cast().owner, { name: 'a/b' })).toEqual(refusal(400, NAME_RULE));
    expect(await ask('PUT', path, cast().owner, {})).toMatchObject({ status: 400 });
    expect(await ask('PUT', path, cast().owner, { name: 'Club 2' })).toMatchObject({
      body: { name: 'Club 2' },
    });
    expect(await ask('PUT', path, cast().owner, { owner: 'who@example.com' })).toEqual(
      refusal(404, 'User who@example.com not found.'),
    );
    expect(await ask('PUT', path, cast().owner, { owner: 'ben@example.com' })).toMatchObject({
      body: { owner: 'ben@example.com', admins: ['ben@example.com', 'ann@example.com'] },
    });
    expect(await ask('DELETE', path, cast().owner)).toEqual(PERMISSION_DENIED);
    expect(await ask('DELETE', path, cast().stranger)).toEqual(SUCCESS);
    expect(await ask('GET', path, cast().stranger)).toEqual(refusal(404, `Group ${id} not found.`));
  });

  it('have members, whom their administrators choose', async () => {
    const id = await sharing.makeGroup(cast().owner, 'Crew');
    const path = `${GROUPS}${id}/members/`;
    const member = {
      group_id: id,
      name: 'ben',
      email: 'ben@example.com',
      contact_email: 'ben@example.com',
      login_id: '',
      avatar_url: expect.stringContaining('/media/avatars/default.png'),
      is_admin: false,
      role: 'Member',
    };
    const ben = { email: 'ben@example.com' };
    expect(await ask('POST', path, cast().owner, ben)).toEqual({ status: 201, body: member });
    expect(await ask('POST', path, cast().owner, ben)).toEqual(
      refusal(400, 'User ben@example.com is already a group member.'),
    );
    expect(await ask('POST', path, cast().owner, { email: 'who@example.com' })).toEqual(
      refusal(404, 'User who@example.com not found.'),
    );
    expect(await ask('POST', path, cast().stranger, { email: 'max@example.com' })).toEqual(PERMISSION_DENIED);
    const { body } = await ask('GET', path, cast().stranger);
    expect(body).toEqual([expect.objectContaining({ role: 'Owner', is_admin: true }), member]);
    expect((await ask('GET', `${path}?is_admin=true`, cast().stranger)).body).toHaveLength(1);
    expect((await ask('GET', `${path}?page=2&per_page=1`, cast().stranger)).body).toEqual([member]);
    expect(await ask('GET', path, cast().departmentAdmin)).toEqual(PERMISSION_DENIED);
    const one = `${path}ben@example.com/`;
    expect(await ask('PUT', one, cast().owner, { is_admin: 'true' })).toEqual({
      status: 200,
      body: { ...member, is_admin: true, role: 'Admin' },
    });
    expect(await ask('PUT', one, cast().owner, {})).toEqual(refusal(400, 'is_admin invalid.'));
    expect(await ask('DELETE', `${path}ann@example.com/`, cast().stranger)).toEqual(PERMISSION_DENIED);
    expect(await ask('DELETE', one, cast().stranger)).toEqual(SUCCESS);
    expect(await ask('GET', path, cast().stranger)).toEqual(PERMISSION_DENIED);
  });

  it('are listed with their libraries when asked to', async () => {
    const id = await sharing.makeGroup(cast().owner, 'Readers');
    const library = await user.makeLibrary(cast().owner, 'Books');
    await sharing.shareWithGroup(cast().owner, library, id, 'r');
    const { body } = await ask('GET', `${GROUPS}?with_repos=1`, cast().owner);
    expect(body).toContainEqual(
      expect.objectContaining({ name: 'Readers', repos: [expect.objectContaining({ repo_id: library })] }),
    );
    expect((await ask('GET', `${GROUPS}?with_repos=0`, cast().owner)).body).not.toContainEqual(
      expect.objectContaining({ repos: expect.anything() }),
    );
  });

  it('are nothing that is not there', async () => {
    for (const path of ['', 'members/', 'libraries/'])
      expect(await ask('GET', `${GROUPS}999999/${path}`, cast().owner)).toEqual(
        refusal(404, 'Group 999999 not found.'),
      );
    await expectTokenNeeded(app(), 'GET', GROUPS);
    await expectMethodRefused(app(), 'PATCH', GROUPS, ['GET', 'POST']);
  });

  describe('that are departments', () => {
    const owned = (rest = '') => `${GROUPS}${cast().department.split('@')[0]}/group-owned-libraries/${rest}`;

    it('own libraries that their administrators make, rename and delete', async () => {
      const made = await ask('POST', owned(), cast().departmentAdmin, { name: 'Files' });
      expect(made).toEqual({
        status: 200,
        body: {
          id: expect.any(String),
          name: 'Files',
          mtime: A_TIMESTAMP,
          size: 0,
          encrypted: false,
          owner: cast().department,
          group_name: 'Office',
          permission: 'rw',
        },
      });
      const { id } = made.body as { id: string };
      expect(await sharing.permissionOf(cast().departmentMember, id)).toBe('rw');
      expect(await ask('PUT', owned(`${id}/`), cast().departmentAdmin, { name: 'Acts' })).toMatchObject({
        status: 200,
        body: { name: 'Acts' },
      });
      expect(await ask('PUT', owned(`${id}/`), cast().departmentAdmin, { name: 'a/b' })).toEqual(
        refusal(400, 'name invalid.'),
      );
      for (const who of ['departmentMember', 'stranger'] as const) {
        expect(await ask('PUT', owned(`${id}/`), cast()[who], { name: 'No' })).toEqual(PERMISSION_DENIED);
        expect(await ask('DELETE', owned(`${id}/`), cast()[who])).toEqual(PERMISSION_DENIED);
        expect(await ask('POST', owned(), cast()[who], { name: 'No' })).toEqual(PERMISSION_DENIED);
      }
      expect(await ask('DELETE', owned(`${id}/`), cast().departmentAdmin)).toEqual(SUCCESS);
      expect(await ask('DELETE', owned(`${id}/`), cast().departmentAdmin)).toEqual(libraryNotFound(id));
    });

    it('give their libraries away, and only theirs', async () => {
      const made = await ask('POST', owned(), cast().departmentAdmin, { name: 'Leaving' });
      const { id } = made.body as { id: string };
      const path = owned(`${id}/transfer/`);
      expect(await ask('PUT', path, cast().departmentAdmin, { email: '' })).toEqual(
        refusal(400, 'email invalid.'),
      );
      expect(await ask('PUT', path, cast().departmentMember, { email: 'ben@example.com' })).toEqual(
        PERMISSION_DENIED,
      );
      expect(await ask('PUT', path, cast().departmentAdmin, { email: 'ben@example.com' })).toEqual(SUCCESS);
      expect(await sharing.permissionOf(cast().stranger, id)).toBe('rw');
      expect(await sharing.permissionOf(cast().departmentMember, id)).toBe('403');
      expect(await ask('PUT', path, cast().departmentAdmin, { email: 'ben@example.com' })).toEqual(
        libraryNotFound(id),
      );
    });

    it('are no plain groups', async () => {
      const plain = await sharing.makeGroup(cast().owner, 'No department');
      const path = `${GROUPS}${plain}/group-owned-libraries/`;
      expect(await ask('POST', path, cast().owner, { name: 'No' })).toEqual(
        refusal(404, `Group ${plain} not found.`),
      );
      expect(await ask('POST', owned(), cast().departmentAdmin, { name: 'No', permission: 'r' })).toEqual(
        refusal(400, 'permission invalid.'),
      );
      expect(await ask('DELETE', owned(`${UNKNOWN_LIBRARY}/`), cast().departmentAdmin)).toEqual(
        libraryNotFound(UNKNOWN_LIBRARY),
      );
    });
  });
});
