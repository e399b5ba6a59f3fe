import { beforeAll, describe, expect, it } from 'vitest';
import { A_LIBRARY_ID, A_TIMESTAMP } from '../../support/admin-calls.ts';
import { useApp } from '../../support/running-app.ts';
import { clientCalls, clientWith, type SeafileClient, signedInClient } from '../../support/seafile-client.ts';
import { uploadCalls } from '../../support/uploads.ts';
import { EMPTY_ID, FORTY_HEX, userCalls } from '../../support/user-calls.ts';

const CALLS = [
  'authPing',
  'changeEncryptedRepoPassword',
  'createMineRepo',
  'deleteRepo',
  'deleteRepoTrash',
  'getAccountInfo',
  'getRepoFolderTrash',
  'getRepoHistory',
  'getRepoHistoryLimit',
  'getRepoInfo',
  'listCommitDir',
  'listDeletedRepo',
  'listRepos',
  'renameRepo',
  'restoreDeletedRepo',
  'restoreDirents',
  'restoreFile',
  'restoreFolder',
  'revertFile',
  'revertFolder',
  'revertRepo',
  'setRepoDecryptPassword',
  'setRepoHistoryLimit',
  'transferRepo',
] as const;

type Call = (typeof CALLS)[number];

const SUCCESS = { status: 200, body: { success: true } };
const ok = (body: unknown) => ({ status: 200, body });
const refusal = (status: number, text: string) => ({ status, body: { error_msg: text } });

describe('seafile-js on libraries', () => {
  const app = useApp();
  const user = userCalls(app);
  const uploads = uploadCalls(app);
  const asked = new Set<string>();
  let annToken = '';
  let benToken = '';
  let ann: SeafileClient<Call>;
  let ben: SeafileClient<Call>;

  const textOf = (id: string, path: string) => uploads.textOf(annToken, id, path);
  /** A library with two files, and the commit that holds them. */
  const filledLibrary = async (name: string) => {
    const id = await user.makeLibrary(annToken, name);
    await uploads.upload(annToken, id, {
      files: [
        ['a.txt', 'first'],
        ['b.txt', 'beside'],
      ],
    });
    await app().call('POST', `/api2/repos/${id}/dir/?p=/sub`, {
      token: annToken,
      form: { operation: 'mkdir' },
    });
    await uploads.upload(annToken, id, { folder: '/sub', files: [['c.txt', 'inside']] });
    const commit = (await user.history(annToken, id))[0]?.commit_id ?? '';
    return { id, commit };
  };
  const remove = (id: string, kind: 'file' | 'dir', path: string) =>
    app().call('DELETE', `/api2/repos/${id}/${kind}/?p=${path}`, { token: annToken });

  beforeAll(async () => {
    annToken = await app().addUser('ann@example.com');
    benToken = await app().addUser('ben@example.com');
    ann = clientCalls(await signedInClient(app(), 'ann@example.com', 'secret-of-ann@example.com'), asked);
    ben = clientCalls(clientWith(app(), benToken), asked);
  });

  it('signs in, and says who is there', async () => {
    expect(await ann.ask('authPing')).toEqual(ok('pong'));
    expect(await ann.ask('getAccountInfo')).toEqual(
      ok({
        email: 'ann@example.com',
        name: 'ann',
        contact_email: 'ann@example.com',
        login_id: '',
        department: '',
        institution: '',
        avatar_url: `${app().url}/media/avatars/default.png`,
        is_staff: false,
        total: -2,
        usage: 0,
        space_usage: '0%',
        enable_subscription: false,
        file_updates_email_interval: 0,
        collaborate_email_interval: 0,
      }),
    );
    await expect(signedInClient(app(), 'ann@example.com', 'wrong')).rejects.toMatchObject({
      response: {
        status: 400,
        data: { non_field_errors: ['Unable to login with provided credentials.'] },
      },
    });
    const nobody = clientCalls<Call>(clientWith(app(), '0'.repeat(40)), asked);
    expect(await nobody.ask('authPing')).toEqual({ status: 401, body: { detail: 'Invalid token' } });
  });

  it('makes a library', async () => {
    const made = await ann.ask('createMineRepo', { name: 'Notes', passwd: '', storage_id: '' });
    expect(made).toEqual(
      ok({
        relay_id: EMPTY_ID,
        relay_addr: '127.0.0.1',
        relay_port: expect.stringMatching(/^\d+$/),
        email: 'ann@example.com',
        token: '',
        repo_id: A_LIBRARY_ID,
        repo_name: 'Notes',
        repo_desc: '',
        repo_size: 0,
        repo_size_formatted: '0\u00a0bytes',
        mtime: expect.any(Number),
        last_modified: A_TIMESTAMP,
        mtime_relative: expect.stringMatching(/^<time datetime="/),
        encrypted: '',
        enc_version: 0,
        salt: '',
        magic: '',
        random_key: '',
        pwd_hash: '',
        pwd_hash_algo: '',
        pwd_hash_params: '',
        repo_version: 1,
        head_commit_id: FORTY_HEX,
        permission: 'rw',
      }),
    );
  });

  it('renames, shows and lists a library', async () => {
    const id = await user.makeLibrary(benToken, 'Notes');
    expect(await ben.ask('renameRepo', id, 'Größere Notizen')).toEqual(ok('success'));
    const avatar = `${app().url}/media/avatars/default.png`;
    const owner = {
      owner_email: 'ben@example.com',
      owner_name: 'ben',
      owner_contact_email: 'ben@example.com',
      owner_avatar: avatar,
    };
    expect(await ben.ask('getRepoInfo', id)).toEqual(
      ok({
        ...owner,
        repo_id: id,
        repo_name: 'Größere Notizen',
        repo_type: 'repo',
        size: 0,
        encrypted: false,
        file_count: 0,
        permission: 'rw',
        no_quota: false,
        is_admin: true,
        is_virtual: false,
        has_been_shared_out: false,
        lib_need_decrypt: false,
        last_modified: A_TIMESTAMP,
        status: 'normal',
        monitored: false,
      }),
    );
    const row = {
      ...owner,
      type: 'mine',
      repo_id: id,
      repo_name: 'Größere Notizen',
      last_modified: A_TIMESTAMP,
      modifier_email: 'ben@example.com',
      modifier_name: 'ben',
      modifier_contact_email: 'ben@example.com',
      size: 0,
      encrypted: false,
      permission: 'rw',
      starred: false,
      monitored: false,
      status: 'normal',
      salt: '',
    };
    expect(await ben.ask('listRepos', { type: 'mine' })).toEqual(ok({ repos: [row] }));
    expect(await ben.ask('listRepos', { type: ['mine', 'shared', 'group', 'public'] })).toEqual(
      ok({ repos: [row] }),
    );
    expect(await ben.ask('listRepos', { type: 'shared' })).toEqual(ok({ repos: [] }));
    expect(await ben.ask('renameRepo', id, '')).toEqual(refusal(400, 'name invalid.'));
    expect(await ann.ask('getRepoInfo', id)).toEqual(refusal(403, 'Permission denied.'));
  });

  it('gives a library to somebody else', async () => {
    const id = await user.makeLibrary(annToken, 'Given away');
    expect(await ann.ask('transferRepo', id, 'nobody@example.com')).toEqual(
      refusal(404, 'User nobody@example.com not found.'),
    );
    expect(await ann.ask('transferRepo', id, 'ben@example.com')).toEqual(SUCCESS);
    expect(await ben.ask('getRepoInfo', id)).toMatchObject(ok({ owner_email: 'ben@example.com' }));
    expect(await ann.ask('getRepoInfo', id)).toEqual(refusal(403, 'Permission denied.'));
  });

  it('deletes a library, finds it among the deleted, and brings it back', async () => {
    const { id } = await filledLibrary('Deleted');
    expect(await ben.ask('deleteRepo', id)).toEqual(refusal(403, 'Permission denied.'));
    expect(await ann.ask('deleteRepo', id)).toEqual(ok('success'));
    expect(await ann.ask('getRepoInfo', id)).toEqual(refusal(404, `Library ${id} not found.`));
    expect(await ann.ask('listDeletedRepo')).toEqual(
      ok([
        {
          repo_id: id,
          owner_email: 'ann@example.com',
          owner_name: 'ann',
          owner_contact_email: 'ann@example.com',
          repo_name: 'Deleted',
          org_id: -1,
          head_commit_id: FORTY_HEX,
          encrypted: false,
          del_time: A_TIMESTAMP,
          size: 17,
        },
      ]),
    );
    expect(await ben.ask('restoreDeletedRepo', id)).toEqual(refusal(403, 'Permission denied.'));
    expect(await ann.ask('restoreDeletedRepo', id)).toEqual(SUCCESS);
    expect(await ann.ask('listDeletedRepo')).toEqual(ok([]));
    expect(await textOf(id, '/a.txt')).toBe('first');
  });

  it('says and sets how long history is kept', async () => {
    const id = await user.makeLibrary(annToken, 'Kept');
    expect(await ann.ask('getRepoHistoryLimit', id)).toEqual(ok({ keep_days: -1 }));
    expect(await ann.ask('setRepoHistoryLimit', id, 30)).toEqual(ok({ keep_days: 30 }));
    expect(await ann.ask('getRepoHistoryLimit', id)).toEqual(ok({ keep_days: 30 }));
    expect(await ann.ask('setRepoHistoryLimit', id, 'ages')).toEqual(refusal(400, 'keep_days invalid.'));
    expect(await ben.ask('setRepoHistoryLimit', id, 1)).toEqual(refusal(403, 'Permission denied.'));
  });

  it('shows the history of a library by pages', async () => {
    const { id, commit } = await filledLibrary('Old');
    const { body } = await ann.ask('getRepoHistory', id, 1, 2);
    const entry = {
      commit_id: FORTY_HEX,
      time: A_TIMESTAMP,
      creator: 'ann@example.com',
      email: 'ann@example.com',
      name: 'ann',
      contact_email: 'ann@example.com',
      client_version: null,
      device_name: null,
      second_parent_id: null,
      tags: [],
    };
    expect(body).toEqual({
      data: [
        { ...entry, commit_id: commit, description: 'Added "c.txt".' },
        { ...entry, description: 'Added directory "sub"' },
      ],
      more: true,
    });
    expect(await ann.ask('getRepoHistory', id, 2, 3)).toEqual(
      ok({ data: [{ ...entry, description: 'Created library' }], more: false }),
    );
    expect(await ann.ask('getRepoHistory', id, -1, 2)).toEqual(refusal(400, 'page invalid.'));
    expect(await ann.ask('listCommitDir', id, commit, '/')).toEqual(
      ok({
        dirent_list: [
          { type: 'dir', parent_dir: '/', obj_id: FORTY_HEX, name: 'sub' },
          { type: 'file', parent_dir: '/', obj_id: FORTY_HEX, name: 'a.txt', size: 5 },
          { type: 'file', parent_dir: '/', obj_id: FORTY_HEX, name: 'b.txt', size: 6 },
        ],
      }),
    );
  });

  it('shows what is in the trash, restores from it and empties it', async () => {
    const { id } = await filledLibrary('Littered');
    await remove(id, 'file', '/a.txt');
    await remove(id, 'file', '/b.txt');
    await remove(id, 'dir', '/sub');
    const shown = await ann.ask('getRepoFolderTrash', id, '/');
    const item = { parent_dir: '/', deleted_time: A_TIMESTAMP, scan_stat: null, commit_id: FORTY_HEX };
    expect(shown).toEqual(
      ok({
        data: [
          { ...item, obj_name: 'sub', is_dir: true, size: 0, obj_id: '' },
          { ...item, obj_name: 'b.txt', is_dir: false, size: 6, obj_id: FORTY_HEX },
          { ...item, obj_name: 'a.txt', is_dir: false, size: 5, obj_id: FORTY_HEX },
        ],
        more: false,
        scan_stat: null,
      }),
    );
    const [sub, b, a] = (shown.body as { data: { commit_id: string }[] }).data;
    expect(await ann.ask('restoreFile', id, a?.commit_id, '/a.txt')).toEqual(SUCCESS);
    expect(await ann.ask('restoreFolder', id, sub?.commit_id, '/sub')).toEqual(SUCCESS);
    expect(await ann.ask('restoreDirents', id, b?.commit_id, ['/b.txt', '/none.txt'])).toEqual(
      ok({
        success: [{ path: '/b.txt', is_dir: false }],
        failed: [{ path: '/none.txt', error_msg: 'Dirent /none.txt not found.' }],
      }),
    );
    expect(await textOf(id, '/a.txt')).toBe('first');
    expect(await textOf(id, '/b.txt')).toBe('beside');
    expect(await textOf(id, '/sub/c.txt')).toBe('inside');
    await remove(id, 'file', '/a.txt');
    expect(await ben.ask('deleteRepoTrash', id, 0)).toEqual(refusal(403, 'Permission denied.'));
    expect(await ann.ask('deleteRepoTrash', id, 0)).toEqual(SUCCESS);
    expect(await ann.ask('getRepoFolderTrash', id, '/')).toEqual(
      ok({ data: [], more: false, scan_stat: null }),
    );
    expect(await ann.ask('getRepoFolderTrash', id, '/', 'no cursor')).toEqual(
      refusal(400, 'scan_stat invalid.'),
    );
  });

  it('brings older versions of a file, a folder and the library back', async () => {
    const { id, commit } = await filledLibrary('Reverted');
    const change = async (folder: string, name: string) => {
      const link = await uploads.uploadLink(annToken, id, `?p=${folder}`);
      await uploads.send(link, { parent_dir: folder, replace: '1' }, [[name, 'changed']]);
    };
    await change('/', 'a.txt');
    expect(await textOf(id, '/a.txt')).toBe('changed');
    expect(await ann.ask('revertFile', id, '/a.txt', commit)).toEqual(SUCCESS);
    expect(await textOf(id, '/a.txt')).toBe('first');
    await remove(id, 'dir', '/sub');
    expect(await ann.ask('revertFolder', id, '/sub', commit)).toEqual(SUCCESS);
    expect(await textOf(id, '/sub/c.txt')).toBe('inside');
    await change('/', 'b.txt');
    expect(await ben.ask('revertRepo', id, commit)).toEqual(refusal(403, 'Permission denied.'));
    expect(await ann.ask('revertRepo', id, '0'.repeat(40))).toEqual(
      refusal(404, `Commit ${'0'.repeat(40)} not found.`),
    );
    expect(await ann.ask('revertRepo', id, commit)).toEqual(SUCCESS);
    expect(await textOf(id, '/b.txt')).toBe('beside');
  });

  it('opens an encrypted library and changes its password', async () => {
    const made = await ann.ask('createMineRepo', { name: 'Secret', passwd: 'one secret' });
    expect(made).toMatchObject(
      ok({ encrypted: 1, enc_version: 2, magic: expect.stringMatching(/^[0-9a-f]{64}$/) }),
    );
    const id = (made.body as { repo_id: string }).repo_id;
    const needsPassword = async () => {
      const { body } = await ann.ask('getRepoInfo', id);
      return (body as { lib_need_decrypt: boolean }).lib_need_decrypt;
    };
    expect(await needsPassword()).toBe(true);
    expect(await ann.ask('setRepoDecryptPassword', id, 'guess')).toEqual(refusal(400, 'Wrong password'));
    expect(await ann.ask('setRepoDecryptPassword', id, 'one secret')).toEqual(SUCCESS);
    expect(await needsPassword()).toBe(false);
    await uploads.upload(annToken, id, { files: [['a.txt', 'behind a password']] });
    expect(await ann.ask('changeEncryptedRepoPassword', id, 'guess', 'two secrets')).toEqual(
      refusal(403, 'Wrong old password'),
    );
    expect(await ann.ask('changeEncryptedRepoPassword', id, 'one secret', 'two secrets')).toEqual(SUCCESS);
    expect(await ann.ask('setRepoDecryptPassword', id, 'one secret')).toEqual(refusal(400, 'Wrong password'));
    expect(await ann.ask('setRepoDecryptPassword', id, 'two secrets')).toEqual(SUCCESS);
    expect(await textOf(id, '/a.txt')).toBe('behind a password');
  });

  it('has called all of its functions', () => {
    expect([...asked].sort()).toEqual([...CALLS]);
  });
});
