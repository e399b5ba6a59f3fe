import { expect, it } from 'vitest';
import { ANNA, libraryWorld } from '../../../support/library-world.ts';

it('a deletion whose name is taken while it is brought back is not said to be back under it', async () => {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  await world.commit(id, await world.put(id, '/a.txt', 'old'));
  await world.commit(id, { op: 'remove', path: '/a.txt' });
  const { items } = world.trashRestores.here(ANNA, { libraryId: id, path: '/' }, null);
  const ids = items.map(({ trashId }) => trashId);
  const put = await world.put(id, '/a.txt', 'new');
  const request = { ids, replace: new Set<number>(), keepBoth: new Set<number>() };
  const [, restored] = await Promise.all([
    world.commit(id, put),
    world.trashRestores.restore(ANNA, id, request),
  ]);
  expect(restored).toEqual({ restored: [], clashes: [], gone: ids, commitId: null });
  const { dirents } = await world.files.list(ANNA, id, '/', null);
  expect(dirents.map(({ name }) => name)).toEqual(['a.txt']);
});
