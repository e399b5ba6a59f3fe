import { describe, expect, it } from 'vitest';
import { formatSize } from '../../../src-renderer/format/size.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('formatSize', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 kB'],
    [1_234, '1.2 kB'],
    [151_000_000, '151 MB'],
    [999_999, '1 MB'],
    [3_100_000_000, '3.1 GB'],
    [2_000_000_000_000_000_000, '2,000 PB'],
  ])('shows %d bytes as %s', (bytes, words) => {
    expect(plain(formatSize(bytes))).toBe(words);
  });

  it('never shows a negative size', () => {
    expect(plain(formatSize(-5))).toBe('0 B');
  });
});
