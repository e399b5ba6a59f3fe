import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ADMIN, ANNA, BERT, type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';

const DAY = 86_400;

/** A library of Anna's that Bert may read, with two versions of a letter and a picture in a folder. */
async function sharedWorld() {
  const world = await libraryWorld();
  const id = await world.addLibrary('Papers');
  await world.shares.shareWithUser(ANNA, id, { email: BERT.email, permission: 'r', isAdmin: false });
  await world.commit(
    id,
    await world.put(id, '/letter.txt', 'Dear'),
    await world.put(id, '/trip/pic.jpg', 'p'.repeat(100)),
  );
  world.clock.advance(3 * DAY);
  await world.commit(id, await world.put(id, '/letter.txt', 'Dear aunt'));
  return { world, id };
}

type Ask = (world: LibraryWorld, id: LibraryId, caller: typeof ANNA) => Promise<unknown>;

const OF_CONTENTS: readonly [string, Ask][] = [
  ['folders', ({ libraryStorage }, id, caller) => libraryStorage.folder(caller, { id, path: '/' })],
  ['largest files', ({ libraryStorage }, id, caller) => libraryStorage.largest(caller, id)],
  ['growth', ({ libraryStorage }, id, caller) => libraryStorage.growth(caller, id)],
];
const OF_SUMS: readonly [string, Ask][] = [
  ['sums', ({ libraryStorage }, id, caller) => libraryStorage.bytes(caller, id)],
  ['retention', ({ libraryStorage }, id, caller) => libraryStorage.retention(caller, { id, keepDays: 1 })],
];

describe('what a library takes', () => {
  it.each([...OF_CONTENTS, ...OF_SUMS])('is told to its owner and to no reader: %s', async (_words, ask) => {
    const { world, id } = await sharedWorld();
    await expect(ask(world, id, ANNA)).resolves.toBeDefined();
    expect(await refusalOf(() => ask(world, id, BERT))).toMatchObject({ code: 'permission-denied' });
  });

  it.each(OF_SUMS)(
    'is told to administrators as far as it says nothing of contents: %s',
    async (_words, ask) => {
      const { world, id } = await sharedWorld();
      await expect(ask(world, id, ADMIN)).resolves.toBeDefined();
    },
  );

  it.each(OF_CONTENTS)('is not told to administrators where names are: %s', async (_words, ask) => {
    const { world, id } = await sharedWorld();
    expect(await refusalOf(() => ask(world, id, ADMIN))).toMatchObject({ code: 'permission-denied' });
  });

  it('is measured once, until something changes or it is asked for anew', async () => {
    const { world, id } = await sharedWorld();
    const first = await world.libraryStorage.bytes(ANNA, id);
    world.clock.advance(60);
    expect(await world.libraryStorage.bytes(ANNA, id)).toBe(first);
    const anew = await world.libraryStorage.bytes(ANNA, id, { isFresh: true });
    expect(anew.atSeconds).toBe(first.atSeconds + 60);
    await world.commit(id, await world.put(id, '/more.txt', 'more'));
    const after = await world.libraryStorage.bytes(ANNA, id);
    expect(after.found.live - first.found.live).toBe(40 + 'more'.length);
  });

  it('is another once the trash is emptied', async () => {
    const { world, id } = await sharedWorld();
    await world.commit(id, { op: 'remove', path: '/trip/pic.jpg' });
    expect((await world.libraryStorage.bytes(ANNA, id)).found.trash).toBe(140);
    world.trash.clean(ANNA, id);
    expect((await world.libraryStorage.bytes(ANNA, id)).found).toMatchObject({ trash: 0, history: 184 });
  });
});

describe('another retention', () => {
  it('is planned for exactly what is asked for', async () => {
    const { world, id } = await sharedWorld();
    expect(await world.libraryStorage.retention(ANNA, { id, keepDays: 0 })).toMatchObject({
      ...{ keepDays: 0, versions: 3, removedVersions: 2, isWaitingForClock: false },
    });
    expect(await world.libraryStorage.retention(ANNA, { id, keepDays: -7 })).toMatchObject({
      ...{ keepDays: -1, removedVersions: 0 },
    });
  });

  it('is never more than a century', async () => {
    const { world, id } = await sharedWorld();
    const asked = refusalOf(() => world.libraryStorage.retention(ANNA, { id, keepDays: 36_501 }));
    expect(await asked).toMatchObject({ code: 'argument-invalid' });
  });

  it('is not worked out for who has gone', async () => {
    const { world, id } = await sharedWorld();
    const signal = AbortSignal.abort(new Error('gone'));
    await expect(world.libraryStorage.retention(ANNA, { id, keepDays: 0 }, signal)).rejects.toThrow('gone');
  });
});

describe('the folders of a library', () => {
  it('are told by what is in them, largest first', async () => {
    const { world, id } = await sharedWorld();
    const { bytes, files, items, others } = await world.libraryStorage.folder(ANNA, { id, path: '/' });
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
    const { items, others } = await world.libraryStorage.folder(ANNA, { id, path: '/' });
    expect([items.length, others]).toEqual([100, { items: 3, bytes: 6, files: 3 }]);
  });

  it('are refused where there are none', async () => {
    const { world, id } = await sharedWorld();
    const ask = (path: string) => refusalOf(() => world.libraryStorage.folder(ANNA, { id, path }));
    expect(await ask('/none')).toMatchObject({ code: 'folder-not-found' });
    expect(await ask('/letter.txt')).toMatchObject({ code: 'not-a-folder' });
  });
});

describe('the largest files', () => {
  it('are told with their versions, of which what is alike counts once', async () => {
    const { world, id } = await sharedWorld();
    const found = await world.libraryStorage.largest(ANNA, id);
    expect(found.map(({ path, sizeBytes, versions, bytes }) => [path, sizeBytes, versions, bytes])).toEqual([
      ['/trip/pic.jpg', 100, 1, 100],
      ['/letter.txt', 9, 2, 13],
    ]);
  });

  it('are not those that are gone', async () => {
    const { world, id } = await sharedWorld();
    await world.commit(id, { op: 'remove', path: '/letter.txt' });
    const found = await world.libraryStorage.largest(ANNA, id);
    expect(found.map(({ path }) => path)).toEqual(['/trip/pic.jpg']);
  });

  it('put a small file with many versions before a larger one', async () => {
    const { world, id } = await sharedWorld();
    for (let at = 0; at < 20; at++)
      await world.commit(id, await world.put(id, '/log.txt', `line ${at + 10}`));
    const [first] = await world.libraryStorage.largest(ANNA, id);
    expect(first).toMatchObject({ path: '/log.txt', sizeBytes: 7, versions: 20, bytes: 140 });
  });
});

describe('how a library grew', () => {
  it('is told day by day, of whole snapshots', async () => {
    const { world, id } = await sharedWorld();
    world.clock.advance(DAY);
    const sizes = await world.libraryStorage.growth(ANNA, id);
    expect(sizes.map(({ bytes }) => bytes)).toEqual([104, 104, 104, 109, 109]);
    expect(sizes.at(-1)?.atSeconds).toBe(world.clock.nowSeconds());
  });

  it('is told week by week where there is more of it', async () => {
    const { world, id } = await sharedWorld();
    world.clock.advance(700 * DAY);
    const sizes = await world.libraryStorage.growth(ANNA, id);
    expect(sizes).toHaveLength(102);
    expect((sizes[2]?.atSeconds ?? 0) - (sizes[1]?.atSeconds ?? 0)).toBe(7 * DAY);
  });

  it('is what is shown of it', async () => {
    const { world, id } = await sharedWorld();
    world.libraries.setRetention(ANNA, id, 0);
    expect((await world.libraryStorage.growth(ANNA, id)).map(({ bytes }) => bytes)).toEqual([109]);
  });
});
