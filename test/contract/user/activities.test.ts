import { beforeAll, describe, expect, it } from 'vitest';
import { A_TIMESTAMP } from '../../support/admin-calls.ts';
import { itemCalls } from '../../support/item-calls.ts';
import { useApp } from '../../support/running-app.ts';
import { sharingCalls } from '../../support/sharing-calls.ts';
import {
  expectMethodRefused,
  expectTokenNeeded,
  FORTY_HEX,
  useCast,
  userCalls,
} from '../../support/user-calls.ts';

const PATH = '/api/v2.1/activities/';

const renamed = { op_type: 'rename', obj_type: 'repo', path: '/', count: 1, details: [] };

describe('GET /api/v2.1/activities/', () => {
  const app = useApp();
  const cast = useCast(app);
  const user = userCalls(app);
  const { ask, makeFile, makeFolder, remove } = itemCalls(app, () => cast().owner);
  let library: string;
  const events = async (query = '', token = cast().owner) => {
    const { status, body } = await ask('GET', PATH + query, { token });
    expect(status).toBe(200);
    return (body as { events: { op_type: string; obj_type: string; path: string }[] }).events;
  };
  const short = async (query = '') =>
    (await events(query)).map((event) => `${event.op_type} ${event.obj_type} ${event.path}`);

  beforeAll(async () => {
    library = await user.makeLibrary(cast().owner, 'Papers');
    await makeFolder(library, '/docs');
    await makeFile(library, '/a.txt');
    const path = `/api/v2.1/repos/${library}/file/?p=/a.txt`;
    await ask('POST', path, { form: { operation: 'rename', newname: 'b.txt' } });
    await ask('POST', `/api/v2.1/repos/${library}/file/?p=/b.txt`, {
      form: { operation: 'move', dst_repo: library, dst_dir: '/docs' },
    });
    await remove(library, 'dir', '/docs');
  });

  it('lists what was done, newest first', async () => {
    expect(await short()).toEqual([
      'delete dir /docs',
      'move file /docs/b.txt',
      'rename file /b.txt',
      'create file /a.txt',
      'create dir /docs',
      'create repo /',
    ]);
  });

  it('shows every field', async () => {
    const common = {
      repo_id: library,
      repo_name: 'Papers',
      commit_id: FORTY_HEX,
      author_email: 'ann@example.com',
      author_name: 'ann',
      author_contact_email: 'ann@example.com',
      avatar_url: `${app().url}/media/avatars/default.png`,
      time: A_TIMESTAMP,
      count: 1,
      details: [],
    };
    const all = await events();
    expect([all[0], all[1], all[2], all[5]]).toEqual([
      { ...common, op_type: 'delete', obj_type: 'dir', path: '/docs', name: 'docs' },
      {
        ...common,
        op_type: 'move',
        obj_type: 'file',
        path: '/docs/b.txt',
        name: 'b.txt',
        old_path: '/b.txt',
      },
      {
        ...{ ...common, op_type: 'rename', obj_type: 'file', path: '/b.txt', name: 'b.txt' },
        ...{ old_path: '/a.txt', old_name: 'a.txt' },
      },
      { ...common, op_type: 'create', obj_type: 'repo', path: '/', name: 'Papers' },
    ]);
  });

  it('tells when a library got another name, and of no other change of its record', async () => {
    const own = await user.makeLibrary(cast().owner, 'Before');
    const change = (form: Record<string, string>) => ask('POST', `/api2/repos/${own}/?op=rename`, { form });
    await change({ repo_name: 'Before', repo_desc: 'Other words' });
    await change({ repo_name: 'Between' });
    await change({ repo_name: 'After' });
    const seen = (await events()).filter((event) => (event as { repo_id?: string }).repo_id === own);
    expect(seen).toMatchObject([
      { ...renamed, repo_name: 'After', name: 'After', old_repo_name: 'Between' },
      { ...renamed, repo_name: 'Between', name: 'Between', old_repo_name: 'Before' },
      { op_type: 'create', obj_type: 'repo' },
    ]);
    await user.removeLibrary(cast().owner, own);
  });

  it('folds what was done to several items at once', async () => {
    const several = await user.makeLibrary(cast().stranger, 'Several');
    for (const name of ['a', 'b', 'c']) {
      const token = cast().stranger;
      await ask('POST', `/api/v2.1/repos/${several}/file/?p=/${name}`, {
        token,
        form: { operation: 'create' },
      });
    }
    await ask('DELETE', '/api/v2.1/repos/batch-delete-item/', {
      token: cast().stranger,
      json: { repo_id: several, parent_dir: '/', dirents: ['a', 'c'] },
    });
    const [newest] = await events('', cast().stranger);
    expect(newest).toMatchObject({
      ...{ op_type: 'delete', obj_type: 'file', path: '/a', name: 'a', count: 2 },
      details: [
        { path: '/a', name: 'a' },
        { path: '/c', name: 'c' },
      ],
    });
  });

  it('is paged', async () => {
    const all = await short();
    expect([...(await short('?per_page=4')), ...(await short('?per_page=4&page=2'))]).toEqual(all);
    expect(await short('?page=3&per_page=4')).toEqual([]);
    expect(await short('?page=1000000000&per_page=1000')).toEqual([]);
    for (const query of ['?page=x', '?page=0&avatar_size=72', '?per_page=-1'])
      expect(await short(query)).toEqual(all);
  });

  it('shows libraries that are shared with the caller, and no others', async () => {
    expect(await events('', cast().departmentMember)).toEqual([]);
    expect(await events('', cast().administrator)).toEqual([]);
    await sharingCalls(app).shareWithUser(cast().owner, library, 'max@example.com', 'r');
    expect((await events('', cast().departmentMember)).length).toBe(6);
  });

  it('needs a token, and knows no other method', async () => {
    await expectTokenNeeded(app(), 'GET', PATH);
    await expectMethodRefused(app(), 'POST', PATH, ['GET']);
  });
});
