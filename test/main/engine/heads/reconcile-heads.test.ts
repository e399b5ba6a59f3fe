import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { encodeCommit } from '../../../../src-main/core/objects/commit.ts';
import { type CommitId, EMPTY_ID } from '../../../../src-main/core/objects/object-id.ts';
import { reconcileHeads } from '../../../../src-main/engine/heads/reconcile-heads.ts';
import { ANNA, BERT, type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';

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
    world.stores.deletedLibraries.bury(id, 5);
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

  it('a whole library has it back with history, trash and totals', async () => {
    const { world, id } = await worldWithLibrary();
    await world.commit(id, await world.put(id, '/b.txt', 'other'), { op: 'remove', path: '/a.txt' });
    const before = { ...world.libraries.find(ANNA, id).library, headSeq: 3 };
    const trash = () => world.trash.page(ANNA, id, { path: '/', showDays: 0, cursor: null, limit: 9 });
    const thrown = (await trash()).items;
    world.db.prepare('DELETE FROM libraries').run();
    expect(await start(world)).toEqual([
      { id, name: 'Papers', lostHeadId: before.headId, outcome: 'repaired' },
    ]);
    expect(world.libraries.find(ANNA, id).library).toEqual(before);
    expect((await trash()).items).toEqual(thrown.map((item) => ({ ...item, trashId: expect.any(Number) })));
    expect((await world.check({ full: true })).problems).toEqual([]);
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
    world.stores.libraries.markDeleted(id, 5);
    expect(await start(world)).toEqual([]);
    expect(await lastType(world, id)).toBe('deleted');
    expect(world.deletedLibraries.listOwn(ANNA)).toHaveLength(1);
  });

  it('has a new owner journalled, whom a stop left out', async () => {
    const { world, id } = await worldWithLibrary();
    const owner = { kind: 'user', email: BERT.email } as const;
    world.stores.libraries.setOwner(id, owner);
    expect(await start(world)).toEqual([]);
    expect(world.stores.journal.lastHeadOf(id)).toMatchObject({ type: 'head', owner });
  });

  it('has a purge journalled that was cut short', async () => {
    const { world, id } = await worldWithLibrary();
    await world.libraries.remove(ANNA, id);
    world.stores.deletedLibraries.bury(id, 5);
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
    const lost = {
      ...{
        id: 'd'.repeat(40) as CommitId,
        libraryId: id,
        rootId: EMPTY_ID,
        parentId: first.id,
        secondParentId: null,
      },
      ...{ authorEmail: ANNA.email, creator: EMPTY_ID, description: 'lost', ctimeSeconds: 1_714_564_800 },
      ...{
        libraryName: 'Papers',
        libraryDescription: '',
        deviceName: null,
        clientVersion: null,
        encryption: null,
      },
      ...{ isMerge: false, hasConflict: false },
    };
    await world.stores.objects.library(id).write('commit', lost.id, encodeCommit(lost));
    const entry = (await world.stores.journal.lastHeads()).get(id);
    if (entry === undefined) throw new Error('a journal expected');
    await world.stores.journal.append([{ ...entry, head_commit_id: lost.id }]);
    expect(await start(world)).toMatchObject([{ id, outcome: 'read-only', lostHeadId: lost.id }]);
  });
});

describe('a history with merges', () => {
  it('is brought up with the merged branch before its merge', async () => {
    const { world, id } = await worldWithLibrary();
    const { headId, rootId } = world.libraries.find(ANNA, id).library;
    const store = world.stores.objects.library(id);
    const commit = async (digit: string, parentId: CommitId, secondParentId: CommitId | null = null) => {
      const made = {
        ...{ id: digit.repeat(40) as CommitId, libraryId: id, rootId, parentId, secondParentId },
        ...{ authorEmail: ANNA.email, creator: EMPTY_ID, description: digit, ctimeSeconds: 1_714_564_900 },
        ...{ libraryName: 'Papers', libraryDescription: '', deviceName: null, clientVersion: null },
        ...{ encryption: null, isMerge: secondParentId !== null, hasConflict: false },
      };
      await store.write('commit', made.id, encodeCommit(made));
      return made.id;
    };
    const main = await commit('1', headId);
    const branch = await commit('2', await commit('3', headId));
    const merge = await commit('4', main, branch);
    const entry = (await world.stores.journal.lastHeads()).get(id);
    if (entry === undefined) throw new Error('a journal expected');
    await world.stores.journal.append([{ ...entry, head_commit_id: merge }]);
    expect(await start(world)).toMatchObject([{ id, outcome: 'repaired' }]);
    const rows = world.stores.history.range(id, { from: 9, downTo: 1, limit: 9 });
    expect(rows.slice(0, 5).map(({ description }) => description[0])).toEqual(['4', '2', '3', '1', 'A']);
    expect(world.libraries.find(ANNA, id).library).toMatchObject({ headId: merge, headSeq: 6, fileCount: 1 });
    expect((await world.check({ full: true })).problems).toEqual([]);
  });
});
