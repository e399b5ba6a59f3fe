import { describe, expect, it } from 'vitest';
import { ADMIN, ANNA } from '../../../support/account-services.ts';
import { backedUpWorld, damageObjects, jobOver, refusalOf } from '../../../support/backup-world.ts';

describe('repairing from the backup', { timeout: 60_000 }, () => {
  it('replaces what is damaged here by what the backup has', async () => {
    const world = await backedUpWorld();
    damageObjects(world.path, world.library, 'blocks');
    await world.check({ full: true });
    const store = world.store.objects.library(world.library);
    expect([...store.damaged()]).toHaveLength(1);
    const job = await jobOver(world, await world.repairs.start(ADMIN));
    expect(job).toMatchObject({
      kind: 'repair',
      state: 'done',
      outcome: { repair: { repaired: 1, left: 0 } },
    });
    expect([...store.damaged()]).toEqual([]);
    expect((await world.check({ full: true })).problems).toEqual([]);
  });

  it('leaves what the backup has damaged as well', async () => {
    const world = await backedUpWorld();
    damageObjects(world.path, world.library, 'blocks');
    damageObjects(world.folder, world.library, 'blocks');
    await world.check({ full: true });
    const job = await jobOver(world, await world.repairs.start(ADMIN));
    expect(job.outcome.repair).toEqual({ repaired: 0, left: 1 });
    expect(await refusalOf(world.repairs.start(ANNA))).toBe('permission-denied administrator');
  });
});
