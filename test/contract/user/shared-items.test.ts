import { beforeAll, describe, expect, it } from 'vitest';
import { outcome, UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { type CallOptions, useApp } from '../../support/running-app.ts';
import { sharingCalls } from '../../support/sharing-calls.ts';
import {
  expectMethodRefused,
  expectTokenNeeded,
  libraryNotFound,
  PERMISSION_DENIED,
  useCast,
  userCalls,
} from '../../support/user-calls.ts';

const AVATAR: unknown = expect.stringMatching(/^http:\/\/.*\/media\/avatars\/default\.png$/);
const refusal = (status: number, text: string) => ({ status, body: { error_msg: text } });

describe('/api2/repos/{id}/dir/shared_items/', () => {
  const app = useApp();
  const cast = useCast(app);
  const user = userCalls(app);
  const sharing = sharingCalls(app);
  let id = '';
  let team = 0;

  const ask = async (method: string, query: string, options: CallOptions) =>
    outcome(await app().call(method, `/api2/repos/${id}/dir/shared_items/${query}`, options));
  const share = (form: Record<string, string>) => ask('PUT', '?p=/', { token: cast().owner, form });

  beforeAll(async () => {
    id = await user.makeLibrary(cast().owner, 'Shared things');
    team = await sharing.makeGroup(cast().owner, 'Team');
    await sharing.addMember(cast().owner, team, 'max@example.com');
  });

  it('lists nobody at first', async () => {
    expect(await ask('GET', '?p=/', { token: cast().owner })).toEqual({ status: 200, body: [] });
  });

  it('gives a library to a person for reading when nothing else is said', async () => {
    const item = {
      share_type: 'user',
      user_info: {
        name: 'ben@example.com',
        nickname: 'ben',
        contact_email: 'ben@example.com',
        avatar_url: AVATAR,
      },
      permission: 'r',
      is_admin: false,
    };
    expect(await share({ share_type: 'user', username: 'Ben@Example.com' })).toEqual({
      status: 200,
      body: { success: [item], failed: [], virtual_repo_id: id },
    });
    expect(await ask('GET', '?p=/&share_type=user', { token: cast().owner })).toEqual({
      status: 200,
      body: [item],
    });
    expect(await sharing.permissionOf(cast().stranger, id)).toBe('r');
  });

  it('gives a library to a group, with the right to share it further', async () => {
    const item = {
      share_type: 'group',
      group_info: { id: team, name: 'Team' },
      permission: 'rw',
      is_admin: true,
    };
    expect(await share({ share_type: 'group', group_id: String(team), permission: 'admin' })).toEqual({
      status: 200,
      body: { success: [item], failed: [], virtual_repo_id: id },
    });
    expect(await ask('GET', '?p=/&share_type=group', { token: cast().owner })).toEqual({
      status: 200,
      body: [item],
    });
    expect(await sharing.permissionOf(cast().departmentMember, id)).toBe('rw');
  });

  it('lists them to whoever has the library, and to nobody else', async () => {
    expect((await ask('GET', '?p=/', { token: cast().stranger })).body).toHaveLength(2);
    expect(await ask('GET', '?p=/', { token: cast().departmentAdmin })).toEqual(PERMISSION_DENIED);
    expect(await ask('GET', '?p=/', { token: cast().administrator })).toEqual(PERMISSION_DENIED);
  });

  it('says for each whom it could not be given to', async () => {
    const form = { share_type: 'user', username: 'who@example.com' };
    expect(await share(form)).toMatchObject({
      status: 200,
      body: {
        success: [],
        failed: [{ email: 'who@example.com', error_msg: 'User who@example.com not found.' }],
      },
    });
    expect(await share({ ...form, username: 'nonsense' })).toMatchObject({
      body: { failed: [{ email: 'nonsense', error_msg: 'username invalid.' }] },
    });
    expect(await share({ ...form, username: 'ben@example.com' })).toMatchObject({
      body: {
        failed: [{ email: 'ben@example.com', error_msg: 'This item has been shared to ben@example.com.' }],
      },
    });
    expect(await share({ share_type: 'group', group_id: 'x' })).toMatchObject({
      body: { failed: [{ group_name: 'x', error_msg: 'group_id x invalid.' }] },
    });
    expect(await share({ share_type: 'group', group_id: '999999' })).toMatchObject({
      body: { failed: [{ group_name: '999999', error_msg: 'Group 999999 not found' }] },
    });
    expect(await share({ share_type: 'group', group_id: String(team) })).toMatchObject({
      body: { failed: [{ group_name: 'Team', error_msg: 'This item has been shared to Team.' }] },
    });
    const office = cast().department.split('@')[0] ?? '';
    expect(await share({ share_type: 'group', group_id: office })).toMatchObject({
      body: { failed: [{ group_name: 'Office', error_msg: 'Permission denied.' }] },
    });
  });

  it('refuses as a whole what it cannot do at all', async () => {
    const ben = { username: 'ben@example.com' };
    expect(await share({ ...ben, share_type: 'everybody' })).toEqual(refusal(400, 'share_type invalid.'));
    expect(await share({ ...ben, share_type: 'user', permission: 'x' })).toEqual(
      refusal(400, 'permission invalid.'),
    );
    expect(await share({ ...ben, share_type: 'user', p: '/folder' })).toEqual(
      refusal(404, 'Folder /folder not found.'),
    );
    expect(await share({ share_type: 'user', username: 'ann@example.com' })).toEqual(
      refusal(400, 'Library can not be shared to owner'),
    );
  });

  it('takes several people at once, as JSON or as a form', async () => {
    const json = { share_type: 'user', username: ['dora@example.com', 'who@example.com'], permission: 'rw' };
    expect(await ask('PUT', '?p=/', { token: cast().owner, json })).toMatchObject({
      body: {
        success: [{ user_info: { name: 'dora@example.com' }, permission: 'rw', is_admin: false }],
        failed: [{ email: 'who@example.com' }],
      },
    });
    const query = '?p=/&share_type=user&username=dora@example.com';
    expect(await ask('DELETE', query, { token: cast().owner })).toEqual({
      status: 200,
      body: { success: true },
    });
  });

  it('changes and ends a share at the next call', async () => {
    const query = '?p=/&share_type=user&username=ben@example.com';
    const rw = { token: cast().owner, form: { permission: 'rw' } };
    expect(await ask('POST', query, rw)).toEqual({ status: 200, body: { success: true } });
    expect(await sharing.permissionOf(cast().stranger, id)).toBe('rw');
    expect(await ask('DELETE', query, { token: cast().owner })).toEqual({
      status: 200,
      body: { success: true },
    });
    expect(await sharing.permissionOf(cast().stranger, id)).toBe('403');
    expect(await ask('DELETE', query, { token: cast().owner })).toEqual(
      refusal(404, 'This item is not shared to ben@example.com.'),
    );
    expect(await ask('POST', query, rw)).toEqual(refusal(404, 'This item is not shared to ben@example.com.'));
  });

  it('says what is wrong with whom it is about', async () => {
    const token = cast().owner;
    const form = { permission: 'r' };
    for (const method of ['POST', 'DELETE']) {
      const say = async (query: string) => ask(method, `?p=/&${query}`, { token, form });
      expect(await say('share_type=user&username=nonsense')).toEqual(refusal(400, 'Email nonsense invalid.'));
      expect(await say('share_type=user&username=who@example.com')).toEqual(
        refusal(404, 'User who@example.com not found.'),
      );
      expect(await say('share_type=group&group_id=0')).toEqual(refusal(400, 'group_id 0 invalid.'));
      expect(await say('share_type=group&group_id=999999')).toEqual(refusal(404, 'Group 999999 not found'));
      expect(await say('share_type=x')).toEqual(refusal(400, 'share_type invalid.'));
    }
  });

  it('is for owners and for those who got the right to share', async () => {
    const form = { share_type: 'user', username: 'dora@example.com' };
    expect(await ask('PUT', '?p=/', { token: cast().stranger, form })).toEqual(PERMISSION_DENIED);
    await sharing.shareWithUser(cast().owner, id, 'ben@example.com', 'rw');
    expect(await ask('PUT', '?p=/', { token: cast().stranger, form })).toEqual(PERMISSION_DENIED);
    // Through the group, which got it with the right to share.
    expect((await ask('PUT', '?p=/', { token: cast().departmentMember, form })).status).toBe(200);
    expect(await sharing.permissionOf(cast().departmentAdmin, id)).toBe('r');
    const rename = { token: cast().departmentMember, form: { repo_name: 'Mine now' } };
    expect((await app().call('POST', `/api2/repos/${id}/?op=rename`, rename)).status).toBe(403);
    expect(
      (await app().call('DELETE', `/api2/repos/${id}/`, { token: cast().departmentMember })).status,
    ).toBe(403);
  });

  it('ends with the library, and does not come back with it', async () => {
    const doomed = await user.makeLibrary(cast().owner, 'Doomed');
    await sharing.shareWithUser(cast().owner, doomed, 'ben@example.com');
    await user.removeLibrary(cast().owner, doomed);
    const form = { repo_id: doomed };
    await app().call('POST', '/api/v2.1/deleted-repos/', { token: cast().owner, form });
    expect(await sharing.permissionOf(cast().owner, doomed)).toBe('rw');
    expect(await sharing.permissionOf(cast().stranger, doomed)).toBe('403');
  });

  it('ends when the library is given away, unless it is to stay', async () => {
    const given = await user.makeLibrary(cast().owner, 'Given');
    await sharing.shareWithUser(cast().owner, given, 'ben@example.com', 'r');
    const keep = { owner: 'dora@example.com', reshare: 'true' };
    await app().call('PUT', `/api2/repos/${given}/owner/`, { token: cast().owner, form: keep });
    expect(await sharing.permissionOf(cast().stranger, given)).toBe('r');
    expect(await sharing.permissionOf(cast().owner, given)).toBe('403');
    await user.giveAway(cast().departmentAdmin, given, 'ann@example.com');
    expect(await sharing.permissionOf(cast().stranger, given)).toBe('403');
  });

  it.each(['GET', 'PUT'])('knows no library that is not there: %s', async (method) => {
    const path = `/api2/repos/${UNKNOWN_LIBRARY}/dir/shared_items/?p=/`;
    const answer = await app().call(method, path, { token: cast().owner });
    expect(outcome(answer)).toEqual(libraryNotFound(UNKNOWN_LIBRARY));
  });

  it('answers nobody without a valid token, and knows no PATCH', async () => {
    for (const method of ['GET', 'PUT', 'POST', 'DELETE'])
      await expectTokenNeeded(app(), method, `/api2/repos/${id}/dir/shared_items/?p=/`);
    await expectMethodRefused(app(), 'PATCH', `/api2/repos/${id}/dir/shared_items/`, ['GET', 'PUT', 'POST']);
  });
});
