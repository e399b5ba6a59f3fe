import { expect, it } from 'vitest';
import { decodeDir, encodeDir, FILE_MODE } from '../../../../src-main/core/objects/dir-object.ts';
import type { ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import { sideBySide } from '../../../../src-main/core/tree/side-by-side.ts';

/** The rows of a folder with such files, as they are read. */
function rows(...names: string[]) {
  const { id, bytes } = encodeDir(
    names.map((name) => ({
      ...{ kind: 'file' as const, name, id: 'ab'.repeat(20) as ObjectId },
      ...{ mode: FILE_MODE, mtimeSeconds: 1_000, sizeBytes: 1, modifier: 'anna@example.com' },
    })),
  );
  return decodeDir(id, bytes);
}

it.each([
  [[], [], []],
  [['a'], [], ['a –']],
  [[], ['b', 'a'], ['– b', '– a']],
  [
    ['a', 'b', 'd'],
    ['b', 'c'],
    ['d –', '– c', 'b b', 'a –'],
  ],
  // By their bytes: a name beyond U+FFFF comes after one below it, whatever JavaScript says.
  [
    ['\u{1f600}', 'ab'],
    ['\uff5e', 'a'],
    ['\u{1f600} –', '– \uff5e', 'ab –', '– a'],
  ],
])('the folders %j and %j, name by name', (first, second, expected) => {
  const pairs = [...sideBySide(rows(...first), rows(...second))];
  expect(pairs.map(([a, b]) => `${a?.name ?? '–'} ${b?.name ?? '–'}`)).toEqual(expected);
});
