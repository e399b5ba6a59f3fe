import { expect, it } from 'vitest';
import { foldText } from '../../../../src-main/core/search/fold-text.ts';

it('texts that people take for the same are folded to the same', () => {
  expect(foldText('ÉCLAIR')).toBe('eclair');
  expect(foldText('e\u0301')).toBe(foldText('\u00e9'));
  expect(foldText('ﬁle')).toBe('file');
  expect([foldText('ΟΔΟΣ'), foldText('οδος')]).toEqual(['οδοσ', 'οδοσ']);
});
