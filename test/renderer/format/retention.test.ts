import { describe, expect, it } from 'vitest';
import { isShorterRetention, retentionInWords } from '../../../src-renderer/format/retention.ts';

describe('retention', () => {
  it.each([
    [-1, 'Keep everything'],
    [0, 'Only the current version'],
    [1, '1 day'],
    [90, '90 days'],
    [365, '1 year'],
  ])('says what %d days mean', (days, words) => {
    expect(retentionInWords(days)).toBe(words);
  });

  it('is shorter when it ends keeping everything', () => {
    expect(isShorterRetention(-1, 365)).toBe(true);
    expect(isShorterRetention(30, -1)).toBe(false);
    expect(isShorterRetention(30, 90)).toBe(false);
  });
});
