import { expect, it } from 'vitest';
import { cutText } from '../../../../src-main/core/objects/cut-text.ts';

it('a text is cut between characters, at the last that fits', () => {
  expect(cutText('abcdef', 4)).toBe('abcd');
  expect([cutText('aüü', 2), cutText('aüü', 3), cutText('aüü', 5)]).toEqual(['a', 'aü', 'aüü']);
  expect([cutText('😀😀', 7), cutText('😀😀', 8), cutText('😀', 3)]).toEqual(['😀', '😀😀', '']);
});
