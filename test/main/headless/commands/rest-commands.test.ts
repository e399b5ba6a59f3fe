import { describe, expect, it } from 'vitest';
import { secondsIn } from '../../../../src-main/headless/commands/rest-commands.ts';

describe('times on the command line', () => {
  it.each([
    ['45s', 45],
    ['30m', 1800],
    ['2h', 7200],
    ['1d', 86_400],
  ])('%s are %i seconds', (words, seconds) => {
    expect(secondsIn(words)).toBe(seconds);
  });

  it.each(['', '30', 'm', '0h', '1.5h', '-1d', '1w'])('"%s" is none', (words) => {
    expect(() => secondsIn(words)).toThrow('Write 30m, 2h or 1d.');
  });
});
