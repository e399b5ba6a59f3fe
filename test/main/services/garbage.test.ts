import { describe, expect, it } from 'vitest';
import { createGarbage } from '../../../src-main/services/garbage.ts';
import { refusalOf } from '../../support/account-services.ts';
import { ADMIN, ANNA, libraryWorld } from '../../support/library-world.ts';

async function worldWithHistory() {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  await world.commit(id, await world.put(id, '/a.txt', 'first'), await world.put(id, '/keep.txt', 'kept'));
  await world.commit(id, await world.put(id, '/a.txt', 'second'));
  const garbage = createGarbage({ ...world.stores, clock: world.clock });
  return { world, id, garbage };
}

describe('the plan of garbage', () => {
  it('needs everything while history keeps everything', async () => {
    const { garbage } = await worldWithHistory();
    expect(await garbage.plan(ADMIN)).toEqual({ libraries: 1, objects: 0, bytes: 0 });
  });

  it('counts what only hidden commits reach: a block, its file object and the old root', async () => {
    const { world, id, garbage } = await worldWithHistory();
    world.libraries.setRetention(ANNA, id, 0);
    const plan = await garbage.plan(ADMIN);
    expect(plan.objects).toBe(3);
    expect(plan.bytes).toBeGreaterThan('first'.length);
  });

  it('counts what an upload left that no commit took in', async () => {
    const { world, id, garbage } = await worldWithHistory();
    await world.put(id, '/never-committed.txt', 'orphan');
    expect((await garbage.plan(ADMIN)).objects).toBe(2);
  });

  it('is for administrators', async () => {
    const { garbage } = await worldWithHistory();
    expect(await refusalOf(() => garbage.plan(ANNA))).toMatchObject({ code: 'permission-denied' });
  });
});
