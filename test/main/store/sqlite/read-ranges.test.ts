import { expect, it } from 'vitest';
import { createReadRangeTable } from '../../../../src-main/store/sqlite/read-ranges.ts';
import { memoryDatabase } from '../../../support/database.ts';

const range = (upTo: string, sinceSeconds = 1) => ({ upTo, sinceSeconds, bytes: 10 });

it('what was read is noted of one data folder, in the order of the objects', () => {
  const ranges = createReadRangeTable(memoryDatabase());
  expect(ranges.all('/data')).toEqual([]);
  ranges.replace('/data', [range('b', 2), range('a')]);
  expect(ranges.all('/data')).toEqual([range('a'), range('b', 2)]);
  expect(ranges.all('/copy')).toEqual([]);
  ranges.replace('/copy', [range('c')]);
  expect([ranges.all('/data'), ranges.all('/copy')]).toEqual([[], [range('c')]]);
});

it('all of it is noted or nothing', () => {
  const ranges = createReadRangeTable(memoryDatabase());
  ranges.replace('/data', [range('a')]);
  expect(() => ranges.replace('/data', [range('b'), range('b')])).toThrow('UNIQUE constraint failed');
  expect(ranges.all('/data')).toEqual([range('a')]);
});
