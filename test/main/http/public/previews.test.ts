import { describe, expect, it } from 'vitest';
import { fileIcon, hasThumbnail, previewKindOf, textIn } from '../../../../src-main/http/public/previews.ts';

describe('what is shown of a file', () => {
  it.each([
    ['a.JPG', 'picture', 'file-image', true],
    ['a.webp', 'picture', 'file-image', true],
    ['a.avif', 'picture', 'file-image', false],
    ['a.svg', 'text', 'file-image', false],
    ['a.mp4', 'video', 'file-play', false],
    ['a.ts', 'text', 'file-code', false],
    ['a.flac', 'audio', 'file-music', false],
    ['a.pdf', 'pdf', 'file-text', false],
    ['a.md', 'text', 'file-text', false],
    ['a.html', 'text', 'file-code', false],
    ['a.csv', 'text', 'file-spreadsheet', false],
    ['a.zip', 'text', 'file-archive', false],
    ['Makefile', 'text', 'file', false],
  ])('%s: %s', (name, kind, icon, isShrunk) => {
    expect([previewKindOf(name), fileIcon(name), hasThumbnail(name)]).toEqual([kind, icon, isShrunk]);
  });

  const text = (bytes: readonly number[] | string, isCut = false) =>
    textIn(Buffer.from(bytes as string), isCut);

  it('is text where its bytes are, in three encodings', () => {
    expect(text('Größe\n')).toBe('Größe\n');
    expect(text('')).toBe('');
    expect(text([0xff, 0xfe, 0x41, 0x00])).toBe('A');
    expect(text([0xfe, 0xff, 0x00, 0x41])).toBe('A');
    expect(text([0x47, 0x72, 0xf6, 0xdf, 0x65])).toBe('Größe');
  });

  it('is nothing where they are none', () => {
    expect(text([0x50, 0x4b, 0x03, 0x04, 0x00])).toBe(null);
    expect(text([0xff, 0x00, 0xf6])).toBe(null);
  });

  it('is not taken for something else because a cut goes through a character', () => {
    expect(text([0x47, 0xc3], true)).toBe('G');
    expect(text([0x47, 0xc3], false)).toBe('GÃ');
  });
});
