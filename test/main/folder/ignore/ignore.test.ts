import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createIgnoreMatcher, invalidLinesOf } from '../../../../src-main/folder/ignore/ignore.ts';

const defaults = readFileSync(new URL('../../../../resources/ignore-defaults.txt', import.meta.url), 'utf8');

describe('the built-in patterns', () => {
  const matcher = createIgnoreMatcher(defaults, '', []);

  it.each([
    'a.txt~',
    '#draft#',
    'Thumbs.db',
    'ehthumbs.db',
    '.DS_Store',
    '._x',
    '~$doc.docx',
    'a.tmp',
    '.~lock.odt#',
    '.a.swp',
  ])('leave out the file %s at any depth', (name) => {
    expect(matcher.ignores('some/where', name, false)).toBe(true);
  });

  it.each(['a.txt', '.gitignore', '#', 'tmp', '# notes.md', 'node_modules'])('keep the file %s', (name) => {
    expect(matcher.ignores('', name, false)).toBe(false);
  });

  it('leave out folders of caches and keep git folders', () => {
    expect(matcher.ignores('web', 'node_modules', true)).toBe(true);
    expect(matcher.ignoresTree('web/node_modules/left/right')).toBe(true);
    expect(matcher.ignores('web', '.git', true)).toBe(false);
    expect(matcher.ignores('', 'a.tmp', true)).toBe(false);
  });
});

describe('the ignore file of a folder', () => {
  const matcher = createIgnoreMatcher('', '# comment\r\n  foo  \nbar/\n*.log\nwork/*/out?\n\nx/*\n', []);

  it('compares the whole path, so that a plain name means one file in the folder itself', () => {
    expect(matcher.ignores('', 'foo', false)).toBe(true);
    expect(matcher.ignores('', 'foo', true)).toBe(false);
    expect(matcher.ignores('sub', 'foo', false)).toBe(false);
  });

  it('means a folder by a slash at the end', () => {
    expect(matcher.ignores('', 'bar', true)).toBe(true);
    expect(matcher.ignores('', 'bar', false)).toBe(false);
    expect(matcher.ignoresTree('bar/inside')).toBe(true);
  });

  it('lets a star stand for slashes too', () => {
    expect(matcher.ignores('deep/er', 'a.log', false)).toBe(true);
    expect(matcher.ignores('work/a/b', 'out1', false)).toBe(true);
    expect(matcher.ignores('x', 'anything', true)).toBe(true);
    expect(matcher.ignores('work/a/b', 'out', false)).toBe(false);
  });

  it('takes no exponential time for many stars', () => {
    const hostile = createIgnoreMatcher('', `${'*a'.repeat(50)}b\n`, []);
    expect(hostile.ignores('', 'a'.repeat(2000), false)).toBe(false);
  });
});

describe('lines that are no pattern', () => {
  it('are those that fit no path', () => {
    const lines = ['*.log', '', '# words', '!x', 'a\\b', './a', 'a//b', 'a/../b', '/', '/a/b/', ' c ', '**'];
    expect(invalidLinesOf(lines.join('\n'))).toEqual([4, 5, 6, 7, 8, 9]);
  });
});
