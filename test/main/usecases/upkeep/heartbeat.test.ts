import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import type { Pace } from '../../../../src-main/usecases/upkeep/paced-reads.ts';
import { ADMIN, ANNA, refusalOf } from '../../../support/account-services.ts';
import { LARGE } from '../../../support/backup-world.ts';
import { dataFolder, killedCopy, openDataWorld } from '../../../support/data-world.ts';
import { fakeClock } from '../../../support/fake-clock.ts';

const DAY = 86_400;
const START = 2_000 * DAY;

/** Never has to wait for anybody. */
function alone(): Pace {
  return { signal: new AbortController().signal, isBusy: () => false, wait: async () => undefined };
}

async function openWorld(path = dataFolder(), atSeconds = START) {
  const clock = fakeClock(atSeconds);
  const world = await openDataWorld(path, clock);
  let isOpen = true;
  const close = async () => {
    if (isOpen) await world.store.close();
    isOpen = false;
  };
  onTestFinished(close);
  const save = async (library: LibraryId, at: string, text: string) =>
    world.commit(library, await world.put(library, at, text));
  const at = (days: number) => clock.advance(START + days * DAY - clock.nowSeconds());
  return { ...world, save, close, at, status: () => world.heartbeat.status(ADMIN) };
}

/** As `openWorld`, with a library that was there before anything was noted, as after an update. */
async function updatedWorld({ hasFilm = true } = {}) {
  const world = await openWorld();
  const library = await world.addLibrary('Papers');
  for (let number = 1; number <= 12; number += 1)
    await world.save(library, `/letters/${number}.txt`, `letter ${number} `.repeat(500));
  if (hasFilm) await world.save(library, '/film.bin', 'x'.repeat(LARGE));
  world.heartbeat.begin();
  return { ...world, library };
}

/** Changes one bit in the middle of the file of a block. */
function damageBlock(path: string, library: string, text: string): void {
  const id = objectIdOf(text);
  const folder = join(path, 'storage', library, 'blocks', id.slice(0, 2));
  const [name = ''] = readdirSync(folder).filter((file) => id.endsWith(file) || file.startsWith(id));
  const bytes = readFileSync(join(folder, name));
  bytes[5_000] = (bytes[5_000] ?? 0) ^ 1;
  writeFileSync(join(folder, name), bytes);
}

describe('the heartbeat', { timeout: 60_000 }, () => {
  it('counts what was written since it began as looked at', async () => {
    const world = await openWorld();
    world.heartbeat.begin();
    const library = await world.addLibrary('Papers');
    await world.save(library, '/a.txt', 'one');
    expect(world.status()).toMatchObject({ overdueBytes: 0, oldestSeconds: START, damagedCount: 0 });
    world.at(29);
    await world.heartbeat.beat(alone());
    expect(world.status()).toMatchObject({ overdueBytes: 0, state: 'resting' });
    expect(world.status().bytes).toBeGreaterThan(0);
  });

  it('has looked at nothing in a data folder that is older than it', async () => {
    const world = await updatedWorld();
    expect(world.status()).toMatchObject({ oldestSeconds: 0, newestSeconds: 0 });
    await world.heartbeat.beat(alone());
    const { bytes, overdueBytes, oldestSeconds, newestSeconds } = world.status();
    expect(bytes).toBeGreaterThan(LARGE);
    expect(overdueBytes).toBeGreaterThan(0);
    expect(overdueBytes).toBeLessThan(bytes);
    expect([oldestSeconds, newestSeconds]).toEqual([0, START]);
  });

  it('reads everything in a few days, and no more than its part of a day', async () => {
    const world = await updatedWorld();
    const read: string[] = [];
    const store = world.store.objects.library(world.library);
    const original = store.read.bind(store);
    store.read = (kind, id, options) => {
      read.push(id);
      return original(kind, id, options);
    };
    await world.heartbeat.beat(alone());
    const first = read.length;
    expect(first).toBeGreaterThan(0);
    await world.heartbeat.beat(alone());
    expect(read.length).toBe(first);
    for (let day = 1; day <= 12; day += 1) {
      world.at(day);
      await world.heartbeat.beat(alone());
    }
    expect(world.status()).toMatchObject({ overdueBytes: 0, damagedCount: 0 });
    expect(world.status().oldestSeconds).toBeGreaterThanOrEqual(START);
    expect(new Set(read).size).toBe([...store.list()].length);
  });

  it('goes on after a kill where it was, and not in a copy of the folder', async () => {
    const world = await updatedWorld();
    await world.heartbeat.beat(alone());
    const before = world.status();
    const killed = new BetterSqlite(join(killedCopy(world.path), 'keepfold.db'));
    const kept = killed.prepare('SELECT since_s FROM read_ranges ORDER BY up_to').pluck().all();
    killed.close();
    expect(kept).toEqual([START, 0]);
    await world.close();
    const again = await openWorld(world.path);
    again.heartbeat.begin();
    expect(again.status()).toMatchObject({
      bytes: before.bytes,
      overdueBytes: before.overdueBytes,
      newestSeconds: START,
    });
    const copy = await openWorld(killedCopy(world.path));
    copy.heartbeat.begin();
    expect(copy.status()).toMatchObject({ oldestSeconds: 0, newestSeconds: 0 });
  });

  it('notes what it has read when it is cut off', async () => {
    const world = await updatedWorld({ hasFilm: false });
    const end = new AbortController();
    let waits = 0;
    const cut: Pace = {
      ...{ signal: end.signal, isBusy: () => false },
      wait: async () => {
        waits += 1;
        if (waits === 2) end.abort(new Error('cut off'));
      },
    };
    world.clock.steadyMs = (() => {
      let ms = 0;
      return () => {
        ms += 31_000;
        return ms;
      };
    })();
    await expect(world.heartbeat.beat(cut)).rejects.toThrow('cut off');
    expect(world.status()).toMatchObject({ state: 'resting', newestSeconds: START });
  });

  it('waits while somebody is at work', async () => {
    const world = await updatedWorld();
    const states: string[] = [];
    let looks = 0;
    await world.heartbeat.beat({
      signal: new AbortController().signal,
      isBusy: () => {
        looks += 1;
        return looks <= 3;
      },
      wait: async () => void states.push(world.status().state),
    });
    expect(states.slice(0, 3)).toEqual(['waiting', 'waiting', 'waiting']);
    expect(world.status()).toMatchObject({ state: 'resting', newestSeconds: START });
  });

  it('finds a changed bit within a round, and names the file that needs it', async () => {
    const world = await updatedWorld();
    damageBlock(world.path, world.library, 'x'.repeat(LARGE));
    expect(world.status().damagedCount).toBe(0);
    for (let day = 0; day <= 12; day += 1) {
      world.at(day);
      await world.heartbeat.beat(alone());
    }
    expect(world.status()).toMatchObject({
      damagedCount: 1,
      damaged: [
        {
          ...{ libraryId: world.library, libraryName: 'Papers', kind: 'block' },
          ...{ id: objectIdOf('x'.repeat(LARGE)), reason: 'id-mismatch', path: '/film.bin' },
        },
      ],
    });
  });

  it('takes a full check for a round', async () => {
    const world = await updatedWorld();
    world.at(3);
    await world.jobs.checkNow(ADMIN, false);
    expect(world.status().oldestSeconds).toBe(0);
    await world.jobs.checkNow(ADMIN, true);
    expect(world.status()).toMatchObject({ overdueBytes: 0, oldestSeconds: START + 3 * DAY });
  });

  it('is told to administrators alone', async () => {
    const world = await openWorld();
    expect(await refusalOf(() => world.heartbeat.status(ANNA))).toMatchObject({ code: 'permission-denied' });
  });
});
