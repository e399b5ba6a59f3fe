import { beforeAll, describe, expect, it } from 'vitest';
import { A_TIMESTAMP, outcome, UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { useApp } from '../../support/running-app.ts';
import { sharingCalls } from '../../support/sharing-calls.ts';
import { expectTokenNeeded, libraryNotFound, useCast, userCalls } from '../../support/user-calls.ts';

const refusal = (status: number, text: string) => ({ status, body: { error_msg: text } });
const SUCCESS = { status: 200, body: { success: true } };

describe('libraries that are shared', () => {
  const app = useApp();
  const cast = useCast(app);
  const user = userCalls(app);
  const sharing = sharingCalls(app);
  let id = '';
  let team = 0;
  const ask = async (method: string, path: string, token: string, form?: Record<string, string>) =>
    outcome(await app().call(method, path, form === undefined ? { token } : { token, form }));

  beforeAll(async () => {
    id = await user.makeLibrary(cast().owner, 'Common');
    team = await sharing.makeGroup(cast().owner, 'Band');
    await sharing.addMember(cast().owner, team, 'max@example.com');
    await sharing.shareWithUser(cast().owner, id, 'ben@example.com', 'r');
    await sharing.shareWithGroup(cast().owner, id, team, 'rw');
  });

  it('stand in the list of who got them, with who shares them', async () => {
    const { body } = await ask('GET', '/api2/repos/?type=shared', cast().stranger);
    expect(body).toMatchObject([
      {
        type: 'srepo',
        id,
        name: 'Common',
        owner: 'ann@example.com',
        owner_name: 'ann',
        owner_nickname: 'ann',
        owner_contact_email: 'ann@example.com',
        group_name: '',
        permission: 'r',
        root: '',
        share_type: 'personal',
        is_admin: false,
        is_virtual: false,
        origin_repo_id: null,
      },
    ]);
    expect(body).not.toMatchObject([{ virtual: false }]);
  });

  it('stand in the list of a group under its name', async () => {
    const { body } = await ask('GET', '/api2/repos/?type=group', cast().departmentMember);
    expect(body).toMatchObject([
      {
        type: 'grepo',
        id,
        owner: 'Band',
        group_name: 'Band',
        groupid: team,
        share_from: 'ann@example.com',
        share_from_name: 'ann',
        share_from_contact_email: 'ann@example.com',
        permission: 'rw',
      },
    ]);
  });

  it('stand several times for who has them several ways, own ones first', async () => {
    const { body } = await ask('GET', '/api2/repos/', cast().owner);
    expect((body as { type: string }[]).map(({ type }) => type)).toEqual(['repo', 'grepo']);
  });

  it('stand in the younger list by the words shared and group', async () => {
    const { body } = await ask('GET', '/api/v2.1/repos/?type=shared', cast().stranger);
    expect(body).toMatchObject({
      repos: [
        { type: 'shared', repo_id: id, owner_email: 'ann@example.com', is_admin: false, permission: 'r' },
      ],
    });
    const ofGroup = await ask('GET', '/api/v2.1/repos/?type=group', cast().departmentMember);
    expect(ofGroup.body).toMatchObject({
      repos: [{ type: 'group', repo_id: id, group_id: team, group_name: 'Band', permission: 'rw' }],
    });
  });

  it('say what they are to whom', async () => {
    const infoFor = async (token: string) => (await ask('GET', `/api/v2.1/repos/${id}/`, token)).body;
    expect(await infoFor(cast().owner)).toMatchObject({
      repo_type: 'repo',
      has_been_shared_out: true,
      is_admin: true,
    });
    expect(await infoFor(cast().stranger)).toMatchObject({
      repo_type: 'srepo',
      permission: 'r',
      is_admin: false,
    });
    expect(await infoFor(cast().departmentMember)).toMatchObject({ repo_type: 'grepo', permission: 'rw' });
    expect((await ask('GET', `/api2/repos/${id}/`, cast().stranger)).body).toMatchObject({ owner: 'share' });
  });

  it('are listed to who got them', async () => {
    expect(await ask('GET', '/api2/beshared-repos/', cast().stranger)).toEqual({
      status: 200,
      body: [
        {
          repo_id: id,
          repo_name: 'Common',
          repo_desc: '',
          permission: 'r',
          share_type: 'personal',
          user: 'ann@example.com',
          shared_by: 'ann@example.com',
          is_admin: false,
          last_modified: expect.any(Number),
          size: 0,
          encrypted: false,
          is_virtual: false,
          group_id: 0,
        },
      ],
    });
  });

  it('are listed to who shares them, one row for each receiver', async () => {
    const { body } = await ask('GET', '/api/v2.1/shared-repos/', cast().owner);
    expect(body).toEqual([
      {
        repo_id: id,
        repo_name: 'Common',
        encrypted: false,
        share_type: 'personal',
        share_permission: 'r',
        share_permission_name: 'Read-Only',
        modifier_email: 'ann@example.com',
        modifier_name: 'ann',
        modifier_contact_email: 'ann@example.com',
        is_admin: false,
        user_email: 'ben@example.com',
        user_name: 'ben',
        contact_email: 'ben@example.com',
      },
      expect.objectContaining({
        share_type: 'group',
        share_permission: 'rw',
        group_id: team,
        group_name: 'Band',
      }),
    ]);
    expect((await ask('GET', '/api/v2.1/shared-repos/', cast().stranger)).body).toEqual([]);
  });

  it('are shared otherwise, or no longer, by who shares them', async () => {
    const path = `/api/v2.1/shared-repos/${id}/`;
    const ben = { share_type: 'personal', user: 'ben@example.com' };
    expect(await ask('PUT', path, cast().owner, { ...ben, permission: 'rw' })).toEqual(SUCCESS);
    expect(await sharing.permissionOf(cast().stranger, id)).toBe('rw');
    expect(await ask('PUT', path, cast().stranger, { ...ben, permission: 'admin' })).toMatchObject({
      status: 403,
    });
    expect(await ask('PUT', path, cast().owner, { ...ben, permission: 'x' })).toEqual(
      refusal(400, 'permission invalid.'),
    );
    expect(await ask('PUT', path, cast().owner, { share_type: 'public', permission: 'r' })).toEqual(
      refusal(400, 'share_type invalid.'),
    );
    expect(await ask('DELETE', `${path}?share_type=group&group_id=${team}`, cast().owner)).toEqual(SUCCESS);
    expect(await sharing.permissionOf(cast().departmentMember, id)).toBe('403');
    await sharing.shareWithGroup(cast().owner, id, team, 'rw');
  });

  it('can be given up by who got them', async () => {
    const path = `/api2/beshared-repos/${id}/`;
    const leave = '?share_type=personal&from=ann@example.com';
    expect(await ask('DELETE', path, cast().stranger)).toEqual(refusal(400, 'Invalid argument'));
    expect(await ask('DELETE', `/api2/beshared-repos/${UNKNOWN_LIBRARY}/${leave}`, cast().stranger)).toEqual(
      refusal(400, 'Library does not exist'),
    );
    expect(await ask('DELETE', path + leave, cast().departmentMember)).toEqual(
      refusal(404, 'This library is not shared with you.'),
    );
    expect(await ask('DELETE', path + leave, cast().stranger)).toEqual(SUCCESS);
    expect(await sharing.permissionOf(cast().stranger, id)).toBe('403');
    expect((await ask('GET', '/api2/beshared-repos/', cast().stranger)).body).toEqual([]);
  });

  it('are shared with people who are found by a part of their name', async () => {
    const { body } = await ask('GET', '/api2/search-user/?q=BEN', cast().owner);
    expect(body).toEqual({
      users: [
        {
          email: 'ben@example.com',
          name: 'ben',
          contact_email: 'ben@example.com',
          avatar_url: expect.stringContaining('/media/avatars/default.png'),
        },
      ],
    });
    expect((await ask('GET', '/api2/search-user/?q=ann@', cast().owner)).body).toEqual({ users: [] });
    expect((await ask('GET', '/api2/search-user/?q=ann@&include_self=1', cast().owner)).body).toMatchObject({
      users: [{ email: 'ann@example.com' }],
    });
    expect(await ask('GET', '/api2/search-user/?q=', cast().owner)).toEqual(refusal(400, 'q invalid.'));
  });

  it('are nothing to those without a token', async () => {
    for (const path of ['/api2/beshared-repos/', '/api/v2.1/shared-repos/', '/api2/search-user/?q=a'])
      await expectTokenNeeded(app(), 'GET', path);
  });

  it('are made in a group at once, and taken out of it', async () => {
    const path = `/api/v2.1/groups/${team}/libraries/`;
    const made = await ask('POST', path, cast().departmentMember, { repo_name: 'Songs', permission: 'rw' });
    expect(made).toMatchObject({
      status: 200,
      body: {
        repo_name: 'Songs',
        owner_email: 'max@example.com',
        share_from: 'max@example.com',
        last_modified: A_TIMESTAMP,
        permission: 'rw',
        encrypted: false,
      },
    });
    const { repo_id: songs } = made.body as { repo_id: string };
    expect(await sharing.permissionOf(cast().owner, songs)).toBe('rw');
    const { body } = await ask('GET', path, cast().owner);
    expect((body as { repo_name: string }[]).map(({ repo_name }) => repo_name).sort()).toEqual([
      'Common',
      'Songs',
    ]);
    expect(await ask('GET', path, cast().stranger)).toMatchObject({ status: 403 });
    expect(await ask('POST', path, cast().stranger, { repo_name: 'No' })).toMatchObject({ status: 403 });
    expect(await ask('POST', path, cast().owner, { repo_name: '' })).toEqual(
      refusal(400, 'repo_name invalid.'),
    );
    // The owner of the group puts it out again; it stays with who made it.
    expect(await ask('DELETE', `${path}${songs}/`, cast().stranger)).toMatchObject({ status: 403 });
    expect(await ask('DELETE', `${path}${songs}/`, cast().owner)).toEqual(SUCCESS);
    expect(await sharing.permissionOf(cast().owner, songs)).toBe('403');
    expect(await sharing.permissionOf(cast().departmentMember, songs)).toBe('rw');
    expect(await ask('DELETE', `${path}${UNKNOWN_LIBRARY}/`, cast().owner)).toEqual(
      libraryNotFound(UNKNOWN_LIBRARY),
    );
  });

  it('end for who leaves the group', async () => {
    expect(await sharing.permissionOf(cast().departmentMember, id)).toBe('rw');
    const path = `/api/v2.1/groups/${team}/members/max@example.com/`;
    expect(await ask('DELETE', path, cast().departmentMember)).toEqual(SUCCESS);
    expect(await sharing.permissionOf(cast().departmentMember, id)).toBe('403');
  });
});
