import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ADMIN, ANNA, BERT, type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';
import { sharedPapers } from '../../../support/shared-papers.ts';

const DAY = 86_400;

type Ask = (world: LibraryWorld, id: LibraryId, caller: typeof ANNA) => Promise<unknown>;

const OF_CONTENTS: readonly [string, Ask][] = [
  ['folders', ({ itemSizes }, id, caller) => itemSizes.folder(caller, { id, path: '/' })],
  ['largest files', ({ itemSizes }, id, caller) => itemSizes.largest(caller, id)],
  ['growth', ({ itemSizes }, id, caller) => itemSizes.growth(caller, id)],
];

describe('sizes of what is in a library', () => {
  it.each(OF_CONTENTS)(
    'are told to its owner, and to no reader or administrator: %s',
    async (_words, ask) => {
      const { world, id } = await sharedPapers();
      await expect(ask(world, id, ANNA)).resolves.toBeDefined();
      for (const other of [BERT, ADMIN])
        expect(await refusalOf(() => ask(world, id, other))).toMatchObject({ code: 'permission-denied' });
    },
  );
});

describe('the folders of a library', () => {
  it('are told by what is in them, largest first', async () => {
    const { world, id } = await sharedPapers();
    const { bytes, files, items, others } = await world.itemSizes.folder(ANNA, { id, path: '/' });
    expect([bytes, files, others]).toEqual([109, 2, { items: 0, bytes: 0, files: 0 }]);
    expect(items.map(({ dirent, bytes, inside }) => [dirent.name, bytes, inside.length])).toEqual([
      ['trip', 100, 1],
      ['letter.txt', 9, 0],
    ]);
  });

  it('are told as far as a person can look at them, and the rest is counted', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary('Many');
    const puts = Array.from({ length: 103 }, (_, at) => world.put(id, `/f${at}`, 'x'.repeat(at + 1)));
    await world.commit(id, ...(await Promise.all(puts)));
    const { items, others } = await world.itemSizes.folder(ANNA, { id, path: '/' });
    expect([items.length, others]).toEqual([100, { items: 3, bytes: 6, files: 3 }]);
  });

  it('are refused where there are none', async () => {
    const { world, id } = await sharedPapers();
    const ask = (path: string) => refusalOf(() => world.itemSizes.folder(ANNA, { id, path }));
    expect(await ask('/none')).toMatchObject({ code: 'folder-not-found' });
    expect(await ask('/letter.txt')).toMatchObject({ code: 'not-a-folder' });
  });
});

describe('the largest files', () => {
  it('are told with their versions, of which what is alike counts once', async () => {
    const { world, id } = await sharedPapers();
    const found = await world.itemSizes.largest(ANNA, id);
    expect(found.map(({ path, sizeBytes, versions, bytes }) => [path, sizeBytes, versions, bytes])).toEqual([
      ['/trip/pic.jpg', 100, 1, 100],
      ['/letter.txt', 9, 2, 13],
    ]);
  });

  it('are not those that are gone', async () => {
    const { world, id } = await sharedPapers();
    await world.commit(id, { op: 'remove', path: '/letter.txt' });
    const found = await world.itemSizes.largest(ANNA, id);
    expect(found.map(({ path }) => path)).toEqual(['/trip/pic.jpg']);
  });

  it('put a small file with many versions before a larger one', async () => {
    const { world, id } = await sharedPapers();
    for (let at = 0; at < 20; at++)
      await world.commit(id, await world.put(id, '/log.txt', `line ${at + 10}`));
    const [first] = await world.itemSizes.largest(ANNA, id);
    expect(first).toMatchObject({ path: '/log.txt', sizeBytes: 7, versions: 20, bytes: 140 });
  });
});

describe('how a library grew', () => {
  it('is told day by day, of whole snapshots', async () => {
    const { world, id } = await sharedPapers();
    world.clock.advance(DAY);
    const sizes = await world.itemSizes.growth(ANNA, id);
    expect(sizes.map(({ bytes }) => bytes)).toEqual([104, 104, 104, 109, 109]);
    expect(sizes.at(-1)?.atSeconds).toBe(world.clock.nowSeconds());
  });

  it('is told week by week where there is more of it', async () => {
    const { world, id } = await sharedPapers();
    world.clock.advance(700 * DAY);
    const sizes = await world.itemSizes.growth(ANNA, id);
    expect(sizes).toHaveLength(102);
    expect((sizes[2]?.atSeconds ?? 0) - (sizes[1]?.atSeconds ?? 0)).toBe(7 * DAY);
  });

  it('is what is shown of it', async () => {
    const { world, id } = await sharedPapers();
    world.libraries.setRetention(ANNA, id, 0);
    expect((await world.itemSizes.growth(ANNA, id)).map(({ bytes }) => bytes)).toEqual([109]);
  });
});
