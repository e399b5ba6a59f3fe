import { expect, it } from 'vitest';
import { splitPath } from '../../../../src-main/core/tree/split-path.ts';
import { refusalOf } from '../../../support/account-services.ts';

it('the names on the way are those between the slashes, and the root has none', () => {
  expect(splitPath('/a/b c/ü')).toEqual(['a', 'b c', 'ü']);
  expect(splitPath('/')).toEqual([]);
});

it('a name may have a backslash in it, as official clients send them', () => {
  expect(splitPath('/a\\b')).toEqual(['a\\b']);
});

it.each([
  ['/a/../b', 'dot'],
  ['/./a', 'dot'],
  ['/a\0b', 'control'],
  ['/\ud800', 'not-unicode'],
  ['/d'.repeat(257), 'too-deep'],
])('no tree has the path %j', async (path, reason) => {
  expect(await refusalOf(() => splitPath(path))).toEqual({
    code: 'path-invalid',
    detail: { value: path, reason },
  });
});

it('a path may have 256 names', () => {
  expect(splitPath('/d'.repeat(256))).toHaveLength(256);
});
