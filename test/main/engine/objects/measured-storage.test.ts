import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { measureLibrary, planRetention } from '../../../../src-main/engine/objects/measured-storage.ts';
import { ADMIN, ANNA, type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';

const DAY = 86_400;
/** Contents that no compression makes smaller than the others. */
const TEXTS = ['first', 'second', 'third', 'fourth'];

/** Four versions of a file, ten days apart, the last of them ten days old; the library itself is the first version. */
async function worldWithVersions() {
  const world = await libraryWorld();
  const id = await world.addLibrary('Papers');
  const madeAt: number[] = [];
  for (const text of TEXTS) {
    world.clock.advance(10 * DAY);
    madeAt.push(world.clock.nowSeconds());
    await world.commit(id, await world.put(id, '/a.txt', text));
  }
  world.clock.advance(10 * DAY);
  await world.stores.objects.library(id).flush();
  return { world, id, madeAt };
}

function recordOf({ stores }: LibraryWorld, id: LibraryId) {
  const library = stores.libraryTable.find(id);
  if (library === null) throw new Error('a library expected');
  return library;
}

const plan = (world: LibraryWorld, id: LibraryId, keepDays: number, signal?: AbortSignal) =>
  planRetention(
    { ...world.stores, retention: world.retention },
    { library: recordOf(world, id), keepDays },
    signal,
  );

describe('what another retention does', () => {
  it.each([
    // The head alone; or what its days show, and the version before them.
    [0, 4, 3],
    [5, 4, 3],
    [15, 3, 2],
    [35, 1, 0],
  ])('is, with %i days, that %i of 5 versions go', async (keepDays, removedVersions, oldestKept) => {
    const { world, id, madeAt } = await worldWithVersions();
    expect(await plan(world, id, keepDays)).toMatchObject({
      ...{ versions: 5, removedVersions, returnedVersions: 0, removedDeletions: 0, laterBytes: 0 },
      ...{ oldestKeptSeconds: madeAt[oldestKept], bytesAnyhow: 0 },
    });
  });

  it('is nothing where all versions are younger', async () => {
    const { world, id } = await worldWithVersions();
    const { removedVersions, bytes, laterBytes } = await plan(world, id, 365);
    expect([removedVersions, bytes, laterBytes]).toEqual([0, 0, 0]);
  });

  it('frees to the byte what the clean-up finds once it is set', async () => {
    const { world, id } = await worldWithVersions();
    const { bytes } = await plan(world, id, 15);
    expect(bytes).toBeGreaterThan(0);
    world.libraries.setRetention(ANNA, id, 15);
    const { storedBytes } = await world.garbage.collect(ADMIN);
    expect(storedBytes).toBe(bytes);
  });

  it('frees later what is less than a day old', async () => {
    const { world, id } = await worldWithVersions();
    for (const text of ['fifth', 'sixth', 'seventh'])
      await world.commit(id, await world.put(id, '/a.txt', text));
    const old = (await plan(world, id, 0)).bytes;
    const young = (await plan(world, id, 0)).laterBytes;
    expect([old > 0, young > 0]).toEqual([true, true]);
    world.clock.advance(2 * DAY);
    expect(await plan(world, id, 0)).toMatchObject({ bytes: old + young, laterBytes: 0, removedVersions: 7 });
  });

  it('tells apart what a clean-up frees anyhow', async () => {
    const { world, id } = await worldWithVersions();
    const { bytes } = await plan(world, id, 15);
    world.libraries.setRetention(ANNA, id, 15);
    expect(await plan(world, id, 15)).toMatchObject({ removedVersions: 0, bytes: 0, bytesAnyhow: bytes });
  });

  it('leaves pinned versions alone, and does not count them', async () => {
    const { world, id } = await worldWithVersions();
    const [, , second] = world.stores.historyTable.range(id, { from: 5, downTo: 1, limit: 5 });
    const all = await plan(world, id, 0);
    if (second === undefined) throw new Error('a commit expected');
    await world.pins.pin(ANNA, id, second.id, 'tax');
    const left = await plan(world, id, 0);
    expect([all.removedVersions, left.removedVersions, left.bytes < all.bytes]).toEqual([4, 3, true]);
  });

  it('tells of versions that a longer one shows again', async () => {
    const { world, id } = await worldWithVersions();
    world.libraries.setRetention(ANNA, id, 5);
    expect(await plan(world, id, -1)).toMatchObject({ versions: 1, removedVersions: 0, returnedVersions: 4 });
    await world.garbage.collect(ADMIN);
    expect(await plan(world, id, -1)).toMatchObject({ versions: 1, returnedVersions: 0, bytes: 0 });
  });

  it('takes deletions out of the trash', async () => {
    const { world, id } = await worldWithVersions();
    await world.commit(id, { op: 'remove', path: '/a.txt' });
    world.clock.advance(20 * DAY);
    expect((await plan(world, id, 10)).removedDeletions).toBe(1);
    expect((await plan(world, id, 30)).removedDeletions).toBe(0);
  });

  it('is nothing for a library that was just made', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary('Empty');
    expect(await plan(world, id, 0)).toEqual({
      ...{ versions: 1, removedVersions: 0, returnedVersions: 0, removedDeletions: 0 },
      ...{ oldestKeptSeconds: world.clock.nowSeconds(), bytes: 0, laterBytes: 0, bytesAnyhow: 0 },
    });
  });

  it('is given up when nobody waits for it any more', async () => {
    const { world, id } = await worldWithVersions();
    const given = plan(world, id, 0, AbortSignal.abort(new Error('gone')));
    await expect(given).rejects.toThrow('gone');
  });
});

describe('what a library takes', () => {
  it('is told by what it is needed for, and adds up to its files', async () => {
    const { world, id } = await worldWithVersions();
    const bytes = await measureLibrary({ ...world.stores, retention: world.retention }, recordOf(world, id));
    // A record has a header of 40 bytes; these contents are as long as they are.
    const record = (text: string) => 40 + text.length;
    expect(bytes).toMatchObject({
      ...{ live: record('fourth'), history: record('first') + record('second') + record('third') },
      ...{ trash: 0, reclaimable: 0, young: 0 },
    });
    const sum = Object.values(bytes).reduce((all, part) => all + part, 0);
    expect(sum).toBe(await world.stores.objects.library(id).fileBytes());
  });

  it('is young until it is a day old', async () => {
    const { world, id } = await worldWithVersions();
    await world.put(id, '/on-its-way.txt', 'young');
    const deps = { ...world.stores, retention: world.retention };
    const { young, reclaimable } = await measureLibrary(deps, recordOf(world, id));
    expect(young).toBeGreaterThan('young'.length);
    expect(reclaimable).toBe(0);
  });

  it('is its trash as well, until that is emptied', async () => {
    const { world, id } = await worldWithVersions();
    await world.commit(id, { op: 'remove', path: '/a.txt' });
    const deps = { ...world.stores, retention: world.retention };
    expect(await measureLibrary(deps, recordOf(world, id))).toMatchObject({ live: 0, trash: 46 });
  });
});
