import { expect, it } from 'vitest';
import {
  direntOf,
  isModeExecutable,
  isWithin,
  joinPath,
  libraryMode,
  parentPath,
} from '../../../../src-main/core/folder/folder-entry.ts';
import { nameOf } from '../../../../src-main/core/library/path.ts';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';

it('paths in a linked folder begin with a name, and the folder itself is empty', () => {
  expect([joinPath('', 'a'), joinPath('a/b', 'c')]).toEqual(['a', 'a/b/c']);
  expect([parentPath('a'), parentPath('a/b/c')]).toEqual(['', 'a/b']);
  expect([nameOf('a'), nameOf('a/b/c')]).toEqual(['a', 'c']);
});

it('a path is within a folder if it is that or below it, and not if only its name begins so', () => {
  expect([isWithin('a', ''), isWithin('a/b', 'a/b'), isWithin('a/b/c', 'a/b')]).toEqual([true, true, true]);
  expect([isWithin('a/bc', 'a/b'), isWithin('a', 'a/b')]).toEqual([false, false]);
});

it('of a mode a library keeps whether the owner may run the file', () => {
  expect([0o100755, 0o100700, 0o100644, 0o100655, 0].map(isModeExecutable)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect([libraryMode(0o100700), libraryMode(0o100600)]).toEqual([0o100755, 0o100644]);
});

it('a file is in the library with whole seconds and without an author', () => {
  const stat = { sizeBytes: 7, mtimeMs: 1_999, ctimeMs: 5, inode: 6, mode: 0o100600 };
  const row = { ...stat, dir: 'd', name: 'a', isDir: false, objectId: objectIdOf('x') };
  expect(direntOf(row)).toEqual({
    ...{ kind: 'file', name: 'a', id: objectIdOf('x'), mode: 0o100644, mtimeSeconds: 1, sizeBytes: 7 },
    modifier: '',
  });
});
