import { beforeEach, describe, expect, it, vi } from 'vitest';
import { UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { itemCalls } from '../../support/item-calls.ts';
import { useApp } from '../../support/running-app.ts';
import {
  expectTokenNeeded,
  libraryNotFound,
  PERMISSION_DENIED,
  useCast,
  userCalls,
} from '../../support/user-calls.ts';

const SUCCESS = { status: 200, body: { success: true } };

describe('items in batches', () => {
  const app = useApp();
  const cast = useCast(app);
  const user = userCalls(app);
  const { ask, makeFile, makeFolder, paths, description } = itemCalls(app, () => cast().owner);
  let library: string;
  const error = (status: number, text: string) => ({ status, body: { error_msg: text } });
  const head = async () => (await user.state(cast().owner, library)).head_commit_id;
  const move = (names: readonly string[], folder: string, more = {}) => ({
    src_repo_id: library,
    src_parent_dir: '/',
    src_dirents: names,
    dst_repo_id: library,
    dst_parent_dir: folder,
    ...more,
  });
  const batch = (call: string, json: unknown, token = cast().owner) =>
    ask('POST', `/api/v2.1/repos/${call}/`, { json, token });
  /** What the task came to. */
  const outcomeOf = (taskId: string) =>
    vi.waitFor(
      async () => {
        const { body } = await ask('GET', `/api/v2.1/query-copy-move-progress/?task_id=${taskId}`);
        if ((body as { successful: boolean }).successful) return body;
        throw new Error(JSON.stringify(body));
      },
      { timeout: 10_000, interval: 20 },
    );

  beforeEach(async () => {
    library = await user.makeLibrary(cast().owner, 'Papers');
    for (const path of ['/a.txt', '/b.txt', '/docs/']) {
      await (path.endsWith('/') ? makeFolder(library, path) : makeFile(library, path));
    }
  });

  it('need a token', async () => {
    for (const call of ['sync-batch-copy-item', 'sync-batch-move-item', 'async-batch-copy-item']) {
      await expectTokenNeeded(app(), 'POST', `/api/v2.1/repos/${call}/`);
    }
    await expectTokenNeeded(app(), 'DELETE', '/api/v2.1/repos/batch-delete-item/');
    await expectTokenNeeded(app(), 'POST', '/api/v2.1/copy-move-task/');
  });

  it('are moved in one commit, and numbered where a name is taken', async () => {
    await makeFile(library, '/docs/a.txt');
    expect(await batch('sync-batch-move-item', move(['a.txt', 'b.txt'], '/docs/'))).toEqual(SUCCESS);
    expect(await paths(library)).toEqual(['/docs/', '/docs/a (1).txt', '/docs/a.txt', '/docs/b.txt']);
    expect(await description(library)).toBe('Moved "a.txt" and 1 more files');
  });

  it('that are where they shall be make no commit', async () => {
    const before = await head();
    expect(await batch('sync-batch-move-item', move(['a.txt', 'docs'], '/'))).toEqual(SUCCESS);
    expect(await head()).toBe(before);
  });

  it('are copied in one commit, also into their own folder', async () => {
    expect(await batch('sync-batch-copy-item', move(['a.txt', 'docs'], '/'))).toEqual(SUCCESS);
    expect(await paths(library)).toEqual(['/a (1).txt', '/a.txt', '/b.txt', '/docs/', '/docs (1)/']);
    expect(await description(library)).toBe('Added "a.txt" and 1 more files.');
  });

  it('never go into themselves', async () => {
    await makeFolder(library, '/docs/deep');
    const before = await head();
    for (const folder of ['/docs', '/docs/deep']) {
      expect(await batch('sync-batch-move-item', move(['docs'], folder))).toEqual(
        error(400, `Can not move folder /docs to its subfolder ${folder}.`),
      );
    }
    expect(await head()).toBe(before);
  });

  it('say what is missing in the order of real servers', async () => {
    const fields = ['src_repo_id', 'src_parent_dir', 'src_dirents', 'dst_repo_id', 'dst_parent_dir'];
    for (const call of ['sync-batch-copy-item', 'async-batch-move-item']) {
      for (const [index, field] of fields.entries()) {
        const all = move(['a.txt'], '/docs', { src_repo_id: UNKNOWN_LIBRARY });
        const some = Object.fromEntries(Object.entries(all).filter(([name]) => fields.indexOf(name) < index));
        expect(await batch(call, some)).toEqual(error(400, `${field} invalid.`));
      }
    }
    const to = (more: object) => batch('sync-batch-move-item', move(['a.txt'], '/docs', more));
    expect(await to({ src_repo_id: UNKNOWN_LIBRARY })).toEqual(libraryNotFound(UNKNOWN_LIBRARY));
    expect(await to({ dst_repo_id: UNKNOWN_LIBRARY })).toEqual(libraryNotFound(UNKNOWN_LIBRARY));
    expect(await to({ src_parent_dir: '/none' })).toEqual(error(404, 'Folder /none/ not found.'));
    expect(await to({ dst_parent_dir: '/none' })).toEqual(error(404, 'Folder /none/ not found.'));
    expect(await to({ src_dirents: ['none'] })).toEqual(error(404, 'File or folder /none not found.'));
    expect(await to({ src_dirents: ['../a.txt'] })).toMatchObject({ status: 404 });
    const all = move(['a.txt'], '/docs');
    expect(await batch('sync-batch-move-item', all, cast().stranger)).toEqual(PERMISSION_DENIED);
  });

  it('do not go into an encrypted library, which the answer says in its own way', async () => {
    const form = { name: 'Secret', passwd: 'library-secret' };
    const made = await ask('POST', '/api2/repos/', { form });
    const { repo_id: secret } = made.body as { repo_id: string };
    for (const call of ['sync-batch-copy-item', 'async-batch-move-item']) {
      expect(await batch(call, move(['a.txt'], '/', { dst_repo_id: secret }))).toEqual({
        status: 403,
        body: { lib_need_decrypt: true },
      });
    }
  });

  it('that stay in their library are done at once, without a task', async () => {
    expect(await batch('async-batch-move-item', move(['a.txt'], '/docs'))).toEqual({
      status: 200,
      body: { task_id: '' },
    });
    expect(await batch('async-batch-copy-item', move(['b.txt'], '/docs'))).toEqual({
      status: 200,
      body: { task_id: '' },
    });
    expect(await paths(library)).toEqual(['/b.txt', '/docs/', '/docs/a.txt', '/docs/b.txt']);
  });

  it('that go to another library are a task, which tells only its owner how far it is', async () => {
    const other = await user.makeLibrary(cast().owner, 'Other');
    const json = move(['a.txt', 'b.txt', 'docs'], '/', { dst_repo_id: other });
    const { body } = await batch('async-batch-move-item', json);
    const { task_id: taskId } = body as { task_id: string };
    expect(taskId).toMatch(/^[-0-9a-f]{36}$/);
    expect(await outcomeOf(taskId)).toEqual({
      done: 2,
      total: 2,
      canceled: false,
      failed: false,
      failed_reason: '',
      successful: true,
    });
    expect([await paths(library), await paths(other)]).toEqual([[], ['/a.txt', '/b.txt', '/docs/']]);
    const progress = `/api/v2.1/query-copy-move-progress/?task_id=${taskId}`;
    expect(await ask('GET', progress, { token: cast().stranger })).toEqual(error(404, 'Task not found.'));
    const form = { task_id: taskId };
    expect(await ask('DELETE', '/api/v2.1/copy-move-task/', { form })).toEqual(SUCCESS);
    expect(await ask('DELETE', '/api/v2.1/copy-move-task/')).toEqual(error(400, 'task_id invalid.'));
  });

  it('go one by one as a task, too', async () => {
    const other = await user.makeLibrary(cast().owner, 'Other');
    const form = {
      src_repo_id: library,
      src_parent_dir: '/',
      src_dirent_name: 'a.txt',
      dst_repo_id: library,
      dst_parent_dir: '/docs',
      operation: 'copy',
      dirent_type: 'file',
    };
    const start = (more: object) => ask('POST', '/api/v2.1/copy-move-task/', { form: { ...form, ...more } });
    expect(await start({})).toEqual({ status: 200, body: {} });
    const { body } = await start({ dst_repo_id: other, dst_parent_dir: '/' });
    await outcomeOf((body as { task_id: string }).task_id);
    expect([await paths(library), await paths(other)]).toEqual([
      ['/a.txt', '/b.txt', '/docs/', '/docs/a.txt'],
      ['/a.txt'],
    ]);
    expect(await start({ operation: 'move', dst_parent_dir: '/' })).toEqual(
      error(400, 'Invalid destination path'),
    );
    expect(await start({ operation: 'fly' })).toEqual(error(400, 'operation invalid.'));
    expect(await start({ dirent_type: 'x' })).toEqual(error(400, 'dirent_type invalid.'));
  });

  it('are deleted in one commit, which leaves out what is not there', async () => {
    const before = await head();
    const remove = (json: object, token = cast().owner) =>
      ask('DELETE', '/api/v2.1/repos/batch-delete-item/', { json, token });
    const all = { repo_id: library, parent_dir: '/', dirents: ['b.txt', 'docs', 'none'] };
    expect(await remove(all, cast().stranger)).toEqual(PERMISSION_DENIED);
    expect(await remove({ ...all, dirents: ['b.txt', 'docs/a'] })).toEqual(error(400, 'name invalid.'));
    expect(await remove(all)).toEqual({ status: 200, body: { success: true, commit_id: before } });
    expect([await paths(library), await description(library)]).toEqual([
      ['/a.txt'],
      'Deleted "docs" and 1 more files',
    ]);
    const after = await head();
    expect(await remove({ ...all, dirents: ['none'] })).toEqual({
      status: 200,
      body: { success: true, commit_id: after },
    });
    expect(await remove({})).toEqual(error(400, 'repo_id invalid.'));
    expect(await remove({ repo_id: UNKNOWN_LIBRARY })).toEqual(error(400, 'parent_dir invalid.'));
    expect(await remove({ ...all, dirents: [] })).toEqual(error(400, 'dirents invalid.'));
    expect(await remove({ ...all, repo_id: UNKNOWN_LIBRARY })).toEqual(libraryNotFound(UNKNOWN_LIBRARY));
    expect(await remove({ ...all, parent_dir: '/none' })).toEqual(error(404, 'Folder /none/ not found.'));
    expect(await head()).toBe(after);
  });
});
