import { describe, expect, it } from 'vitest';
import { mayHoldText, textOf } from '../../../../src-main/core/search/text-kind.ts';
import { snippetOf, textWords } from '../../../../src-main/core/search/text-query.ts';

/** The marked stretches. */
function marked(text: string, query: string): string[] | undefined {
  const snippet = snippetOf(text, textWords(query));
  return snippet?.marks.map(([start, end]) => snippet.text.slice(start, end));
}

describe('the words of a text query', () => {
  it.each([
    ['Café, "noir"!', ['cafe', 'noir']],
    ['a-b_c', ['a', 'b', 'c']],
    ['?!', []],
  ])('of %j are %j', (query, words) => {
    expect(textWords(query)).toEqual(words);
  });
});

describe('a snippet', () => {
  it('marks beginnings of words, whatever folding does to their length', () => {
    expect(marked('Die ﬁnale Größe, nicht unfinal.', 'final grosse')).toEqual(['ﬁnal']);
    expect(marked('e\u0301te\u0301 après', 'ete')).toEqual(['e\u0301te\u0301']);
    expect(marked('🏔 ΟΔΥΣΣΕΥΣ', 'οδυσσευς')).toEqual(['ΟΔΥΣΣΕΥΣ']);
  });

  it('is a line around the first hit, with signs where the text goes on', () => {
    const text = `${'before '.repeat(40)}\n\tneedle\n${'after '.repeat(100)}`;
    const snippet = snippetOf(text, ['needle']);
    expect(snippet?.text).toMatch(/^… before .* before needle after .* …$/);
    expect(snippet?.text.length).toBeLessThan(210);
    expect(snippet?.text).not.toMatch(/[\n\t]/);
  });

  it('is found anywhere in a long text, also where two pieces of it meet', () => {
    for (const at of [16_380, 16_384, 500_000]) {
      const text = `${'x '.repeat(at / 2)}needle ${'y '.repeat(10)}`;
      expect(marked(text, 'needle')).toEqual(['needle']);
    }
  });

  it('is none when no word begins so', () => {
    expect(snippetOf('haystack', ['stack'])).toBe(null);
    expect(snippetOf('', ['stack'])).toBe(null);
  });
});

describe('a file', () => {
  it.each([
    ['Notes.TXT', 10, true],
    ['Makefile', 10, true],
    ['photo.jpg', 10, false],
    ['empty.txt', 0, false],
    ['log.txt', 1024 * 1024 + 1, false],
  ])('%j of %d bytes may hold text: %j', (name, size, expected) => {
    expect(mayHoldText(name, size)).toBe(expected);
  });

  it('holds text when its bytes are UTF-8 without NUL', () => {
    expect(textOf(Buffer.from('größe'))).toBe('größe');
    expect(textOf(Buffer.from([0x67, 0xf6]))).toBe(null);
    expect(textOf(Buffer.from('a\0b'))).toBe(null);
  });
});
