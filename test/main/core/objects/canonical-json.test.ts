import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../../src-main/core/objects/canonical-json.ts';

describe('canonicalJson', () => {
  it('sorts keys and puts one space behind commas and colons', () => {
    expect(canonicalJson({ b: [1, 2], a: { d: 'x', c: [] } })).toBe(
      '{"a": {"c": [], "d": "x"}, "b": [1, 2]}',
    );
  });

  it('escapes quotes, backslashes and the short control characters', () => {
    expect(canonicalJson('"\\\b\t\n\f\r')).toBe('"\\"\\\\\\b\\t\\n\\f\\r"');
  });

  it('writes other control characters with upper-case hex digits', () => {
    expect(canonicalJson('\u0000\u0001\u000b\u001f')).toBe('"\\u0000\\u0001\\u000B\\u001F"');
  });

  it('leaves everything else raw, next to an escape too', () => {
    const raw = '/<>&\u007f\u0085\u2028\u2029\u00e9\ufeff\u{1f600}';
    expect(canonicalJson(raw)).toBe(`"${raw}"`);
    expect(canonicalJson(`${raw}\n`)).toBe(`"${raw}\\n"`);
  });

  it.each(['\ud800', 'a\udc00b', '\n\ud83d'])('refuses the lone surrogate in %j', (text) => {
    expect(() => canonicalJson(text)).toThrow(RangeError);
  });

  it('is JSON that reads back as the same value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.maxSafeInteger(), (text, number) => {
        const value = { text: [text], number };
        expect(JSON.parse(canonicalJson(value))).toEqual({ text: [text], number: number === 0 ? 0 : number });
      }),
    );
  });
});
