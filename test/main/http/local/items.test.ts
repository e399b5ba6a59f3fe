import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MadeCommitJson } from '../../../../src-shared/items-api.ts';
import type { AllTrashPageJson, TrashRestoredJson } from '../../../../src-shared/trash-api.ts';
import { type HttpWorld, httpWorld } from '../http-world.ts';

let world: HttpWorld;
let library: string;

beforeEach(async () => {
  world = await httpWorld();
  library = await makeLibrary('Photos');
});

afterEach(() => world.close());

async function anna(method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) {
  const url = `/api/local/v1/${path}`;
  const { status, body } = await world.call(world.annaToken, {
    method,
    url,
    ...(payload ? { payload } : {}),
  });
  return { status, body: body as Record<string, unknown> & { commits: MadeCommitJson[] } };
}

async function makeLibrary(name: string, more: object = {}): Promise<string> {
  return (await anna('POST', 'libraries/', { name, ...more })).body['id'] as string;
}

const items = (verb: string, payload: object, id = library) =>
  anna('POST', `libraries/${id}/items/${verb}/`, payload);

async function upload(files: Record<string, string>, fields: Record<string, string> = {}, id = library) {
  const link = (await anna('POST', `libraries/${id}/upload-link/`, { path: '/' })).body['url'] as string;
  const part = (disposition: string, content: string) =>
    `--x\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
  const all = Object.entries({ parent_dir: '/', ...fields });
  const payload = [
    ...all.map(([name, value]) => part(`name="${name}"`, value)),
    ...Object.entries(files).map(([name, text]) => part(`name="file"; filename="${name}"`, text)),
    '--x--\r\n',
  ].join('');
  return world.call('', {
    ...{ method: 'POST', url: new URL(link).pathname, payload },
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  });
}

async function names(path = '/', id = library): Promise<string[]> {
  const { body } = await anna('GET', `libraries/${id}/entries/?path=${path}`);
  return (body['entries'] as { name: string }[]).map(({ name }) => name);
}

const undo = (commits: readonly MadeCommitJson[], id = library) =>
  items('undo', { commit_ids: commits.map(({ commit_id }) => commit_id) }, id);

describe('items of a library', () => {
  it('are made, renamed and undone; a name that is taken is refused', async () => {
    const made = await items('new-folder', { path: '/Trip' });
    expect(made).toMatchObject({ status: 200, body: { path: '/Trip', commits: [{ library_id: library }] } });
    expect(await items('new-folder', { path: '/Trip' })).toMatchObject({
      ...{ status: 409, body: { error_code: 'name-taken' } },
    });
    await items('new-folder', { path: '/Other' });
    expect((await items('rename', { path: '/Trip', name: 'Other' })).status).toBe(409);
    expect((await items('rename', { path: '/Trip', name: 'a/b' })).status).toBe(400);
    const renamed = await items('rename', { path: '/Trip', name: 'Italy' });
    expect(renamed.body['path']).toBe('/Italy');
    expect((await items('rename', { path: '/Italy', name: 'Italy' })).body.commits).toEqual([]);
    expect(await names()).toEqual(['Italy', 'Other']);
    expect((await undo(renamed.body.commits)).body).toMatchObject({ left_alone: 0 });
    await undo(made.body.commits);
    expect(await names()).toEqual(['Other']);
  });

  it('come by upload with a time each, and go again', async () => {
    const times = { last_modify_each: '2020-01-02T03:04:05Z' };
    const sent = await upload({ 'a.txt': 'one' }, { ...times, relative_path: 'deep/er' });
    expect(sent.status).toBe(200);
    const commit_id = String(sent.headers['x-commit-id']);
    const { body } = await anna('GET', `libraries/${library}/entries/?path=/deep/er`);
    expect(body['entries']).toMatchObject([{ name: 'a.txt', mtime: 1_577_934_245 }]);
    const known = await items('existing', { paths: ['/deep/er/a.txt', '/deep', '/none', '/no/where'] });
    expect(known.body['items']).toMatchObject([
      { path: '/deep/er/a.txt', kind: 'file', size: 3 },
      { path: '/deep', kind: 'dir' },
    ]);
    expect((await undo([{ library_id: library, commit_id }])).body).toMatchObject({ left_alone: 0 });
    expect(await names()).toEqual([]);
  });

  it('are deleted at once, and what was changed since an edit is left alone when it is undone', async () => {
    await upload({ 'a.txt': 'one', 'b.txt': 'two' });
    const gone = await items('delete', { folder: '/', names: ['a.txt', 'b.txt', 'none'] });
    await upload({ 'a.txt': 'another' });
    expect((await undo(gone.body.commits)).body).toMatchObject({
      ...{ left_alone: 1, left: [{ path: '/a.txt', is_dir: false, reason: 'name-taken' }] },
    });
    expect(await names()).toEqual(['a.txt', 'b.txt']);
    const replaced = await upload({ 'b.txt': 'newer' }, { replace: '1' });
    const commits = [{ library_id: library, commit_id: String(replaced.headers['x-commit-id']) }];
    await undo(commits);
    const { body } = await anna('GET', `libraries/${library}/entries/`);
    expect(body['entries']).toMatchObject([{ size: 7 }, { name: 'b.txt', size: 3 }]);
  });

  it('are moved and copied; a taken name is numbered or replaced as asked for', async () => {
    await items('new-folder', { path: '/Sub' });
    await upload({ 'a.txt': 'old' }, { relative_path: 'Sub' });
    await upload({ 'a.txt': 'newer' });
    const place = { folder: '/', names: ['a.txt'], to_library_id: library, to_folder: '/Sub' };
    await items('transfer', { ...place, mode: 'copy' });
    expect(await names('/Sub')).toEqual(['a (1).txt', 'a.txt']);
    const moved = await items('transfer', { ...place, mode: 'move', replace: ['a.txt'] });
    expect(moved.body).toMatchObject({ task_id: null, commits: [{ library_id: library }] });
    expect(await names()).toEqual(['Sub']);
    const { body } = await anna('GET', `libraries/${library}/entries/?path=/Sub`);
    expect(body['entries']).toMatchObject([{ size: 5 }, { name: 'a.txt', size: 5 }]);
    expect((await undo(moved.body.commits)).body).toMatchObject({ left_alone: 0 });
    expect(await names()).toEqual(['Sub', 'a.txt']);
    const after = await anna('GET', `libraries/${library}/entries/?path=/Sub`);
    expect(after.body['entries']).toMatchObject([{ size: 5 }, { name: 'a.txt', size: 3 }]);
    expect((await items('transfer', { ...place, mode: 'cut' })).status).toBe(400);
  });

  it('go to another library as a task whose commits can be undone', async () => {
    const other = await makeLibrary('Other');
    await upload({ 'a.txt': 'one' });
    const wanted = { mode: 'move', folder: '/', names: ['a.txt'], to_library_id: other, to_folder: '/' };
    const { body } = await items('transfer', wanted);
    const task = `transfers/${body['task_id']}/`;
    await expect.poll(async () => (await anna('GET', task)).body['state']).toBe('done');
    const { commits } = (await anna('GET', task)).body;
    expect(commits.map(({ library_id }) => library_id)).toEqual([other, library]);
    expect([await names(), await names('/', other)]).toEqual([[], ['a.txt']]);
    await undo(commits.slice(1));
    await undo(commits.slice(0, 1), other);
    expect([await names(), await names('/', other)]).toEqual([['a.txt'], []]);
    expect((await world.call(world.adminToken, { method: 'GET', url: `/api/local/v1/${task}` })).status).toBe(
      404,
    );
  });

  it('come as one archive; those of a locked library wait for its password', async () => {
    await upload({ 'a.txt': 'one', 'b.txt': 'two' });
    const zip = await anna('POST', `libraries/${library}/zip-link/`, {
      folder: '/',
      names: ['a.txt', 'b.txt'],
    });
    const url = new URL(String(zip.body['url'])).pathname;
    expect((await world.call('', { method: 'GET', url })).headers['content-type']).toBe('application/zip');

    const secret = await makeLibrary('Secret', { password: 'long enough password' });
    const lock = `libraries/${secret}/unlock/`;
    expect((await anna('GET', lock)).body).toMatchObject({ locked: false });
    await anna('DELETE', lock);
    expect((await anna('GET', lock)).body).toEqual({ locked: true, open_until: null });
    await items('new-folder', { path: '/Sub' }, secret);
    const wanted = { folder: '/', names: ['Sub'] };
    expect((await anna('POST', `libraries/${secret}/zip-link/`, wanted)).status).toBe(440);
    expect((await anna('POST', lock, { password: 'wrong' })).body).toMatchObject({
      error_code: 'password-wrong',
    });
    expect((await anna('POST', lock, { password: 'long enough password' })).body).toMatchObject({
      locked: false,
    });
    expect((await anna('POST', `libraries/${secret}/zip-link/`, wanted)).status).toBe(200);
  });
});

describe('the trash over all libraries', () => {
  async function page(query = ''): Promise<AllTrashPageJson> {
    return (await anna('GET', `trash/${query}`)).body as unknown as AllTrashPageJson;
  }
  async function restore(payload: object): Promise<TrashRestoredJson> {
    const { body } = await anna('POST', `libraries/${library}/trash/restore/`, payload);
    return body as unknown as TrashRestoredJson;
  }
  async function deleteOneByOne(...all: readonly string[]): Promise<void> {
    for (const name of all) {
      world.clock.advance(60);
      await items('delete', { folder: '/', names: [name] });
    }
  }

  it('shows the deletions of each by time, filtered, and to nobody who does not reach them', async () => {
    const other = await makeLibrary('Other');
    await items('new-folder', { path: '/Fotos' });
    await upload({ 'a.txt': 'one', 'Été.txt': 'two' });
    await upload({ 'c.txt': 'three' }, {}, other);
    await deleteOneByOne('a.txt', 'Fotos');
    world.clock.advance(60);
    await items('delete', { folder: '/', names: ['c.txt'] }, other);
    await deleteOneByOne('Été.txt');
    const shown = async (query: string) => (await page(query)).items.map(({ name }) => name);
    expect(await shown('')).toEqual(['Été.txt', 'c.txt', 'Fotos', 'a.txt']);
    expect(await shown('?order=asc')).toEqual(['a.txt', 'Fotos', 'c.txt', 'Été.txt']);
    expect(await shown('?search=%C3%A9T')).toEqual(['Été.txt']);
    expect(await shown('?type=dir')).toEqual(['Fotos']);
    expect(await shown(`?library=${other}`)).toEqual(['c.txt']);
    const [newest, second] = (await page()).items;
    expect(newest).toMatchObject({
      library_name: 'Photos',
      parent_path: '/',
      can_restore: true,
      expires_at: null,
    });
    expect(await shown(`?until=${second?.deleted_at}`)).toEqual(['c.txt', 'Fotos', 'a.txt']);
    expect(await shown(`?since=${second?.deleted_at}`)).toEqual(['Été.txt', 'c.txt']);
    const url = '/api/local/v1/trash/';
    expect((await world.call(world.adminToken, { method: 'GET', url })).body).toEqual({
      items: [],
      cursor: null,
    });
    const foreign = { method: 'GET', url: `${url}?library=${library}` } as const;
    expect((await world.call(world.adminToken, foreign)).status).toBe(404);
    expect((await anna('GET', 'trash/?cursor=1.1.xx')).status).toBe(400);
  });

  it('comes by pages that go on where the last one ended, in both directions', async () => {
    const other = await makeLibrary('Other');
    for (const id of [library, other]) {
      const files = Object.fromEntries(Array.from({ length: 130 }, (_, at) => [`${id}-${at}.txt`, `${at}`]));
      await upload(files, {}, id);
      await items('delete', { folder: '/', names: Object.keys(files) }, id);
    }
    for (const order of ['asc', 'desc']) {
      const seen = new Set<number>();
      const sizes: number[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const next = await page(`?order=${order}&cursor=${cursor}`);
        for (const { id } of next.items) seen.add(id);
        sizes.push(next.items.length);
        cursor = next.cursor;
      }
      expect([sizes, seen.size]).toEqual([[100, 100, 60], 260]);
    }
  });

  it('gives many back in one commit, and says which are in it no more', async () => {
    await upload({ 'a.txt': 'one', 'b.txt': 'two', 'c.txt': 'three' });
    await deleteOneByOne('a.txt', 'b.txt', 'c.txt');
    const [c, b, a] = (await page()).items;
    await upload({ 'a.txt': 'there again' });
    const ids = [c, b, a].map((item) => String(item?.id));
    const restored = await restore({ ids });
    expect(restored).toMatchObject({ clashes: [], gone: [a?.id] });
    expect(restored.restored.map(({ path }) => path)).toEqual(['/b.txt', '/c.txt']);
    expect(await names()).toEqual(['a.txt', 'b.txt', 'c.txt']);
    expect(await page()).toEqual({ items: [], cursor: null });
    await undo(restored.commits);
    expect(await names()).toEqual(['a.txt']);
  });

  it('asks about the name of a folder that is there again', async () => {
    await upload({ 'x.txt': 'x' }, { relative_path: 'Sub' });
    await deleteOneByOne('Sub');
    await upload({ Sub: 'a file in its place' });
    const [item] = (await page()).items;
    const ids = [String(item?.id)];
    expect(await restore({ ids })).toMatchObject({ restored: [], clashes: [item?.id], commits: [] });
    expect(await restore({ ids, keep_both: ids })).toMatchObject({ restored: [{ path: '/Sub (1)' }] });
    expect(await names()).toEqual(['Sub (1)', 'Sub']);
    expect(await names('/Sub (1)')).toEqual(['x.txt']);
  });

  it('shows what was deleted right out of a folder, and leaps over what lies deeper', async () => {
    await upload({ 'x.txt': 'x', 'y.txt': 'y' }, { relative_path: 'Sub/deep' });
    await upload({ 'b.txt': 'b', 'deep-too.txt': 'c', 'z.txt': 'z' }, { relative_path: 'Sub' });
    await items('delete', { folder: '/Sub/deep', names: ['x.txt', 'y.txt'] });
    await items('delete', { folder: '/Sub', names: ['b.txt', 'deep-too.txt', 'z.txt'] });
    const here = async (path: string) =>
      (
        (await anna('GET', `libraries/${library}/trash/here/?path=${path}`)).body['items'] as {
          name: string;
        }[]
      ).map(({ name }) => name);
    expect(await here('/Sub')).toEqual(['b.txt', 'deep-too.txt', 'z.txt']);
    expect(await here('/Sub/deep')).toEqual(['x.txt', 'y.txt']);
    expect(await here('/')).toEqual([]);
    await anna('DELETE', `libraries/${library}/trash/`);
    expect(await here('/Sub')).toEqual([]);
    expect((await anna('GET', `libraries/${library}/trash/here/?path=/Sub&cursor=Lw`)).status).toBe(400);
  });
});
