import { describe, expect, expectTypeOf, it } from 'vitest';
import type { PageLanguage } from '../../../src-renderer/i18n/language.ts';
import { messages } from '../../../src-renderer/i18n/messages.ts';
import type { ValuesOf } from '../../../src-shared/message-values.ts';

const words = {
  en: {
    restored: '{count, plural, =0 {Nothing came} one {# file is} other {# files are}} back in “{folder}”',
    title: 'Trash',
    moved: 'Moved <file>{name}</file> to <place>the trash</place>.',
    small: 'Smaller than <{limit}>',
    quoted: "Don''t ask again",
    signs: 'A # and a <tag>',
  },
  de: {
    restored:
      '{count, plural, =0 {Nichts ist} one {# Datei ist} other {# Dateien sind}} zurück in „{folder}“',
    title: 'Papierkorb',
    moved: '<file>{name}</file> liegt jetzt im <place>Papierkorb</place>.',
    small: 'Kleiner als <{limit}>',
    quoted: "Bitte nicht mehr ''fragen''",
    signs: 'Ein # und ein <tag>',
  },
} as const;

const sayIn = (language: PageLanguage) =>
  messages('test', words.en, { language, catalog: language === 'de' ? { test: words.de } : {} });

describe('messages', () => {
  it('say how many in the plural of the language', () => {
    const en = sayIn('en');
    const de = sayIn('de');
    expect(en('restored', { count: 1, folder: 'Photos' })).toBe('1 file is back in “Photos”');
    expect(en('restored', { count: 1200, folder: 'Photos' })).toBe('1,200 files are back in “Photos”');
    expect(de('restored', { count: 0, folder: 'Fotos' })).toBe('Nichts ist zurück in „Fotos“');
    expect(de('title')).toBe('Papierkorb');
  });

  it('are English where the language has none', () => {
    const half = messages('test', words.en, { language: 'de', catalog: { test: { title: 'Papierkorb' } } });
    expect(half('title')).toBe('Papierkorb');
    expect(half('quoted')).toBe("Don't ask again");
    expect(messages('test', words.en, { language: 'de', catalog: {} })('title')).toBe('Trash');
  });

  it('take hostile values as text', () => {
    const name = '{count, plural, other {<b>}} \u0000';
    expect(sayIn('en')('restored', { count: 2, folder: name })).toBe(`2 files are back in “${name}”`);
    expect(sayIn('en').rich('moved', { name: '<place>' })).toEqual([
      'Moved ',
      { tag: 'file', text: '<place>' },
      ' to ',
      { tag: 'place', text: 'the trash' },
      '.',
    ]);
  });

  it('show signs that look like tags where a message has none', () => {
    expect(sayIn('en')('small', { limit: 3 })).toBe('Smaller than <3>');
  });

  it('read quotes as ICU does, and other signs as they are', () => {
    const en = sayIn('en');
    expect(en('quoted')).toBe("Don't ask again");
    expect(en('signs')).toBe('A # and a <tag>');
  });

  it('are longer and bracketed in the test language, values left alone', () => {
    const pseudo = sayIn('en-XA');
    expect(pseudo('title')).toBe('[Tŕåšh·]');
    expect(pseudo('restored', { count: 1, folder: 'Photos' })).toBe('[1 fîlé îš·· båçk îñ “··Photos”]');
  });

  it('are in Arabic letters in the other test language, with values in an order of their own', () => {
    const pseudo = sayIn('ar-XB');
    expect(pseudo('title')).toBe('تراسه');
    expect(pseudo.rich('moved', { name: 'a.txt' })).toEqual([
      'موڤيد ',
      { tag: 'file', text: '\u2068a.txt\u2069' },
      ' تو ',
      { tag: 'place', text: 'تهي تراسه' },
      '.',
    ]);
  });

  it('demand each value by name, and none that is not there', () => {
    type Restored = (typeof words.en)['restored'];
    expectTypeOf<ValuesOf<Restored>>().toEqualTypeOf<
      readonly [values: Readonly<Record<'count' | 'folder', string | number>>]
    >();
    expectTypeOf<ValuesOf<'Trash'>>().toEqualTypeOf<readonly []>();
  });
});
