import { beforeAll, describe, expect, it } from 'vitest';
import { A_TIMESTAMP, adminCalls } from '../../support/admin-calls.ts';
import { useApp } from '../../support/running-app.ts';
import { clientCalls, clientWith, type SeafileClient } from '../../support/seafile-client.ts';
import { sharingCalls } from '../../support/sharing-calls.ts';
import { uploadCalls } from '../../support/uploads.ts';
import { FORTY_HEX, userCalls } from '../../support/user-calls.ts';

const CALLS = [
  'listActivities',
  'listDepartments',
  'listGroups',
  'listLinkedDevices',
  'listNotifications',
  'listSharedItems',
  'listStarredItems',
  'searchUsers',
  'shareFolder',
  'starItem',
  'unlinkDevice',
  'unstarItem',
] as const;

type Call = (typeof CALLS)[number];

const SUCCESS = { status: 200, body: { success: true } };
const ok = (body: unknown) => ({ status: 200, body });
const refusal = (status: number, text: string) => ({ status, body: { error_msg: text } });

describe('seafile-js among people', () => {
  const app = useApp();
  const user = userCalls(app);
  const admin = adminCalls(app);
  const uploads = uploadCalls(app);
  const sharing = sharingCalls(app);
  const asked = new Set<string>();
  let annToken = '';
  let id = '';
  let ann: SeafileClient<Call>;
  let ben: SeafileClient<Call>;
  const avatar = () => `${app().url}/media/avatars/default.png`;

  beforeAll(async () => {
    annToken = await app().addUser('ann@example.com');
    const benToken = await app().addUser('ben@example.com');
    ann = clientCalls(clientWith(app(), annToken), asked);
    ben = clientCalls(clientWith(app(), benToken), asked);
    id = await user.makeLibrary(annToken, 'Common');
    await uploads.upload(annToken, id, { files: [['ü.txt', 'content']] });
  });

  it('finds people', async () => {
    expect(await ann.ask('searchUsers', 'ben@ex')).toEqual(
      ok({
        users: [
          {
            email: 'ben@example.com',
            name: 'ben',
            contact_email: 'ben@example.com',
            avatar_url: avatar(),
          },
        ],
      }),
    );
  });

  it('shares a library with people and with groups', async () => {
    const team = await sharing.makeGroup(annToken, 'Band');
    const withBen = {
      share_type: 'user',
      user_info: {
        name: 'ben@example.com',
        nickname: 'ben',
        contact_email: 'ben@example.com',
        avatar_url: avatar(),
      },
      permission: 'rw',
      is_admin: false,
    };
    const withTeam = {
      share_type: 'group',
      group_info: { id: team, name: 'Band' },
      permission: 'r',
      is_admin: false,
    };
    expect(
      await ann.ask('shareFolder', id, '/', 'user', 'rw', ['ben@example.com', 'nobody@example.com']),
    ).toMatchObject(
      ok({
        success: [withBen],
        failed: [{ email: 'nobody@example.com', error_msg: 'User nobody@example.com not found.' }],
      }),
    );
    expect(await ann.ask('shareFolder', id, '/', 'group', 'r', [team])).toMatchObject(
      ok({ success: [withTeam], failed: [] }),
    );
    expect(await ann.ask('listSharedItems', id, '/', 'user')).toEqual(ok([withBen]));
    expect(await ann.ask('listSharedItems', id, '/', 'group')).toEqual(ok([withTeam]));
    expect(await ben.ask('shareFolder', id, '/', 'user', 'r', ['admin@example.com'])).toEqual(
      refusal(403, 'Permission denied.'),
    );
  });

  it('lists groups and departments', async () => {
    const { body } = await ann.ask('listGroups');
    const group = {
      id: expect.any(Number),
      parent_group_id: 0,
      name: 'Band',
      owner: 'ann@example.com',
      created_at: A_TIMESTAMP,
      admins: ['ann@example.com'],
    };
    expect(body).toMatchObject([group]);
    // Her own, so that the group's permission does not bind her.
    expect(await ann.ask('listGroups', true)).toMatchObject(
      ok([{ ...group, repos: [{ repo_id: id, repo_name: 'Common', permission: 'rw' }] }]),
    );
    expect(await ben.ask('listGroups')).toEqual(ok([]));
    const number = await admin.makeDepartment('Office', 'ann@example.com');
    expect(await ann.ask('listDepartments')).toEqual(
      ok([
        {
          id: number,
          email: `${number}@service_group`,
          parent_group_id: -1,
          name: 'Office',
          owner: 'system admin',
          created_at: A_TIMESTAMP,
        },
      ]),
    );
  });

  it('stars items, lists them and takes stars away', async () => {
    const item = {
      repo_id: id,
      repo_name: 'Common',
      repo_encrypted: false,
      is_dir: false,
      path: '/ü.txt',
      obj_name: 'ü.txt',
      mtime: A_TIMESTAMP,
      deleted: false,
      user_email: 'ann@example.com',
      user_name: 'ann',
      user_contact_email: 'ann@example.com',
    };
    expect(await ann.ask('starItem', id, '/ü.txt')).toMatchObject(ok({ repo_id: id, path: '/ü.txt' }));
    expect(await ann.ask('starItem', id, '/none')).toEqual(refusal(404, 'Item /none not found.'));
    expect(await ann.ask('listStarredItems')).toMatchObject(ok({ starred_item_list: [item] }));
    expect(await ben.ask('listStarredItems')).toEqual(ok({ starred_item_list: [] }));
    expect(await ann.ask('unstarItem', id, '/ü.txt')).toEqual(SUCCESS);
    expect(await ann.ask('listStarredItems')).toEqual(ok({ starred_item_list: [] }));
  });

  it('lists what happened', async () => {
    const event = {
      repo_id: id,
      repo_name: 'Common',
      author_email: 'ann@example.com',
      author_name: 'ann',
      author_contact_email: 'ann@example.com',
      time: A_TIMESTAMP,
    };
    expect(await ann.ask('listActivities', 1)).toMatchObject(
      ok({
        events: [
          {
            ...event,
            op_type: 'create',
            obj_type: 'file',
            path: '/ü.txt',
            name: 'ü.txt',
            commit_id: FORTY_HEX,
          },
          { ...event, op_type: 'create', obj_type: 'repo' },
        ],
      }),
    );
    expect(await ann.ask('listNotifications', 1, 25)).toEqual(
      ok({ notification_list: [], count: 0, unseen_count: 0 }),
    );
  });

  it('lists devices and lets go of them', async () => {
    const device = {
      platform: 'linux',
      device_id: 'd'.repeat(40),
      device_name: 'desk',
      client_version: '9.0.1',
      platform_version: '',
    };
    const form = { ...device, username: 'ann@example.com', password: 'secret-of-ann@example.com' };
    const { json } = await app().call('POST', '/api2/auth-token/', { form });
    const token = (json as { token: string }).token;
    expect(await ann.ask('listLinkedDevices')).toMatchObject(
      ok([{ ...device, user: 'ann@example.com', is_desktop_client: true }]),
    );
    expect(await ann.ask('unlinkDevice', 'linux', 'd'.repeat(40), false)).toEqual(SUCCESS);
    expect(await ann.ask('listLinkedDevices')).toEqual(ok([]));
    expect((await app().call('GET', '/api2/auth/ping/', { token })).status).toBe(401);
  });

  it('has called all of its functions', () => {
    expect([...asked].sort()).toEqual([...CALLS]);
  });
});
