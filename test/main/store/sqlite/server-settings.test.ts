import { expect, it } from 'vitest';
import {
  createRetentionTimeTable,
  createServerSettingsTable,
} from '../../../../src-main/store/sqlite/server-settings.ts';
import { memoryDatabase } from '../../../support/database.ts';

it('new libraries keep everything, and rehearsals are monthly, until somebody says otherwise', () => {
  const settings = createServerSettingsTable(memoryDatabase());
  expect([settings.defaultKeepDays(), settings.rehearsalSchedule()]).toEqual([-1, 'monthly']);
});

it('one setting leaves the other as it is, whichever comes first', () => {
  const first = createServerSettingsTable(memoryDatabase());
  first.setRehearsalSchedule('weekly');
  expect([first.defaultKeepDays(), first.rehearsalSchedule()]).toEqual([-1, 'weekly']);
  first.setDefaultKeepDays(30);
  expect([first.defaultKeepDays(), first.rehearsalSchedule()]).toEqual([30, 'weekly']);
  const second = createServerSettingsTable(memoryDatabase());
  second.setDefaultKeepDays(7);
  expect([second.defaultKeepDays(), second.rehearsalSchedule()]).toEqual([7, 'monthly']);
  second.setRehearsalSchedule('off');
  expect([second.defaultKeepDays(), second.rehearsalSchedule()]).toEqual([7, 'off']);
});

it('the retention time is the one that was saved last', () => {
  const times = createRetentionTimeTable(memoryDatabase());
  expect(times.find()).toBe(null);
  times.save({ trustedSeconds: 1, wallSeconds: 2, steadySeconds: 3 });
  times.save({ trustedSeconds: 4, wallSeconds: 5, steadySeconds: 6 });
  expect(times.find()).toEqual({ trustedSeconds: 4, wallSeconds: 5, steadySeconds: 6 });
});
