import { expect, it } from 'vitest';
import { createDamagedObjectTable } from '../../../../src-main/store/sqlite/damaged-objects.ts';
import { memoryDatabase } from '../../../support/database.ts';

const damaged = (number: number, kind: 'block' | 'fs' = 'block') => ({
  ...{ kind, id: number.toString(16).padStart(40, '0') },
  ...{ foundAtSeconds: 100, reason: 'id-mismatch' },
});

it('damaged objects are listed by kind and id, of one library, however many there are', () => {
  const table = createDamagedObjectTable(memoryDatabase());
  const many = Array.from({ length: 1_001 }, (_, number) => damaged(number));
  table.addAll(1, [damaged(5, 'fs'), ...many]);
  expect([...table.list(1)]).toEqual([...many, damaged(5, 'fs')]);
  expect([[...table.list(2)], table.hasAny(1), table.hasAny(2)]).toEqual([[], true, false]);
});

it('what is known already stays as it was found, until it is good again', () => {
  const table = createDamagedObjectTable(memoryDatabase());
  table.addAll(1, [damaged(1)]);
  table.addAll(1, [{ ...damaged(1), foundAtSeconds: 900, reason: 'missing' }, damaged(2)]);
  expect([...table.list(1)]).toEqual([damaged(1), damaged(2)]);
  table.remove(1, damaged(1));
  expect([table.has(1, damaged(1)), table.has(1, damaged(2)), table.has(2, damaged(2))]).toEqual([
    ...[false, true, false],
  ]);
  table.removeAll(1);
  expect(table.hasAny(1)).toBe(false);
});
