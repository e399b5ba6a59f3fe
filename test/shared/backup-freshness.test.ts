import { expect, it } from 'vitest';
import {
  type BackupFacts,
  countsAsBackup,
  hasFreshBackup,
  hasRecentBackup,
} from '../../src-shared/backup-freshness.ts';

const NOW = 1_700_000_000;
const DAY = 86_400;
const kept: BackupFacts = {
  ...{
    folder: '/media/b',
    state: 'idle',
    same_disk: false,
    in_memory: false,
    is_daily: true,
    last_success_at: NOW,
  },
};

it('calls a backup fresh for three days, and for thirty where it is made by hand', () => {
  const at = (days: number, is_daily: boolean) =>
    hasFreshBackup({ ...kept, is_daily, last_success_at: NOW - days * DAY }, NOW);
  expect([at(0, true), at(3, true), at(3.1, true)]).toEqual([true, true, false]);
  expect([at(30, false), at(30.1, false)]).toEqual([true, false]);
});

it('never counts one that was not made, nor one on the disk of the data or in memory', () => {
  expect(hasFreshBackup({ ...kept, last_success_at: 0 }, NOW)).toBe(false);
  expect(hasFreshBackup({ ...kept, same_disk: true }, NOW)).toBe(false);
  expect(hasFreshBackup({ ...kept, in_memory: true }, NOW)).toBe(false);
  expect(hasFreshBackup({ ...kept, folder: null }, NOW)).toBe(false);
  expect(hasFreshBackup({ ...kept, same_disk: null }, NOW)).toBe(false);
  expect(countsAsBackup({ ...kept, last_success_at: 0 })).toBe(true);
});

it('calls none fresh whose folder is away, nor one that failed, though it may be recent', () => {
  const states = ['idle', 'running', 'away', 'failed'] as const;
  expect(states.map((state) => hasFreshBackup({ ...kept, state }, NOW))).toEqual([true, true, false, false]);
  expect(hasRecentBackup({ ...kept, state: 'away' }, NOW)).toBe(true);
  expect(hasRecentBackup({ ...kept, state: 'away', same_disk: null }, NOW)).toBe(false);
});

it('believes no success that is dated more than an hour ahead', () => {
  const ahead = (seconds: number, is_daily: boolean) =>
    hasFreshBackup({ ...kept, is_daily, last_success_at: NOW + seconds }, NOW);
  expect([ahead(3_600, true), ahead(3_601, true), ahead(10 * 365 * DAY, false)]).toEqual([
    true,
    false,
    false,
  ]);
});
