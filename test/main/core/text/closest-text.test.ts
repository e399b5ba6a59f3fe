import { describe, expect, it } from 'vitest';
import { ClosestText } from '../../../../src-main/core/text/closest-text.ts';

const lines = (text: string) => text.split(' ');

function closestOf(text: readonly string[], older: readonly (readonly string[])[]): number | null {
  const closest = new ClosestText<number>(text);
  for (const [place, other] of older.entries()) closest.add(other, place);
  return closest.found;
}

describe('the text that another one was made from', () => {
  it.each([
    // [text, older ones, which of them]
    ['a b c X', ['a b Y d', 'a b c d'], 1],
    ['a b Y X', ['a b Y d', 'a b c d'], 0],
    // Of equals the oldest: it is behind both sides for certain.
    ['a b c X', ['a b c d', 'a b c d'], 1],
    ['a b c X', ['a b c Y', 'a b c Z', 'q'], 1],
    // Half of it has to be left.
    ['a b X Y', ['a b c d'], 0],
    ['a X Y Z', ['a b c d'], null],
    ['X', ['a b c d'], null],
    ['X', [], null],
  ])('%j is, of %j, number %j', (text, older, place) => {
    expect(closestOf(lines(text), older.map(lines))).toBe(place);
  });

  it('is none that was empty, or had nothing but empty lines', () => {
    expect(closestOf(['a', ''], [[]])).toBe(null);
    expect(closestOf(['a', ''], [['', '  ']])).toBe(null);
  });
});
