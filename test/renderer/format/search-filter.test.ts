import { describe, expect, it } from 'vitest';
import { filterDay } from '../../../src-renderer/format/history-filter.ts';
import { parseSearchFilter, searchPart, withSearchPart } from '../../../src-renderer/format/search-filter.ts';

const NOTHING = { words: '', library: null, type: null, after: null, before: null, unknown: [] };

describe('a filter of the search', () => {
  it('is taken apart into its keys and words', () => {
    expect(parseSearchFilter('tax library:"Family photos" TYPE:Picture return: 2026')).toEqual({
      ...NOTHING,
      words: 'tax return: 2026',
      library: 'Family photos',
      type: 'picture',
    });
  });

  it('takes days by their keys alone, for names hold days too', () => {
    const now = new Date(2026, 10, 27, 15);
    const daysOf = (typed: string) => {
      const { after, before, words } = parseSearchFilter(typed, now);
      const day = (at: number | null) => (at === null ? null : filterDay(new Date(at * 1000)));
      return [day(after), day(before), words];
    };
    expect(daysOf('2026-01-31 today')).toEqual([null, null, '2026-01-31 today']);
    expect(daysOf('date:yesterday tax')).toEqual(['2026-11-26', '2026-11-27', 'tax']);
    expect(daysOf('date:"last week"')).toEqual(['2026-11-15', '2026-11-22', '']);
    expect(daysOf('date:2026-01')).toEqual(['2026-01-01', '2026-02-01', '']);
    expect(daysOf('after:2026-01-31 before:2026-02')).toEqual(['2026-01-31', '2026-02-01', '']);
  });

  it('tells what it does not understand', () => {
    expect(parseSearchFilter('a type:archive date:soon before:2026-02-31 library:')).toEqual({
      ...NOTHING,
      words: 'a',
      unknown: ['type:archive', 'date:soon', 'before:2026-02-31'],
    });
  });

  it('gets another value for a key, in the place of the one before', () => {
    expect(withSearchPart('tax type:text', 'library', 'Family photos')).toBe(
      'tax type:text library:"Family photos"',
    );
    expect(withSearchPart('tax type:text return', 'type', '')).toBe('tax return');
    expect(withSearchPart('tax after:2026-01-31 type:text', 'date', 'today')).toBe(
      'tax type:text date:today',
    );
    expect([searchPart('tax date:"last week"', 'date'), searchPart('tax', 'date')]).toEqual([
      'last week',
      '',
    ]);
  });
});
