import { describe, expect, it } from 'vitest';
import { EMPTY_ID, type ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { HostileTree } from '../../../support/attacks/hostile-tree.ts';
import { ANNA, libraryWorld } from '../../../support/library-world.ts';

/** A library of Anna's, and the id of a folder in its store that unfolds to `10 ** levels` files. */
async function bombedWorld(levels: number) {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  const tree = new HostileTree();
  const bombId = tree.bomb(10, levels);
  const store = world.stores.objects.library(id);
  const { fs, blocks } = tree.built(bombId);
  for (const [objectId, bytes] of blocks) await store.write('block', objectId, bytes);
  for (const [objectId, bytes] of fs) await store.write('fs', objectId, bytes);
  return { world, id, bombId };
}

describe('a library', () => {
  it('does not grow beyond ten million files, whoever adds a folder to it again and again', async () => {
    const { world, id, bombId } = await bombedWorld(8);
    const before = world.libraries.find(ANNA, id).library;
    const adding = () => world.commit(id, { op: 'mkdir', path: '/bomb', id: bombId, mtimeSeconds: 1 });
    expect(await refusalOf(adding)).toMatchObject({ code: 'quota-exceeded' });
    expect(world.libraries.find(ANNA, id).library).toEqual(before);
  });

  it('does not grow beyond twenty million folders, though there is not one file in them', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const tree = new HostileTree();
    let folderId: ObjectId = EMPTY_ID;
    for (let level = 0; level < 24; level += 1) folderId = tree.dir(tree.folders(2, folderId));
    const store = world.stores.objects.library(id);
    for (const [objectId, bytes] of tree.built(folderId).fs) await store.write('fs', objectId, bytes);
    const before = world.libraries.find(ANNA, id).library;
    const adding = () => world.commit(id, { op: 'mkdir', path: '/bomb', id: folderId, mtimeSeconds: 1 });
    expect(await refusalOf(adding)).toMatchObject({
      code: 'argument-invalid',
      detail: { reason: 'too-many-files' },
    });
    expect(world.libraries.find(ANNA, id).library).toEqual(before);
  });
});
