import { expect, it } from 'vitest';
import { commitTime, inCalendar } from '../../../src-main/core/calendar.ts';
import { FILE_MODE } from '../../../src-main/core/objects/dir-object.ts';
import { EMPTY_ID } from '../../../src-main/core/objects/object-id.ts';
import { applyChanges } from '../../../src-main/core/tree/apply.ts';

it('a time that no calendar has becomes the nearest that one has', () => {
  const told = [-Number.MAX_SAFE_INTEGER, -11_644_473_600, 12, 253_402_300_800, Number.MAX_SAFE_INTEGER];
  const kept = [-62_135_596_800, -11_644_473_600, 12, 253_402_300_799, 253_402_300_799];
  expect(told.map(inCalendar)).toEqual(kept);
  expect([-1, 0, 253_402_300_800].map(commitTime)).toEqual([0, 0, 253_402_300_799]);
});

it.each([
  [-2_082_844_800, -2_082_844_800],
  [-Number.MAX_SAFE_INTEGER, -62_135_596_800],
  [Number.MAX_SAFE_INTEGER, 253_402_300_799],
])(
  'whoever puts a file of the time %d, it is stored with the time %d, and so is its folder',
  async (told, kept) => {
    const dirent = { kind: 'file', id: EMPTY_ID, mode: FILE_MODE, mtimeSeconds: told, sizeBytes: 0 } as const;
    const changes = [
      { op: 'put', path: '/docs/a.txt', dirent: { ...dirent, modifier: 'anna@example.com' } },
    ] as const;
    const { dirs } = await applyChanges(async () => [], EMPTY_ID, changes, { nowSeconds: 9 });
    expect(dirs.flatMap(({ dirents }) => dirents.map((row) => row.mtimeSeconds))).toEqual([kept, kept]);
  },
);
