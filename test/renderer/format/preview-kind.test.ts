import { describe, expect, it } from 'vitest';
import { previewKind, textContent } from '../../../src-renderer/format/preview-kind.ts';

const bytes = (...values: number[]) => new Uint8Array(values);

describe('the text of a file', () => {
  it('is read in the encoding that it is in', () => {
    expect(textContent(new TextEncoder().encode('grün'), false)).toEqual({ text: 'grün', encoding: 'UTF-8' });
    expect(textContent(bytes(0xff, 0xfe, 0x61, 0), false)).toEqual({ text: 'a', encoding: 'UTF-16' });
    expect(textContent(bytes(0x67, 0x72, 0xfc, 0x6e), false)).toEqual({
      text: 'grün',
      encoding: 'Windows-1252',
    });
  });

  it('may be cut in the middle of a character', () => {
    expect(textContent(new TextEncoder().encode('grü').slice(0, 3), true)?.text).toBe('gr');
  });

  it('is not seen in what is no text', () => {
    expect(textContent(bytes(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13), false)).toBeNull();
    expect(textContent(bytes(0x61, 1, 2, 3, 4), false)).toBeNull();
  });
});

describe('the way to show a file', () => {
  it.each([
    ['a.PNG', 1_000, 'image'],
    ['a.svg', 1_000, 'image'],
    ['a.png', 100_000_000, 'none'],
    ['a.pdf', 1_000, 'none'],
    ['a.md', 100_000_000, 'text'],
    ['Makefile', 1_000, 'text'],
  ] as const)('of %s with %d bytes is %s', (name, size, kind) => {
    expect(previewKind(name, size)).toBe(kind);
  });
});
