import { describe, expect, it } from 'vitest';
import { foldText, holdsWords, nameQuery, nameRank } from '../../../../src-main/core/search/name-query.ts';

describe('a query for names', () => {
  it('is parted at spaces, folded, and has each stretch of three characters once', () => {
    expect(nameQuery(' Ärger  ger ')).toEqual({ words: ['arger', 'ger'], grams: ['arg', 'rge', 'ger'] });
  });

  it('has none for short words, and counts characters rather than halves of them', () => {
    expect(nameQuery('ab c').grams).toEqual([]);
    expect(nameQuery('🏔🏔').grams).toEqual([]);
    expect(nameQuery('🏔a🏔').grams).toEqual(['🏔a🏔']);
  });

  it('asks for no more than two dozen of them', () => {
    const text = Array.from({ length: 80 }, (_, at) => String.fromCharCode(0x4e00 + at)).join('');
    expect(nameQuery(text).grams).toHaveLength(24);
  });
});

describe('a name', () => {
  it.each([
    ['Ångström.pdf', 'angstrom', true],
    ['ΟΔΥΣΣΕΥΣ.txt', 'οδυσσευς', true],
    ['e\u0301te\u0301.txt', 'été', true],
    ['ﬁnal.txt', 'final', true],
    ['summer 2024.jpg', '2024 mer', true],
    ['summer.jpg', 'summer 2024', false],
  ])('%j holds %j: %j', (name, words, expected) => {
    expect(holdsWords(name, nameQuery(words))).toBe(expected);
  });

  it.each([
    ['Plan', 0],
    ['plan b', 1],
    ['a plan', 2],
  ])('%j fits "plan" as number %d', (name, rank) => {
    expect(nameRank(name, nameQuery('plan'))).toBe(rank);
  });
});

it('texts that people take for the same are folded to the same', () => {
  expect(foldText('ÉCLAIR')).toBe('eclair');
  expect(foldText('e\u0301')).toBe(foldText('\u00e9'));
  expect(foldText('ﬁle')).toBe('file');
  expect([foldText('ΟΔΟΣ'), foldText('οδος')]).toEqual(['οδοσ', 'οδοσ']);
});
