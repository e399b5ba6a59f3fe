import { expect, it } from 'vitest';
import { createItemPropertyTable } from '../../../../src-main/store/sqlite/item-properties.ts';
import { libraryWorld } from '../../../support/library-world.ts';

it('properties of items are kept by place, and go along with all below when they are copied or removed', async () => {
  const { db, addLibrary } = await libraryWorld();
  const table = createItemPropertyTable(db);
  const [papers, photos] = [await addLibrary('Papers'), await addLibrary('Photos')];
  for (const path of ['/a', '/a/b', '/a.b', '/a0'])
    table.change(
      { libraryId: papers, path },
      { set: [{ name: '{n}x', value: `<x>${path}</x>` }], removed: [] },
    );
  const paths = (path: string, libraryId = papers) => table.below({ libraryId, path }).map((row) => row.path);
  expect(paths('/')).toEqual(['/a', '/a.b', '/a/b', '/a0']);
  expect(paths('/a')).toEqual(['/a', '/a/b']);
  table.copy({ libraryId: papers, path: '/a' }, { libraryId: photos, path: '/c' });
  expect([paths('/', photos), table.of({ libraryId: photos, path: '/c/b' })]).toEqual([
    ['/c', '/c/b'],
    [{ path: '/c/b', name: '{n}x', value: '<x>/a/b</x>' }],
  ]);
  table.remove({ libraryId: papers, path: '/a' });
  expect([paths('/'), table.count(papers)]).toEqual([['/a.b', '/a0'], 2]);
  table.change({ libraryId: papers, path: '/a0' }, { set: [], removed: ['{n}x', '{n}y'] });
  expect(table.count(papers)).toBe(1);
});

it('a folder names the items in it that have properties', async () => {
  const { db, addLibrary } = await libraryWorld();
  const table = createItemPropertyTable(db);
  const libraryId = await addLibrary('Papers');
  for (const path of ['/', '/é', '/é/𝒳 1', '/é/𝒳 1/deep', '/é0', '/é.b'])
    for (const name of ['{n}x', '{n}y'])
      table.change({ libraryId, path }, { set: [{ name, value: '<x/>' }], removed: [] });
  expect(table.namesIn({ libraryId, path: '/' }).toSorted()).toEqual(['é', 'é.b', 'é0']);
  expect(table.namesIn({ libraryId, path: '/é' })).toEqual(['𝒳 1']);
  expect(table.namesIn({ libraryId, path: '/é/𝒳 1' })).toEqual(['deep']);
  expect(table.namesIn({ libraryId, path: '/no' })).toEqual([]);
});
