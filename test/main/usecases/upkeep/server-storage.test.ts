import { describe, expect, it } from 'vitest';
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

describe('what Keepfold takes of the disk', () => {
  it('is told of libraries and of deleted ones, and counted anew after a change', async () => {
    const { world, id } = await worldWithEverything();
    const bytes = () => world.stores.objects.library(id).fileBytes();
    await world.stores.objects.library(id).flush();
    const measuredAtSeconds = world.clock.nowSeconds();
    expect(await world.serverStorage.total(ADMIN)).toEqual({
      ...{ libraryBytes: await bytes(), deletedBytes: 0, measuredAtSeconds },
    });
    await world.commit(id, await world.put(id, '/more.txt', 'more'));
    const after = await world.serverStorage.total(ADMIN);
    expect(after.libraryBytes).toBe(await bytes());
    await world.libraries.remove(ANNA, id);
    expect(await world.serverStorage.total(ADMIN)).toMatchObject({
      ...{ libraryBytes: 0, deletedBytes: after.libraryBytes },
    });
  });

  it('is counted anew after a clean-up, which changes no library', async () => {
    const { world, id } = await worldWithEverything();
    const bytes = () => world.stores.objects.library(id).fileBytes();
    await world.put(id, '/never-committed.txt', 'z'.repeat(50_000));
    await world.stores.objects.library(id).flush();
    const before = await bytes();
    expect(await world.serverStorage.total(ADMIN)).toMatchObject({ libraryBytes: before });
    world.clock.advance(2 * DAY);
    await world.garbage.collect(ADMIN);
    const after = await bytes();
    expect(after).toBeLessThan(before);
    expect(await world.serverStorage.total(ADMIN)).toMatchObject({ libraryBytes: after });
  });

  it('is told to administrators', async () => {
    const { world } = await worldWithEverything();
    expect(await refusalOf(() => world.serverStorage.total(ANNA))).toMatchObject({
      code: 'permission-denied',
    });
  });
});
