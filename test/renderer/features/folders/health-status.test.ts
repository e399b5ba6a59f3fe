import { describe, expect, it } from 'vitest';
import {
  healthLines,
  integrityLine,
  rehearsalLine,
} from '../../../../src-renderer/features/folders/backup/health-status.ts';
import type { IntegrityJson } from '../../../../src-shared/integrity-api.ts';
import type { RehearsalJson } from '../../../../src-shared/rehearsal-api.ts';

const NOW = 1_795_000_000;
const DAY = 86_400;

const INTACT: IntegrityJson = {
  ...{ state: 'resting', stored: 1_000, overdue: 0, within_days: 30 },
  ...{ oldest_at: Date.UTC(2026, 10, 3, 12) / 1_000, newest_at: Date.UTC(2026, 10, 27, 12) / 1_000 },
  ...{ damaged_count: 0, damaged: [] },
};

const damage = (path: string): IntegrityJson['damaged'][number] => ({
  ...{
    library_id: 'l',
    library_name: 'Films',
    kind: 'block',
    id: path,
    reason: 'id-mismatch',
    found_at: 1,
    path,
  },
});

describe('what is said of stored data', () => {
  it.each<[string, Partial<IntegrityJson>, string, string]>([
    [
      'all was read',
      {},
      'Every saved file was read and found intact, or is new, between Nov 3, 2026 and Nov 27, 2026.',
      'plain',
    ],
    [
      'all was read in a day',
      { oldest_at: INTACT.newest_at },
      'Every saved file was read and found intact, or is new, on Nov 27, 2026.',
      'plain',
    ],
    [
      'nothing was',
      { oldest_at: 0, newest_at: 0, overdue: 1_000 },
      'Keepfold has not yet read your saved files again to check them. It does so bit by bit every day.',
      'plain',
    ],
    [
      'some was never',
      { oldest_at: 0, overdue: 659 },
      'So far, 34 % of what is saved was read again and is intact.',
      'plain',
    ],
    [
      'some was long ago',
      { overdue: 120 },
      '12 % of what is saved has not been checked for over 30 days.',
      'attention',
    ],
    [
      'little was long ago',
      { overdue: 1 },
      '1 % of what is saved has not been checked for over 30 days.',
      'attention',
    ],
    [
      'one is damaged, of the past',
      { damaged_count: 1, damaged: [damage('')] },
      '1 saved piece is damaged',
      'bad',
    ],
    [
      'some are damaged',
      { damaged_count: 2, damaged: [damage('/a/film.bin'), damage('/b.txt')] },
      '2 saved pieces are damaged: film.bin, b.txt',
      'bad',
    ],
    [
      'damage comes before what was not looked at',
      { damaged_count: 1, damaged: [damage('/b.txt')], overdue: 500 },
      '1 saved piece is damaged: b.txt',
      'bad',
    ],
  ])('when %s', (_, change, text, tone) => {
    const line = integrityLine({ ...INTACT, ...change });
    expect({ ...line, text: line.text.replaceAll('\u00a0', ' ') }).toEqual({ text, tone });
  });
});

const DONE: RehearsalJson = {
  ...{ schedule: 'monthly', state: 'resting', error: '', reason: '', value: '' },
  ...{ ended_at: NOW - 2 * DAY, last_at: NOW - 2 * DAY },
  last: {
    ...{ folder: '/media/stick', made_at: NOW - 3 * DAY, files: 40, bytes: 1_200_000_000, libraries: 3 },
    lost: [],
  },
};
const lost = {
  library_id: 'l',
  library_name: 'Films',
  commit_id: 'c',
  path: '/film.bin',
  reason: 'object-corrupt',
};
const found = (change: object) => ({ ...DONE.last, ...change }) as NonNullable<RehearsalJson['last']>;

describe('what is said of rehearsals', () => {
  it.each<[string, Partial<RehearsalJson>, string | null, string]>([
    [
      'went well',
      {},
      'Last restore test 2 days ago: 40 files (1.2 GB) came back from the backup unchanged.',
      'plain',
    ],
    [
      'lost files',
      { last: found({ lost: [lost] }) },
      'Last restore test 2 days ago: 1 file did not come back from the backup.',
      'bad',
    ],
    [
      'had nothing',
      { last: found({ files: 0, bytes: 0 }) },
      'Last restore test 2 days ago: the backup had no file to test.',
      'plain',
    ],
    [
      'was cut off later',
      { ended_at: NOW, error: 'backup-unusable' },
      'The last restore test could not be completed.',
      'attention',
    ],
    [
      'is to come',
      { last: null, last_at: 0, ended_at: 0, state: 'waiting' },
      'No restore from the backup has been tested yet. Keepfold does that when its disk is connected.',
      'plain',
    ],
    [
      'begins',
      { last: null, last_at: 0, ended_at: 0, state: 'running' },
      'Restoring files from the backup and comparing them',
      'plain',
    ],
    ['is not wanted', { last: null, schedule: 'off' }, null, ''],
    ['has no backup', { state: 'none' }, null, ''],
  ])('when the last one %s', (_, change, text, tone) => {
    const line = rehearsalLine({ ...DONE, ...change }, NOW);
    expect(line === null ? null : { ...line, text: line.text.replaceAll('\u00a0', ' ') }).toEqual(
      text === null ? null : { text, tone },
    );
  });
});

it('what is all still to come is said in one line', () => {
  const unread = { ...INTACT, oldest_at: 0, newest_at: 0 };
  const waiting: RehearsalJson = {
    ...DONE,
    state: 'waiting',
    last: null,
    last_at: 0,
    ended_at: 0,
    error: '',
  };
  expect(healthLines(unread, waiting, NOW).map(({ text }) => text)).toEqual([
    'Keepfold will check your saved files bit by bit every day, and test restoring from the backup.',
  ]);
  expect(healthLines(INTACT, waiting, NOW)).toHaveLength(2);
  expect(healthLines(null, waiting, NOW)).toHaveLength(1);
});
