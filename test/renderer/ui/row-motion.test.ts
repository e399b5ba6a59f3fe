import { describe, expect, it } from 'vitest';
import { rowMotions } from '../../../src-renderer/ui/row-motion.ts';

const list = (count: number, places: Record<string, number>) => ({
  count,
  places: new Map(Object.entries(places)),
});

describe('rows of a list', () => {
  it('move to where they are when one comes before them, which appears', () => {
    expect(rowMotions(list(2, { a: 0, b: 40 }), list(3, { a: 0, new: 40, b: 80 }))).toEqual([
      { key: 'new', from: null, to: 40 },
      { key: 'b', from: 40, to: 80 },
    ]);
  });

  it('move up when one went', () => {
    expect(rowMotions(list(3, { a: 0, b: 40, c: 80 }), list(2, { a: 0, c: 40 }))).toEqual([
      { key: 'c', from: 80, to: 40 },
    ]);
  });

  it('stay still while a person scrolls or sorts, and when the next page comes', () => {
    expect(rowMotions(list(9, { a: 0, b: 40 }), list(9, { b: 40, c: 80 }))).toEqual([]);
    expect(rowMotions(list(2, { a: 0, b: 40 }), list(2, { b: 0, a: 40 }))).toEqual([]);
    expect(rowMotions(list(100, { a: 0 }), list(200, { a: 0, b: 40 }))).toEqual([]);
  });

  it('stay still when the list is another one', () => {
    expect(rowMotions(list(2, { a: 0, b: 40 }), list(3, { c: 0, d: 40, e: 80 }))).toEqual([]);
    expect(rowMotions(list(0, {}), list(2, { a: 0, b: 40 }))).toEqual([]);
  });
});
