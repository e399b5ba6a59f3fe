import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ancestorsOf,
  componentsOf,
  isInside,
  joinPath,
  nameOf,
  parentOf,
  parsePath,
} from '../../../../src-main/core/library/path.ts';

describe('parsePath', () => {
  it.each([
    ['/', '/'],
    ['//', '/'],
    ['/a', '/a'],
    ['/a/', '/a'],
    ['/a/b', '/a/b'],
    ['//a///b//', '/a/b'],
    ['/.../..a/a..', '/.../..a/a..'],
    ['/ /é/%2e%2e', '/ /é/%2e%2e'],
    ['/tab\there', '/tab\there'],
    ['/..\\a', '/..\\a'],
    ['/a\\b/', '/a\\b'],
    ['/ a / ', '/ a / '],
  ])('reads %j as %j', (text, path) => {
    expect(parsePath(text)).toBe(path);
  });

  it.each([
    ['', 'relative'],
    ['a/b', 'relative'],
    ['./a', 'relative'],
    ['/.', 'dot'],
    ['/a/../b', 'dot'],
    ['/a/..', 'dot'],
    ['/a/./b', 'dot'],
    ['/a\0', 'control'],
    ['/a\ud800', 'not-unicode'],
  ])('refuses %j', (text, reason) => {
    expect(() => parsePath(text)).toThrow(
      expect.objectContaining({ code: 'path-invalid', detail: { value: text, reason } }),
    );
  });

  it('takes 4,096 bytes and no more', () => {
    const longest = `/${'é'.repeat(2047)}x`;
    expect(parsePath(longest)).toBe(longest);
    expect(() => parsePath(`${longest}x`)).toThrow(
      expect.objectContaining({ code: 'path-invalid', detail: { reason: 'too-long' } }),
    );
  });

  it('gives a path that it reads as itself', () => {
    const component = fc.string({ minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(component), (names) => {
        fc.pre(names.every((name) => name !== '.' && name !== '..' && !/[/\0]/.test(name)));
        const path = parsePath(`/${names.join('/')}/`);
        expect(parsePath(path)).toBe(path);
        expect(componentsOf(path)).toEqual(names);
        expect(names.reduce(joinPath, '/')).toBe(path);
        expect(ancestorsOf(path)).toHaveLength(names.length);
      }),
    );
  });
});

describe('walking paths', () => {
  it('joins a folder and a name', () => {
    expect(joinPath('/', 'a')).toBe('/a');
    expect(joinPath('/a', 'b')).toBe('/a/b');
  });

  it('finds the parent and the name', () => {
    expect([parentOf('/a/b'), nameOf('/a/b')]).toEqual(['/a', 'b']);
    expect([parentOf('/a'), nameOf('/a')]).toEqual(['/', 'a']);
    expect([parentOf('/'), nameOf('/')]).toEqual(['/', '']);
  });

  it('lists ancestors from the root down', () => {
    expect(ancestorsOf('/a/b/c')).toEqual(['/', '/a', '/a/b']);
    expect(ancestorsOf('/a')).toEqual(['/']);
    expect(ancestorsOf('/')).toEqual([]);
  });

  it.each([
    ['/a/b', '/a', true],
    ['/a/b/c', '/a', true],
    ['/a', '/', true],
    ['/a', '/a', false],
    ['/', '/', false],
    ['/ab', '/a', false],
    ['/a', '/a/b', false],
  ])('%s inside %s: %s', (path, ancestor, expected) => {
    expect(isInside(path, ancestor)).toBe(expected);
  });
});
