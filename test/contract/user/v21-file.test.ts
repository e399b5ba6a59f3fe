import { beforeEach, describe, expect, it } from 'vitest';
import { A_TIMESTAMP, UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { itemCalls } from '../../support/item-calls.ts';
import { useApp } from '../../support/running-app.ts';
import {
  EMPTY_ID,
  expectTokenNeeded,
  FORTY_HEX,
  libraryNotFound,
  PERMISSION_DENIED,
  useCast,
  userCalls,
} from '../../support/user-calls.ts';

describe('/api/v2.1/repos/{id}/file/', () => {
  const app = useApp();
  const cast = useCast(app);
  const user = userCalls(app);
  const { ask, makeFile, makeFolder, paths, remove } = itemCalls(app, () => cast().owner);
  let library: string;
  const base = (id = library) => `/api/v2.1/repos/${id}/file/`;
  const at = (path: string, id = library) => `${base(id)}?p=${encodeURIComponent(path)}`;
  const error = (status: number, text: string) => ({ status, body: { error_msg: text } });
  const head = async () => (await user.state(cast().owner, library)).head_commit_id;
  const post = (path: string, json: Record<string, string>, token = cast().owner) =>
    ask('POST', at(path), { json, token });
  const file = (parent: string, name: string, id = library) => ({
    status: 200,
    body: {
      type: 'file',
      repo_id: id,
      parent_dir: parent,
      obj_name: name,
      obj_id: EMPTY_ID,
      size: 0,
      mtime: A_TIMESTAMP,
      is_locked: false,
      can_preview: false,
      can_edit: false,
    },
  });

  beforeEach(async () => {
    library = await user.makeLibrary(cast().owner, 'Papers');
  });

  it('needs a token', async () => {
    for (const method of ['GET', 'POST', 'DELETE']) await expectTokenNeeded(app(), method, at('/a'));
  });

  it('makes, shows and renames a file with every field', async () => {
    await makeFolder(library, '/docs');
    expect(await post('/docs/a.txt', { operation: 'create' })).toEqual(file('/docs', 'a.txt'));
    expect(await ask('GET', at('/docs/a.txt'))).toEqual(file('/docs', 'a.txt'));
    expect(await post('/docs/a.txt', { operation: 'rename', newname: 'b.txt' })).toEqual(
      file('/docs', 'b.txt'),
    );
    expect(await ask('POST', at('/c'), { multipart: { operation: 'create' } })).toEqual(file('/', 'c'));
    expect(await paths(library)).toEqual(['/c', '/docs/', '/docs/b.txt']);
  });

  it('copies and moves, answering the file where it is then', async () => {
    const other = await user.makeLibrary(cast().owner, 'Other');
    await makeFile(library, '/a.txt');
    await makeFolder(library, '/docs');
    const docs = { dst_repo: library, dst_dir: '/docs/' };
    expect(await post('/a.txt', { operation: 'copy', ...docs })).toEqual(file('/docs', 'a.txt'));
    expect(await post('/a.txt', { operation: 'move', ...docs })).toEqual(file('/docs', 'a (1).txt'));
    const before = await head();
    expect(await post('/docs/a.txt', { operation: 'move', ...docs })).toEqual(file('/docs', 'a.txt'));
    expect(await head()).toBe(before);
    const out = { operation: 'move', dst_repo: other, dst_dir: '/' };
    expect(await post('/docs/a.txt', out)).toEqual(file('/', 'a.txt', other));
    expect([await paths(library), await paths(other)]).toEqual([['/docs/', '/docs/a (1).txt'], ['/a.txt']]);
    const [moved] = await user.history(cast().owner, library);
    const [added] = await user.history(cast().owner, other);
    expect([moved?.description, added?.description]).toEqual(['Deleted "a.txt"', 'Added "a.txt"']);
  });

  it('renames, copies, moves and deletes a folder that has the name, with what it holds', async () => {
    for (const path of ['/docs', '/box']) await makeFolder(library, path);
    await makeFile(library, '/docs/a.txt');
    const folder = (parent: string, name: string) => ({
      status: 200,
      body: {
        type: 'dir',
        repo_id: library,
        parent_dir: parent,
        obj_name: name,
        obj_id: FORTY_HEX,
        mtime: A_TIMESTAMP,
      },
    });
    expect(await post('/docs', { operation: 'rename', newname: 'new' })).toEqual(folder('/', 'new'));
    const box = { dst_repo: library, dst_dir: '/box' };
    expect(await post('/new', { operation: 'copy', ...box })).toEqual(folder('/box', 'new'));
    expect(await post('/new', { operation: 'move', ...box })).toEqual(folder('/box', 'new (1)'));
    expect(await post('/box', { operation: 'move', dst_repo: library, dst_dir: '/box/new' })).toEqual(
      error(400, 'Can not move folder /box to its subfolder /box/new.'),
    );
    expect(await paths(library)).toEqual([
      ...['/box/', '/box/new/', '/box/new/a.txt'],
      ...['/box/new (1)/', '/box/new (1)/a.txt'],
    ]);
    const before = await head();
    expect(await ask('DELETE', at('/box'))).toEqual({
      status: 200,
      body: { success: true, commit_id: before },
    });
    expect(await paths(library)).toEqual([]);
  });

  it('does not say that it deleted the whole library', async () => {
    await makeFile(library, '/a.txt');
    expect(await ask('DELETE', at('/'))).toEqual(error(400, 'p invalid.'));
    expect(await paths(library)).toEqual(['/a.txt']);
  });

  it('says what is wrong in the order of real servers, and changes nothing', async () => {
    await makeFile(library, '/a.txt');
    const before = await head();
    const unknown = (query: string, json = {}) => ask('POST', base(UNKNOWN_LIBRARY) + query, { json });
    expect(await unknown('')).toEqual(error(400, 'p invalid.'));
    expect(await unknown('?p=/a')).toEqual(error(400, 'operation invalid.'));
    expect(await unknown('?p=/a', { operation: 'fly' })).toEqual(
      error(400, "operation can only be 'create', 'rename', 'move', 'copy', 'convert' or 'revert'."),
    );
    for (const operation of ['create', 'rename', 'move', 'copy', 'revert']) {
      expect(await unknown('?p=/a', { operation })).toEqual(libraryNotFound(UNKNOWN_LIBRARY));
      expect(await post('/a.txt', { operation }, cast().stranger)).toEqual(PERMISSION_DENIED);
    }
    const rename = (newname: string) => post('/a.txt', { operation: 'rename', newname });
    expect(await rename('')).toEqual(error(400, 'newname invalid.'));
    expect(await rename('a/b')).toEqual(error(400, 'name invalid.'));
    expect(await rename('x'.repeat(256))).toEqual(error(400, 'newname is too long.'));
    expect(await rename('a.txt')).toEqual(error(400, 'The new name is the same to the old'));
    expect(await post('/none', { operation: 'rename', newname: 'x' })).toEqual(
      error(404, 'File /none not found.'),
    );
    expect(await post('/none', { operation: 'move' })).toEqual(error(404, 'File /none not found.'));
    expect(await post('/a.txt', { operation: 'move' })).toEqual(error(400, 'dst_repo invalid.'));
    expect(await post('/a.txt', { operation: 'copy', dst_repo: library })).toEqual(
      error(400, 'dst_dir invalid.'),
    );
    expect(await post('/a.txt', { operation: 'copy', dst_repo: library, dst_dir: '/none' })).toEqual(
      error(404, 'Folder /none/ not found.'),
    );
    expect(await post('/a.txt', { operation: 'revert' })).toEqual(error(400, 'commit_id invalid.'));
    expect(await post('/none/a', { operation: 'create' })).toEqual(error(404, 'Folder /none/ not found.'));
    expect(await head()).toBe(before);
  });

  it('copies nothing into the library of somebody else', async () => {
    await makeFile(library, '/a.txt');
    const foreign = await user.makeLibrary(cast().stranger, 'Foreign');
    const form = { operation: 'copy', dst_repo: foreign, dst_dir: '/' };
    expect(await post('/a.txt', form)).toEqual(PERMISSION_DENIED);
  });

  it('deletes a file and tells which commit still has it', async () => {
    await makeFile(library, '/a.txt');
    const before = await head();
    expect(await ask('DELETE', at('/a.txt'))).toEqual({
      status: 200,
      body: { success: true, commit_id: before },
    });
    expect(await ask('DELETE', at('/a.txt'))).toEqual({ status: 200, body: { success: true } });
    expect(await ask('DELETE', base())).toEqual(error(400, 'p invalid.'));
    expect(await ask('DELETE', at('/a.txt'), { token: cast().stranger })).toEqual(PERMISSION_DENIED);
    expect(await ask('DELETE', at('/a', UNKNOWN_LIBRARY))).toEqual(libraryNotFound(UNKNOWN_LIBRARY));
  });

  it('brings a deleted file back, with the folder it was in', async () => {
    await makeFolder(library, '/docs');
    await makeFile(library, '/docs/a.txt');
    const commitId = await head();
    await remove(library, 'dir', '/docs');
    const form = { operation: 'revert', commit_id: commitId };
    expect(await post('/docs/a.txt', form)).toEqual({ status: 200, body: { success: true } });
    expect(await paths(library)).toEqual(['/docs/', '/docs/a.txt']);
  });
});
