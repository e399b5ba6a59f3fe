import { expect, it } from 'vitest';
import { GarbageCollection } from '../../../../src-main/engine/objects/garbage-collection.ts';
import { ANNA, libraryWorld } from '../../../support/library-world.ts';

const DAY = 86_400;

/** A file in two versions, of which the library shows the second. */
async function collectionOfTwoVersions() {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  await world.commit(id, await world.put(id, '/a', 'first'));
  await world.commit(id, await world.put(id, '/a', 'second'));
  world.clock.advance(2 * DAY);
  world.libraries.setRetention(ANNA, id, 0);
  const library = world.stores.libraryTable.find(id);
  if (library === null) throw new Error('a library expected');
  const { changeLibrary, journalRecords, retention } = world;
  const deps = { ...world.stores, changeLibrary, journalRecords, retention };
  return { world, id, library, collection: new GarbageCollection(deps, id, undefined) };
}

it('carries out what was planned: the old root, the old file and its block', async () => {
  const { world, id, library, collection } = await collectionOfTwoVersions();
  const plan = await collection.plan(library);
  expect([plan.fs.length, plan.blocks.length, plan.kept.commit.objects, plan.kept.history.objects]).toEqual([
    2, 1, 3, 3,
  ]);
  expect(await collection.carryOut(plan)).toEqual({
    removedObjects: 3,
    removedBytes: plan.bytes,
    diskBytes: 0,
  });
  const left = [...world.stores.objects.library(id).list()].map(({ kind }) => kind).sort();
  expect(left).toEqual(['block', 'commit', 'commit', 'commit', 'fs', 'fs']);
});

it('leaves what a commit has come to need since it was planned', async () => {
  const { world, id, library, collection } = await collectionOfTwoVersions();
  const plan = await collection.plan(library);
  await world.commit(id, await world.put(id, '/again', 'first'));
  const { removedObjects } = await collection.carryOut(plan);
  // Only the old root: the new commit shows the file and its block.
  expect(removedObjects).toBe(1);
});
