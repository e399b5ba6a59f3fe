import { describe, expect, it } from 'vitest';
import { endLinesAlike, mergedText } from '../../../../src-main/core/text/merged-text.ts';
import { type LinedText, linedText } from '../../../../src-main/core/text/text-lines.ts';

function of(text: string): LinedText {
  const lined = linedText(Buffer.from(text));
  if (lined === null) throw new Error('is a text');
  return lined;
}

const sides = (original: string, copy: string) => ({ original: of(original), copy: of(copy) });

describe('a merged text', () => {
  it.each([
    // [original, copy, pieces, merged]
    ['a\nb\nc\n', 'a\nX\nc\n', ['original:0-1', 'copy:1-2', 'original:2-3'], 'a\nX\nc\n'],
    ['a\nb\n', 'a\nX\n', ['original:0-2', 'copy:1-2'], 'a\nb\nX\n'],
    ['a\r\nb\r\n', 'a\r\nX\r\n', ['original:0-1', 'copy:1-2'], 'a\r\nX\r\n'],
    // Lines never run together where the last one has no end.
    ['a\nb', 'a\nb\nc\n', ['original:0-2', 'copy:2-3'], 'a\nb\nc'],
    ['a\nb\n', 'a\nb\nc', ['original:0-2', 'copy:2-3'], 'a\nb\nc\n'],
    ['a', 'b', ['original:0-1', 'copy:0-1'], 'a\nb'],
    ['a', 'x\r\nb\r\n', ['original:0-1', 'copy:1-2'], 'a\r\nb'],
    // The mark is that of the original.
    ['\uFEFFa\n', 'b\n', ['copy:0-1'], '\uFEFFb\n'],
    ['a\n', '\uFEFFb\n', ['copy:0-1'], 'b\n'],
    ['', 'a\nb\n', ['copy:0-2'], 'a\nb\n'],
    ['a\n', 'b\n', [], ''],
  ])('of %j and %j by %j is %j', (original, copy, pieces, merged) => {
    expect(mergedText(sides(original, copy), pieces).toString()).toBe(merged);
  });

  it.each([
    ['copy:0-3'],
    ['copy:1-1'],
    ['copy:2-1'],
    ['base:0-1'],
    ['original:-1-1'],
    ['original:0-1 '],
    [''],
  ])('is refused a piece %j', (piece) => {
    expect(() => mergedText(sides('a\nb\n', 'a\nb\n'), [piece])).toThrow('argument-invalid');
  });

  it('takes no line twice, and none before one that it has', () => {
    const both = sides('a\nb\n', 'c\nd\n');
    expect(() => mergedText(both, ['original:0-2', 'original:1-2'])).toThrow('argument-invalid');
    expect(() => mergedText(both, ['copy:1-2', 'original:0-1', 'copy:0-1'])).toThrow('argument-invalid');
  });
});

describe('two texts end their lines alike', () => {
  it.each([
    ['a\nb\n', 'c\n', true],
    ['a\r\n', 'c\r\n', true],
    ['a', 'c\r\n', true],
    ['a', 'c', true],
    ['a\n', 'c\r\n', false],
    ['a\nb\r\n', 'c\n', false],
    ['a\n', 'c\r\nd\n', false],
  ])('%j and %j: %j', (original, copy, isAlike) => {
    expect(endLinesAlike(sides(original, copy))).toBe(isAlike);
  });
});
