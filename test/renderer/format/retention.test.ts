import { describe, expect, it } from 'vitest';
import {
  deletedFate,
  isShorterRetention,
  retentionPromise,
  retentionText,
} from '../../../src-renderer/format/retention.ts';

describe('retention', () => {
  it.each([
    [-1, 'Keep everything'],
    [0, 'Only the current version'],
    [1, '1 day'],
    [90, '90 days'],
    [365, '1 year'],
  ])('says what %d days mean', (days, words) => {
    expect(retentionText(days)).toBe(words);
  });

  it('promises what it keeps', () => {
    expect([-1, 0, 365].map(retentionPromise)).toEqual([
      'Keeps every version forever',
      'Keeps only the current version',
      'Keeps every version for 1 year',
    ]);
  });

  it('says of deleted files what the trash keeps of them', () => {
    expect([-1, 30, 0].map((days) => deletedFate(2, days))).toEqual([
      'They stay in the trash.',
      'They stay in the trash for 30 days.',
      'The trash does not have them: this library keeps only the current version.',
    ]);
  });

  it('is shorter when it ends keeping everything', () => {
    expect(isShorterRetention(-1, 365)).toBe(true);
    expect(isShorterRetention(30, -1)).toBe(false);
    expect(isShorterRetention(30, 90)).toBe(false);
  });
});
