import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { A_TIMESTAMP } from '../../support/admin-calls.ts';
import { useApp } from '../../support/running-app.ts';
import { clientCalls, clientWith, type SeafileClient } from '../../support/seafile-client.ts';
import { unzipped } from '../../support/unzipped.ts';
import { uploadCalls } from '../../support/uploads.ts';
import { EMPTY_ID, FORTY_HEX, userCalls } from '../../support/user-calls.ts';

const CALLS = [
  'cancelZipTask',
  'copyDir',
  'createDir',
  'createFile',
  'deleteDir',
  'deleteFile',
  'deleteMutipleDirents',
  'getDirInfo',
  'getFileDownloadLink',
  'getFileInfo',
  'getFileServerUploadLink',
  'getFileUploadedBytes',
  'getUpdateLink',
  'listDir',
  'moveDir',
  'queryZipProgress',
  'renameDir',
  'renameFile',
  'zipDownload',
] as const;

type Call = (typeof CALLS)[number];

const SUCCESS = { status: 200, body: { success: true } };
const DONE = { status: 200, body: { success: true, commit_id: FORTY_HEX } };
const DENIED = { status: 403, body: { error_msg: 'Permission denied.' } };
const ok = (body: unknown) => ({ status: 200, body });
const refusal = (status: number, text: string) => ({ status, body: { error_msg: text } });

describe('seafile-js on files and folders', () => {
  const app = useApp();
  const user = userCalls(app);
  const uploads = uploadCalls(app);
  const asked = new Set<string>();
  let token = '';
  let id = '';
  let ann: SeafileClient<Call>;
  let ben: SeafileClient<Call>;
  const textOf = (path: string, library = id) => uploads.textOf(token, library, path);
  const put = (folder: string, name: string, text: string) =>
    uploads.upload(token, id, { folder, files: [[name, text]] });
  const namesIn = async (path: string, library = id) => {
    const { body } = await ann.ask('listDir', library, path);
    return (body as { dirent_list: { name: string }[] }).dirent_list.map(({ name }) => name);
  };

  beforeAll(async () => {
    token = await app().addUser('ann@example.com');
    ann = clientCalls(clientWith(app(), token), asked);
    ben = clientCalls(clientWith(app(), await app().addUser('ben@example.com')), asked);
  });

  beforeEach(async () => {
    id = await user.makeLibrary(token, 'Things');
  });

  it('makes, lists and describes folders', async () => {
    expect(await ann.ask('createDir', id, '/Fotos & Töne')).toEqual({ status: 201, body: 'success' });
    expect(await ann.ask('createDir', id, '/')).toEqual(refusal(400, 'Path is invalid.'));
    expect(await ben.ask('createDir', id, '/mine')).toEqual(DENIED);
    await put('/Fotos & Töne', 'one.txt', 'one');
    const folder = {
      type: 'dir',
      id: FORTY_HEX,
      name: 'Fotos & Töne',
      mtime: expect.any(Number),
      permission: 'rw',
      parent_dir: '/',
      starred: false,
    };
    const file = {
      type: 'file',
      id: FORTY_HEX,
      name: 'one.txt',
      mtime: expect.any(Number),
      permission: 'rw',
      parent_dir: '/Fotos & Töne/',
      starred: false,
      size: 3,
      modifier_email: 'ann@example.com',
      modifier_name: 'ann',
      modifier_contact_email: 'ann@example.com',
    };
    expect(await ann.ask('listDir', id, '/')).toEqual(
      ok({ user_perm: 'rw', dir_id: FORTY_HEX, dirent_list: [folder] }),
    );
    expect(await ann.ask('listDir', id, '/Fotos & Töne', { with_thumbnail: true })).toEqual(
      ok({ user_perm: 'rw', dir_id: FORTY_HEX, dirent_list: [file] }),
    );
    expect(await ann.ask('listDir', id, '/', { recursive: true, type: 'f' })).toMatchObject(
      ok({ dirent_list: [{ name: 'one.txt', parent_dir: '/Fotos & Töne/' }] }),
    );
    expect(await ann.ask('listDir', id, '/Fotos & Töne', { with_parents: true })).toMatchObject(
      ok({
        dirent_list: [
          { name: 'Fotos & Töne', parent_dir: '/' },
          { name: 'one.txt', parent_dir: '/Fotos & Töne/' },
        ],
      }),
    );
    expect(await ann.ask('getDirInfo', id, '/Fotos & Töne')).toEqual(
      ok({
        repo_id: id,
        path: '/Fotos & Töne/',
        name: 'Fotos & Töne',
        mtime: A_TIMESTAMP,
        permission: 'rw',
      }),
    );
  });

  it('renames and deletes folders', async () => {
    await ann.ask('createDir', id, '/Fotos & Töne');
    expect(await ann.ask('renameDir', id, '/Fotos & Töne', 'Bilder')).toEqual(ok('success'));
    expect(await ann.ask('getDirInfo', id, '/Fotos & Töne')).toEqual(
      refusal(404, 'Folder /Fotos & Töne/ not found.'),
    );
    expect(await ann.ask('renameDir', id, '/Bilder', '')).toEqual(refusal(400, 'New name is mandatory.'));
    expect(await ann.ask('deleteDir', id, '/')).toEqual(refusal(400, 'Can not delete root path.'));
    expect(await ann.ask('deleteDir', id, '/Bilder')).toEqual(DONE);
    expect(await namesIn('/')).toEqual([]);
    expect(await ben.ask('listDir', id, '/')).toEqual(DENIED);
  });

  it('makes, describes, renames and deletes files', async () => {
    const made = {
      type: 'file',
      repo_id: id,
      parent_dir: '/',
      obj_name: 'new #1.md',
      obj_id: EMPTY_ID,
      size: 0,
      mtime: A_TIMESTAMP,
      is_locked: false,
      can_preview: false,
      can_edit: false,
    };
    expect(await ann.ask('createFile', id, '/new #1.md', 'false')).toEqual(ok(made));
    expect(await ann.ask('createFile', id, '/new #1.md', 'false')).toEqual(
      ok({ ...made, obj_name: 'new #1 (1).md' }),
    );
    expect(await ann.ask('getFileInfo', id, '/new #1.md')).toEqual(
      ok({
        type: 'file',
        id: EMPTY_ID,
        name: 'new #1.md',
        permission: 'rw',
        mtime: expect.any(Number),
        last_modified: A_TIMESTAMP,
        last_modifier_email: 'ann@example.com',
        last_modifier_name: 'ann',
        last_modifier_contact_email: 'ann@example.com',
        last_modifier_avatar: `${app().url}/media/avatars/default.png`,
        size: 0,
        starred: false,
        comment_total: 0,
        can_edit: false,
      }),
    );
    expect(await ann.ask('renameFile', id, '/new #1.md', 'renamed.md')).toEqual(
      ok({ ...made, obj_name: 'renamed.md' }),
    );
    expect(await ann.ask('renameFile', id, '/renamed.md', 'renamed.md')).toEqual(
      refusal(400, 'The new name is the same to the old'),
    );
    expect(await ann.ask('getFileInfo', id, '/new #1.md')).toEqual(
      refusal(404, 'File /new #1.md not found.'),
    );
    expect(await ben.ask('deleteFile', id, '/renamed.md')).toEqual(DENIED);
    expect(await ann.ask('deleteFile', id, '/renamed.md')).toEqual(DONE);
    expect(await ann.ask('deleteFile', id, '/renamed.md')).toEqual(SUCCESS);
    expect(await namesIn('/')).toEqual(['new #1 (1).md']);
  });

  it('copies, moves and deletes several items at once, between libraries too', async () => {
    const other = await user.makeLibrary(token, 'Other');
    await put('/', 'a.txt', 'aaa');
    await put('/', 'b.txt', 'bbb');
    await ann.ask('createDir', id, '/to');
    expect(await ann.ask('copyDir', id, id, '/to', '/', ['a.txt', 'b.txt'])).toEqual(SUCCESS);
    expect(await ann.ask('copyDir', id, id, '/to', '/', 'a.txt')).toEqual(SUCCESS);
    expect(await namesIn('/to')).toEqual(['a (1).txt', 'a.txt', 'b.txt']);
    expect(await ann.ask('moveDir', id, id, '/to', '/', ['b.txt'])).toEqual(SUCCESS);
    expect(await namesIn('/')).toEqual(['to', 'a.txt']);
    expect(await ann.ask('copyDir', id, other, '/', '/', ['to'])).toEqual(
      ok({ task_id: expect.any(String) }),
    );
    await expect.poll(() => namesIn('/', other)).toEqual(['to']);
    expect(await ann.ask('moveDir', id, other, '/', '/', ['a.txt'])).toEqual(
      ok({ task_id: expect.any(String) }),
    );
    await expect.poll(() => namesIn('/')).toEqual(['to']);
    expect(await namesIn('/', other)).toEqual(['to', 'a.txt']);
    expect(await textOf('/to/b.txt', other)).toBe('bbb');
    expect(await textOf('/a.txt', other)).toBe('aaa');
    expect(await ben.ask('copyDir', id, id, '/to', '/', ['to'])).toEqual(DENIED);
    expect(await ben.ask('deleteMutipleDirents', id, '/', ['to'])).toEqual(DENIED);
    expect(await ann.ask('deleteMutipleDirents', id, '/to', ['a.txt', 'b.txt'])).toEqual(DONE);
    expect(await namesIn('/to')).toEqual(['a (1).txt', 'b (1).txt']);
  });

  it('uploads, updates and downloads over links', async () => {
    const uploadLink = await ann.ask('getFileServerUploadLink', id, '/');
    expect(uploadLink).toEqual(
      ok(expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/seafhttp\/upload-aj\/[-0-9a-f]{36}$/)),
    );
    const sent = await uploads.send(String(uploadLink.body), { parent_dir: '/' }, [['ü.txt', 'sent']]);
    expect(sent.json).toEqual([{ name: 'ü.txt', id: FORTY_HEX, size: 4 }]);
    const updateLink = await ann.ask('getUpdateLink', id, '/');
    expect(updateLink).toEqual(
      ok(expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/seafhttp\/update-api\/[-0-9a-f]{36}$/)),
    );
    const updated = await uploads.send(String(updateLink.body), { target_file: '/ü.txt' }, [
      ['ü.txt', 'updated'],
    ]);
    expect(updated.text).toMatch(/^[0-9a-f]{40}$/);
    const download = await ann.ask('getFileDownloadLink', id, '/ü.txt');
    expect(download).toEqual(
      ok(expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/seafhttp\/files\/[-0-9a-f]{36}\/%C3%BC\.txt$/)),
    );
    for (let times = 0; times < 2; times += 1) {
      expect(await (await fetch(String(download.body))).text()).toBe('updated');
    }
    expect(await ann.ask('getFileUploadedBytes', id, '/', 'large.bin')).toEqual(ok({ uploadedBytes: 0 }));
    expect(await ben.ask('getFileServerUploadLink', id, '/')).toEqual(
      refusal(403, 'You do not have permission to access this folder.'),
    );
    expect(await ben.ask('getFileDownloadLink', id, '/ü.txt')).toEqual(
      refusal(403, 'You do not have permission to access this file.'),
    );
  });

  it('downloads folders as an archive, and says how far it is', async () => {
    await ann.ask('createDir', id, '/pack');
    await put('/pack', 'ä.txt', 'packed');
    const task = await ann.ask('zipDownload', id, '/', ['pack']);
    expect(task).toEqual(ok({ zip_token: expect.stringMatching(/^[-0-9a-f]{36}$/) }));
    const zipToken = (task.body as { zip_token: string }).zip_token;
    // Ready from the start: it is packed while it is downloaded.
    expect(await ann.ask('queryZipProgress', zipToken)).toEqual(
      ok({ zipped: 1, total: 1, failed: 0, failed_reason: '', canceled: 0 }),
    );
    const archive = await fetch(new URL(`/seafhttp/zip/${zipToken}`, app().url));
    expect(archive.status).toBe(200);
    expect(archive.headers.get('content-disposition')).toContain('pack.zip');
    expect(unzipped(Buffer.from(await archive.arrayBuffer()))).toMatchObject([
      { name: 'pack/' },
      { name: 'pack/ä.txt', text: 'packed', isUtf8: true },
    ]);
    const another = await ann.ask('zipDownload', id, '/', 'pack');
    const anotherToken = (another.body as { zip_token: string }).zip_token;
    expect(await ann.ask('cancelZipTask', anotherToken)).toEqual(SUCCESS);
    expect(await ben.ask('zipDownload', id, '/', 'pack')).toEqual(DENIED);
  });

  it('has called all of its functions', () => {
    expect([...asked].sort()).toEqual([...CALLS]);
  });
});
