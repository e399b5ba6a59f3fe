import { describe, expect, it } from 'vitest';
import { ArchivePaths } from '../../../../src-main/core/tree/archive-paths.ts';

const file = (name: string) => ({ name, kind: 'file' }) as const;
const dir = (name: string) => ({ name, kind: 'dir' }) as const;

describe('a path in an archive', () => {
  it('is that of the item, with a slash at the end of a folder', () => {
    const paths = new ArchivePaths();
    expect(paths.of('', dir('Papers'))).toBe('Papers/');
    expect(paths.of('/Papers', dir('12:30 — Übung'))).toBe('Papers/12:30 — Übung/');
    expect(paths.of('/Papers/12:30 — Übung', file('a.txt'))).toBe('Papers/12:30 — Übung/a.txt');
    expect(paths.of('/Papers', file('a.txt'))).toBe('Papers/a.txt');
    expect(paths.of('', file('a.txt'))).toBe('a.txt');
  });

  it.each([
    ['..\\..\\evil.txt', '.._.._evil.txt'],
    ['\\\\host\\share', '__host_share'],
    ['C:\\evil.txt', 'C__evil.txt'],
    ['c:evil.txt', 'c_evil.txt'],
    ['a\r\nb\u001b[2J\u007f\u0085.txt', 'a__b_[2J__.txt'],
    ['a/b', 'a_b'],
    ['..', '_'],
    ['...', '...'],
  ])('makes a name that no system takes for another place of %j', (name, shown) => {
    expect(new ArchivePaths().of('', file(name))).toBe(shown);
  });

  it('numbers names that become the same, folders with what they hold', () => {
    const paths = new ArchivePaths();
    paths.of('', dir('x'));
    expect(['a\\b.txt', 'a_b.txt', 'a\u0001b.txt'].map((name) => paths.of('/x', file(name)))).toEqual([
      'x/a_b.txt',
      'x/a_b (1).txt',
      'x/a_b (2).txt',
    ]);
    expect(paths.of('/x', dir('d\\'))).toBe('x/d_/');
    expect(paths.of('/x/d\\', file('one'))).toBe('x/d_/one');
    expect(paths.of('/x', dir('d_'))).toBe('x/d_ (1)/');
    expect(paths.of('/x/d_', file('one'))).toBe('x/d_ (1)/one');
  });
});
