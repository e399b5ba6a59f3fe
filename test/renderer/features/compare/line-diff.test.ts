import { describe, expect, it } from 'vitest';
import { changeStarts, diffRows } from '../../../../src-renderer/features/compare/diff-rows.ts';
import { lineDiff, linesOf } from '../../../../src-renderer/features/compare/line-diff.ts';
import {
  markedParts,
  rowCount,
  rowStarts,
  rowsOfParts,
} from '../../../../src-renderer/features/compare/line-text.ts';

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`);
const view = { mode: 'inline', opened: new Set<number>() } as const;
const show = (rows: ReturnType<typeof diffRows>) =>
  rows.map(({ kind, left, right, count }) => [kind, left, right, count]);

describe('comparing lines', () => {
  it('finds what was removed and added between what stayed', () => {
    const request = { left: ['a', 'b', 'c'], right: ['a', 'x', 'y', 'c'], ignoresSpace: false };
    expect(lineDiff(request)).toEqual([
      { kind: 'same', count: 1 },
      { kind: 'removed', count: 1 },
      { kind: 'added', count: 2 },
      { kind: 'same', count: 1 },
    ]);
  });

  it('takes lines that differ in spaces for equal only where that is wanted', () => {
    const texts = { left: ['\tif (a)  b'], right: ['  if (a) b '] };
    expect(lineDiff({ ...texts, ignoresSpace: true })).toEqual([{ kind: 'same', count: 1 }]);
    expect(lineDiff({ ...texts, ignoresSpace: false })).toHaveLength(2);
  });

  it('knows texts without a line', () => {
    expect(lineDiff({ left: [], right: ['a'], ignoresSpace: false })).toEqual([{ kind: 'added', count: 1 }]);
    expect(lineDiff({ left: [], right: [], ignoresSpace: false })).toEqual([]);
  });

  it('ends a line in each of the three ways, and begins none after the last end', () => {
    expect(linesOf('a\r\nb\rc\n')).toEqual(['a', 'b', 'c']);
    expect(linesOf('')).toEqual([]);
  });
});

describe('the rows of a comparison', () => {
  const request = { left: lines(30), right: lines(30).with(15, 'other'), ignoresSpace: false };

  it('fold what is far from a change, and open it again', () => {
    const folded = show(diffRows(lineDiff(request), view));
    expect(folded[0]).toEqual(['gap', 0, 0, 12]);
    expect(folded.at(-1)).toEqual(['gap', 19, 19, 11]);
    expect(folded.slice(4, 6)).toEqual([
      ['removed', 15, 15, 1],
      ['added', 15, 15, 1],
    ]);
    const opened = diffRows(lineDiff(request), { ...view, opened: new Set([0]) });
    expect(show(opened)[0]).toEqual(['same', 0, 0, 1]);
  });

  it('put a line beside the one that it became, and nothing beside what is new', () => {
    const runs = lineDiff({ left: ['a', 'b'], right: ['a', 'x', 'y'], ignoresSpace: false });
    expect(show(diffRows(runs, { ...view, mode: 'split' }))).toEqual([
      ['same', 0, 0, 1],
      ['changed', 1, 1, 1],
      ['changed', null, 2, 1],
    ]);
  });

  it('tell where each change begins', () => {
    expect(changeStarts(diffRows(lineDiff(request), view))).toEqual([4]);
  });
});

describe('a compared line', () => {
  it('marks the words that differ', () => {
    const { left, right } = markedParts('the quick brown fox', 'the quick red fox');
    expect(left.filter(({ isMarked }) => isMarked)).toEqual([{ text: 'brown', isMarked: true }]);
    expect(right.filter(({ isMarked }) => isMarked)).toEqual([{ text: 'red', isMarked: true }]);
  });

  it('has no marks where nothing is alike', () => {
    expect(markedParts('abc def', 'uvw xyz').left).toEqual([{ text: 'abc def', isMarked: false }]);
  });

  it.each([
    ['short', 10, 1],
    ['one two three', 10, 2],
    ['onetwothreefour', 10, 2],
    ['a onetwothreefour', 10, 3],
    ['aaaa bbbb ) c', 9, 2],
  ])('%j takes rows of %d characters: %d', (line, columns, rows) => {
    expect(rowCount(line, columns)).toBe(rows);
  });

  it('counts its tabs and its characters of other scripts as wide as they are', () => {
    expect([rowStarts('a\tb', 4), rowStarts('日本', 3)]).toEqual([[2], [1]]);
  });

  it('keeps its marks over the end of a row', () => {
    const parts = [
      { text: 'one tw', isMarked: false },
      { text: 'o three', isMarked: true },
    ];
    expect(rowsOfParts(parts, [4, 8])).toEqual([
      [{ text: 'one ', isMarked: false }],
      [
        { text: 'tw', isMarked: false },
        { text: 'o ', isMarked: true },
      ],
      [{ text: 'three', isMarked: true }],
    ]);
  });
});
