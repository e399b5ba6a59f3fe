import { expect, it } from 'vitest';
import type { ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import { createReadDir } from '../../../../src-main/engine/reading/directory-reader.ts';
import { FolderSizes } from '../../../../src-main/engine/reading/folder-sizes.ts';
import { largestFiles } from '../../../../src-main/engine/reading/largest-files.ts';
import { libraryWorld } from '../../../support/library-world.ts';

async function worldWithFiles() {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  const read: string[] = [];
  const largest = (signal?: AbortSignal) => {
    const library = world.stores.libraryTable.find(id);
    if (library === null) throw new Error('a library expected');
    const deps = { ...world.stores, retention: world.retention, folderSizes: new FolderSizes() };
    const stored = createReadDir(world.stores.objects.library(id));
    const readDir = async (folder: ObjectId) => {
      read.push(folder);
      return stored(folder);
    };
    return largestFiles(deps, { library, readDir }, signal);
  };
  return { world, id, largest, read };
}

it('twenty files are told, with what their versions take', async () => {
  const { world, id, largest } = await worldWithFiles();
  const puts = Array.from({ length: 25 }, (_, at) => world.put(id, `/f${at}`, 'x'.repeat(100 + at)));
  await world.commit(id, ...(await Promise.all(puts)));
  await world.commit(id, await world.put(id, '/f0', 'y'.repeat(300)));
  const found = await largest();
  expect(found).toHaveLength(20);
  expect(found[0]).toMatchObject({ path: '/f0', sizeBytes: 300, versions: 2, bytes: 400, hasMore: false });
  expect(found[1]).toMatchObject({ path: '/f24', versions: 1, bytes: 124 });
});

it('a version that is like another takes nothing, and versions under an older name count', async () => {
  const { world, id, largest } = await worldWithFiles();
  await world.commit(id, await world.put(id, '/old', 'first'));
  await world.commit(id, await world.put(id, '/old', 'second'));
  await world.commit(id, await world.put(id, '/old', 'first'));
  await world.commit(id, { op: 'move', from: '/old', to: '/new' });
  expect(await largest()).toMatchObject([{ path: '/new', sizeBytes: 5, versions: 4, bytes: 11 }]);
});

it('more versions than two hundred are not counted', async () => {
  const { world, id, largest } = await worldWithFiles();
  for (let at = 0; at < 205; at++) await world.commit(id, await world.put(id, '/log', `line ${at + 100}`));
  expect(await largest()).toMatchObject([{ versions: 200, hasMore: true }]);
}, 60_000);

it('who has gone is told nothing', async () => {
  const { world, id, largest } = await worldWithFiles();
  await world.commit(id, await world.put(id, '/a', 'text'));
  await expect(largest(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
});

it('each folder is read a few times at most, however many of the files lie in it', async () => {
  const { world, id, largest, read } = await worldWithFiles();
  const puts = Array.from({ length: 20 }, (_, at) => world.put(id, `/f${at}`, 'x'.repeat(100 + at)));
  await world.commit(id, ...(await Promise.all(puts)));
  expect(await largest()).toHaveLength(20);
  const root = world.stores.libraryTable.find(id)?.rootId;
  expect(read.filter((folder) => folder === root).length).toBeLessThanOrEqual(3);
});
