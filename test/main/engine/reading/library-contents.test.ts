import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { encodeFile } from '../../../../src-main/core/objects/file-object.ts';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { collect } from '../../../support/collect.ts';
import { type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';
import { fileDirent } from '../../../support/trees.ts';

/** A library with one empty file at each path. */
async function libraryWith(world: LibraryWorld, paths: readonly string[]): Promise<LibraryId> {
  const id = await world.addLibrary();
  const changes = await Promise.all(paths.map((path) => world.put(id, path, '')));
  await world.commit(id, ...changes);
  return id;
}

function recordOf(world: LibraryWorld, id: LibraryId) {
  const library = world.stores.libraryTable.find(id);
  if (library === null) throw new Error('no such library');
  return library;
}

describe('a listing', () => {
  it('has folders first, then names without regard to letter case', async () => {
    const world = await libraryWorld();
    const id = await libraryWith(world, ['/b', '/A', '/a', '/z/x', '/Y/x', '/ü']);
    const { dirents } = await world.contents.list(recordOf(world, id), '/');
    expect(dirents.map(({ name }) => name)).toEqual(['Y', 'z', 'A', 'a', 'b', 'ü']);
  });

  it('of a long folder is read once for all its pages, and anew when the folder has changed', async () => {
    const world = await libraryWorld();
    const id = await libraryWith(
      world,
      Array.from({ length: 1_001 }, (_, at) => `/${at}`),
    );
    const list = async () => (await world.contents.list(recordOf(world, id), '/')).dirents;
    const first = await list();
    expect(await list()).toBe(first);
    await world.commit(id, { op: 'remove', path: '/0' }, await world.put(id, '/zz', ''));
    const changed = await list();
    expect([changed.length, changed[0]?.name, changed.at(-1)?.name]).toEqual([1_001, '1', 'zz']);
    expect([first.length, first[0]?.name, first.at(-1)?.name]).toEqual([1_001, '0', '999']);
  });

  it('says whether there is nothing or no folder at a path', async () => {
    const world = await libraryWorld();
    const id = await libraryWith(world, ['/file']);
    const list = (path: string) => () => world.contents.list(recordOf(world, id), path);
    expect(await refusalOf(list('/none'))).toEqual({ code: 'folder-not-found', detail: { value: '/none' } });
    expect(await refusalOf(list('/file'))).toEqual({ code: 'not-a-folder', detail: { value: '/file' } });
    expect((await list('/')()).dirents).toHaveLength(1);
  });
});

describe('reading', () => {
  /** A file of three blocks: `abcd`, `ef`, `ghij`. */
  async function fileOfBlocks(world: LibraryWorld) {
    const id = await world.addLibrary();
    const store = world.stores.objects.library(id);
    const blocks = ['abcd', 'ef', 'ghij'];
    for (const text of blocks) await store.write('block', objectIdOf(text), Buffer.from(text));
    const file = encodeFile({ blockIds: blocks.map((text) => objectIdOf(text)), sizeBytes: 10 });
    await store.write('fs', file.id, file.bytes);
    const dirent = { ...fileDirent('x'), id: file.id, sizeBytes: 10 };
    await world.commit(id, { op: 'put', path: '/file', dirent });
    return async (range?: { first: number; last: number }) => {
      const pieces = await collect((await world.contents.open(recordOf(world, id), file)).read(range));
      return Buffer.concat(pieces).toString();
    };
  }

  it('gives all blocks in order', async () => {
    const read = await fileOfBlocks(await libraryWorld());
    expect(await read()).toBe('abcdefghij');
  });

  it.each([
    [0, 0, 'a'],
    [0, 3, 'abcd'],
    [3, 4, 'de'],
    [2, 8, 'cdefghi'],
    [4, 5, 'ef'],
    [9, 9, 'j'],
    [0, 9, 'abcdefghij'],
  ])('gives the bytes %i to %i, both included', async (first, last, text) => {
    const read = await fileOfBlocks(await libraryWorld());
    expect(await read({ first, last })).toBe(text);
  });
});

describe('measuring', () => {
  it('counts the files below a folder and their bytes', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const changes = [await world.put(id, '/d/a', 'aa'), await world.put(id, '/d/e/b', 'bbb')];
    await world.commit(id, ...changes, await world.put(id, '/c', 'c'));
    const measure = async (path: string) => {
      const library = recordOf(world, id);
      return world.contents.measure(library, await world.contents.entry(library, path));
    };
    expect(await measure('/d')).toMatchObject({ fileCount: 2, sizeBytes: 5 });
    expect(await measure('/c')).toMatchObject({ fileCount: 1, sizeBytes: 1 });
    expect(await measure('/')).toMatchObject({ fileCount: 3, sizeBytes: 6 });
  });
});
