import { describe, expect, it } from 'vitest';
import { DomainError } from '../../../../src-main/core/errors.ts';
import type { ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { pathsOfObjects } from '../../../../src-main/engine/objects/damaged-paths.ts';
import { libraryWorld } from '../../../support/library-world.ts';
import { fileIdOf } from '../../../support/trees.ts';

/** A library with two files of the same content, one with another, and an earlier version. */
async function world() {
  const { addLibrary, commit, put, stores } = await libraryWorld();
  const id = await addLibrary();
  await commit(id, await put(id, '/old.txt', 'old'));
  await commit(
    id,
    ...[await put(id, '/a/one.txt', 'same'), await put(id, '/b/two.txt', 'same')],
    ...[await put(id, '/b/c/three.txt', 'other'), { op: 'remove', path: '/old.txt' } as const],
  );
  const library = stores.libraryTable.find(id);
  if (library === null) throw new Error('a library expected');
  const store = stores.objects.library(id);
  const find = async (ids: readonly string[], most = 1_000) => {
    const found = await pathsOfObjects(store, library.rootId, { wanted: new Set(ids), most });
    return Object.fromEntries(found);
  };
  return { find, store, rootId: library.rootId };
}

describe('where damaged objects are needed', () => {
  it('is a file whose content they are, a folder, or the whole library', async () => {
    const { find, rootId } = await world();
    const [block, file] = [objectIdOf('other'), fileIdOf('other')];
    expect(await find([block, file, rootId])).toEqual({
      [block]: '/b/c/three.txt',
      [file]: '/b/c/three.txt',
      [rootId]: '/',
    });
    expect(Object.values(await find([objectIdOf('same')]))).toEqual([
      expect.stringMatching(/^\/(a\/one|b\/two)\.txt$/),
    ]);
  });

  it('is nowhere when only an earlier version needs them, or when it is too far to look', async () => {
    const { find } = await world();
    expect(await find([objectIdOf('old')])).toEqual({});
    expect(await find([objectIdOf('other')], 2)).toEqual({});
  });

  it('is found beside what cannot be read', async () => {
    const { find, store } = await world();
    const read = store.read.bind(store);
    store.read = async (kind, id: string, options) => {
      if (id === fileIdOf('same')) throw new DomainError('object-corrupt', { value: id });
      return read(kind, id as ObjectId, options);
    };
    expect(await find([fileIdOf('same'), objectIdOf('other')])).toMatchObject({
      [objectIdOf('other')]: '/b/c/three.txt',
      [fileIdOf('same')]: expect.stringMatching(/txt$/),
    });
  });
});
