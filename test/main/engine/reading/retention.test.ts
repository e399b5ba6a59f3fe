import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Library } from '../../../../src-main/core/library/library.ts';
import {
  createRetentionClock,
  oldestShownNow,
  oldestShownSeq,
  retainedSince,
} from '../../../../src-main/engine/reading/retention.ts';
import { openDatabase } from '../../../../src-main/store/sqlite/open.ts';
import { createRetentionTimeTable } from '../../../../src-main/store/sqlite/server-settings.ts';
import { memoryDatabase } from '../../../support/database.ts';
import { temporaryDataFolder } from '../../../support/disk-store.ts';
import { fakeClock } from '../../../support/fake-clock.ts';
import { ADMIN, ANNA, libraryWorld } from '../../../support/library-world.ts';

/** 2024-05-01T12:00:00Z */
const NOW = 1_714_564_800;
const DAY = 86_400;
const YEAR = 365 * DAY;

/** A data folder's record, on which one process after the other starts. */
function machine(db = memoryDatabase()) {
  const retentionTime = createRetentionTimeTable(db);
  return {
    noted: () => retentionTime.find()?.wallSeconds,
    start: (startSeconds: number) => {
      const clock = fakeClock(startSeconds);
      return { clock, retention: createRetentionClock({ retentionTime, clock }) };
    },
  };
}

describe('the retention clock', () => {
  it('says what the wall clock says, to the second', () => {
    const { clock, retention } = machine().start(NOW);
    clock.advance(59);
    expect(retention.nowSeconds()).toBe(NOW + 59);
    clock.advance(7 * DAY);
    expect(retention.nowSeconds()).toBe(NOW + 59 + 7 * DAY);
  });

  it('stands still after a jump, over the end of the process, until 24 hours of running have come together', () => {
    const computer = machine();
    const first = computer.start(NOW);
    first.clock.jump(10 * YEAR);
    expect(first.retention.nowSeconds()).toBe(NOW);
    first.clock.advance(DAY / 2);
    expect(first.retention.nowSeconds()).toBe(NOW);
    const second = computer.start(NOW + 10 * YEAR + DAY / 2);
    expect(second.retention.isWaiting()).toBe(true);
    second.clock.advance(DAY / 2 - 1);
    expect(second.retention.nowSeconds()).toBe(NOW);
    second.clock.advance(61);
    expect(second.retention.nowSeconds()).toBe(NOW + 10 * YEAR + DAY + 60);
    expect(second.retention.isWaiting()).toBe(false);
  });

  it('notices a jump that was made while nothing ran', () => {
    const computer = machine();
    computer.start(NOW);
    const { retention } = computer.start(NOW + YEAR);
    expect(retention.nowSeconds()).toBe(NOW);
    expect(retention.isWaiting()).toBe(true);
  });

  it('goes back with the clock at once', () => {
    const { clock, retention } = machine().start(NOW);
    clock.jump(-NOW);
    expect(retention.nowSeconds()).toBe(0);
  });

  it('takes several small jumps within a minute for one', () => {
    const { clock, retention } = machine().start(NOW);
    for (let step = 0; step < 5; step += 1) {
      clock.jump(DAY / 3);
      retention.nowSeconds();
    }
    expect(retention.nowSeconds()).toBeLessThanOrEqual(NOW + DAY);
    expect(retention.isWaiting()).toBe(true);
  });

  it('is noted at the start, when told, and once a minute, however often it is asked and the clock jumps', () => {
    const computer = machine();
    const { clock, retention } = computer.start(NOW);
    expect(computer.noted()).toBe(NOW);
    for (let second = 0; second < 59; second += 1) {
      clock.advance(1);
      clock.jump(second % 2 === 0 ? YEAR : -YEAR);
      retention.nowSeconds();
    }
    expect(computer.noted()).toBe(NOW);
    clock.advance(1);
    retention.nowSeconds();
    expect(computer.noted()).toBe(NOW + YEAR + 60);
    clock.advance(1);
    retention.nowSeconds();
    expect(computer.noted()).toBe(NOW + YEAR + 60);
    retention.note();
    expect(computer.noted()).toBe(NOW + YEAR + 61);
  });

  it('goes on by the older record while the database takes nothing', () => {
    const folder = temporaryDataFolder();
    const path = join(folder.path, 'keepfold.db');
    const [db, other] = [openDatabase(path), openDatabase(path)];
    onTestFinished(() => {
      for (const open of [db, other]) open.close();
      folder.remove();
    });
    db.pragma('busy_timeout = 0');
    const computer = machine(db);
    const { clock, retention } = computer.start(NOW);
    other.exec('BEGIN IMMEDIATE');
    clock.advance(120);
    expect(retention.nowSeconds()).toBe(NOW + 120);
    expect(computer.noted()).toBe(NOW);
    other.exec('ROLLBACK');
    clock.advance(60);
    retention.nowSeconds();
    expect(computer.noted()).toBe(NOW + 180);
  });
});

describe('garbage under a clock that jumps', () => {
  it('is not taken, and the report says what it waits for, until the service has run for a day', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    await world.commit(id, await world.put(id, '/a.txt', 'first'));
    world.clock.advance(60);
    await world.commit(id, await world.put(id, '/a.txt', 'second'));
    world.clock.advance(2 * DAY);
    world.libraries.setRetention(ANNA, id, 30);
    await world.put(id, '/on-its-way.txt', 'young');
    world.clock.jump(10 * YEAR);
    expect(await world.garbage.collect(ADMIN)).toMatchObject({ removedObjects: 0, isWaitingForClock: true });
    world.clock.advance(DAY);
    const collected = await world.garbage.collect(ADMIN);
    expect(collected.removedObjects).toBeGreaterThan(0);
    expect(collected.isWaitingForClock).toBe(false);
  });

  it('leaves young history that was made before a commit from while the clock was in 1970', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    await world.commit(id, await world.put(id, '/a.txt', 'first'));
    world.clock.advance(60);
    await world.commit(id, await world.put(id, '/a.txt', 'second'));
    world.clock.jump(-NOW);
    await world.commit(id, await world.put(id, '/a.txt', 'third'));
    world.clock.jump(NOW);
    await world.commit(id, await world.put(id, '/a.txt', 'fourth'));
    world.libraries.setRetention(ANNA, id, 30);
    world.clock.advance(3 * DAY);
    expect(await world.garbage.collect(ADMIN)).toMatchObject({ removedObjects: 0, isWaitingForClock: false });
    world.libraries.setRetention(ANNA, id, -1);
    expect(world.history.page(ANNA, id, { page: 1, perPage: 9 }).commits).toHaveLength(5);
  });

  it('leaves what somebody touches after the clock went back in the middle of a collection', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const orphan = await world.put(id, '/orphan.txt', 'orphan');
    if (orphan.op !== 'put') throw new Error('a put expected');
    world.clock.advance(2 * DAY);
    const collecting = world.changeLibrary.exclusively(id, async () => {
      const collected = world.garbage.collect(ADMIN);
      await new Promise(setImmediate);
      world.clock.jump(-YEAR);
      const store = world.stores.objects.library(id);
      await store.write('fs', orphan.dirent.id, await store.read('fs', orphan.dirent.id));
      return { collected };
    });
    await (await collecting).collected;
    expect(world.stores.objects.library(id).has('fs', orphan.dirent.id)).toBe(true);
  });
});

describe('the oldest commit that is shown', () => {
  const library = { headSeq: 9, retainedFromSeq: 3 };
  const since = { kind: 'since', cutoffSeconds: 5 } as const;

  it('is the oldest whose content is kept, where all is', () => {
    expect(oldestShownSeq(library, { kind: 'all' }, () => 1)).toBe(3);
  });

  it('is the head, where no history is', () => {
    expect(oldestShownSeq(library, { kind: 'head-only' }, () => 1)).toBe(9);
  });

  it('is the newest at or before the cutoff, between the oldest that is kept and the head', () => {
    expect([1, 3, 6, 12].map((seq) => oldestShownSeq(library, since, () => seq))).toEqual([3, 3, 6, 9]);
  });

  it('goes by the clock of retention', () => {
    const asked: number[] = [];
    const historyTable = {
      newestSeqAt: (_id: string, atSeconds: number) => {
        asked.push(atSeconds);
        return 6;
      },
    };
    const kept = { ...library, keepDays: 2, historyFromSeconds: 0 } as Library;
    const shown = oldestShownNow({ historyTable, retention: { nowSeconds: () => 10 * DAY } }, kept);
    expect([shown, asked]).toEqual([6, [8 * DAY]]);
  });
});

it('deletions are shown from the second after the cutoff on, all of them, or none', () => {
  const of = (keepDays: number, historyFromSeconds = 0) =>
    retainedSince({ keepDays, historyFromSeconds } as Library, 10 * DAY);
  expect([of(-1), of(0), of(2), of(-1, 7), of(2, 9 * DAY)]).toEqual([0, null, 8 * DAY + 1, 8, 9 * DAY + 1]);
});
