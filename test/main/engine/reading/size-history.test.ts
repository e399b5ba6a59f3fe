import { expect, it } from 'vitest';
import { createReadDir } from '../../../../src-main/engine/reading/directory-reader.ts';
import { FolderSizes } from '../../../../src-main/engine/reading/folder-sizes.ts';
import { sizeHistory } from '../../../../src-main/engine/reading/size-history.ts';
import { libraryWorld } from '../../../support/library-world.ts';

const DAY = 86_400;

/** A file that grows by ten bytes every ten days. */
async function growingWorld() {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  for (let times = 1; times <= 3; times++) {
    world.clock.advance(10 * DAY);
    await world.commit(id, await world.put(id, '/a', 'x'.repeat(10 * times)));
  }
  const history = (signal?: AbortSignal) => {
    const library = world.stores.libraryTable.find(id);
    if (library === null) throw new Error('a library expected');
    const deps = { ...world.stores, retention: world.retention, folderSizes: new FolderSizes() };
    const readDir = createReadDir(world.stores.objects.library(id));
    return sizeHistory(deps, { library, readDir }, signal);
  };
  return { world, history };
}

it('growth is told by day where there are two months of it, from the first day to now', async () => {
  const { world, history } = await growingWorld();
  const sizes = await history();
  expect(sizes).toHaveLength(31);
  expect(sizes.filter((_, at) => at % 10 === 0).map(({ bytes, files }) => [bytes, files])).toEqual([
    [0, 0],
    [10, 1],
    [20, 1],
    [30, 1],
  ]);
  expect(sizes.at(-1)?.atSeconds).toBe(world.clock.nowSeconds());
});

it('growth is never more than two years of weeks', async () => {
  const { world, history } = await growingWorld();
  world.clock.advance(5_000 * DAY);
  expect(await history()).toHaveLength(105);
});

it('growth is not told to who has gone', async () => {
  const { history } = await growingWorld();
  await expect(history(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
});
