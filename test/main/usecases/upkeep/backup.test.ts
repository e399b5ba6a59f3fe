import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ADMIN, ANNA } from '../../../support/account-services.ts';
import { emptyFolder, openBackupWorld, refusalOf, stateOfDataFolder } from '../../../support/backup-world.ts';
import { dataFolder, killedCopy } from '../../../support/data-world.ts';
import { filesBelow } from '../../../support/disk-store.ts';

const DAY_SECONDS = 86_400;

async function openWorld(path?: string, linked?: string[]) {
  const world = await openBackupWorld(path, linked);
  let isOpen = true;
  const close = async () => {
    if (isOpen) await world.store.close();
    isOpen = false;
  };
  onTestFinished(close);
  const library = await world.addLibrary('Papers');
  const save = async (text: string) => {
    await world.commit(library, await world.put(library, '/letter.txt', text));
  };
  await save('dear Anna');
  const run = async (folder: string | null = null) => {
    await world.backup.start(ADMIN, folder);
    await world.backup.settled();
    return world.backup.status(ADMIN);
  };
  return { ...world, library, save, run, close };
}

describe('a backup', { timeout: 40_000 }, () => {
  it('is made, made again after a change, and opens with the newest commit in it', async () => {
    const world = await openWorld();
    const folder = emptyFolder();
    await world.backup.configure(ADMIN, folder, true);
    expect((await world.run()).lastRun).toMatchObject({ folder, failure: null });
    await world.save('dear Ben');
    expect(await world.run()).toMatchObject({
      kept: { folder, isDaily: true, succeededAtSeconds: world.clock.nowSeconds(), failingSinceSeconds: 0 },
      ...{ failure: null, running: null },
    });
    const { states, problems, rolledBack } = await stateOfDataFolder(folder);
    expect({ problems, rolledBack }).toEqual({ problems: [], rolledBack: [] });
    expect(states).toEqual(await world.states());
    expect(states[world.library]?.files).toEqual({ '/letter.txt': 'dear Ben' });
  });

  it('goes on after somebody looked into it with a Keepfold of its own', async () => {
    const world = await openWorld();
    const folder = emptyFolder();
    await world.run(folder);
    await stateOfDataFolder(folder);
    await world.save('dear Ben');
    expect((await world.run(folder)).lastRun).toMatchObject({ failure: null });
  });

  it('is due a day after the last success, and told of', async () => {
    const world = await openWorld();
    const folder = emptyFolder();
    await world.backup.configure(ADMIN, folder, true);
    await world.backup.runIfDue();
    const first = world.clock.nowSeconds();
    world.clock.advance(DAY_SECONDS - 1);
    await world.backup.runIfDue();
    expect(world.backup.status(ADMIN).kept?.succeededAtSeconds).toBe(first);
    world.clock.advance(1);
    world.told.length = 0;
    await world.backup.runIfDue();
    expect(world.backup.status(ADMIN).kept?.succeededAtSeconds).toBe(first + DAY_SECONDS);
    expect(world.told).toContain('backup');
  });

  it('is not made by itself unless it is daily', async () => {
    const world = await openWorld();
    await world.backup.configure(ADMIN, emptyFolder(), false);
    await world.backup.runIfDue();
    expect(world.backup.status(ADMIN)).toMatchObject({ kept: { succeededAtSeconds: 0 }, lastRun: null });
  });

  it('says since when it could not be made, and forgets that with the next success', async () => {
    const world = await openWorld();
    const folder = emptyFolder();
    const elsewhere = join(dirname(folder), 'unplugged');
    await world.backup.configure(ADMIN, folder, true);
    await world.run();
    renameSync(folder, elsewhere);
    world.clock.advance(DAY_SECONDS);
    const since = world.clock.nowSeconds();
    await world.backup.runIfDue();
    world.clock.advance(DAY_SECONDS);
    await world.backup.runIfDue();
    expect(world.backup.status(ADMIN)).toMatchObject({
      kept: { failingSinceSeconds: since },
      failure: { code: 'backup-away' },
    });
    renameSync(elsewhere, folder);
    expect(await world.run()).toMatchObject({ kept: { failingSinceSeconds: 0 }, failure: null });
  });

  it('does not take the empty folder that an unplugged disk leaves for its place', async () => {
    const world = await openWorld();
    const folder = emptyFolder();
    await world.backup.configure(ADMIN, folder, true);
    await world.run();
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    expect(await refusalOf(world.run())).toBe('backup-away');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is away, and back, as soon as it was looked at', async () => {
    const world = await openWorld();
    const folder = emptyFolder();
    await world.backup.configure(ADMIN, folder, false);
    const isAway = () => world.backup.status(ADMIN).isAway;
    renameSync(folder, `${folder}-unplugged`);
    await world.backup.look();
    expect(isAway()).toBe(true);
    renameSync(`${folder}-unplugged`, folder);
    await world.backup.look();
    expect(isAway()).toBe(false);
  });

  it('on the disk of the data stays one while it is away, whatever is in its place, also after a restart', async () => {
    const world = await openWorld();
    const folder = emptyFolder();
    const elsewhere = join(dirname(folder), 'renamed');
    const known = ({ backup }: Pick<typeof world, 'backup'>) => {
      const { kept, isAway } = backup.status(ADMIN);
      return { isAway, isOnSameDisk: kept?.isOnSameDisk };
    };
    await world.backup.configure(ADMIN, folder, false);
    expect(known(world)).toEqual({ isAway: false, isOnSameDisk: true });
    renameSync(folder, elsewhere);
    world.told.length = 0;
    await world.backup.runIfDue();
    expect([known(world), world.told]).toEqual([{ isAway: true, isOnSameDisk: true }, ['backup']]);
    await world.backup.configure(ADMIN, folder, false);
    await world.close();
    const restarted = await openWorld(world.path);
    await restarted.backup.runIfDue();
    expect(known(restarted)).toEqual({ isAway: true, isOnSameDisk: true });
    renameSync(elsewhere, folder);
    await restarted.backup.runIfDue();
    expect(known(restarted)).toEqual({ isAway: false, isOnSameDisk: true });
  });

  it.runIf(process.platform === 'linux')('in memory stays that while it is away', async () => {
    const world = await openWorld();
    const folder = mkdtempSync('/dev/shm/keepfold-');
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    expect(await world.backup.check(ADMIN, folder)).toMatchObject({ isInMemory: true });
    await world.backup.configure(ADMIN, folder, false);
    expect(world.backup.status(ADMIN)).toMatchObject({ isAway: false, kept: { isInMemory: true } });
    rmSync(folder, { recursive: true });
    await world.backup.runIfDue();
    expect(world.backup.status(ADMIN)).toMatchObject({ isAway: true, kept: { isInMemory: true } });
    const onDisk = mkdtempSync('/var/tmp/keepfold-');
    onTestFinished(() => rmSync(onDisk, { recursive: true, force: true }));
    await world.backup.configure(ADMIN, onDisk, false);
    expect(world.backup.status(ADMIN)).toMatchObject({ isAway: false, kept: { isInMemory: false } });
  });

  it.runIf(process.platform === 'linux')(
    'on another disk stays there when an empty folder takes its place',
    async () => {
      const world = await openWorld();
      const isInMemory = statSync(world.path).dev === statSync('/dev/shm').dev;
      const folder = mkdtempSync(join(isInMemory ? '/var/tmp' : '/dev/shm', 'keepfold-'));
      const elsewhere = `${folder}-unplugged`;
      onTestFinished(() => {
        for (const path of [folder, elsewhere]) rmSync(path, { recursive: true, force: true });
      });
      await world.backup.configure(ADMIN, folder, false);
      expect(world.backup.status(ADMIN)).toMatchObject({ isAway: false, kept: { isOnSameDisk: false } });
      renameSync(folder, elsewhere);
      symlinkSync(emptyFolder(), folder);
      await world.backup.runIfDue();
      expect(world.backup.status(ADMIN)).toMatchObject({ isAway: true, kept: { isOnSameDisk: false } });
    },
  );

  it('keeps garbage collection off while it is made, and the other way round', async () => {
    const world = await openWorld();
    const folder = emptyFolder();
    await world.backup.start(ADMIN, folder);
    const refusal = await refusalOf(world.garbage.collect(ADMIN));
    const second = await refusalOf(world.backup.start(ADMIN, folder));
    await world.backup.settled();
    expect([refusal, second]).toEqual(['busy', 'backup-refused running']);
    const work = Promise.withResolvers<void>();
    const collecting = world.garbage.holdOff(() => work.promise);
    expect((await world.run(folder)).lastRun?.failure).toEqual({ code: 'busy' });
    work.resolve();
    await collecting;
    expect((await world.run(folder)).lastRun?.failure).toBe(null);
  });

  it('is for administrators', async () => {
    const world = await openWorld();
    expect(await refusalOf(world.backup.configure(ANNA, emptyFolder(), true))).toBe(
      'permission-denied administrator',
    );
    expect(await refusalOf(world.backup.start(ANNA))).toBe('permission-denied administrator');
    expect(() => world.backup.status(ANNA)).toThrow('permission-denied');
  });

  it('ends with its folder, and leaves there what was copied', async () => {
    const world = await openWorld();
    const folder = emptyFolder();
    await world.backup.configure(ADMIN, folder, true);
    await world.run();
    const copied = filesBelow(folder);
    await world.backup.configure(ADMIN, null, true);
    expect(world.backup.status(ADMIN).kept).toBe(null);
    expect(await refusalOf(world.backup.start(ADMIN))).toBe('backup-refused no-folder');
    expect(filesBelow(folder)).toEqual(copied);
    await world.backup.configure(ADMIN, folder, true);
    expect(world.backup.status(ADMIN).kept?.succeededAtSeconds).toBe(world.clock.nowSeconds());
  });

  it('goes on after a library that is in it was purged', async () => {
    const world = await openWorld();
    const folder = emptyFolder();
    await world.run(folder);
    await world.libraries.remove(ANNA, world.library);
    expect((await world.run(folder)).lastRun?.failure).toBe(null);
    await world.deletedLibraries.purge(ADMIN, world.library);
    expect((await world.run(folder)).lastRun?.failure).toBe(null);
    expect(readdirSync(join(folder, 'storage'))).toEqual([]);
    expect(await stateOfDataFolder(folder)).toEqual({ states: {}, problems: [], rolledBack: [] });
  });

  it('cut off by the end of the program counts neither as made nor as failed', async () => {
    const world = await openWorld();
    await world.backup.configure(ADMIN, emptyFolder(), true);
    await world.backup.start(ADMIN);
    await world.backup.stop();
    expect(world.backup.status(ADMIN)).toMatchObject({
      kept: { succeededAtSeconds: 0, failingSinceSeconds: 0 },
      ...{ failure: null, running: null, lastRun: null },
    });
  });
});

describe('a folder is refused for the backup, with nothing written', { timeout: 40_000 }, () => {
  async function refusedAt(folder: string, linked: string[] = []) {
    const world = await openWorld(dataFolder(), linked);
    const before = filesBelow(folder);
    const code = await refusalOf(world.backup.configure(ADMIN, folder, true));
    expect(await refusalOf(world.backup.start(ADMIN, folder))).toBe(code);
    expect(filesBelow(folder)).toEqual(before);
    return code;
  }

  it('when it holds other things', async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'holiday.jpg'), 'mine');
    expect(await refusedAt(folder)).toBe('backup-refused not-empty');
  });

  it('when it is the backup of another Keepfold', async () => {
    const other = await openWorld();
    const folder = emptyFolder();
    await other.run(folder);
    expect(await refusedAt(folder)).toBe('backup-refused of-another');
  });

  it('when it is inside a linked folder, around one, or one', async () => {
    const folder = emptyFolder();
    const inner = join(folder, 'inner');
    mkdirSync(inner);
    expect(await refusedAt(inner, [folder])).toBe('backup-refused inside-linked');
    expect(await refusedAt(folder, [folder])).toBe('backup-refused inside-linked');
    expect(await refusedAt(folder, [inner])).toBe('backup-refused around-linked');
  });

  it('when it is not there, a file, or no whole path', async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'file'), '');
    const world = await openWorld();
    const refusal = (path: string) => refusalOf(world.backup.configure(ADMIN, path, true));
    expect(await refusal(join(folder, 'gone'))).toBe('backup-away');
    expect(await refusal(join(folder, 'file'))).toBe('backup-refused not-a-folder');
    expect(await refusal('backups')).toBe('backup-refused not-absolute');
    expect(await refusal('/')).toBe('backup-refused whole-disk');
  });

  it('when it is in the data folder or around it, also through a link', async () => {
    const world = await openWorld();
    const refusal = (path: string) => refusalOf(world.backup.configure(ADMIN, path, true));
    expect(await refusal(join(world.path, 'storage'))).toBe('backup-refused inside-data');
    expect(await refusal(dirname(world.path))).toBe('backup-refused around-data');
    const folder = emptyFolder();
    symlinkSync(join(world.path, 'storage'), join(folder, 'link'));
    expect(await refusal(join(folder, 'link'))).toBe('backup-refused inside-data');
  });

  it('when a Keepfold runs on it', async () => {
    const world = await openWorld();
    const folder = emptyFolder();
    await world.run(folder);
    const other = await openBackupWorld(folder);
    onTestFinished(() => other.store.close());
    expect((await world.run(folder)).lastRun?.failure).toMatchObject({ reason: 'in-use' });
  });

  it('when the backup knows versions that the data folder does not', async () => {
    const world = await openWorld();
    const older = killedCopy(world.path);
    const folder = emptyFolder();
    await world.save('dear Ben');
    await world.run(folder);
    await world.close();
    const before = filesBelow(folder);
    const restored = await openBackupWorld(older);
    onTestFinished(() => restored.store.close());
    await restored.backup.start(ADMIN, folder);
    await restored.backup.settled();
    expect(restored.backup.status(ADMIN).lastRun?.failure).toMatchObject({ reason: 'newer' });
    expect(filesBelow(folder)).toEqual(before);
  });
});
