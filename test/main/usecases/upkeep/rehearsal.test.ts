import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Job } from '../../../../src-main/usecases/upkeep/jobs.ts';
import { ADMIN, ANNA } from '../../../support/account-services.ts';
import {
  type BackedUpWorld,
  backedUpWorld,
  damageObjects,
  emptyFolder,
  jobOver,
  LARGE,
  openBackupWorld,
  refusalOf,
} from '../../../support/backup-world.ts';

const DAY = 86_400;
async function rehearse(world: BackedUpWorld): Promise<Job> {
  return jobOver(world, await world.rehearsal.start(ADMIN));
}

describe('the rehearsal of a restore', { timeout: 60_000 }, () => {
  it('restores files of today and of before from the backup, and keeps none', async () => {
    const world = await backedUpWorld();
    const job = await rehearse(world);
    expect(job).toMatchObject({ kind: 'rehearsal', state: 'done' });
    expect(job.outcome.rehearsal).toMatchObject({ folder: world.folder, files: 3, libraries: 1, lost: [] });
    expect(job.outcome.rehearsal?.bytes).toBe(LARGE + 'dear Anna'.length + 'dear Ben'.length);
    expect(readdirSync(join(world.path, 'tmp'))).toEqual([]);
    expect(world.rehearsal.status(ADMIN)).toMatchObject({
      ...{ schedule: 'monthly', state: 'resting' },
      lastDone: { id: job.id },
    });
  });

  it('names each file that does not come back', async () => {
    const world = await backedUpWorld();
    damageObjects(world.folder, world.library, 'blocks');
    const job = await rehearse(world);
    expect(job.state).toBe('done');
    expect(job.outcome.rehearsal).toMatchObject({
      files: 2,
      lost: [
        {
          ...{ libraryId: world.library, libraryName: 'Papers' },
          ...{ path: '/films/film.bin', reason: 'object-corrupt' },
        },
      ],
    });
    expect([...world.store.objects.library(world.library).damaged()]).toEqual([]);
  });

  it('tries what is encrypted by its ids, without a password', async () => {
    const world = await backedUpWorld();
    const secret = await world.libraries.create(ANNA, { name: 'Secret', password: 'a long password' });
    const { id } = secret.view.library;
    await world.commit(id, await world.put(id, '/hidden.bin', 'ciphertext'));
    await world.backup.start(ADMIN);
    await world.backup.settled();
    const job = await rehearse(world);
    expect(job.outcome.rehearsal).toMatchObject({ files: 4, libraries: 2, lost: [] });
  });

  it('tries no sample, whose files are nobody’s', async () => {
    const world = await backedUpWorld();
    await world.sampleLibraries.make(ANNA, 'en');
    await world.backup.start(ADMIN);
    await world.backup.settled();
    const job = await rehearse(world);
    expect(job.outcome.rehearsal).toMatchObject({ files: 3, libraries: 1, lost: [] });
  });

  it('waits for a backup that is away, and takes that for no rehearsal', async () => {
    const world = await backedUpWorld();
    renameSync(world.folder, `${world.folder}-away`);
    onTestFinished(() => rmSync(`${world.folder}-away`, { recursive: true, force: true }));
    expect(await refusalOf(world.rehearsal.start(ADMIN))).toBe('backup-away');
    await world.rehearsal.runIfDue();
    expect(world.rehearsal.status(ADMIN)).toEqual({
      ...{ schedule: 'monthly', state: 'waiting', last: null, lastDone: null },
    });
    renameSync(`${world.folder}-away`, world.folder);
    await world.rehearsal.runIfDue();
    expect(world.rehearsal.status(ADMIN)).toMatchObject({ state: 'resting', last: { state: 'done' } });
  });

  it('says why there was no rehearsal, and begins again on the next day', async () => {
    const world = await backedUpWorld();
    const database = join(world.folder, 'keepfold.db');
    const bytes = readFileSync(database);
    writeFileSync(database, Buffer.alloc(8_192, 7));
    await world.rehearsal.runIfDue();
    expect(world.rehearsal.status(ADMIN)).toMatchObject({
      ...{ state: 'resting', lastDone: null },
      last: {
        state: 'failed',
        outcome: { reason: 'backup-unusable', why: { reason: 'damaged', value: world.folder } },
      },
    });
    writeFileSync(database, bytes);
    world.clock.advance(DAY - 60);
    await world.rehearsal.runIfDue();
    expect(world.rehearsal.status(ADMIN).lastDone).toBe(null);
    world.clock.advance(60);
    await world.rehearsal.runIfDue();
    expect(world.rehearsal.status(ADMIN).lastDone).toMatchObject({ state: 'done' });
  });

  it('happens by itself once a month, or a week, or not, whatever becomes of the clock', async () => {
    const world = await backedUpWorld();
    const count = async () => {
      await world.rehearsal.runIfDue();
      await world.rehearsal.runIfDue();
      return world.jobs.list(ADMIN).filter(({ kind }) => kind === 'rehearsal').length;
    };
    expect(await count()).toBe(1);
    world.clock.advance(29 * DAY);
    expect(await count()).toBe(1);
    world.clock.advance(DAY);
    expect(await count()).toBe(2);
    world.clock.jump(-400 * DAY);
    expect(await count()).toBe(3);
    world.rehearsal.schedule(ADMIN, 'weekly');
    world.clock.advance(7 * DAY);
    expect(await count()).toBe(4);
    world.rehearsal.schedule(ADMIN, 'off');
    world.clock.advance(300 * DAY);
    expect(await count()).toBe(4);
  });

  it('that found nothing to try is made again on the next day, as it has shown nothing', async () => {
    const world = await openBackupWorld();
    onTestFinished(() => world.store.close());
    const library = await world.addLibrary('Empty');
    const backUp = async () => {
      await world.backup.start(ADMIN);
      await world.backup.settled();
    };
    await world.backup.configure(ADMIN, emptyFolder(), true);
    await backUp();
    await world.rehearsal.runIfDue();
    const first = world.rehearsal.status(ADMIN).lastDone;
    expect(first?.outcome.rehearsal).toMatchObject({ files: 0, lost: [] });
    await world.commit(library, await world.put(library, '/letter.txt', 'dear Anna'));
    await backUp();
    world.clock.advance(DAY - 60);
    await world.rehearsal.runIfDue();
    expect(world.rehearsal.status(ADMIN).lastDone).toEqual(first);
    world.clock.advance(60);
    await world.rehearsal.runIfDue();
    expect(world.rehearsal.status(ADMIN).lastDone?.outcome.rehearsal).toMatchObject({ files: 1, lost: [] });
  });

  it('lets a backup or a clean-up go first', async () => {
    const world = await backedUpWorld();
    await world.garbage.holdOff(() => world.rehearsal.runIfDue());
    expect(world.jobs.list(ADMIN)).toEqual([]);
    await world.rehearsal.runIfDue();
    expect(world.rehearsal.status(ADMIN)).toMatchObject({ state: 'resting', lastDone: { state: 'done' } });
  });

  it('can be cancelled, and leaves nothing', async () => {
    const world = await backedUpWorld();
    const { id } = await world.rehearsal.start(ADMIN);
    expect(world.rehearsal.status(ADMIN).state).toBe('running');
    expect(await world.jobs.cancel(ADMIN, id)).toMatchObject({ state: 'canceled' });
    expect(readdirSync(join(world.path, 'tmp'))).toEqual([]);
    expect(world.rehearsal.status(ADMIN)).toMatchObject({ state: 'resting', lastDone: null });
  });

  it('is not made without a backup, and by administrators alone', async () => {
    const world = await openBackupWorld();
    onTestFinished(() => world.store.close());
    expect(world.rehearsal.status(ADMIN)).toMatchObject({ state: 'none' });
    expect(await refusalOf(world.rehearsal.start(ADMIN))).toBe('backup-refused no-folder');
    expect(await refusalOf(world.rehearsal.start(ANNA))).toBe('permission-denied administrator');
    expect(() => world.rehearsal.status(ANNA)).toThrow('permission-denied');
    expect(() => world.rehearsal.schedule(ANNA, 'off')).toThrow('permission-denied');
    await world.rehearsal.runIfDue();
    expect(world.jobs.list(ADMIN)).toEqual([]);
  });
});
