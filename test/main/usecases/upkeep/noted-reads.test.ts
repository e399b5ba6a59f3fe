import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { EMPTY_ID } from '../../../../src-main/core/objects/object-id.ts';
import type { ReadRange } from '../../../../src-main/core/objects/read-ranges.ts';
import { createReadRangeTable } from '../../../../src-main/store/sqlite/read-ranges.ts';
import { createNotedReads } from '../../../../src-main/usecases/upkeep/noted-reads.ts';
import { memoryDatabase } from '../../../support/database.ts';
import { fakeClock } from '../../../support/fake-clock.ts';

const DAY = 86_400;
const START = 2_000 * DAY;

/** Objects at these positions, of ten bytes each. */
function noting(positions: string[] = ['a', 'b', 'c']) {
  const clock = fakeClock(START);
  const readRangeTable = createReadRangeTable(memoryDatabase());
  const stored = {
    isEmpty: () => positions.length === 0,
    after: () =>
      positions.map((position) => ({
        ...{ libraryId: '' as LibraryId, position, kind: 'block' as const, id: EMPTY_ID },
        ...{ sizeBytes: 10, storedBytes: 10, storedAtSeconds: 0 },
      })),
  };
  const open = (dataFolder = 'here') => createNotedReads({ readRangeTable, clock, stored, dataFolder });
  const { signal } = new AbortController();
  return { clock, open, signal, rows: (): readonly ReadRange[] => readRangeTable.all('here') };
}

describe('what was read', () => {
  it('is nothing at first, or everything where nothing is', () => {
    const { open } = noting();
    open().begin();
    expect(open().coverage()).toMatchObject({ oldestSeconds: 0 });
    const empty = noting([]);
    empty.open().begin();
    expect(empty.open().coverage()).toMatchObject({ oldestSeconds: START });
  });

  it('is kept, for this data folder alone', () => {
    const { open, rows } = noting();
    const noted = open();
    noted.begin();
    noted.add({ after: '', upTo: 'b' }, { sinceSeconds: START, bytes: 20 });
    expect(rows()).toEqual([
      { upTo: 'b', sinceSeconds: START, bytes: 20 },
      { upTo: '~', sinceSeconds: 0, bytes: 0 },
    ]);
    expect(open().next()).toEqual({ after: 'b', upTo: '~' });
    expect(open('a copy').next()).toEqual({ after: '', upTo: '~' });
  });

  it('is counted by ranges, once a day', async () => {
    const { clock, open, signal } = noting();
    const noted = open();
    noted.begin();
    await noted.count(signal);
    expect([noted.coverage().bytes, noted.bytesDue()]).toEqual([30, 10]);
    noted.add({ after: '', upTo: 'a' }, { sinceSeconds: START, bytes: 25 });
    await noted.count(signal);
    expect(noted.coverage().bytes).toBe(30);
    clock.advance(DAY);
    await noted.count(signal);
    expect(noted.coverage()).toMatchObject({ bytes: 30, overdueBytes: 20 });
  });

  it('is everything after a full check', () => {
    const { clock, open, rows } = noting();
    const noted = open();
    noted.begin();
    expect(noted.isAnyOld()).toBe(true);
    noted.addAll(START);
    expect(rows()).toEqual([{ upTo: '~', sinceSeconds: START, bytes: 0 }]);
    expect(noted.isAnyOld()).toBe(false);
    clock.advance(DAY);
    expect(noted.isAnyOld()).toBe(true);
  });
});
