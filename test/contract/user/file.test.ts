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

describe('/api2/repos/{id}/file/', () => {
  const app = useApp();
  const cast = useCast(app);
  const user = userCalls(app);
  const { call, ask, makeFile, makeFolder, paths, description } = itemCalls(app, () => cast().owner);
  let library: string;
  const place = (path: string, id = library) => `/api2/repos/${id}/file/?p=${encodeURIComponent(path)}`;
  const error = (status: number, text: string) => ({ status, body: { error_msg: text } });
  const head = async () => (await user.state(cast().owner, library)).head_commit_id;
  const post = (path: string, form: Record<string, string>, token = cast().owner) =>
    call('POST', place(path), { form, token });
  const location = (path: string, id = library) => `${app().url}/api2/repos/${id}/file/?p=${path}`;

  beforeEach(async () => {
    library = await user.makeLibrary(cast().owner, 'Papers');
  });

  it('needs a token', async () => {
    for (const method of ['GET', 'POST', 'DELETE']) await expectTokenNeeded(app(), method, place('/a'));
    await expectTokenNeeded(app(), 'GET', `/api2/repos/${library}/file/detail/?p=/a`);
  });

  it('gives the absolute address of a file and its id', async () => {
    await makeFile(library, '/My notes.txt');
    const { status, json, headers } = await call('GET', place('/My notes.txt'));
    expect([status, headers.get('oid')]).toEqual([200, EMPTY_ID]);
    expect(json).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/seafhttp\/files\/[-0-9a-f]{36}\/My%20notes\.txt$/);
    const file = await fetch(json as string);
    expect([file.status, await file.text()]).toEqual([200, '']);
  });

  it('gives an address for one download, unless it is to be used again', async () => {
    await makeFile(library, '/a.txt');
    const statuses = async (query: string) => {
      const { json } = await call('GET', place('/a.txt') + query);
      const first = await fetch(json as string);
      return [first.status, (await fetch(json as string)).status];
    };
    expect(await statuses('&reuse=1')).toEqual([200, 200]);
    expect(await statuses('')).toEqual([200, 403]);
  });

  it('names the blocks of a file', async () => {
    await makeFile(library, '/a.txt');
    expect(await ask('GET', `${place('/a.txt')}&op=downloadblks`)).toEqual({
      status: 200,
      body: { file_id: EMPTY_ID, blklist: [], encrypted: false, enc_version: 0 },
    });
  });

  it('makes a share link of a file, and gives the same one ever after', async () => {
    await makeFile(library, '/a.txt');
    const { status, body } = await ask('GET', `${place('/a.txt')}&op=sharelink`);
    expect([status, body]).toEqual([200, expect.stringMatching(/^http:.*\/f\/[0-9a-f]{20}\/$/)]);
    const twice = await Promise.all([1, 2].map(() => ask('GET', `${place('/a.txt')}&op=sharelink`)));
    expect(twice.map((answer) => answer.body)).toEqual([body, body]);
    expect((await call('GET', new URL(String(body)).pathname)).text).toContain('<title>a.txt</title>');
    const links = await ask('GET', `/api/v2.1/share-links/?repo_id=${library}&path=/a.txt`);
    expect(links.body).toMatchObject([
      { link: body, permissions: { can_download: true, can_upload: false } },
    ]);
    expect(await ask('GET', `${place('/none')}&op=sharelink`)).toEqual(error(404, 'File not found'));
    const locked = await user.makeLibrary(cast().owner, 'Locked', 'a long password');
    await makeFile(locked, '/a.txt');
    expect(await ask('GET', `${place('/a.txt', locked)}&op=sharelink`)).toEqual(
      error(403, 'You do not have permission to access this file.'),
    );
  });

  it('says what is wrong with the question for an address in the order of real servers', async () => {
    await makeFolder(library, '/folder');
    expect(await ask('GET', `/api2/repos/${UNKNOWN_LIBRARY}/file/`)).toEqual(
      error(404, 'Library not found.'),
    );
    expect(await ask('GET', `/api2/repos/${library}/file/`)).toEqual(error(400, 'Path is missing.'));
    expect(await ask('GET', place('/none'), { token: cast().stranger })).toEqual(
      error(403, 'You do not have permission to access this file.'),
    );
    expect(await ask('GET', place('/none'))).toEqual(error(404, 'File not found'));
    expect(await ask('GET', place('/folder'))).toEqual(error(404, 'File not found'));
    expect(await ask('GET', `${place('/none')}&reuse=2`)).toMatchObject({ status: 400 });
    expect(await ask('GET', `${place('/none')}&op=fly`)).toEqual(error(400, 'op invalid.'));
  });

  it('shows every field of a file, now and as it was', async () => {
    await makeFile(library, '/a.txt');
    const detail = `/api2/repos/${library}/file/detail/?p=/a.txt`;
    const found = {
      status: 200,
      body: {
        type: 'file',
        id: EMPTY_ID,
        name: 'a.txt',
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
      },
    };
    expect(await ask('GET', detail)).toEqual(found);
    const then = await head();
    await call('DELETE', place('/a.txt'));
    expect(await ask('GET', detail)).toEqual(error(404, 'File /a.txt not found.'));
    expect(await ask('GET', `${detail}&commit_id=${then}`)).toEqual(found);
  });

  it('says what is wrong with the question for a file in the order of real servers', async () => {
    const detail = (id: string, query = '') => `/api2/repos/${id}/file/detail/${query}`;
    expect(await ask('GET', detail(UNKNOWN_LIBRARY))).toEqual(error(400, 'p invalid.'));
    expect(await ask('GET', detail(UNKNOWN_LIBRARY, '?p=/a'))).toEqual(libraryNotFound(UNKNOWN_LIBRARY));
    expect(await ask('GET', detail(library, '?p=/a'))).toEqual(error(404, 'File /a not found.'));
    expect(await ask('GET', detail(library, '?p=/a'), { token: cast().stranger })).toEqual(PERMISSION_DENIED);
    expect(await ask('GET', detail(library, '?p=/a&commit_id=x'))).toEqual(error(400, 'commit_id invalid.'));
  });

  it('answers a rename with the redirect that sync clients take for success', async () => {
    await makeFile(library, '/a.txt');
    const answer = await post('/a.txt', { operation: 'rename', newname: 'b c.txt' });
    expect([answer.status, answer.json]).toEqual([301, 'success']);
    expect(answer.headers.get('location')).toBe(location('/b%20c.txt'));
    expect([await paths(library), await description(library)]).toEqual([['/b c.txt'], 'Renamed "a.txt"']);
    const again = await call('POST', `${place('/b c.txt')}&reloaddir=true`, {
      json: { operation: 'rename', newname: 'd.txt' },
    });
    expect([again.status, again.json]).toMatchObject([200, [{ name: 'd.txt' }]]);
  });

  it('makes an empty file and says where it is', async () => {
    const answer = await post('/new.md', { operation: 'create' });
    expect([answer.status, answer.json, answer.headers.get('location')]).toEqual([
      201,
      'success',
      location('/new.md'),
    ]);
    expect((await post('/new.md', { operation: 'create' })).headers.get('location')).toBe(
      location('/new%20(1).md'),
    );
    expect(await description(library)).toBe('Added "new (1).md"');
  });

  it('moves a file, and does nothing where it is already', async () => {
    await makeFile(library, '/a.txt');
    await makeFolder(library, '/docs');
    const moved = await post('/a.txt', { operation: 'move', dst_repo: library, dst_dir: '/docs' });
    expect([moved.status, moved.json, moved.headers.get('location')]).toEqual([
      301,
      { repo_id: library, parent_dir: '/docs', obj_name: 'a.txt' },
      location('/docs/a.txt'),
    ]);
    expect([await paths(library), await description(library)]).toEqual([
      ['/docs/', '/docs/a.txt'],
      'Moved "a.txt"',
    ]);
    const before = await head();
    const same = await post('/docs/a.txt', { operation: 'move', dst_repo: library, dst_dir: '/docs/' });
    expect([same.status, same.json]).toEqual([200, 'success']);
    expect(await head()).toBe(before);
  });

  it('copies a file within its folder and into another library', async () => {
    const other = await user.makeLibrary(cast().owner, 'Other');
    await makeFile(library, '/a.txt');
    const copy = async (id: string) => {
      const answer = await post('/a.txt', { operation: 'copy', dst_repo: id, dst_dir: '/' });
      return [answer.status, answer.json];
    };
    expect(await copy(library)).toEqual([200, { repo_id: library, parent_dir: '/', obj_name: 'a (1).txt' }]);
    expect(await copy(other)).toEqual([200, { repo_id: other, parent_dir: '/', obj_name: 'a.txt' }]);
    expect([await paths(library), await paths(other)]).toEqual([['/a (1).txt', '/a.txt'], ['/a.txt']]);
  });

  it('says what is wrong with a change in the order of real servers, and changes nothing', async () => {
    await makeFile(library, '/a.txt');
    const before = await head();
    const refusal = async (path: string, form: Record<string, string>, token = cast().owner) => {
      const { status, json } = await post(path, form, token);
      return { status, body: json };
    };
    const rename = (newname: string) => ({ operation: 'rename', newname });
    expect(await ask('POST', place('', UNKNOWN_LIBRARY))).toEqual(error(404, 'Library not found.'));
    expect(await refusal('', {})).toEqual(error(400, 'Path is missing or invalid.'));
    expect(await refusal('/', rename('x'))).toEqual(error(400, 'Path is missing or invalid.'));
    expect(await refusal('/a.txt', {})).toEqual(error(400, 'Operation can only be rename, create or move.'));
    expect(await refusal('/a.txt', rename(''))).toEqual(error(400, 'New name is missing'));
    expect(await refusal('/a.txt', rename('x'.repeat(256)))).toEqual(error(400, 'New name is too long'));
    expect(await refusal('/a.txt', rename('x/y'))).toEqual(error(400, 'File name invalid.'));
    expect(await refusal('/a.txt', rename('a.txt'))).toEqual(
      error(409, 'The new name is the same to the old'),
    );
    expect(await refusal('/none', rename('x'))).toEqual(error(404, 'File /none not found.'));
    const move = { operation: 'move', dst_repo: library };
    expect(await refusal('/a.txt', { operation: 'copy' })).toEqual(error(400, 'Missing arguments.'));
    expect(await refusal('/a.txt', { ...move, dst_dir: '' })).toEqual(error(400, 'Missing arguments.'));
    expect(await refusal('/a.txt', { ...move, dst_dir: '/none' })).toMatchObject({ status: 404 });
    for (const operation of ['rename', 'move', 'copy', 'create']) {
      const form = { ...move, operation, newname: 'x', dst_dir: '/' };
      expect(await refusal('/a.txt', form, cast().stranger)).toEqual(
        error(403, `You do not have permission to ${operation} file.`),
      );
    }
    expect(await head()).toBe(before);
  });

  it('deletes a file, and says the same when there is none', async () => {
    await makeFile(library, '/a.txt');
    await makeFolder(library, '/docs');
    expect(await ask('DELETE', place('/a.txt'))).toEqual({ status: 200, body: 'success' });
    expect([await paths(library), await description(library)]).toEqual([['/docs/'], 'Deleted "a.txt"']);
    const before = await head();
    for (const path of ['/a.txt', '/none/a.txt']) {
      expect([path, await ask('DELETE', place(path))]).toEqual([path, { status: 200, body: 'success' }]);
    }
    expect(await ask('DELETE', place('/a', UNKNOWN_LIBRARY))).toEqual(error(404, 'Library not found.'));
    expect(await ask('DELETE', `/api2/repos/${library}/file/`)).toEqual(error(400, 'Path is missing.'));
    expect(await ask('DELETE', place('/'))).toEqual(error(400, 'Path is invalid.'));
    expect(await ask('DELETE', place('/docs'), { token: cast().stranger })).toEqual(PERMISSION_DENIED);
    expect(before).toEqual(FORTY_HEX);
    expect(await head()).toBe(before);
  });

  it('lists the folder after a deletion when it is asked to', async () => {
    for (const path of ['/a.txt', '/b.txt']) await makeFile(library, path);
    expect(await ask('DELETE', `${place('/a.txt')}&reloaddir=true`)).toMatchObject({
      status: 200,
      body: [{ name: 'b.txt' }],
    });
  });

  it('renames, copies, moves and deletes a folder that has the name, with what it holds', async () => {
    const other = await user.makeLibrary(cast().owner, 'Other');
    for (const path of ['/docs', '/box']) await makeFolder(library, path);
    await makeFile(library, '/docs/a.txt');
    const folder = (path: string, id = library) => `${app().url}/api2/repos/${id}/dir/?p=${path}`;
    const change = async (path: string, form: Record<string, string>) => {
      const { status, json, headers } = await post(path, form);
      return [status, json, headers.get('location')];
    };
    const at = (parent: string, id = library) => ({ repo_id: id, parent_dir: parent, obj_name: 'new' });
    const to = (operation: string, dir: string, id = library) => ({ operation, dst_repo: id, dst_dir: dir });

    expect(await change('/docs', { operation: 'rename', newname: 'new' })).toEqual([
      301,
      'success',
      folder('/new'),
    ]);
    expect(await description(library)).toBe('Renamed directory "docs"');
    expect(await change('/new', to('copy', '/', other))).toEqual([200, at('/', other), null]);
    expect(await change('/new', to('move', '/box'))).toEqual([301, at('/box'), folder('/box/new')]);
    expect(await paths(library)).toEqual(['/box/', '/box/new/', '/box/new/a.txt']);
    expect(await paths(other)).toEqual(['/new/', '/new/a.txt']);
    expect(await ask('POST', place('/box'), { form: to('move', '/box/new') })).toEqual(
      error(400, 'Can not move folder /box to its subfolder /box/new.'),
    );

    expect(await ask('DELETE', place('/box'))).toEqual({ status: 200, body: 'success' });
    expect([await paths(library), await description(library)]).toEqual([[], 'Removed directory "box"']);
  });

  it('copies, moves and deletes several items of a folder for older clients', async () => {
    for (const path of ['/a.txt', '/b.txt']) await makeFile(library, path);
    for (const path of ['/docs', '/c']) await makeFolder(library, path);
    const operate = (name: string, form: Record<string, string>) =>
      ask('POST', `/api2/repos/${library}/fileops/${name}/?p=/`, { form });
    const to = { dst_repo: library, dst_dir: '/docs' };
    const rows = (...names: string[]) =>
      names.map((name) => ({ repo_id: library, parent_dir: '/docs', obj_name: name }));
    expect(await operate('copy', { file_names: 'a.txt:c', ...to })).toEqual({
      status: 200,
      body: rows('a.txt', 'c'),
    });
    expect(await description(library)).toBe('Added "a.txt" and 1 more files.');
    expect(await operate('move', { file_names: 'a.txt:b.txt', ...to })).toEqual({
      status: 200,
      body: rows('a (1).txt', 'b.txt'),
    });
    expect(await description(library)).toBe('Moved "a.txt" and 1 more files');
    expect(await operate('delete', { file_names: 'docs:none:c' })).toEqual({ status: 200, body: 'success' });
    expect(await description(library)).toBe('Deleted "c" and 1 more files');
    expect(await paths(library)).toEqual([]);
    expect(await operate('delete', {})).toEqual(error(400, 'Missing arguments.'));
    expect(await operate('copy', { file_names: 'none', ...to })).toMatchObject({ status: 404 });
  });

  it('deletes nothing under a name that is a path, and does not say it did', async () => {
    await makeFolder(library, '/docs');
    await makeFile(library, '/docs/a.txt');
    const before = await head();
    const form = { file_names: 'docs/a.txt' };
    expect(await ask('POST', `/api2/repos/${library}/fileops/delete/?p=/`, { form })).toEqual(
      error(400, 'name invalid.'),
    );
    const json = { folder: '/', names: ['docs/a.txt'] };
    expect(await ask('POST', `/api/local/v1/libraries/${library}/items/delete/`, { json })).toMatchObject({
      status: 400,
      body: { error_code: 'name-invalid', reason: 'separator' },
    });
    expect(await head()).toBe(before);
  });
});
