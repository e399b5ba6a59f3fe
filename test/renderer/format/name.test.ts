import { describe, expect, it } from 'vitest';
import {
  extensionOf,
  extensionStart,
  libraryName,
  nameParts,
  visibleName,
} from '../../../src-renderer/format/name.ts';

describe('visible names', () => {
  it('leaves ordinary names alone, whatever their script', () => {
    expect(visibleName('zürich – שלום.txt')).toBe('zürich – שלום.txt');
  });

  it('spells out a right-to-left override that hides the real extension', () => {
    expect(visibleName('plan\u202egpj.exe')).toBe('plan[U+202E]gpj.exe');
  });

  it.each([
    ['a\nb', 'a[U+000A]b'],
    ['a\u0000b', 'a[U+0000]b'],
    ['\u200babc', '[U+200B]abc'],
    ['abc\u200d', 'abc[U+200D]'],
    ['\u2066x\u2069', '[U+2066]x[U+2069]'],
  ])('spells out what cannot be seen in %j', (name, shown) => {
    expect(visibleName(name)).toBe(shown);
  });

  it('keeps the joiners that shape emoji and words', () => {
    expect(visibleName('👩‍💻 notes')).toBe('👩‍💻 notes');
  });

  it('says what the character is', () => {
    expect(nameParts('a\u202eb')).toEqual([
      { text: 'a', meaning: null },
      { text: 'U+202E', meaning: 'U+202E right-to-left override' },
      { text: 'b', meaning: null },
    ]);
  });
});

describe('extensions', () => {
  it.each([
    ['report.PDF', 'pdf'],
    ['archive.tar.gz', 'gz'],
    ['.gitignore', ''],
    ['README', ''],
    ['no extension. really not one', ''],
  ])('finds the extension of %s', (name, extension) => {
    expect(extensionOf(name)).toBe(extension);
  });

  it('starts at the dot', () => {
    expect(extensionStart('a.txt')).toBe(1);
  });
});

describe('libraryName', () => {
  it('names a library without a name by its id', () => {
    expect(libraryName({ name: null, id: '0123abcd-0000-4000-8000-000000000000' })).toBe(
      '(unnamed 0123abcd)',
    );
  });
});
