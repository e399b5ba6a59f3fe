import { describe, expect, expectTypeOf, it } from 'vitest';
import type { FolderEntry } from '../../../../src-main/core/folder/folder-entry.ts';
import type { LinkedFolderId } from '../../../../src-main/core/folder/linked-folder.ts';
import type { Change } from '../../../../src-main/core/history/change.ts';
import { summarize } from '../../../../src-main/core/history/commit-summary.ts';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { decodeCommit } from '../../../../src-main/core/objects/commit.ts';
import { EMPTY_ID, type ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import type { CommitRequest } from '../../../../src-main/engine/heads/commit-changes.ts';
import {
  type CommitRecord,
  recordHeadMove,
  sumUpMove,
} from '../../../../src-main/engine/heads/commit-records.ts';
import type { PushRequest } from '../../../../src-main/engine/heads/push-commit.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ANNA, type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';
import { type HasFunction, sent } from '../../../support/plain-data.ts';
import { commitId, storeCommit } from '../../../support/stored-commits.ts';

function linkFolder({ stores }: LibraryWorld, libraryId: LibraryId) {
  const [id, authorEmail] = ['f' as LinkedFolderId, ANNA.email];
  const facts = { path: '/f', rootDevice: 1, rootInode: 2, createdAtSeconds: 3 };
  const { key } = stores.linkedFolders.add({ id, libraryId, authorEmail, ...facts });
  const row = (name: string): FolderEntry => ({
    ...{
      dir: '',
      name,
      isDir: false,
      sizeBytes: 5,
      mtimeMs: 1.5,
      ctimeMs: 2.5,
      inode: 2 ** 53 - 1,
      mode: 0o644,
    },
    objectId: 'a'.repeat(40) as ObjectId,
  });
  return {
    rowsFor: (name: string, folderKey = key): CommitRecord => ({
      ...{ kind: 'folder-index', folderKey, folderId: id },
      update: { removed: [], put: [row(name)] },
    }),
    names: () => stores.folderIndex.entriesIn(key, '').map(({ name }) => name),
    agreeOn: (rootId: ObjectId | '') => stores.linkedFolders.setSynced(id, rootId),
    agreedRoot: () => stores.linkedFolders.find(id)?.syncedRootId,
  };
}

async function worldWithFolder() {
  const world = await libraryWorld();
  const libraryId = await world.addLibrary();
  const commit = async (path: string, text: string, ...records: CommitRecord[]) => {
    const changes = [await world.put(libraryId, path, text)];
    return world.changeLibrary.commitChanges(
      sent({ libraryId, changes, author: ANNA.email, asksFirst: false, records }),
    );
  };
  return { ...world, libraryId, commit, folder: linkFolder(world, libraryId) };
}

describe('a request that moves a head', () => {
  it('is plain data', () => {
    expectTypeOf<HasFunction<CommitRequest>>().toEqualTypeOf<false>();
    expectTypeOf<HasFunction<PushRequest>>().toEqualTypeOf<false>();
  });
});

describe('rows of a linked folder', () => {
  it('are recorded with the head or not at all', async () => {
    const { commit, folder, libraries, libraryId } = await worldWithFolder();
    await expect(commit('/a.txt', 'a', folder.rowsFor('a.txt', 99))).rejects.toThrow('FOREIGN KEY');
    expect(libraries.find(ANNA, libraryId).library.headSeq).toBe(1);
    await commit('/a.txt', 'a', folder.rowsFor('a.txt'));
    expect(libraries.find(ANNA, libraryId).library.headSeq).toBe(2);
    expect(folder.names()).toEqual(['a.txt']);
  });

  it('are not recorded when no commit is made', async () => {
    const { commit, folder } = await worldWithFolder();
    await commit('/a.txt', 'a');
    expect(await commit('/a.txt', 'a', folder.rowsFor('a.txt'))).toMatchObject({ changed: false });
    expect(folder.names()).toEqual([]);
  });

  it('move the tree that folder and library agreed about, when it was the one before', async () => {
    const { commit, folder } = await worldWithFolder();
    const { rootId } = await commit('/a.txt', 'a');
    folder.agreeOn(rootId);
    const made = await commit('/b.txt', 'b', folder.rowsFor('b.txt'));
    expect(folder.agreedRoot()).toBe(made.rootId);
    await commit('/c.txt', 'c');
    await commit('/d.txt', 'd', folder.rowsFor('d.txt'));
    expect(folder.agreedRoot()).toBe('');
  });

  it('end the agreement where something went beside what it was asked for', async () => {
    const { commit, folder, put, libraryId, changeLibrary } = await worldWithFolder();
    const { rootId } = await commit('/a.txt', 'a');
    folder.agreeOn(rootId);
    const change = { ...(await put(libraryId, '/a.txt', 'other')), base: 'b'.repeat(40) as ObjectId };
    const records = [folder.rowsFor('a.txt')];
    const made = await changeLibrary.commitChanges({
      libraryId,
      changes: [change],
      author: ANNA.email,
      asksFirst: false,
      records,
    });
    expect(made.conflicts).toHaveLength(1);
    expect(folder.agreedRoot()).toBe('');
  });
});

describe('stars that move to another library', () => {
  it('follow with the head', async () => {
    const { commit, addLibrary, libraryId, stores } = await worldWithFolder();
    const other = await addLibrary('Other');
    stores.starTable.put(ANNA.email, { libraryId, path: '/a.txt', isDir: false });
    const moves = [{ from: '/a.txt', to: '/z.txt', toLibrary: other }];
    await commit('/b.txt', 'b', { kind: 'star-moves', moves });
    expect(stores.starTable.ofUser(ANNA.email)).toMatchObject([{ libraryId: other, path: '/z.txt' }]);
  });
});

/** A library with a starred file, and a commit after its head that has another name for both. */
async function moving() {
  const { stores, addLibrary, put, commit: commitTo } = await libraryWorld();
  const id = await addLibrary();
  await commitTo(id, await put(id, '/a', 'text'));
  stores.starTable.put(ANNA.email, { libraryId: id, path: '/a', isDir: false });
  const library = stores.libraryTable.find(id);
  if (library === null) throw new Error('a library expected');
  const says = { parentId: library.headId, libraryName: 'Letters', libraryDescription: 'All of them' };
  const store = stores.objects.library(id);
  const commit = decodeCommit(await store.read('commit', await storeCommit(store, id, '1', says)));
  const renamed: Change = {
    ...{ op: 'renamed', path: '/a', newPath: '/b', isDir: false, objectId: EMPTY_ID },
    ...{ sizeBytes: 4, oldSizeBytes: 4 },
  };
  const totals = { fileCount: 7, sizeBytes: 9 };
  const changes = [renamed];
  const summed = await sumUpMove({ library, commit, changes, counted: null }, async () => undefined);
  return { stores, id, library, commit, changes, totals, summed };
}

it('a head move is the library at its new head, one more commit of its history, and stars that follow', async () => {
  const { stores, id, library, commit, changes, totals, summed } = await moving();
  recordHeadMove(stores, { library, commit, changes, totals, summed });
  expect(stores.libraryTable.find(id)).toEqual({
    ...library,
    ...{ headId: commit.id, rootId: EMPTY_ID, headSeq: 3, fileCount: 7, sizeBytes: 9 },
    ...{ name: 'Letters', description: 'All of them', updatedAtSeconds: 1_714_564_900 },
  });
  expect(stores.historyTable.findBySeq(id, 3)).toMatchObject({
    ...{ id: commit.id, parentId: library.headId, summary: summarize(commit, changes, null) },
  });
  const recorded = stores.historyTable.changes(id, 3, { after: -1, limit: 9 });
  expect(recorded).toMatchObject([{ op: 'renamed', path: '/a', newPath: '/b' }]);
  expect(stores.starTable.pathsIn(ANNA.email, id)).toEqual(['/b']);
});

it('a head that is another one by now is not moved, and nothing is recorded', async () => {
  const { stores, id, library, commit, changes, totals, summed } = await moving();
  const record = { library: { ...library, headId: commitId('0') }, commit, changes, totals, summed };
  expect(await refusalOf(() => recordHeadMove(stores, record))).toEqual({
    code: 'head-moved',
    detail: { value: id },
  });
  expect(stores.libraryTable.find(id)).toEqual(library);
  expect(stores.historyTable.findBySeq(id, 3)).toBeNull();
  expect(stores.starTable.pathsIn(ANNA.email, id)).toEqual(['/a']);
});

it('the new name of a library is told with the one that it had', async () => {
  const { library, commit } = await moving();
  const renaming = { ...commit, description: 'Changed library name or description' };
  const { summary } = await sumUpMove(
    { library, commit: renaming, changes: [], counted: null },
    async () => undefined,
  );
  expect(summary).toEqual({
    ...{ reason: 'library-name', at: null },
    parts: [{ kind: 'renamed', items: 0, dirs: 0, files: 0, folders: 0, name: library.name, to: 'Letters' }],
  });
});
