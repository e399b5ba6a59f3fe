import { beforeEach, describe, expect, it } from 'vitest';
import { UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { BAD_NAMES } from '../../support/bad-names.ts';
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

const A_TIME: unknown = expect.any(Number);

describe('/api2/repos/{id}/dir/', () => {
  const app = useApp();
  const cast = useCast(app);
  const user = userCalls(app);
  const { call, ask, makeFile, makeFolder, paths, description } = itemCalls(app, () => cast().owner);
  let library: string;
  const at = (path: string) => `/api2/repos/${library}/dir/?p=${encodeURIComponent(path)}`;
  const error = (status: number, text: string) => ({ status, body: { error_msg: text } });
  const head = async () => (await user.state(cast().owner, library)).head_commit_id;

  beforeEach(async () => {
    library = await user.makeLibrary(cast().owner, 'Papers');
  });

  it('needs a token', async () => {
    for (const method of ['GET', 'POST', 'DELETE']) await expectTokenNeeded(app(), method, at('/'));
  });

  it('lists folders first, by name without letter case, with every field', async () => {
    for (const name of ['b.txt', 'A.txt']) await makeFile(library, `/${name}`);
    for (const name of ['z', 'Y']) await makeFolder(library, `/${name}`);
    const folder = { type: 'dir', id: EMPTY_ID, mtime: A_TIME, permission: 'rw' };
    const file = {
      type: 'file',
      id: EMPTY_ID,
      mtime: A_TIME,
      permission: 'rw',
      size: 0,
      modifier_email: 'ann@example.com',
      modifier_name: 'ann',
      modifier_contact_email: 'ann@example.com',
      starred: false,
    };
    const { status, json, headers } = await call('GET', at('/'));
    expect([status, json]).toEqual([
      200,
      [
        { ...folder, name: 'Y' },
        { ...folder, name: 'z' },
        { ...file, name: 'A.txt' },
        { ...file, name: 'b.txt' },
      ],
    ]);
    expect([headers.get('oid'), headers.get('dir_perm')]).toEqual([FORTY_HEX, 'rw']);
  });

  it('lists the root when no path is given, and without a slash in the address', async () => {
    await makeFolder(library, '/docs');
    for (const path of [`/api2/repos/${library}/dir/`, `/api2/repos/${library}/dir`]) {
      const { status, json } = await call('GET', path);
      expect([status, json]).toMatchObject([200, [{ name: 'docs' }]]);
    }
  });

  it('says that a listing is up to date to those who know its id', async () => {
    const { headers } = await call('GET', at('/'));
    const known = await call('GET', `${at('/')}&oid=${headers.get('oid')}`);
    expect([known.status, known.json, known.headers.get('oid')]).toEqual([
      200,
      'uptodate',
      headers.get('oid'),
    ]);
    await makeFolder(library, '/new');
    expect(await ask('GET', `${at('/')}&oid=${headers.get('oid')}`)).toMatchObject({
      body: [{ name: 'new' }],
    });
  });

  it('lists only files or only folders, and everything below, depth first', async () => {
    await makeFolder(library, '/a');
    await makeFolder(library, '/a/b');
    await makeFile(library, '/a/b/c.txt');
    await makeFile(library, '/d.txt');
    const names = async (query: string) =>
      ((await ask('GET', at('/') + query)).body as { name: string; parent_dir?: string }[]).map((row) => [
        row.parent_dir,
        row.name,
      ]);
    expect(await names('&t=f')).toEqual([[undefined, 'd.txt']]);
    expect(await names('&t=d')).toEqual([[undefined, 'a']]);
    expect(await names('&recursive=1')).toEqual([
      ['/', 'a'],
      ['/a/', 'b'],
      ['/a/b/', 'c.txt'],
      ['/', 'd.txt'],
    ]);
    expect(await names('&t=f&recursive=1')).toEqual([
      ['/a/b/', 'c.txt'],
      ['/', 'd.txt'],
    ]);
    const { body } = await ask('GET', `${at('/a')}&recursive=1`);
    expect(body).toMatchObject([
      { parent_dir: '/a/', name: 'b' },
      { parent_dir: '/a/b/', name: 'c.txt' },
    ]);
  });

  it('says what is wrong with a listing in the order of real servers', async () => {
    const recursive = "If you want to get recursive dir entries, you should set 'recursive' argument as '1'.";
    const unknown = `/api2/repos/${UNKNOWN_LIBRARY}/dir/`;
    expect(await ask('GET', `${unknown}?recursive=2&t=x`)).toEqual(error(400, recursive));
    expect(await ask('GET', `${unknown}?t=x`)).toEqual(error(400, "'t'(type) should be 'f' or 'd'."));
    expect(await ask('GET', unknown)).toEqual(libraryNotFound(UNKNOWN_LIBRARY));
    expect(await ask('GET', at('/none'))).toEqual(error(404, 'Folder /none/ not found.'));
    await makeFile(library, '/file');
    expect(await ask('GET', at('/file/'))).toEqual(error(404, 'Folder /file/ not found.'));
    const token = cast().stranger;
    expect(await ask('GET', at('/'), { token })).toEqual(PERMISSION_DENIED);
    expect(await ask('GET', at('/none'), { token })).toEqual(PERMISSION_DENIED);
  });

  it('makes a folder, numbers a taken name, and says where it is', async () => {
    for (const made of ['/My%20Docs', '/My%20Docs%20(1)']) {
      const answer = await call('POST', at('/My Docs'), { form: { operation: 'mkdir' } });
      expect([answer.status, answer.json]).toEqual([201, 'success']);
      expect(answer.headers.get('location')).toBe(`${app().url}/api2/repos/${library}/dir/?p=${made}`);
    }
    expect(await paths(library)).toEqual(['/My Docs/', '/My Docs (1)/']);
    expect(await description(library)).toBe('Added directory "My Docs (1)"');
  });

  it('makes parents when asked to, and then leaves what is there alone', async () => {
    const json = { operation: 'mkdir', create_parents: true };
    expect(await ask('POST', at('/a/b/c'), { json })).toEqual({ status: 201, body: 'success' });
    expect(await paths(library)).toEqual(['/a/', '/a/b/', '/a/b/c/']);
    const before = await head();
    expect(await ask('POST', at('/a/b'), { json })).toEqual({ status: 201, body: 'success' });
    expect(await head()).toBe(before);
    await makeFile(library, '/file');
    expect(await ask('POST', at('/file/x'), { json })).toMatchObject({ status: 409 });
  });

  it('renames a folder, and answers the listing above it when asked to', async () => {
    await makeFolder(library, '/old');
    const multipart = { operation: 'rename', newname: 'new' };
    expect(await ask('POST', at('/old'), { multipart })).toEqual({ status: 200, body: 'success' });
    expect([await paths(library), await description(library)]).toEqual([
      ['/new/'],
      'Renamed directory "old"',
    ]);
    const form = { operation: 'rename', newname: 'newer' };
    const answer = await call('POST', `${at('/new')}&reloaddir=true`, { form });
    expect([answer.status, answer.json]).toMatchObject([200, [{ name: 'newer' }]]);
    expect(answer.headers.get('oid')).toEqual(FORTY_HEX);
  });

  it('numbers the new name of a folder when something has it', async () => {
    await makeFolder(library, '/a');
    await makeFile(library, '/b');
    await ask('POST', at('/a'), { form: { operation: 'rename', newname: 'b' } });
    expect(await paths(library)).toEqual(['/b', '/b (1)/']);
  });

  it('says what is wrong with a change in the order of real servers, and changes nothing', async () => {
    await makeFolder(library, '/here');
    const before = await head();
    const unknown = `/api2/repos/${UNKNOWN_LIBRARY}/dir/`;
    const post = (path: string, form: Record<string, string>, token = cast().owner) =>
      ask('POST', path, { form, token });
    expect(await post(unknown, {})).toEqual(error(404, 'Library not found.'));
    expect(await post(`/api2/repos/${library}/dir/`, {})).toEqual(error(400, 'Path is missing.'));
    expect(await post(at('/'), { operation: 'mkdir' })).toEqual(error(400, 'Path is invalid.'));
    expect(await post(at('/a/../b'), { operation: 'mkdir' })).toEqual(error(400, 'Path is invalid.'));
    expect(await post(at('/x'), {})).toEqual(error(400, 'Operation not supported.'));
    expect(await post(at('/x'), { operation: 'copy' })).toEqual(error(400, 'Operation not supported.'));
    expect(await post(at('/x'), { operation: 'rename' })).toEqual(error(400, 'New name is mandatory.'));
    const toX = { operation: 'rename', newname: 'x' };
    expect(await post(at('/none'), toX)).toEqual(error(404, 'Folder /none/ not found.'));
    expect(await post(at('/none/x'), { operation: 'mkdir' })).toEqual(error(404, 'Folder /none/ not found.'));
    expect(await post(at('/here'), toX, cast().stranger)).toEqual(PERMISSION_DENIED);
    for (const newname of BAD_NAMES) {
      if (newname === '' || newname.includes('\0') || !newname.isWellFormed()) continue;
      const answer = await post(at('/here'), { operation: 'rename', newname });
      expect([newname, answer]).toEqual([newname, error(400, 'Folder name invalid.')]);
    }
    expect(await head()).toBe(before);
  });

  it('deletes a folder with all it holds', async () => {
    await makeFolder(library, '/a');
    await makeFile(library, '/a/b.txt');
    expect(await ask('DELETE', at('/a'))).toEqual({ status: 200, body: 'success' });
    expect([await paths(library), await description(library)]).toEqual([[], 'Removed directory "a"']);
  });

  it('deletes nothing that it cannot, in the order of real servers', async () => {
    await makeFile(library, '/file');
    const before = await head();
    const bare = `/api2/repos/${UNKNOWN_LIBRARY}/dir/`;
    expect(await ask('DELETE', bare)).toEqual(error(400, 'p invalid.'));
    expect(await ask('DELETE', `${bare}?p=/a`)).toEqual(libraryNotFound(UNKNOWN_LIBRARY));
    expect(await ask('DELETE', at('/none'))).toEqual(error(404, 'Folder /none/ not found.'));
    expect(await ask('DELETE', at('/file'))).toEqual(error(404, 'Folder /file/ not found.'));
    expect(await ask('DELETE', at('/'), { token: cast().stranger })).toEqual(PERMISSION_DENIED);
    expect(await ask('DELETE', at('/'))).toEqual(error(400, 'Path is invalid.'));
    expect(await head()).toBe(before);
  });

  it('changes nothing in a read-only library, and says so in the listing', async () => {
    await makeFolder(library, '/a');
    const form = { status: 'read-only' };
    await call('PUT', `/api/v2.1/admin/libraries/${library}/`, { token: app().adminToken, form });
    const { headers } = await call('GET', at('/'));
    expect(headers.get('dir_perm')).toBe('r');
    expect(await ask('POST', at('/b'), { form: { operation: 'mkdir' } })).toEqual(PERMISSION_DENIED);
    expect(await ask('POST', at('/a'), { form: { operation: 'rename', newname: 'b' } })).toEqual(
      PERMISSION_DENIED,
    );
    expect(await ask('DELETE', at('/a'))).toEqual(PERMISSION_DENIED);
    expect(await paths(library)).toEqual(['/a/']);
  });
});
