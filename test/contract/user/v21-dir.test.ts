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

describe('/api/v2.1/repos/{id}/dir/', () => {
  const app = useApp();
  const cast = useCast(app);
  const user = userCalls(app);
  const { ask, makeFile, makeFolder, paths, remove } = itemCalls(app, () => cast().owner);
  let library: string;
  const base = (id = library) => `/api/v2.1/repos/${id}/dir/`;
  const at = (path: string, id = library) => `${base(id)}?p=${encodeURIComponent(path)}`;
  const error = (status: number, text: string) => ({ status, body: { error_msg: text } });
  const head = async () => (await user.state(cast().owner, library)).head_commit_id;
  const post = (path: string, form: Record<string, string>, token = cast().owner) =>
    ask('POST', at(path), { form, token });

  beforeEach(async () => {
    library = await user.makeLibrary(cast().owner, 'Papers');
  });

  it('needs a token', async () => {
    for (const method of ['GET', 'POST', 'DELETE']) await expectTokenNeeded(app(), method, at('/'));
    await expectTokenNeeded(app(), 'GET', `${base()}detail/?path=/a`);
  });

  it('lists a folder with every field', async () => {
    await makeFolder(library, '/docs');
    await makeFile(library, '/docs/a.txt');
    await makeFolder(library, '/docs/deep');
    const common = { id: EMPTY_ID, mtime: expect.any(Number), permission: 'rw', starred: false };
    expect(await ask('GET', at('/docs'))).toEqual({
      status: 200,
      body: {
        user_perm: 'rw',
        dir_id: FORTY_HEX,
        dirent_list: [
          { ...common, type: 'dir', name: 'deep', parent_dir: '/docs/' },
          {
            ...common,
            type: 'file',
            name: 'a.txt',
            parent_dir: '/docs/',
            size: 0,
            modifier_email: 'ann@example.com',
            modifier_name: 'ann',
            modifier_contact_email: 'ann@example.com',
          },
        ],
      },
    });
  });

  it('lists ancestors, everything below, or one kind when asked to', async () => {
    await makeFolder(library, '/a');
    await makeFolder(library, '/a/b');
    await makeFile(library, '/a/b/c.txt');
    const names = async (path: string, query: string) => {
      const { body } = await ask('GET', at(path) + query);
      const { dirent_list: rows } = body as { dirent_list: { parent_dir: string; name: string }[] };
      return rows.map((row) => row.parent_dir + row.name);
    };
    expect(await names('/a/b', '&with_parents=true')).toEqual(['/a', '/a/b', '/a/b/c.txt']);
    expect(await names('/', '&recursive=1')).toEqual(['/a', '/a/b', '/a/b/c.txt']);
    expect(await names('/', '&recursive=1&t=f')).toEqual(['/a/b/c.txt']);
    expect(await names('/a', '&t=f')).toEqual([]);
    expect(await ask('GET', `${at('/a/b')}&recursive=1`)).toEqual({
      status: 200,
      body: { dirent_list: [expect.objectContaining({ name: 'c.txt', parent_dir: '/a/b/' })] },
    });
  });

  it('says what is wrong with a listing in the order of real servers', async () => {
    expect(await ask('GET', `${base(UNKNOWN_LIBRARY)}?t=x`)).toEqual(
      error(400, "'t'(type) should be 'f' or 'd'."),
    );
    expect(await ask('GET', `${base()}?with_thumbnail=x`)).toEqual(error(400, 'with_thumbnail invalid.'));
    expect(await ask('GET', base(UNKNOWN_LIBRARY))).toEqual(libraryNotFound(UNKNOWN_LIBRARY));
    expect(await ask('GET', at('/none'))).toEqual(error(404, 'Folder /none/ not found.'));
    expect(await ask('GET', at('/'), { token: cast().stranger })).toEqual(PERMISSION_DENIED);
  });

  it('shows one folder with every field, which is never the root', async () => {
    await makeFolder(library, '/docs');
    const detail = (path: string, id = library) => `${base(id)}detail/?path=${path}`;
    expect(await ask('GET', detail('/docs'))).toEqual({
      status: 200,
      body: { repo_id: library, path: '/docs/', name: 'docs', mtime: A_TIMESTAMP, permission: 'rw' },
    });
    for (const path of ['', '/']) {
      expect(await ask('GET', detail(path, UNKNOWN_LIBRARY))).toEqual(error(400, 'path invalid.'));
    }
    expect(await ask('GET', detail('/docs', UNKNOWN_LIBRARY))).toEqual(libraryNotFound(UNKNOWN_LIBRARY));
    expect(await ask('GET', detail('/none'))).toEqual(error(404, 'Folder /none/ not found.'));
    expect(await ask('GET', detail('/docs'), { token: cast().stranger })).toEqual(PERMISSION_DENIED);
  });

  it('makes and renames folders, and tells what they are now', async () => {
    const folder = (parent: string, name: string) => ({
      status: 200,
      body: {
        type: 'dir',
        repo_id: library,
        parent_dir: parent,
        obj_name: name,
        obj_id: EMPTY_ID,
        mtime: A_TIMESTAMP,
      },
    });
    expect(await post('/a', { operation: 'mkdir' })).toEqual(folder('/', 'a'));
    expect(await post('/a', { operation: 'mkdir' })).toEqual(folder('/', 'a (1)'));
    expect(await post('/a/b', { operation: 'mkdir' })).toEqual(folder('/a', 'b'));
    expect(await post('/a/b', { operation: 'rename', newname: 'c' })).toEqual(folder('/a', 'c'));
    const before = await head();
    expect(await post('/a/c', { operation: 'rename', newname: 'c' })).toEqual(folder('/a', 'c'));
    expect(await head()).toBe(before);
  });

  it('brings a folder back as it was', async () => {
    await makeFolder(library, '/a');
    await makeFile(library, '/a/b.txt');
    const commitId = await head();
    await remove(library, 'dir', '/a');
    const form = { operation: 'revert', commit_id: commitId };
    expect(await post('/a', form)).toEqual({ status: 200, body: { success: true } });
    expect(await paths(library)).toEqual(['/a/', '/a/b.txt']);
    expect(await post('/a', { operation: 'revert' })).toEqual(error(400, 'commit_id invalid.'));
  });

  it('says what is wrong with a change in the order of real servers, and changes nothing', async () => {
    await makeFolder(library, '/a');
    const before = await head();
    const unknown = (query: string, form = {}) => ask('POST', base(UNKNOWN_LIBRARY) + query, { form });
    expect(await unknown('')).toEqual(error(400, 'p invalid.'));
    expect(await unknown('?p=/')).toEqual(error(400, 'Can not operate root dir.'));
    expect(await unknown('?p=/a')).toEqual(error(400, 'operation invalid.'));
    expect(await unknown('?p=/a', { operation: 'fly' })).toEqual(
      error(400, "operation can only be 'mkdir', 'rename' or 'revert'."),
    );
    expect(await unknown('?p=/a', { operation: 'mkdir' })).toEqual(libraryNotFound(UNKNOWN_LIBRARY));
    expect(await post('/none/b', { operation: 'mkdir' })).toEqual(error(404, 'Folder /none/ not found.'));
    expect(await post('/a', { operation: 'rename' })).toEqual(error(400, 'newname invalid.'));
    expect(await post('/a', { operation: 'rename', newname: '..' })).toEqual(error(400, 'name invalid.'));
    expect(await post('/b', { operation: 'mkdir' }, cast().stranger)).toEqual(PERMISSION_DENIED);
    expect(await head()).toBe(before);
  });

  it('deletes a folder and tells which commit still has it', async () => {
    await makeFolder(library, '/a');
    const before = await head();
    expect(await ask('DELETE', at('/a'))).toEqual({
      status: 200,
      body: { success: true, commit_id: before },
    });
    expect(await paths(library)).toEqual([]);
    expect(await ask('DELETE', base())).toEqual(error(400, 'p invalid.'));
    expect(await ask('DELETE', at('/'))).toEqual(error(400, 'Can not delete root path.'));
    expect(await ask('DELETE', at('/a'))).toEqual(error(404, 'Folder /a/ not found.'));
    expect(await ask('DELETE', at('/a'), { token: cast().stranger })).toEqual(PERMISSION_DENIED);
  });
});
