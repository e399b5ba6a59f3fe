import { expect, it } from 'vitest';
import {
  createFinishedJobTable,
  type FinishedJobRow,
} from '../../../../src-main/store/sqlite/finished-jobs.ts';
import { memoryDatabase } from '../../../support/database.ts';

function job(id: string, endedAtSeconds: number, fields: Partial<FinishedJobRow> = {}): FinishedJobRow {
  const times = { startedAtSeconds: endedAtSeconds - 1, endedAtSeconds };
  return {
    id,
    kind: 'check',
    state: 'done',
    startedBy: 'anna@example.com',
    ...times,
    outcome: '{}',
    ...fields,
  };
}

const idsOf = (jobs: readonly FinishedJobRow[]) => jobs.map(({ id }) => id);

it('the newest jobs stay, and the last of each kind that was done, however long ago', () => {
  const table = createFinishedJobTable(memoryDatabase());
  table.add(job('old-repair', 10, { kind: 'repair' }));
  table.add(job('failed-repair', 20, { kind: 'repair', state: 'failed' }));
  for (const at of [30, 40, 50]) table.add(job(`check-${at}`, at));
  table.keepNewest(2);
  expect(idsOf(table.newest(10))).toEqual(['check-50', 'check-40', 'old-repair']);
});

it('the last of a kind is the one that ended last, whatever the clock said', () => {
  const table = createFinishedJobTable(memoryDatabase());
  table.add(job('first', 900));
  table.add(job('second', 100));
  table.add(job('third', 200, { state: 'canceled' }));
  expect(table.lastOf('check')?.id).toBe('third');
  expect(table.lastOf('check', 'done')).toEqual(job('second', 100));
  expect(table.lastOf('repair')).toBe(null);
});

it('of jobs that ended within one second, or before a clock was set back, the last ones stay and come first', () => {
  const table = createFinishedJobTable(memoryDatabase());
  table.add(job('a-first', 900, { state: 'failed' }));
  table.add(job('c-second', 100, { state: 'failed' }));
  table.add(job('b-third', 100, { state: 'failed' }));
  expect(idsOf(table.newest(10))).toEqual(['b-third', 'c-second', 'a-first']);
  table.keepNewest(1);
  expect(idsOf(table.newest(10))).toEqual(['b-third']);
});
