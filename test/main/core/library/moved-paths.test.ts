import { expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { movedRows } from '../../../../src-main/core/library/moved-paths.ts';

const rows = ['/a', '/a/b', '/a/b/c', '/ab', '/c'].map((path) => ({ path }));
const placesAfter = (...moves: Parameters<typeof movedRows>[1]) =>
  movedRows(rows, moves).map(({ row, to }) => [row.path, to.path]);

it('takes everything below along, and nothing beside', () => {
  expect(placesAfter({ from: '/a/b', to: '/x' })).toEqual([
    ['/a/b', '/x'],
    ['/a/b/c', '/x/c'],
  ]);
});

it('goes by the innermost move, and lets items change places', () => {
  expect(placesAfter({ from: '/a', to: '/c' }, { from: '/c', to: '/a' }, { from: '/a/b', to: '/b' })).toEqual(
    [
      ['/a', '/c'],
      ['/a/b', '/b'],
      ['/a/b/c', '/b/c'],
      ['/c', '/a'],
    ],
  );
});

it('says into which other library', () => {
  const toLibrary = '00000000-0000-4000-8000-000000000001' as LibraryId;
  expect(movedRows([{ path: '/c' }], [{ from: '/c', to: '/d', toLibrary }])).toEqual([
    { row: { path: '/c' }, to: { path: '/d', library: toLibrary } },
  ]);
});
