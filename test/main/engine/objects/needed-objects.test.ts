import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import type { ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import { adoptHead } from '../../../../src-main/engine/heads/adopt-head.ts';
import { NeededObjects } from '../../../../src-main/engine/objects/needed-objects.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ANNA, type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';
import { storeCommit } from '../../../support/stored-commits.ts';
import { fileIdOf } from '../../../support/trees.ts';

const DAY = 86_400;

/** Three versions of a file of Anna's, a day apart, the last of them two days old. */
async function worldWithVersions() {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  const versions = [];
  for (const text of ['first', 'second', 'third']) {
    versions.push(await world.commit(id, await world.put(id, '/a', text)));
    world.clock.advance(DAY);
  }
  world.clock.advance(DAY);
  await world.stores.objects.library(id).flush();
  return { world, id, versions };
}

function needed({ stores, clock }: LibraryWorld, id: LibraryId, folderNeeds: readonly ObjectId[] = []) {
  const nowSeconds = clock.nowSeconds();
  return new NeededObjects(
    { ...stores, folderNeeds: { of: () => folderNeeds } },
    { store: stores.objects.library(id), nowSeconds, youngSinceSeconds: nowSeconds - DAY },
  );
}

const recordOf = ({ stores }: LibraryWorld, id: LibraryId) => {
  const library = stores.libraryTable.find(id);
  if (library === null) throw new Error('a library expected');
  return library;
};

/** Which of these texts are the content of files that stay. */
const staying = (objects: NeededObjects, ...texts: string[]) =>
  texts.filter((text) => objects.has('fs', fileIdOf(text)));

describe('what a library needs', () => {
  it('is all that its history shows, and its commits in any case', async () => {
    const { world, id, versions } = await worldWithVersions();
    const objects = needed(world, id);
    expect(objects.has('commit', versions[0]?.commitId ?? '')).toBe(true);
    expect(staying(objects, 'first', 'second', 'third')).toEqual([]);
    await objects.addShown(recordOf(world, id));
    expect(staying(objects, 'first', 'second', 'third')).toEqual(['first', 'second', 'third']);
    expect([objects.shown, (await objects.plan()).objects]).toEqual([[{ libraryId: id, fromSeq: 1 }], 0]);
  });

  it.each([
    ['the head alone where no history is kept', 0, ['third'], 4],
    ['what its days of history show, and what these replaced', 3, ['second', 'third'], 3],
  ])('is %s', async (_words, keepDays, texts, fromSeq) => {
    const { world, id } = await worldWithVersions();
    world.libraries.setRetention(ANNA, id, keepDays);
    const objects = needed(world, id);
    await objects.addShown(recordOf(world, id));
    expect(staying(objects, 'first', 'second', 'third')).toEqual(texts);
    expect(objects.shown).toEqual([{ libraryId: id, fromSeq }]);
  });

  it('is what a pinned commit shows, but not those beside it', async () => {
    const { world, id } = await worldWithVersions();
    world.libraries.setRetention(ANNA, id, 0);
    world.stores.pinTable.put(id, { seq: 2, name: 'kept', pinnedBy: ANNA.email, pinnedAtSeconds: 5 });
    const objects = needed(world, id);
    await objects.addShown(recordOf(world, id));
    expect(staying(objects, 'first', 'second', 'third')).toEqual(['first', 'third']);
  });

  it('is what a deletion that the trash shows would bring back, which may be older than all that is shown', async () => {
    const { world, id, versions } = await worldWithVersions();
    const [, second, third] = versions.map(({ commitId }) => commitId);
    const store = world.stores.objects.library(id);
    const now = world.clock.nowSeconds();
    const branch = await storeCommit(store, id, 'b', {
      parentId: second ?? null,
      ctimeSeconds: now - 1.5 * DAY,
    });
    const headId = await storeCommit(store, id, 'c', {
      ...{ parentId: third ?? null, secondParentId: branch, ctimeSeconds: now },
    });
    await adoptHead(world.stores, { id, headId, owner: { kind: 'user', email: ANNA.email } });
    world.libraries.setRetention(ANNA, id, 1);
    const objects = needed(world, id);
    await objects.addShown(recordOf(world, id));
    expect(staying(objects, 'first', 'second', 'third')).toEqual(['third']);
  });

  it('is young history, also before a commit that was made while the clock was behind', async () => {
    const { world, id } = await worldWithVersions();
    world.clock.jump(-400 * DAY);
    await world.commit(id, await world.put(id, '/a', 'as if old'));
    world.clock.jump(400 * DAY);
    world.libraries.setRetention(ANNA, id, 30);
    const objects = needed(world, id);
    await objects.addShown(recordOf(world, id));
    expect(staying(objects, 'first', 'second', 'third')).toEqual(['first', 'second', 'third']);
  });

  it('only grows while it is asked: by new commits, and by a retention that was made longer', async () => {
    const { world, id } = await worldWithVersions();
    world.libraries.setRetention(ANNA, id, 0);
    const objects = needed(world, id);
    await objects.addShown(recordOf(world, id));
    await world.commit(id, await world.put(id, '/a', 'fourth'));
    await objects.addShown(recordOf(world, id));
    expect(staying(objects, 'first', 'second', 'third', 'fourth')).toEqual(['third', 'fourth']);
    world.libraries.setRetention(ANNA, id, -1);
    await objects.addShown(recordOf(world, id));
    expect(staying(objects, 'first', 'second', 'third')).toEqual(['first', 'second', 'third']);
    expect(objects.shown).toEqual([{ libraryId: id, fromSeq: 1 }]);
  });

  it('is unknown where something of it is missing', async () => {
    const { world, id } = await worldWithVersions();
    const record = recordOf(world, id);
    await world.stores.objects.removeLibrary(id);
    expect(await refusalOf(() => needed(world, id).addShown(record))).toMatchObject({
      code: 'object-missing',
    });
  });
});

describe('what is not needed', () => {
  it('is what is old and nothing shows: a block, its file and the old root', async () => {
    const { world, id } = await worldWithVersions();
    world.libraries.setRetention(ANNA, id, 0);
    const objects = needed(world, id);
    await objects.addShown(recordOf(world, id));
    const { fs, blocks } = await objects.plan();
    // Of each of the two old versions.
    expect([fs.length, blocks.length]).toEqual([4, 2]);
    const found = [...fs, ...blocks];
    expect(objects.stillUnneeded(found)).toHaveLength(6);
    await objects.addKept(fileIdOf('first'));
    expect(objects.stillUnneeded(found)).toHaveLength(4);
  });

  it('is not what is young, nor what something young names', async () => {
    const { world, id } = await worldWithVersions();
    const orphan = await world.put(id, '/orphan', 'orphan');
    const store = world.stores.objects.library(id);
    await store.flush();
    world.clock.advance(2 * DAY);
    if (orphan.op !== 'put') throw new Error('a put expected');
    await store.write('fs', orphan.dirent.id, await store.read('fs', orphan.dirent.id));
    const objects = needed(world, id);
    await objects.addShown(recordOf(world, id));
    // The block is old, and nobody has asked for what the young file names yet.
    expect(await objects.plan()).toMatchObject({
      fs: [],
      blocks: [{ kind: 'block' }],
      kept: { young: { objects: 1 } },
    });
    await objects.addHeldOn(recordOf(world, id));
    expect(await objects.plan()).toMatchObject({
      objects: 0,
      kept: { held: { objects: 2 }, young: { objects: 0 } },
    });
  });

  it('is not what a linked folder still wants to read', async () => {
    const { world, id } = await worldWithVersions();
    world.libraries.setRetention(ANNA, id, 0);
    const objects = needed(world, id, [fileIdOf('first')]);
    await objects.addHeldOn(recordOf(world, id));
    await objects.addShown(recordOf(world, id));
    expect(staying(objects, 'first', 'second')).toEqual(['first']);
  });
});

it('it ends when it is called off', async () => {
  const { world, id } = await worldWithVersions();
  const options = { store: world.stores.objects.library(id), nowSeconds: 0, youngSinceSeconds: 0 };
  const signal = AbortSignal.abort(new Error('called off'));
  const objects = new NeededObjects(world.stores, { ...options, signal });
  await expect(objects.addShown(recordOf(world, id))).rejects.toThrow('called off');
});

describe('what folder libraries need', () => {
  it('stays for their own history, also after the folder is gone, and no longer once retention lets it go', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    await world.commit(id, await world.put(id, '/work/a', 'first'));
    const folder = '00000000-0000-4000-8000-000000000abc' as LibraryId;
    const record = { id: folder, name: 'work', origin: { id, path: '/work' }, author: ANNA.email };
    await world.changeLibrary.createFolderLibrary(record);
    await world.commit(folder, await world.put(folder, '/a', 'second'));
    await world.commit(id, { op: 'remove', path: '/work' });
    const objects = needed(world, id);
    await objects.addShown(recordOf(world, id));
    expect(objects.shown).toEqual([
      { libraryId: id, fromSeq: 1 },
      { libraryId: folder, fromSeq: 1 },
    ]);
    expect(staying(objects, 'first', 'second')).toEqual(['first', 'second']);
    world.stores.libraryTable.setKeepDays(id, 0);
    const later = needed(world, id);
    await later.addShown(recordOf(world, id));
    expect(later.shown).toEqual([
      { libraryId: id, fromSeq: 4 },
      { libraryId: folder, fromSeq: 2 },
    ]);
    expect(staying(later, 'first', 'second')).toEqual(['second']);
  });
});
