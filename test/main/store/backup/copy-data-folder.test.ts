import { hash } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DISK, type FileOps } from '../../../../src-main/store/backend/disk/file-ops.ts';
import { ADMIN, ANNA } from '../../../support/account-services.ts';
import {
  emptyFolder,
  LARGE,
  openBackupWorld,
  refusalOf,
  stateOfDataFolder,
} from '../../../support/backup-world.ts';
import { killedCopy } from '../../../support/data-world.ts';
import { filesBelow } from '../../../support/disk-store.ts';
import { createFailingDisk } from '../../../support/failing-file-ops.ts';
import { expectRights } from '../../../support/file-modes.ts';
import { createPowerLossDisk } from '../../../support/power-loss-file-ops.ts';

const DAY_SECONDS = 86_400;

async function openWorld() {
  const world = await openBackupWorld();
  onTestFinished(() => world.store.close());
  const library = await world.addLibrary('Papers');
  const save = async (path: string, text: string) => {
    await world.commit(library, await world.put(library, path, text));
  };
  await save('/letter.txt', 'dear Anna');
  await save('/large.bin', 'a'.repeat(LARGE));
  return { ...world, library, save };
}

/** Equal for two folders with the same files and the same database. */
function looksOf(folder: string): string {
  const database = hash('sha256', readFileSync(join(folder, 'keepfold.db')));
  return [database, ...filesBelow(folder)].join('\n');
}

const SOUND = { problems: [], rolledBack: [] };

describe('a copy of a data folder', { timeout: 120_000 }, () => {
  it('is a data folder with the same libraries, whole to the last byte', async () => {
    const world = await openWorld();
    const to = emptyFolder();
    await world.copyTo(to);
    expect(await stateOfDataFolder(to)).toEqual({ ...SOUND, states: await world.states() });
    expectRights(join(to, 'secret.key'), 0o600);
    expectRights(join(to, 'keepfold.db'), 0o600);
    expect(readFileSync(join(to, 'secret.key'))).toEqual(readFileSync(join(world.path, 'secret.key')));
  });

  it('is brought up to date by copying what is new only', async () => {
    const world = await openWorld();
    const to = emptyFolder();
    const first = await world.copyTo(to);
    expect(first).toMatchObject({ files: 2 });
    expect(await world.copyTo(to)).toEqual({ files: 0, bytes: 0 });
    await world.save('/other.bin', 'b'.repeat(LARGE));
    const second = await world.copyTo(to);
    expect(second.files).toBe(2);
    expect(second.bytes).toBeLessThan(LARGE + 20_000);
    expect(await stateOfDataFolder(to)).toEqual({ ...SOUND, states: await world.states() });
  });

  it('loses the files that garbage collection took, once its database names them no more', async () => {
    const world = await openWorld();
    const to = emptyFolder();
    await world.copyTo(to);
    const before = filesBelow(join(to, 'storage'));
    await world.commit(world.library, { op: 'remove', path: '/large.bin' });
    world.libraries.setRetention(ANNA, world.library, 0);
    world.clock.advance(3 * DAY_SECONDS);
    await world.garbage.collect(ADMIN);
    await world.copyTo(to);
    const after = filesBelow(join(to, 'storage'));
    expect(before.filter((name) => name.includes('/blocks/'))).toHaveLength(1);
    expect(after.filter((name) => name.includes('/blocks/'))).toHaveLength(0);
    expect(after).toEqual(filesBelow(join(world.path, 'storage')));
    expect(await stateOfDataFolder(to)).toEqual({ ...SOUND, states: await world.states() });
  });

  it('is the state of one moment, though more is stored while it is made', async () => {
    const world = await openWorld();
    const to = emptyFolder();
    const before = await world.states();
    let isSaved = false;
    const ops: FileOps = {
      ...DISK,
      // The first look at the files comes after the database was copied.
      list: async (path) => {
        if (path.endsWith('storage') && !isSaved) {
          isSaved = true;
          await world.save('/meanwhile.txt', 'too late for this copy');
          await world.save('/meanwhile.bin', 'c'.repeat(LARGE));
        }
        return DISK.list(path);
      },
    };
    await world.copyTo(to, { ops });
    expect(await stateOfDataFolder(killedCopy(to))).toEqual({ ...SOUND, states: before });
    await world.copyTo(to);
    expect(await stateOfDataFolder(to)).toEqual({ ...SOUND, states: await world.states() });
  });

  it('stays whole wherever the next one is cut off, and the one after that brings it up to date', async () => {
    const world = await openWorld();
    const to = emptyFolder();
    await world.copyTo(to);
    const old = await world.states();
    await world.save('/letter.txt', 'dear Ben');
    await world.save('/other.bin', 'b'.repeat(LARGE));
    const current = await world.states();

    const disk = createFailingDisk();
    await world.copyTo(killedCopy(to), { ops: disk.ops });
    const calls = disk.calls();
    const seen = new Set<string>();
    let looks = '';
    for (let cut = 1; cut <= calls; cut += 1) {
      const copy = killedCopy(to);
      disk.failWhen((_step, call) => (call >= cut ? 'EIO' : null));
      await expect(world.copyTo(copy, { ops: disk.ops })).rejects.toThrow();
      const before = looks;
      looks = looksOf(copy);
      // Most calls leave the same behind as the one before.
      if (looks === before) continue;
      const found = await stateOfDataFolder(killedCopy(copy));
      expect({ cut, ...found }).toMatchObject({ cut, ...SOUND });
      const isOld = JSON.stringify(found.states) === JSON.stringify(old);
      expect(isOld ? old : current).toEqual(found.states);
      seen.add(isOld ? 'old' : 'current');
      await world.copyTo(copy);
      expect(await stateOfDataFolder(copy)).toEqual({ ...SOUND, states: current });
    }
    expect([...seen].sort()).toEqual(['current', 'old']);
  });

  it('has survived a power loss, each file and each name, when it is told to be made', async () => {
    const world = await openWorld();
    const to = emptyFolder();
    await world.copyTo(to);
    await world.save('/other.bin', 'b'.repeat(LARGE));
    const disk = createPowerLossDisk(to);
    await world.copyTo(to, { ops: disk.ops });
    const left = join(emptyFolder(), 'left');
    disk.leftovers(left);
    const contents = (folder: string) =>
      filesBelow(folder)
        // SQLite writes its copy by itself.
        .filter((name) => !name.startsWith('keepfold.db'))
        .map((name) => [name, hash('sha256', readFileSync(join(folder, name)))]);
    expect(contents(left)).toEqual(contents(to));
    expect(contents(left).length).toBeGreaterThan(3);
  });

  it('keeps what the database names though the data folder has lost it', async () => {
    const world = await openWorld();
    const to = emptyFolder();
    await world.copyTo(to);
    const block = filesBelow(join(world.path, 'storage')).find((name) => name.includes('/blocks/')) ?? '';
    renameSync(join(world.path, 'storage', block), join(emptyFolder(), 'taken'));
    await world.copyTo(to);
    expect(existsSync(join(to, 'storage', block))).toBe(true);
    expect(await stateOfDataFolder(to)).toEqual({ ...SOUND, states: (await stateOfDataFolder(to)).states });
  });

  it('has a pack whose number was given out again under both contents until its database is the new one', async () => {
    const world = await openWorld();
    const to = emptyFolder();
    await world.copyTo(to);
    const old = await world.states();
    const packs = join(to, 'storage', world.library, 'packs');
    const [pack = ''] = readdirSync(packs);
    // As if what was stored next here were other things than what was stored next there.
    appendFileSync(join(packs, pack), 'of another world');
    await world.save('/letter.txt', 'dear Cleo');
    let between = '';
    const ops: FileOps = {
      ...DISK,
      rename: async (from, path) => {
        if (path.endsWith('keepfold.db')) between = killedCopy(to);
        await DISK.rename(from, path);
      },
    };
    await world.copyTo(to, { ops });
    expect(await stateOfDataFolder(between)).toEqual({ ...SOUND, states: old });
    expect(readdirSync(packs)).toEqual([pack]);
    expect(await stateOfDataFolder(to)).toEqual({ ...SOUND, states: await world.states() });
  });

  it('takes what a killed process left beside the old database into it first', async () => {
    const world = await openWorld();
    const to = emptyFolder();
    await world.copyTo(to);
    writeFileSync(join(to, 'keepfold.db-wal'), 'of no database');
    await world.copyTo(to);
    expect(existsSync(join(to, 'keepfold.db-wal'))).toBe(false);
    expect(await stateOfDataFolder(to)).toEqual({ ...SOUND, states: await world.states() });
  });

  it('keeps its database when that of the data folder is damaged', async () => {
    const world = await openWorld();
    const to = emptyFolder();
    await world.copyTo(to);
    const states = await world.states();
    await world.save('/letter.txt', 'dear Dora');
    const db = new BetterSqlite(join(world.path, 'keepfold.db')).unsafeMode();
    db.pragma('writable_schema = ON');
    db.exec("DELETE FROM sqlite_schema WHERE name = 'finished_jobs_by_time'");
    db.close();
    expect(await refusalOf(world.copyTo(to))).toBe('backup-refused damaged');
    expect(await stateOfDataFolder(to)).toEqual({ ...SOUND, states });
  });

  it('is not begun where there is too little room', async () => {
    const world = await openWorld();
    const to = emptyFolder();
    const ops: FileOps = { ...DISK, freeBytes: async () => 17_000_000 };
    expect(await refusalOf(world.copyTo(to, { ops }))).toBe('backup-refused no-room');
    expect(filesBelow(to)).toEqual([]);
  });

  it('is tried again when a library is purged under way', async () => {
    const world = await openWorld();
    const doomed = await world.addLibrary('Drafts');
    await world.commit(doomed, await world.put(doomed, '/draft.bin', 'd'.repeat(LARGE)));
    const to = emptyFolder();
    let isPurged = false;
    const ops: FileOps = {
      ...DISK,
      list: async (path) => {
        if (path.endsWith('storage') && !isPurged) {
          isPurged = true;
          await world.libraries.remove(ANNA, doomed);
          await world.deletedLibraries.purge(ADMIN, doomed);
        }
        return DISK.list(path);
      },
    };
    await world.copyTo(to, { ops });
    const found = await stateOfDataFolder(to);
    expect(found).toEqual({ ...SOUND, states: await world.states() });
    expect(Object.keys(found.states)).toEqual([world.library]);
  });
});
