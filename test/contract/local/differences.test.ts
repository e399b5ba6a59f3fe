import { beforeAll, describe, expect, it } from 'vitest';
import type { DifferencesPageJson } from '../../../src-shared/compare-api.ts';
import type { MeasuredItemsJson } from '../../../src-shared/items-api.ts';
import { useLinkedLibraries } from '../../support/linked-library.ts';
import { useApp } from '../../support/running-app.ts';
import { userCalls } from '../../support/user-calls.ts';

describe('what differs between two moments', () => {
  const app = useApp();
  const user = userCalls(app);
  const linkedLibrary = useLinkedLibraries(app);
  let library: string;
  let first: string;

  const call = (method: string, path: string, json?: object) =>
    app().call(method, `/api/local/v1/libraries/${library}/${path}`, {
      token: app().adminToken,
      ...(json === undefined ? {} : { json }),
    });

  beforeAll(async () => {
    const files = { 'a.txt': 'a', 'sub/b.txt': 'bb', 'sub/c.txt': 'ccc', 'old/d.txt': 'dddd' };
    const linked = await linkedLibrary({ name: 'Papers', files });
    library = linked.libraryId;
    await app().call('DELETE', `/api/local/v1/folders/${linked.folderId}/`, { token: app().adminToken });
    first = (await user.state(app().adminToken, library)).head_commit_id;
    await call('POST', 'items/rename/', { path: '/a.txt', name: 'z.txt' });
    await call('POST', 'items/delete/', { folder: '/', names: ['old'] });
    await call('POST', 'items/new-folder/', { path: '/new' });
  }, 60_000);

  it('is one list, whatever happened in between and whichever moment is named first', async () => {
    const { json, status } = await call('GET', `differences/?commit=${first}`);
    expect(status).toBe(200);
    const page = json as DifferencesPageJson;
    expect(page.older.id).toBe(first);
    expect(page.rows).toEqual([
      { op: 'renamed', path: '/a.txt', new_path: '/z.txt', is_dir: false, size: 1, old_size: 0, files: 1 },
      { op: 'newdir', path: '/new', new_path: '', is_dir: true, size: 0, old_size: 0, files: 0 },
      { op: 'deldir', path: '/old', new_path: '', is_dir: true, size: 4, old_size: 0, files: 1 },
    ]);
    expect(page).toMatchObject({
      ...{ files: { added: 0, modified: 0, removed: 1, renamed: 1 }, bytes_delta: -4 },
      ...{ total: 3, cursor: null },
    });
    const turned = await call('GET', `differences/?commit=${page.newer.id}&other=${first}`);
    expect(turned.json).toEqual(json);
    const removed = await call('GET', `differences/?commit=${first}&kind=removed`);
    expect(removed.json).toMatchObject({ total: 1, rows: [{ path: '/old' }] });
  });

  it('leaves items that can be measured with all that they hold, and who changed them last', async () => {
    const { json } = await call('POST', 'items/measure/', { folder: '/', names: ['z.txt', 'old', 'sub'] });
    const who = { modifier: 'admin@example.com', modifier_name: 'admin' };
    expect(json).toEqual({
      items: [
        { name: 'z.txt', is_dir: false, files: 1, bytes: 1, ...who },
        { name: 'sub', is_dir: true, files: 2, bytes: 5, ...who },
      ],
    } satisfies MeasuredItemsJson);
  });

  it('is nothing between a moment and itself', async () => {
    const { json } = await call('GET', `differences/?commit=${first}&other=${first}`);
    expect(json).toMatchObject({ rows: [], total: 0, bytes_delta: 0 });
  });

  it('refuses moments that are not there', async () => {
    expect((await call('GET', `differences/?commit=${'c'.repeat(40)}`)).json).toMatchObject({
      error_code: 'commit-not-found',
    });
    expect((await call('GET', 'differences/')).status).toBe(400);
  });

  it('leaves Keepfold as an archive of the whole library, now or then', async () => {
    for (const [body, name] of [
      [{}, 'z.txt'],
      [{ commit: first }, 'old/d.txt'],
    ] as const) {
      const { json } = await call('POST', 'export-link/', body);
      const answer = await fetch((json as { url: string }).url);
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect([answer.status, bytes.includes(`Papers/${name}`)]).toEqual([200, true]);
    }
  });
});
