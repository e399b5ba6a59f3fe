import { describe, expect, it } from 'vitest';
import {
  counted,
  firstLine,
  formatTime,
  table,
  visible,
  visibleLines,
} from '../../../../src-main/headless/commands/text.ts';

describe('counts on the command line', () => {
  it.each([
    [0, '0 files'],
    [1, '1 file'],
    [2, '2 files'],
  ])('%d makes "%s"', (count, words) => {
    expect(counted(count, 'file')).toBe(words);
  });
});

describe('times on the command line', () => {
  it.each([
    [0, 'never'],
    [1_700_000_000, '2023-11-14T22:13:20Z'],
    [-1, '1969-12-31T23:59:59Z'],
    [1.5, '1970-01-01T00:00:01Z'],
    [253_402_300_799, '9999-12-31T23:59:59Z'],
    [253_402_300_800, 'unknown time'],
    [9_007_199_254_740_991, 'unknown time'],
    [-9_007_199_254_740_991, 'unknown time'],
    [Number.NaN, 'unknown time'],
  ])('%d is "%s"', (seconds, words) => {
    expect(formatTime(seconds)).toBe(words);
  });
});

describe('texts of others on the command line', () => {
  it('show what a terminal would obey', () => {
    expect(visible('a\u001b[2J\u0007\u009bb\nc')).toBe('a\\x1b[2J\\x07\\x9bb\\x0ac');
    expect(visible('\u202etxt.exe\u2066\u2069\u200e\u200f\u061c\u2028')).toBe(
      '\\u202etxt.exe\\u2066\\u2069\\u200e\\u200f\\u061c\\u2028',
    );
    expect(visible('größe 👩‍🚀 שלום')).toBe('größe 👩‍🚀 שלום');
  });

  it('keep their lines where all of an answer is shown', () => {
    expect(visibleLines('a\tb\nc\r\u001b[0m')).toBe('a\tb\nc\\x0d\\x1b[0m');
  });

  it('are cut to the beginning of their first line where that is enough', () => {
    expect(firstLine('one\ntwo')).toBe('one');
    expect(firstLine('a'.repeat(200_000))).toBe(`${'a'.repeat(300)}…`);
    expect(table([[firstLine('"'.repeat(200_000)), 'x']])).toHaveLength(304);
  });
});
