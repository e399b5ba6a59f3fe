import { describe, expect, it } from 'vitest';
import { filterParts, withPart } from '../../../src-renderer/format/filter-parts.ts';

const KEYS = ['type', 'by'] as const;

describe('the parts of a filter', () => {
  it('are keys with their values, and words', () => {
    expect(filterParts('tax BY:"Ada L" c:d type:', KEYS)).toEqual([
      { key: null, value: 'tax', typed: 'tax' },
      { key: 'by', value: 'Ada L', typed: 'BY:"Ada L"' },
      { key: null, value: 'c:d', typed: 'c:d' },
      { key: 'type', value: '', typed: 'type:' },
    ]);
  });

  it('are written again with another value, in quotes where it needs some', () => {
    const parts = filterParts('tax by:ada', KEYS);
    expect(withPart(parts, 'by', 'Ada "L"')).toBe('tax by:"Ada L"');
    expect(withPart(parts, 'by', '')).toBe('tax');
  });
});
