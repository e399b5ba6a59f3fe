import { describe, expect, it } from 'vitest';
import {
  filterDay,
  isFiltering,
  parseHistoryFilter,
  withFilterPart,
  withSpan,
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

  it('takes a time among the words for its days, and in quotes for words', () => {
    const now = new Date(2026, 10, 27, 15);
    const daysOf = (typed: string) => {
      const { after, before, text } = parseHistoryFilter(typed, now);
      const day = (at: number | null) => (at === null ? null : filterDay(new Date(at * 1000)));
      return [day(after), day(before), text];
    };
    expect(daysOf('today')).toEqual(['2026-11-27', '2026-11-28', null]);
    expect(daysOf('Yesterday tax')).toEqual(['2026-11-26', '2026-11-27', 'tax']);
    expect(daysOf('tax last week return')).toEqual(['2026-11-15', '2026-11-22', 'tax return']);
    expect(daysOf('this month')).toEqual(['2026-11-01', '2026-12-01', null]);
    expect(daysOf('2026-01')).toEqual(['2026-01-01', '2026-02-01', null]);
    expect(daysOf('2026-01-31')).toEqual(['2026-01-31', '2026-02-01', null]);
    expect(daysOf('"today" 2026-02-31')).toEqual([null, null, '2026-02-31 today']);
    expect(daysOf('today after:yesterday')).toEqual(['2026-11-26', null, 'today']);
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

  it('gets other days', () => {
    expect(withSpan('last week tax by:anna after:2026-01-01', 'yesterday')).toBe('yesterday tax by:anna');
    expect(withSpan('', 'today')).toBe('today');
  });

  it('gets another value for a key', () => {
    expect(withFilterPart('by:anna tax', 'by', 'bert')).toBe('tax by:bert');
    expect(withFilterPart('tax', 'device', 'My desk')).toBe('tax device:"My desk"');
    expect(withFilterPart('before:2026-01-01 tax', 'before', '')).toBe('tax');
  });
});
