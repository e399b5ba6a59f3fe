import { beforeAll, describe, expect, it } from 'vitest';
import { A_LIBRARY_ID, A_TIMESTAMP, adminCalls, UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { useApp } from '../../support/running-app.ts';
import { clientCalls, clientWith, type SeafileClient } from '../../support/seafile-client.ts';
import { uploadCalls } from '../../support/uploads.ts';
import { userCalls } from '../../support/user-calls.ts';

const CALLS = [
  'sysAdminCleanTrashRepos',
  'sysAdminCreateRepo',
  'sysAdminCreateSysRepoFolder',
  'sysAdminDeleteRepo',
  'sysAdminDeleteRepoDirent',
  'sysAdminDeleteTrashRepo',
  'sysAdminGetRepoFileDownloadURL',
  'sysAdminGetRepoHistorySetting',
  'sysAdminGetSysRepoItemInfo',
  'sysAdminListAllRepos',
  'sysAdminListRepoDirents',
  'sysAdminListReposByOwner',
  'sysAdminListTrashRepos',
  'sysAdminRestoreTrashRepo',
  'sysAdminSearchRepos',
  'sysAdminSearchTrashRepos',
  'sysAdminTransferRepo',
  'sysAdminUpdateRepoHistorySetting',
] as const;

type Call = (typeof CALLS)[number];

const SUCCESS = { status: 200, body: { success: true } };
const NOT_STAFF = {
  status: 403,
  body: { detail: 'You do not have permission to perform this action.' },
};
const ok = (body: unknown) => ({ status: 200, body });
const refusal = (status: number, text: string) => ({ status, body: { error_msg: text } });

describe('seafile-js for administrators', () => {
  const app = useApp();
  const user = userCalls(app);
  const admin = adminCalls(app);
  const uploads = uploadCalls(app);
  const asked = new Set<string>();
  let annToken = '';
  let root: SeafileClient<Call>;
  let ann: SeafileClient<Call>;
  const lastPage = { has_next_page: false, current_page: 1 };
  const annOwns = {
    owner: 'ann@example.com',
    owner_email: 'ann@example.com',
    owner_name: 'ann',
    owner_contact_email: 'ann@example.com',
  };

  beforeAll(async () => {
    annToken = await app().addUser('ann@example.com');
    await app().addUser('ben@example.com');
    root = clientCalls(clientWith(app(), app().adminToken), asked);
    ann = clientCalls(clientWith(app(), annToken), asked);
  });

  it('makes, lists, finds, gives away and deletes libraries', async () => {
    const record = {
      ...annOwns,
      id: A_LIBRARY_ID,
      name: 'Plans',
      size: 0,
      size_formatted: '0\u00a0bytes',
      encrypted: false,
      file_count: 0,
      status: 'normal',
      last_modified: A_TIMESTAMP,
    };
    const made = await root.ask('sysAdminCreateRepo', 'Plans', 'ann@example.com');
    expect(made).toEqual(ok(record));
    const id = (made.body as { id: string }).id;
    expect(await root.ask('sysAdminCreateRepo', 'Plans', 'nobody@example.com')).toEqual(
      refusal(404, 'User nobody@example.com not found.'),
    );
    expect(await root.ask('sysAdminListAllRepos', 1, 100, 'size')).toEqual(
      ok({ page_info: lastPage, repos: [{ ...record, id }] }),
    );
    expect(await root.ask('sysAdminListAllRepos', 1, 100, 'colour')).toEqual(
      refusal(400, 'order_by invalid.'),
    );
    expect(await root.ask('sysAdminListReposByOwner', 'ann@example.com')).toEqual(
      ok({ name: '', owner: 'ann@example.com', repos: [{ ...record, id }] }),
    );
    expect(await root.ask('sysAdminSearchRepos', 'PLAN', 1, 25)).toEqual(
      ok({
        repo_list: [
          {
            id,
            name: 'Plans',
            owner_email: 'ann@example.com',
            owner_name: 'ann',
            owner_contact_email: 'ann@example.com',
            size: 0,
            encrypted: false,
            file_count: 0,
            status: 'normal',
          },
        ],
        page_info: lastPage,
      }),
    );
    expect(await root.ask('sysAdminSearchRepos', '')).toEqual(refusal(400, 'query invalid.'));
    expect(await root.ask('sysAdminTransferRepo', id, 'ben@example.com')).toMatchObject(
      ok({ id, owner: 'ben@example.com' }),
    );
    expect(await root.ask('sysAdminDeleteRepo', id)).toEqual(SUCCESS);
    expect(await root.ask('sysAdminDeleteRepo', UNKNOWN_LIBRARY)).toEqual(SUCCESS);
    expect(await ann.ask('sysAdminListAllRepos', 1, 100)).toEqual(NOT_STAFF);
    expect(await ann.ask('sysAdminDeleteRepo', id)).toEqual(NOT_STAFF);
  });

  it('says and sets how long history is kept', async () => {
    const id = await admin.makeLibrary('Kept', 'ann@example.com');
    expect(await root.ask('sysAdminGetRepoHistorySetting', id)).toEqual(ok({ keep_days: -1 }));
    expect(await root.ask('sysAdminUpdateRepoHistorySetting', id, 7)).toEqual(ok({ keep_days: 7 }));
    expect(await root.ask('sysAdminGetRepoHistorySetting', id)).toEqual(ok({ keep_days: 7 }));
    expect(await root.ask('sysAdminUpdateRepoHistorySetting', id, 'x')).toEqual(
      refusal(400, 'keep_days invalid.'),
    );
    expect(await ann.ask('sysAdminUpdateRepoHistorySetting', id, 1)).toEqual(NOT_STAFF);
  });

  it('lists, restores and removes deleted libraries', async () => {
    await root.ask('sysAdminCleanTrashRepos');
    const deleted = async (name: string) => {
      const id = await user.makeLibrary(annToken, name);
      await user.removeLibrary(annToken, id);
      return id;
    };
    const first = await deleted('First');
    const second = await deleted('Second');
    const third = await deleted('Third');
    const row = (id: string, name: string) => ({
      ...{ id, name, owner: 'ann@example.com', owner_name: 'ann', delete_time: A_TIMESTAMP },
    });
    // In no order: all of them may have been deleted in the same second.
    const rows = expect.toSatisfy((repos: { name: string }[]) => {
      const sorted = repos.toSorted((left, right) => (left.name < right.name ? -1 : 1));
      expect(sorted).toEqual([row(first, 'First'), row(second, 'Second'), row(third, 'Third')]);
      return true;
    });
    expect(await root.ask('sysAdminListTrashRepos', 1, 100)).toEqual(
      ok({ page_info: lastPage, repos: rows }),
    );
    expect(await root.ask('sysAdminSearchTrashRepos', 'ann@example.com')).toEqual(
      ok({ search_owner: 'ann@example.com', repos: rows }),
    );
    expect(await root.ask('sysAdminSearchTrashRepos', 'nonsense')).toEqual(refusal(400, 'owner invalid.'));
    expect(await root.ask('sysAdminRestoreTrashRepo', first)).toEqual(SUCCESS);
    expect(await root.ask('sysAdminRestoreTrashRepo', first)).toEqual(
      refusal(404, 'Library does not exist in trash.'),
    );
    expect((await user.libraries(annToken)).map(({ name }) => name)).toContain('First');
    expect(await root.ask('sysAdminDeleteTrashRepo', second)).toEqual(SUCCESS);
    expect(await ann.ask('sysAdminCleanTrashRepos')).toEqual(NOT_STAFF);
    expect(await root.ask('sysAdminCleanTrashRepos')).toEqual(SUCCESS);
    expect(await root.ask('sysAdminListTrashRepos', 1, 100)).toEqual(ok({ page_info: lastPage, repos: [] }));
  });

  it('looks into a library, makes folders there and deletes', async () => {
    const id = await user.makeLibrary(annToken, 'Looked into');
    await uploads.upload(annToken, id, { files: [['ü.txt', 'content']] });
    const folder = {
      obj_name: 'New & old',
      is_file: false,
      type: 'folder',
      file_size: '',
      last_update: A_TIMESTAMP,
    };
    const file = {
      obj_name: 'ü.txt',
      is_file: true,
      type: 'file',
      file_size: '7\u00a0bytes',
      last_update: A_TIMESTAMP,
    };
    expect(await root.ask('sysAdminCreateSysRepoFolder', id, '/', 'New & old')).toEqual(ok(folder));
    expect(await root.ask('sysAdminCreateSysRepoFolder', id, '/', 'a/b')).toEqual(
      refusal(400, 'obj_name invalid.'),
    );
    expect(await root.ask('sysAdminListRepoDirents', id, '/')).toEqual(
      ok({ repo_name: 'Looked into', repo_id: id, is_system_library: false, dirent_list: [folder, file] }),
    );
    expect(await root.ask('sysAdminListRepoDirents', id, '/none')).toEqual(
      refusal(404, 'Folder /none/ not found.'),
    );
    expect(await root.ask('sysAdminGetSysRepoItemInfo', id, '/ü.txt')).toEqual(ok(file));
    expect(await root.ask('sysAdminGetSysRepoItemInfo', id, '/none')).toEqual(
      refusal(404, 'File or folder /none not found.'),
    );
    const link = await root.ask('sysAdminGetRepoFileDownloadURL', id, '/ü.txt');
    const { download_url: url } = link.body as { download_url: string };
    expect(await (await fetch(url)).text()).toBe('content');
    expect(await ann.ask('sysAdminDeleteRepoDirent', id, '/ü.txt')).toEqual(NOT_STAFF);
    expect(await root.ask('sysAdminDeleteRepoDirent', id, '/ü.txt')).toEqual(SUCCESS);
    expect(await root.ask('sysAdminListRepoDirents', id, '/')).toMatchObject(ok({ dirent_list: [folder] }));
  });

  it('has called all of its functions', () => {
    expect([...asked].sort()).toEqual([...CALLS]);
  });
});
