import { describe, expect, it } from 'vitest';
import type { LinkedFolderId } from '../../../../src-main/core/folder/linked-folder.ts';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { createDeletedLibraries } from '../../../../src-main/usecases/libraries/deleted-libraries.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ADMIN, ANNA, BERT, type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';

const BY_BERT = { kind: 'user', email: BERT.email } as const;

/** A library of Anna's that was deleted with one file in it. */
async function addDeleted(world: LibraryWorld, name = 'Papers'): Promise<LibraryId> {
  const id = await world.addLibrary(name);
  await world.commit(id, await world.put(id, '/a.txt', name));
  await world.libraries.remove(ANNA, id);
  return id;
}

async function addDeletedOfBert(world: LibraryWorld): Promise<LibraryId> {
  const { view } = await world.libraries.create(BERT, { name: 'Of Bert' });
  await world.libraries.remove(BERT, view.library.id);
  return view.library.id;
}

/** With a linked folder that did two things, of which one is not saved yet. */
async function deletedWithActivity() {
  const world = await libraryWorld();
  const id = await addDeleted(world);
  const { key } = world.stores.linkedFolders.add({
    ...{ id: 'folder' as LinkedFolderId, libraryId: id, path: '/home/anna/papers' },
    ...{ authorEmail: ANNA.email, rootDevice: 1, rootInode: 1, createdAtSeconds: 0 },
  });
  const { folderActivity } = world.stores;
  folderActivity.add(key, [{ at_ms: 1, path: 'a.txt', what: 'taken-in', bytes: 5, said: null }]);
  folderActivity.save();
  folderActivity.add(key, [{ at_ms: 2, path: 'b.txt', what: 'taken-in', bytes: 5, said: null }]);
  return { world, id, key };
}

describe('deleted libraries', () => {
  it('leave no name behind in what a linked folder did, once they are purged', async () => {
    const { world, id, key } = await deletedWithActivity();
    const { folderActivity } = world.stores;
    await world.deletedLibraries.purge(ANNA, id);
    folderActivity.save();
    expect(folderActivity.list(key, 10)).toEqual([]);
    expect(folderActivity.beginsAt(key)).toBe(1_714_564_800);
  });

  it('keep what a linked folder did, saved or not, when their purge fails', async () => {
    const { world, id, key } = await deletedWithActivity();
    const { folderActivity } = world.stores;
    const failing = createDeletedLibraries({
      ...world,
      ...world.stores,
      ...{ events: { emit: () => undefined }, sharesAndLinks: { close: () => undefined } },
      transaction: (work) =>
        world.stores.transaction(() => {
          work();
          throw new Error('disk full');
        }),
    });
    await expect(failing.purge(ANNA, id)).rejects.toThrow('disk full');
    expect(folderActivity.list(key, 10).map(({ path }) => path)).toEqual(['b.txt', 'a.txt']);
  });

  it('are listed to their owner, the newest deletion first', async () => {
    const world = await libraryWorld();
    await addDeleted(world, 'First');
    world.clock.advance(10);
    await addDeleted(world, 'Second');
    await addDeletedOfBert(world);
    expect(world.deletedLibraries.listOwn(ANNA)).toMatchObject([
      { library: { name: 'Second', deletedAtSeconds: 1_714_564_810, sizeBytes: 6, encrypted: false } },
      { library: { name: 'First', deletedAtSeconds: 1_714_564_800 }, ownerName: 'anna', groupName: null },
    ]);
  });

  it('are listed to administrators page by page, or by owner', async () => {
    const world = await libraryWorld();
    for (const name of ['a', 'b', 'c']) {
      await addDeleted(world, name);
      world.clock.advance(10);
    }
    const list = (page: number) => {
      const found = world.deletedLibraries.list(ADMIN, { page, perPage: 2 });
      return [found.libraries.map(({ library }) => library.name), found.hasNextPage];
    };
    expect([list(1), list(2)]).toEqual([
      [['c', 'b'], true],
      [['a'], false],
    ]);
    expect(world.deletedLibraries.listOf(ADMIN, BY_BERT)).toEqual([]);
    expect(() => world.deletedLibraries.list(ANNA, { page: 1, perPage: 2 })).toThrow('permission-denied');
    expect(() => world.deletedLibraries.listOf(ANNA, BY_BERT)).toThrow('permission-denied');
  });

  it('name the department that they belong to', async () => {
    const world = await libraryWorld();
    const { id: groupId } = world.departments.createDepartment(ADMIN, { name: 'Office', parentGroupId: -1 });
    const owner = { kind: 'department', groupId } as const;
    const { library } = await world.adminLibraries.create(ADMIN, { name: 'Shared', owner });
    await world.adminLibraries.remove(ADMIN, library.id);
    expect(world.deletedLibraries.listOf(ADMIN, owner)).toMatchObject([
      { library: { name: 'Shared', owner }, ownerName: 'Office', groupName: 'Office' },
    ]);
  });
});

describe('restoring a library', () => {
  it('brings back the same head with status and retention as new', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const { commitId } = await world.commit(id, await world.put(id, '/a.txt', 'a'));
    world.libraries.setRetention(ANNA, id, 5);
    world.stores.libraryTable.setStatus(id, 'read-only');
    await world.libraries.remove(ANNA, id);
    await world.deletedLibraries.restore(ANNA, id);
    expect(world.libraries.find(ANNA, id).library).toMatchObject({
      ...{ headId: commitId, headSeq: 2, fileCount: 1, status: 'normal', keepDays: -1 },
    });
    expect(world.deletedLibraries.listOwn(ANNA)).toEqual([]);
  });

  it('is for the owner and for administrators', async () => {
    const world = await libraryWorld();
    const id = await addDeleted(world);
    const refused = await refusalOf(() => world.deletedLibraries.restore(BERT, id));
    expect(refused).toMatchObject({ code: 'permission-denied' });
    await world.deletedLibraries.restore(ADMIN, id);
    expect(world.libraries.find(ANNA, id).isOwner).toBe(true);
  });
});

describe('purging', () => {
  it('removes every object and leaves nothing to restore', async () => {
    const world = await libraryWorld();
    const id = await addDeleted(world);
    const objects = [...world.stores.objects.library(id).list()];
    expect(objects.length).toBeGreaterThan(3);
    await world.deletedLibraries.purge(ANNA, id);
    expect([...world.stores.objects.library(id).list()]).toEqual([]);
    const refused = await refusalOf(() => world.deletedLibraries.restore(ANNA, id));
    expect(refused).toMatchObject({ code: 'deleted-library-not-found' });
  });

  it('is for the owner and for administrators', async () => {
    const world = await libraryWorld();
    const id = await addDeleted(world);
    const refused = await refusalOf(() => world.deletedLibraries.purge(BERT, id));
    expect(refused).toMatchObject({ code: 'permission-denied' });
    expect(world.deletedLibraries.listOwn(ANNA)).toHaveLength(1);
  });

  it('of everything takes all, or all of one owner', async () => {
    const world = await libraryWorld();
    await addDeleted(world);
    await addDeletedOfBert(world);
    await world.deletedLibraries.purgeAll(ADMIN, BY_BERT);
    expect(world.deletedLibraries.listOwn(BERT)).toEqual([]);
    expect(world.deletedLibraries.listOwn(ANNA)).toHaveLength(1);
    await world.deletedLibraries.purgeAll(ADMIN);
    expect(world.deletedLibraries.listOwn(ANNA)).toEqual([]);
    const refused = await refusalOf(() => world.deletedLibraries.purgeAll(ANNA));
    expect(refused).toMatchObject({ code: 'permission-denied' });
  });

  it('of the own takes nothing of others, and no live library', async () => {
    const world = await libraryWorld();
    const live = await world.addLibrary('Live');
    await addDeleted(world);
    await addDeletedOfBert(world);
    await world.deletedLibraries.purgeOwn(ANNA);
    expect(world.deletedLibraries.listOwn(ANNA)).toEqual([]);
    expect(world.deletedLibraries.listOwn(BERT)).toHaveLength(1);
    expect(world.libraries.find(ANNA, live).library.name).toBe('Live');
  });

  it('of a long history goes slice by slice, while others have their turns', async () => {
    const world = await libraryWorld();
    const id = await addDeleted(world);
    const key = world.db.prepare('SELECT library_key FROM libraries WHERE id = ?').pluck().get(id);
    world.db
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000)
         INSERT INTO commit_changes SELECT ?, 2, i + 100, 'new', '/p' || i, '', 0, 'o', 1 FROM n`,
      )
      .run(key);
    world.db
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000)
         INSERT INTO trash_items SELECT NULL, ?, '/p' || i, 0, 'o', 1, 1, '', 'c', 1 FROM n`,
      )
      .run(key);
    const left = () =>
      world.db
        .prepare('SELECT count(*) FROM commit_changes WHERE library_key = ?')
        .pluck()
        .get(key) as number;
    let isDone = false;
    const seen = new Set<number>();
    const purging = world.deletedLibraries.purge(ANNA, id).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      seen.add(left());
      await new Promise((resolve) => setImmediate(resolve));
    }
    await purging;
    expect([...seen].filter((count) => count > 0 && count < 12_000).length).toBeGreaterThan(1);
    for (const table of ['libraries', 'commits', 'commit_changes', 'trash_items']) {
      expect([table, world.db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()]).toEqual([table, 0]);
    }
  });

  it('that a crash cut short is finished at the next start', async () => {
    const world = await libraryWorld();
    const id = await addDeleted(world);
    world.stores.deletedLibraryTable.bury(id, 1_714_564_800);
    expect([...world.stores.objects.library(id).list()]).not.toEqual([]);
    expect(world.deletedLibraries.listOwn(ANNA)).toEqual([]);
    await world.deletedLibraries.finishPurges();
    expect([...world.stores.objects.library(id).list()]).toEqual([]);
    expect(world.db.prepare('SELECT count(*) FROM libraries').pluck().get()).toBe(0);
  });
});
