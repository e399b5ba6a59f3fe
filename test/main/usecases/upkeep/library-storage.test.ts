import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ADMIN, ANNA, BERT, type LibraryWorld } from '../../../support/library-world.ts';
import { sharedPapers } from '../../../support/shared-papers.ts';

type Ask = (world: LibraryWorld, id: LibraryId, caller: typeof ANNA) => Promise<unknown>;

const OF_SUMS: readonly [string, Ask][] = [
  ['sums', ({ libraryStorage }, id, caller) => libraryStorage.bytes(caller, id)],
  ['retention', ({ libraryStorage }, id, caller) => libraryStorage.retention(caller, { id, keepDays: 1 })],
];

describe('what a library takes', () => {
  it.each(OF_SUMS)('is told to its owner and to no reader: %s', async (_words, ask) => {
    const { world, id } = await sharedPapers();
    await expect(ask(world, id, ANNA)).resolves.toBeDefined();
    expect(await refusalOf(() => ask(world, id, BERT))).toMatchObject({ code: 'permission-denied' });
  });

  it.each(OF_SUMS)(
    'is told to administrators as far as it says nothing of contents: %s',
    async (_words, ask) => {
      const { world, id } = await sharedPapers();
      await expect(ask(world, id, ADMIN)).resolves.toBeDefined();
    },
  );

  it('is measured once, until something changes or it is asked for anew', async () => {
    const { world, id } = await sharedPapers();
    const first = await world.libraryStorage.bytes(ANNA, id);
    world.clock.advance(60);
    expect(await world.libraryStorage.bytes(ANNA, id)).toBe(first);
    const anew = await world.libraryStorage.bytes(ANNA, id, { isFresh: true });
    expect(anew.atSeconds).toBe(first.atSeconds + 60);
    await world.commit(id, await world.put(id, '/more.txt', 'more'));
    const after = await world.libraryStorage.bytes(ANNA, id);
    expect(after.found.live - first.found.live).toBe(40 + 'more'.length);
  });

  it('stays known beyond its current files to lists, with the time of the last measurement', async () => {
    const { world, id } = await sharedPapers();
    const listed = () => world.libraryStorage.historySize(world.access.readable(ANNA, id));
    expect(listed()).toBe(null);
    const { found, atSeconds } = await world.libraryStorage.bytes(ANNA, id);
    const size = { bytes: found.history + found.trash + found.young + found.overhead, atSeconds };
    expect(listed()).toEqual(size);
    expect(world.stores.historySizeTable.find(id)).toEqual(size);
    expect(world.libraryStorage.historySize(world.access.readable(BERT, id))).toBe(null);
    world.clock.advance(3_600);
    await world.commit(id, await world.put(id, '/more.txt', 'more'));
    expect(listed()).toEqual(size);
  });

  it('is told on a full disk too, where it cannot be kept', async () => {
    const { world, id } = await sharedPapers();
    world.stores.historySizeTable.put = () => {
      throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    };
    expect((await world.libraryStorage.bytes(ANNA, id)).found.live).toBeGreaterThan(0);
  });

  it('is another once the trash is emptied', async () => {
    const { world, id } = await sharedPapers();
    await world.commit(id, { op: 'remove', path: '/trip/pic.jpg' });
    expect((await world.libraryStorage.bytes(ANNA, id)).found.trash).toBe(140);
    world.trash.clean(ANNA, id);
    expect((await world.libraryStorage.bytes(ANNA, id)).found).toMatchObject({ trash: 0, history: 184 });
  });
});

describe('another retention', () => {
  it('is planned for exactly what is asked for', async () => {
    const { world, id } = await sharedPapers();
    expect(await world.libraryStorage.retention(ANNA, { id, keepDays: 0 })).toMatchObject({
      ...{ keepDays: 0, versions: 3, removedVersions: 2, isWaitingForClock: false },
    });
    expect(await world.libraryStorage.retention(ANNA, { id, keepDays: -7 })).toMatchObject({
      ...{ keepDays: -1, removedVersions: 0 },
    });
  });

  it('is never more than a century', async () => {
    const { world, id } = await sharedPapers();
    const asked = refusalOf(() => world.libraryStorage.retention(ANNA, { id, keepDays: 36_501 }));
    expect(await asked).toMatchObject({ code: 'argument-invalid' });
  });

  it('is not worked out for who has gone', async () => {
    const { world, id } = await sharedPapers();
    const signal = AbortSignal.abort(new Error('gone'));
    await expect(world.libraryStorage.retention(ANNA, { id, keepDays: 0 }, signal)).rejects.toThrow('gone');
  });
});
