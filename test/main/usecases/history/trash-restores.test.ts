import { describe, expect, it } from 'vitest';
import { ANNA, libraryWorld } from '../../../support/library-world.ts';

it('a deletion whose name is taken while it is brought back is not said to be back under it', async () => {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  await world.commit(id, await world.put(id, '/a.txt', 'old'));
  await world.commit(id, { op: 'remove', path: '/a.txt' });
  const { items } = world.trashRestores.here(ANNA, { libraryId: id, path: '/' }, null);
  const ids = items.map(({ trashId }) => trashId);
  const put = await world.put(id, '/a.txt', 'new');
  const request = { ids, replace: new Set<number>(), keepBoth: new Set<number>(), to: null };
  const [, restored] = await Promise.all([
    world.commit(id, put),
    world.trashRestores.restore(ANNA, id, request),
  ]);
  expect(restored).toEqual({ restored: [], clashes: [], gone: ids, commitId: null });
  const { dirents } = await world.files.list(ANNA, id, '/', null);
  expect(dirents.map(({ name }) => name)).toEqual(['a.txt']);
});

describe('items of the trash that go to another folder', () => {
  it('come from wherever they were, and none takes the name of another', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    await world.commit(id, await world.put(id, '/x/a.txt', 'one'), await world.put(id, '/y/a.txt', 'two'));
    await world.commit(id, { op: 'remove', path: '/x/a.txt' }, { op: 'remove', path: '/y' });
    const all = await world.trash.page(ANNA, id, { path: '/', showDays: 0, cursor: null, limit: 10 });
    const ids = all.items.map(({ trashId }) => trashId);
    const request = {
      ids: [...ids, 999],
      replace: new Set<number>(),
      keepBoth: new Set(ids),
      to: '/new/place',
    };
    const { restored, gone } = await world.trashRestores.restore(ANNA, id, request);
    expect(restored.map(({ path }) => path).sort()).toEqual(['/new/place/a.txt', '/new/place/y']);
    expect(gone).toEqual([999]);
    await world.commit(id, { op: 'remove', path: '/new/place/a.txt' });
    const [again] = (await world.trash.page(ANNA, id, { path: '/', showDays: 0, cursor: null, limit: 1 }))
      .items;
    const [back = 0] = [again?.trashId];
    const beside = { ids: [back], replace: new Set<number>(), keepBoth: new Set([back]), to: '/new/place/y' };
    expect((await world.trashRestores.restore(ANNA, id, beside)).restored).toEqual([
      { id: back, path: '/new/place/y/a (1).txt' },
    ]);
  });
});
