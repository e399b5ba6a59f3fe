import { describe, expect, it } from 'vitest';
import { EMPTY_ID, type ObjectId, objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { HeavyReading, type Reading } from '../../../../src-main/engine/reading/heavy-reading.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { fileDirent } from '../../../support/trees.ts';

const BOUNDS = { rowsUnlimited: 10, rowsMax: 100, rowsKept: 8 };

/** Folders of as many rows as their names say, and how often each was read. */
function numbered() {
  const reads: number[] = [];
  const sizes = new Map<ObjectId, number>([[EMPTY_ID, 0]]);
  const folder = (rows: number): ObjectId => {
    const id = objectIdOf(`${rows}`);
    sizes.set(id, rows);
    return id;
  };
  const readDir = async (id: ObjectId) => {
    const count = sizes.get(id) ?? 0;
    reads.push(count);
    return Array.from({ length: count }, (_, at) => ({ ...fileDirent('x'), name: `${at}` }));
  };
  return { reads, folder, readDir };
}

/** Work that has read so much, and goes on when it is told to. */
function paused(heavy: HeavyReading, person: string, rows: number) {
  const { folder, readDir } = numbered();
  const end = Promise.withResolvers<void>();
  const state = { hasRead: false };
  const done = heavy.run(person, async (reading) => {
    await reading.through(readDir)(folder(rows));
    state.hasRead = true;
    await end.promise;
  });
  return { state, done, end: end.resolve };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('reading of trees', () => {
  it('reads a folder once that it needs over and over, and lets go of what it needed longest ago', async () => {
    const { reads, folder, readDir } = numbered();
    await new HeavyReading({ ...BOUNDS, rowsUnlimited: 1_000, rowsMax: 1_000 }).run(
      'anna',
      async (reading) => {
        const read = reading.through(readDir);
        for (const rows of [3, 4, 3, 4, 2, 4, 3, 9, 9]) expect(await read(folder(rows))).toHaveLength(rows);
      },
    );
    expect(reads).toEqual([3, 4, 2, 3, 9, 9]);
  });

  it('ends at the most rows, those of a folder counted at each place', async () => {
    const { reads, folder, readDir } = numbered();
    const refusal = await refusalOf(() =>
      new HeavyReading(BOUNDS).run('anna', async (reading) => {
        const read = reading.through(readDir);
        for (let place = 0; place < 1_000; place += 1) await read(folder(4));
      }),
    );
    expect(refusal).toMatchObject({ code: 'argument-invalid', detail: { reason: 'too-many-files' } });
    expect(reads).toEqual([4]);
  });

  it('waits once it is much: two at a time, and one of a person', async () => {
    const heavy = new HeavyReading(BOUNDS);
    const works = [
      paused(heavy, 'mallory', 11),
      paused(heavy, 'mallory', 11),
      paused(heavy, 'anna', 11),
      paused(heavy, 'bert', 11),
    ];
    await settled();
    expect(works.map(({ state }) => state.hasRead)).toEqual([true, false, true, false]);
    works[2]?.end();
    await settled();
    expect(works.map(({ state }) => state.hasRead)).toEqual([true, false, true, true]);
    for (const { end } of works) end();
    await Promise.all(works.map(({ done }) => done));
    expect(works.map(({ state }) => state.hasRead)).toEqual([true, true, true, true]);
  });

  it('never waits while it is as little as nearly all is', async () => {
    const heavy = new HeavyReading(BOUNDS);
    const works = [
      ...Array.from({ length: 3 }, () => paused(heavy, 'mallory', 11)),
      paused(heavy, 'mallory', 9),
    ];
    await settled();
    expect(works.at(-1)?.state.hasRead).toBe(true);
    for (const { end } of works) end();
    await Promise.all(works.map(({ done }) => done));
  });

  it('gives back its turn when it fails', async () => {
    const heavy = new HeavyReading(BOUNDS);
    const failing = (reading: Reading) =>
      reading.count(11).then(() => Promise.reject(new Error('unreadable')));
    await expect(heavy.run('anna', failing)).rejects.toThrow('unreadable');
    expect(await heavy.run('anna', async (reading) => reading.count(11).then(() => 'read'))).toBe('read');
  });
});
