import { describe, expect, it } from 'vitest';
import {
  filterDay,
  isFiltering,
  parseHistoryFilter,
  withFilterPart,
} from '../../../src-renderer/format/history-filter.ts';

const NOTHING = {
  path: null,
  by: null,
  device: null,
  type: null,
  after: null,
  before: null,
  text: null,
  unknown: [],
};

describe('a filter of the history', () => {
  it('is taken apart into its keys and words', () => {
    const typed = 'tax path:"Trip/My Italy/" BY:anna device:desk type:Changed 2026 return';
    expect(parseHistoryFilter(typed)).toEqual({
      ...NOTHING,
      path: '/Trip/My Italy',
      by: 'anna',
      device: 'desk',
      type: 'modified',
      text: 'tax 2026 return',
    });
  });

  it('begins and ends with days of this computer', () => {
    const { after, before } = parseHistoryFilter('after:2026-01-31 before:2026-2-1');
    expect([after, before]).toEqual([
      new Date(2026, 0, 31).getTime() / 1000,
      new Date(2026, 1, 1).getTime() / 1000,
    ]);
    expect(filterDay(new Date(2026, 1, 1))).toBe('2026-02-01');
  });

  it('tells what it does not understand, and takes other colons for words', () => {
    expect(parseHistoryFilter('type:moved after:2026-02-31 re:port')).toEqual({
      ...NOTHING,
      text: 're:port',
      unknown: ['type:moved', 'after:2026-02-31'],
    });
  });

  it('filters nothing when it is empty or has keys alone', () => {
    expect(isFiltering(parseHistoryFilter('  '))).toBe(false);
    expect(isFiltering(parseHistoryFilter('by: type:moved'))).toBe(false);
    expect(isFiltering(parseHistoryFilter('a'))).toBe(true);
  });

  it('gets another value for a key', () => {
    expect(withFilterPart('by:anna tax', 'by', 'bert')).toBe('tax by:bert');
    expect(withFilterPart('tax', 'device', 'My desk')).toBe('tax device:"My desk"');
    expect(withFilterPart('before:2026-01-01 tax', 'before', '')).toBe('tax');
  });
});
