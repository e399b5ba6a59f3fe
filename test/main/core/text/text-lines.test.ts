import { describe, expect, it } from 'vitest';
import { bytesOfLines, linedText } from '../../../../src-main/core/text/text-lines.ts';

const of = (text: string) => linedText(Buffer.from(text));

describe('the lines of a text', () => {
  it.each([
    ['', { lines: [], lineEnd: 'none', endsLine: false, hasMark: false }],
    ['\n', { lines: [''], lineEnd: 'lf', endsLine: true, hasMark: false }],
    ['a', { lines: ['a'], lineEnd: 'none', endsLine: false, hasMark: false }],
    ['a\nb', { lines: ['a', 'b'], lineEnd: 'lf', endsLine: false, hasMark: false }],
    ['a\n\n', { lines: ['a', ''], lineEnd: 'lf', endsLine: true, hasMark: false }],
    ['a\r\nb\r\n', { lines: ['a', 'b'], lineEnd: 'crlf', endsLine: true, hasMark: false }],
    ['a\r\nb', { lines: ['a', 'b'], lineEnd: 'crlf', endsLine: false, hasMark: false }],
    ['a\r\nb\n', { lines: ['a\r', 'b'], lineEnd: 'mixed', endsLine: true, hasMark: false }],
    ['\uFEFFa\n', { lines: ['a'], lineEnd: 'lf', endsLine: true, hasMark: true }],
    // How old Macs ended lines is one line.
    ['a\rb\r', { lines: ['a\rb\r'], lineEnd: 'none', endsLine: false, hasMark: false }],
    ['a\rb\r\n\r\r\n', { lines: ['a\rb', '\r'], lineEnd: 'crlf', endsLine: true, hasMark: false }],
  ])('of %j are told with how they end, and make the same bytes again', (text, told) => {
    const lined = of(text);
    expect(lined).toEqual(told);
    if (lined !== null && lined.lineEnd !== 'mixed')
      expect(bytesOfLines(lined.lines, lined).toString()).toBe(text);
  });

  it.each([
    [Buffer.from([0xff, 0xfe, 0x61, 0x00])],
    [Buffer.from([0x61, 0x00, 0x62])],
    [Buffer.from([0xe4, 0x0a])],
  ])('are none of %j, which is no UTF-8', (bytes) => {
    expect(linedText(bytes)).toBe(null);
  });
});
