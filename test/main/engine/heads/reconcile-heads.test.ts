import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import type { CommitId } from '../../../../src-main/core/objects/object-id.ts';
import { reconcileHeads } from '../../../../src-main/engine/heads/reconcile-heads.ts';
import { ANNA, BERT, type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';
import { storeCommit } from '../../../support/stored-commits.ts';

/** What the services see after a start; objects in memory are not in an index that could forget them. */
function start(world: LibraryWorld) {
  const rebuildIndex = async () => undefined;
  return reconcileHeads({ ...world.stores, rebuildIndex, clock: world.clock });
}

async function worldWithLibrary(): Promise<{ world: LibraryWorld; id: LibraryId }> {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  await world.commit(id, await world.put(id, '/a.txt', 'one'));
  return { world, id };
}

const lastType = async (world: LibraryWorld, id: LibraryId) =>
  (await world.stores.journal.lastHeads()).get(id)?.type;

describe('a database that has forgotten', () => {
  it('a deletion has the library among the deleted ones again', async () => {
    const { world, id } = await worldWithLibrary();
    await world.libraries.remove(ANNA, id);
    world.db.prepare('UPDATE libraries SET deleted_at_s = NULL').run();
    expect(await start(world)).toEqual([]);
    expect(world.deletedLibraries.listOwn(ANNA).map(({ library }) => library.id)).toEqual([id]);
  });

  it('a restore has the library back', async () => {
    const { world, id } = await worldWithLibrary();
    await world.libraries.remove(ANNA, id);
    await world.deletedLibraries.restore(ANNA, id);
    world.db.prepare('UPDATE libraries SET deleted_at_s = 5').run();
    expect(await start(world)).toMatchObject([{ id, outcome: 'repaired' }]);
    expect(world.libraries.find(ANNA, id).library.fileCount).toBe(1);
  });

  it('a purge never shows the library again', async () => {
    const { world, id } = await worldWithLibrary();
    await world.libraries.remove(ANNA, id);
    world.stores.deletedLibraryTable.bury(id, 5);
    await world.stores.journal.append([
      {
        ...{
          type: 'purged',
          at_s: 5,
          library_id: id,
          head_commit_id: 'a'.repeat(40) as CommitId,
          prev: null,
        },
        ...{ name: 'Papers', owner: { kind: 'user', email: ANNA.email } },
      },
    ]);
    world.db.prepare('DELETE FROM purged_libraries').run();
    expect(await start(world)).toMatchObject([{ id, outcome: 'repaired' }]);
    await world.deletedLibraries.finishPurges();
    expect(world.deletedLibraries.listOwn(ANNA)).toEqual([]);
    expect([...world.stores.objects.library(id).list()]).toEqual([]);
  });

  it('a whole library has it back, as its head is adopted', async () => {
    const { world, id } = await worldWithLibrary();
    const before = world.libraries.find(ANNA, id).library;
    world.db.prepare('DELETE FROM libraries').run();
    expect(await start(world)).toEqual([
      { id, name: 'Papers', lostHeadId: before.headId, outcome: 'repaired' },
    ]);
    expect(world.libraries.find(ANNA, id).library).toEqual(before);
  });

  it('a library of which no commit is left says so', async () => {
    const { world, id } = await worldWithLibrary();
    world.db.prepare('DELETE FROM libraries').run();
    await world.stores.objects.removeLibrary(id);
    expect(await start(world)).toMatchObject([{ id, outcome: 'missing' }]);
  });
});

describe('a database that is ahead of the journal', () => {
  it('has a deletion journalled that was cut short', async () => {
    const { world, id } = await worldWithLibrary();
    world.stores.libraryTable.markDeleted(id, 5);
    expect(await start(world)).toEqual([]);
    expect(await lastType(world, id)).toBe('deleted');
    expect(world.deletedLibraries.listOwn(ANNA)).toHaveLength(1);
  });

  it('has a new owner journalled, whom a stop left out', async () => {
    const { world, id } = await worldWithLibrary();
    const owner = { kind: 'user', email: BERT.email } as const;
    world.stores.libraryTable.setOwner(id, owner);
    expect(await start(world)).toEqual([]);
    expect(world.stores.journal.lastHeadOf(id)).toMatchObject({ type: 'head', owner });
  });

  it('has a purge journalled that was cut short', async () => {
    const { world, id } = await worldWithLibrary();
    await world.libraries.remove(ANNA, id);
    world.stores.deletedLibraryTable.bury(id, 5);
    expect(await start(world)).toEqual([]);
    expect(await lastType(world, id)).toBe('purged');
  });
});

describe('a record that was damaged', () => {
  it('makes the library read-only, because nobody knows what it was', async () => {
    const { world, id } = await worldWithLibrary();
    world.db.prepare('UPDATE libraries SET root_id = ?').run('e'.repeat(40));
    expect(await start(world)).toMatchObject([{ id, outcome: 'read-only' }]);
    expect(world.libraries.find(ANNA, id).permission).toBe('r');
  });

  it('is not overwritten by a history that another one was built beside', async () => {
    const { world, id } = await worldWithLibrary();
    const first = world.history.page(ANNA, id, { page: 1, perPage: 2 }).commits[1];
    if (first === undefined) throw new Error('two commits expected');
    const lostId = await storeCommit(world.stores.objects.library(id), id, 'd', { parentId: first.id });
    const entry = (await world.stores.journal.lastHeads()).get(id);
    if (entry === undefined) throw new Error('a journal expected');
    await world.stores.journal.append([{ ...entry, head_commit_id: lostId }]);
    expect(await start(world)).toMatchObject([{ id, outcome: 'read-only', lostHeadId: lostId }]);
  });
});
