import { describe, expect, it } from 'vitest';
import { snippetParts } from '../../../../src-renderer/features/search/snippet-parts.ts';

describe('the parts of a snippet', () => {
  it('are its stretches in order, marked or not', () => {
    const marks: [number, number][] = [
      [0, 3],
      [8, 14],
    ];
    expect(snippetParts({ text: 'We meet Venice', marks })).toEqual([
      { text: 'We ', isMarked: true },
      { text: 'meet ', isMarked: false },
      { text: 'Venice', isMarked: true },
    ]);
  });

  it('are one when nothing is marked', () => {
    expect(snippetParts({ text: '<b>x</b>', marks: [] })).toEqual([{ text: '<b>x</b>', isMarked: false }]);
  });
});
