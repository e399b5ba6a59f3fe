import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { recoverLibraries } from '../../../../src-main/engine/heads/recover-libraries.ts';
import type { HeadEntry, HeadJournal } from '../../../../src-main/store/head-journal.ts';
import { tablesOf } from '../../../../src-main/store/sqlite/tables.ts';
import { memoryDatabase } from '../../../support/database.ts';
import { ADMIN, ANNA, type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';
import { commitId, storeCommit } from '../../../support/stored-commits.ts';

/** A library of Anna's with one file. */
async function worldWithLibrary() {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  const { commitId: headId, previousId: firstId } = await world.commit(id, await world.put(id, '/a', 'one'));
  return { world, id, headId, firstId, store: world.stores.objects.library(id) };
}

/** What an empty database is told of the libraries, by the journal and by the objects of `stored`. */
async function recovered(
  { stores, clock }: LibraryWorld,
  stored: readonly LibraryId[],
  journal = stores.journal,
) {
  const tables = tablesOf(memoryDatabase());
  const report = await recoverLibraries({ ...tables, objects: stores.objects, journal, clock }, stored);
  return { tables, ...report };
}

/** The journal as it is, but for some of what it says. */
function saying(journal: HeadJournal, says: Partial<HeadJournal>): HeadJournal {
  return {
    append: (entries) => journal.append(entries),
    readAll: () => journal.readAll(),
    lastHeads: () => journal.lastHeads(),
    lastHeadOf: (id) => journal.lastHeadOf(id),
    close: () => journal.close(),
    ...says,
  };
}

const forgetful = (journal: HeadJournal) => saying(journal, { lastHeads: async () => new Map() });

async function journalled({ stores }: LibraryWorld, id: LibraryId, says: Partial<HeadEntry>) {
  const entry = stores.journal.lastHeadOf(id);
  if (entry === null) throw new Error('an entry expected');
  await stores.journal.append([{ ...entry, ...says }]);
}

describe('a library that the journal knows', () => {
  it('is back at its last head, for the owner that it had last', async () => {
    const { world, id, headId } = await worldWithLibrary();
    const before = world.libraries.find(ANNA, id).library;
    const { libraries, tables } = await recovered(world, [id]);
    expect(libraries).toEqual([
      {
        ...{ id, name: 'Papers', owner: { kind: 'user', email: 'anna@example.com' }, state: 'live' },
        ...{ headId, commits: 2, headFrom: 'journal', isOlder: false, missing: [] },
      },
    ]);
    expect(tables.libraryTable.find(id)).toEqual(before);
    await journalled(world, id, { owner: { kind: 'user', email: 'admin@example.com' } });
    expect((await recovered(world, [])).libraries[0]?.owner).toEqual({ kind: 'user', email: ADMIN.email });
  });

  it('takes no newer commit than the journal names: that one was never acknowledged', async () => {
    const { world, id, headId, store } = await worldWithLibrary();
    await storeCommit(store, id, '1', { parentId: headId, ctimeSeconds: 1_800_000_000 });
    expect((await recovered(world, [id])).libraries).toMatchObject([{ headId, headFrom: 'journal' }]);
  });

  it('is among the deleted ones where it was deleted', async () => {
    const { world, id } = await worldWithLibrary();
    await world.libraries.remove(ANNA, id);
    const { libraries, tables } = await recovered(world, [id]);
    expect(libraries).toMatchObject([{ state: 'deleted', commits: 2 }]);
    expect([tables.libraryTable.find(id), tables.deletedLibraryTable.find(id)?.id]).toEqual([null, id]);
  });

  it('is never shown again where it was purged, though there are objects of it', async () => {
    const { world, id } = await worldWithLibrary();
    await journalled(world, id, { type: 'purged' });
    const { libraries, accounts, tables } = await recovered(world, [id]);
    expect(libraries).toMatchObject([{ name: 'Papers', state: 'purged', owner: null, isOlder: false }]);
    expect([tables.deletedLibraryTable.isPurged(id), accounts]).toEqual([true, []]);
  });

  it('hides what garbage collection took', async () => {
    const { world, id, headId } = await worldWithLibrary();
    await journalled(world, id, { kept_from: headId });
    const { tables } = await recovered(world, [id]);
    expect(tables.libraryTable.find(id)).toMatchObject({ headSeq: 2, retainedFromSeq: 2 });
  });

  it('is lost where no commit of it can be read', async () => {
    const { world, id } = await worldWithLibrary();
    await world.stores.objects.removeLibrary(id);
    const { libraries, accounts } = await recovered(world, [id]);
    expect(libraries).toMatchObject([{ name: 'Papers', state: 'lost', headId: null, isOlder: true }]);
    expect(accounts).toEqual([]);
  });
});

describe('a library whose last head cannot be read', () => {
  it('is back read-only at the newest commit that can be, which the journal is told', async () => {
    const { world, id, headId } = await worldWithLibrary();
    await journalled(world, id, { head_commit_id: commitId('e') });
    const { libraries, tables } = await recovered(world, [id]);
    expect(libraries).toMatchObject([{ headId, headFrom: 'newest-commit', isOlder: true }]);
    expect(tables.libraryTable.find(id)?.status).toBe('read-only');
    expect(world.stores.journal.lastHeadOf(id)).toMatchObject({
      ...{ type: 'head', head_commit_id: headId, prev: commitId('e'), at_s: 1_714_564_800 },
    });
  });
});

describe('a library that the journal has forgotten', () => {
  it('is back at its newest commit, for who made it and not for who pushed last', async () => {
    const { world, id, headId, store } = await worldWithLibrary();
    await storeCommit(store, id, '1', { parentId: headId, authorEmail: 'Eve@example.com' });
    const { libraries, accounts, tables } = await recovered(world, [id], forgetful(world.stores.journal));
    expect(libraries).toMatchObject([
      { id, owner: { email: ANNA.email }, headId: commitId('1'), headFrom: 'newest-commit', isOlder: false },
    ]);
    expect(accounts).toEqual([ANNA.email]);
    expect(tables.libraryTable.find(id)?.status).toBe('normal');
    expect(world.stores.journal.lastHeadOf(id)?.head_commit_id).toBe(headId);
  });

  it('takes the newest of the commits that no other names as a parent, and none of another library', async () => {
    const { world, id, headId, store } = await worldWithLibrary();
    const tip = (digit: string, ctimeSeconds: number) =>
      storeCommit(store, id, digit, { parentId: headId, ctimeSeconds });
    await tip('1', 1_800_000_000);
    await tip('2', 1_800_000_001);
    await tip('3', 1_800_000_005);
    await storeCommit(store, id, '4', {
      ...{ parentId: commitId('2'), secondParentId: commitId('3'), ctimeSeconds: 1_700_000_000 },
    });
    const other = '00000000-0000-4000-8000-0000000000ff' as LibraryId;
    await storeCommit(store, id, '5', { libraryId: other, ctimeSeconds: 1_900_000_000 });
    const { libraries } = await recovered(world, [id], forgetful(world.stores.journal));
    expect(libraries).toMatchObject([{ headId: commitId('1') }]);
  });

  it('is lost without a name where no commit of it can be read', async () => {
    const { world } = await worldWithLibrary();
    const other = '00000000-0000-4000-8000-0000000000ff' as LibraryId;
    const { libraries } = await recovered(world, [other], forgetful(world.stores.journal));
    expect(libraries).toMatchObject([{ id: other, name: '', state: 'lost', isOlder: false }]);
  });
});

describe('a library of a journal that is damaged', () => {
  const damaged = (journal: HeadJournal) =>
    saying(journal, { readAll: async () => ({ ...(await journal.readAll()), damagedLines: [2] }) });

  it('may have moved on since the last entry: the newest commit after it counts', async () => {
    const { world, id, headId, store } = await worldWithLibrary();
    await storeCommit(store, id, '1', { parentId: headId, ctimeSeconds: 1_800_000_000 });
    const { libraries } = await recovered(world, [id], damaged(world.stores.journal));
    expect(libraries).toMatchObject([
      { headId: commitId('1'), headFrom: 'newest-commit', isOlder: false, commits: 3 },
    ]);
    expect(world.stores.journal.lastHeadOf(id)).toMatchObject({
      head_commit_id: commitId('1'),
      prev: headId,
    });
  });

  it('keeps the head of the journal where what is newer does not come after it', async () => {
    const { world, id, headId, firstId, store } = await worldWithLibrary();
    await storeCommit(store, id, '1', { parentId: firstId, ctimeSeconds: 1_800_000_000 });
    const { libraries } = await recovered(world, [id], damaged(world.stores.journal));
    expect(libraries).toMatchObject([{ headId, headFrom: 'journal', isOlder: false }]);
  });
});

it('owners have accounts without a password, and departments have none', async () => {
  const { world, id } = await worldWithLibrary();
  const second = await world.addLibrary('Photos');
  await journalled(world, second, { owner: { kind: 'department', groupId: 7 } });
  const { accounts, tables } = await recovered(world, [id, second]);
  expect(accounts).toEqual(['anna@example.com']);
  expect(tables.users.find(ANNA.email)).toMatchObject({ passwordHash: null, isAdmin: false, isActive: true });
});
