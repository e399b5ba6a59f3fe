import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ADMIN, ANNA, libraryWorld } from '../../../support/library-world.ts';

const DAY = 86_400;

/** Two versions of a file and a deleted one, all older than a day. */
async function worldWithEverything() {
  const world = await libraryWorld();
  const id = await world.addLibrary('Papers');
  await world.commit(
    id,
    await world.put(id, '/a.txt', 'first'),
    await world.put(id, '/gone.txt', 'x'.repeat(5_000)),
  );
  world.clock.advance(60);
  await world.commit(id, await world.put(id, '/a.txt', 'y'.repeat(1_000)));
  world.clock.advance(60);
  await world.commit(id, { op: 'remove', path: '/gone.txt' });
  world.clock.advance(2 * DAY);
  return { world, id };
}

describe('what takes room', () => {
  it('is told by what it is needed for', async () => {
    const { world } = await worldWithEverything();
    const { libraries, skipped } = await world.storageUse.measure(ADMIN);
    const [papers] = libraries;
    expect(skipped).toEqual([]);
    expect(papers).toMatchObject({ name: 'Papers', reclaimable: 0, young: 0 });
    // A header of 40 bytes and the content.
    expect([papers?.live, papers?.trash, papers?.history]).toEqual([1_040, 5_040, 45]);
    expect(papers?.overhead).toBeGreaterThan(0);
  });

  it('adds up to what the files of the library take, and can be freed once history is short', async () => {
    const { world, id } = await worldWithEverything();
    const sum = async () => {
      const { libraries } = await world.storageUse.measure(ADMIN);
      return libraries.reduce((all, { live, history, trash, reclaimable, young, overhead }) => {
        return all + live + history + trash + reclaimable + young + overhead;
      }, 0);
    };
    await world.stores.objects.library(id).flush();
    expect(await sum()).toBe(await world.stores.objects.library(id).fileBytes());
    world.libraries.setRetention(ANNA, id, 0);
    const { libraries } = await world.storageUse.measure(ADMIN);
    expect(libraries[0]).toMatchObject({ history: 0, trash: 0 });
    expect(libraries[0]?.reclaimable).toBe((await world.garbage.plan(ADMIN)).storedBytes);
    expect(await sum()).toBe(await world.stores.objects.library(id).fileBytes());
  });

  it('is young until it is a day old', async () => {
    const { world, id } = await worldWithEverything();
    await world.put(id, '/on-its-way.txt', 'young');
    const { libraries } = await world.storageUse.measure(ADMIN);
    expect(libraries[0]?.young).toBeGreaterThan('young'.length);
  });

  it('is told library by library, and can be given up between them', async () => {
    const { world } = await worldWithEverything();
    await world.addLibrary('Second');
    const told: string[] = [];
    const onProgress = (done: number, total: number) => told.push(`${done} of ${total}`);
    await world.storageUse.measure(ADMIN, { onProgress });
    expect(told).toEqual(['1 of 2', '2 of 2']);
    const gone = world.storageUse.measure(ADMIN, { signal: AbortSignal.abort(new Error('given up')) });
    await expect(gone).rejects.toThrow('given up');
  });

  it('is for administrators', async () => {
    const { world } = await worldWithEverything();
    expect(await refusalOf(() => world.storageUse.measure(ANNA))).toMatchObject({
      code: 'permission-denied',
    });
  });
});

describe('what a retention would free', () => {
  it('is what a clean-up finds under it, and changes nothing', async () => {
    const { world, id } = await worldWithEverything();
    const effect = await world.storageUse.whatIf(ADMIN, { keepDays: 0, libraryId: id });
    expect(effect).toMatchObject({ libraries: 1, commits: 3, bytesAnyhow: 0 });
    expect(world.libraries.find(ANNA, id).library.keepDays).toBe(-1);
    world.libraries.setRetention(ANNA, id, 0);
    expect((await world.garbage.plan(ADMIN)).storedBytes).toBe(effect.bytes);
  });

  it('leaves libraries alone that keep less already', async () => {
    const { world, id } = await worldWithEverything();
    world.libraries.setRetention(ANNA, id, 30);
    const none = { libraries: 0, commits: 0, bytes: 0, laterBytes: 0, bytesAnyhow: 0 };
    expect(await world.storageUse.whatIf(ADMIN, { keepDays: 90, libraryId: null })).toEqual(none);
  });

  it('is refused for what is no library, and for others than administrators', async () => {
    const { world, id } = await worldWithEverything();
    const unknown = '00000000-0000-4000-8000-000000000000' as LibraryId;
    expect(
      await refusalOf(() => world.storageUse.whatIf(ADMIN, { keepDays: 1, libraryId: unknown })),
    ).toMatchObject({ code: 'library-not-found' });
    expect(
      await refusalOf(() => world.storageUse.whatIf(ANNA, { keepDays: 1, libraryId: id })),
    ).toMatchObject({ code: 'permission-denied' });
  });
});

describe('what Keepfold takes of the disk', () => {
  it('is told of libraries and of deleted ones, and counted anew after a change', async () => {
    const { world, id } = await worldWithEverything();
    const bytes = () => world.stores.objects.library(id).fileBytes();
    await world.stores.objects.library(id).flush();
    const measuredAtSeconds = world.clock.nowSeconds();
    expect(await world.storageUse.total(ADMIN)).toEqual({
      ...{ libraryBytes: await bytes(), deletedBytes: 0, measuredAtSeconds },
    });
    await world.commit(id, await world.put(id, '/more.txt', 'more'));
    const after = await world.storageUse.total(ADMIN);
    expect(after.libraryBytes).toBe(await bytes());
    await world.libraries.remove(ANNA, id);
    expect(await world.storageUse.total(ADMIN)).toMatchObject({
      ...{ libraryBytes: 0, deletedBytes: after.libraryBytes },
    });
  });

  it('is counted anew after a clean-up, which changes no library', async () => {
    const { world, id } = await worldWithEverything();
    const bytes = () => world.stores.objects.library(id).fileBytes();
    await world.put(id, '/never-committed.txt', 'z'.repeat(50_000));
    await world.stores.objects.library(id).flush();
    const before = await bytes();
    expect(await world.storageUse.total(ADMIN)).toMatchObject({ libraryBytes: before });
    world.clock.advance(2 * DAY);
    await world.garbage.collect(ADMIN);
    const after = await bytes();
    expect(after).toBeLessThan(before);
    expect(await world.storageUse.total(ADMIN)).toMatchObject({ libraryBytes: after });
  });

  it('is told to administrators', async () => {
    const { world } = await worldWithEverything();
    expect(await refusalOf(() => world.storageUse.total(ANNA))).toMatchObject({ code: 'permission-denied' });
  });
});
