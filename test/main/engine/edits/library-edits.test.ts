import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ANNA, type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';

/** A library with one empty file at each path. */
async function libraryWith(world: LibraryWorld, paths: readonly string[]): Promise<LibraryId> {
  const id = await world.addLibrary();
  const changes = await Promise.all(paths.map((path) => world.put(id, path, '')));
  await world.commit(id, ...changes);
  return id;
}

function recordOf(world: LibraryWorld, id: LibraryId) {
  const library = world.stores.libraries.find(id);
  if (library === null) throw new Error('no such library');
  return library;
}

describe('a new folder', () => {
  it('gets a number when its name is taken by a file or a folder', async () => {
    const world = await libraryWorld();
    const id = await libraryWith(world, ['/a.b', '/d/x']);
    const make = async (name: string) =>
      (await world.edits.createFolder(recordOf(world, id), '/', name, ANNA.email)).name;
    expect(await make('a.b')).toBe('a.b (1)');
    expect(await make('d')).toBe('d (1)');
    expect(await make('d')).toBe('d (2)');
    expect(await make('new')).toBe('new');
  });

  it('has a name that every system can show, and a parent that is there', async () => {
    const world = await libraryWorld();
    const id = await libraryWith(world, ['/file']);
    const make = (parent: string, name: string) => () =>
      world.edits.createFolder(recordOf(world, id), parent, name, ANNA.email);
    for (const name of ['', '.', '..', 'a/b', 'a\u0000b', 'a\u202eb'])
      expect(await refusalOf(make('/', name))).toMatchObject({ code: 'name-invalid' });
    expect(await refusalOf(make('/none', 'x'))).toMatchObject({ code: 'folder-not-found' });
    expect(await refusalOf(make('/file', 'x'))).toMatchObject({ code: 'not-a-folder' });
  });
});

describe('removing', () => {
  it('of nothing is no commit, and of the root is refused', async () => {
    const world = await libraryWorld();
    const id = await libraryWith(world, ['/a']);
    const { headId } = recordOf(world, id);
    const remove = (path: string) => world.edits.remove(recordOf(world, id), path, ANNA.email);
    expect(await remove('/none')).toMatchObject({ changed: false, commitId: headId });
    expect(await refusalOf(() => remove('/'))).toMatchObject({ code: 'path-invalid' });
    expect(await remove('/a')).toMatchObject({ changed: true, previousId: headId });
  });
});
