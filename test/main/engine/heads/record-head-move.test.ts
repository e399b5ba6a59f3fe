import { expect, it } from 'vitest';
import type { Change } from '../../../../src-main/core/history/change.ts';
import { decodeCommit } from '../../../../src-main/core/objects/commit.ts';
import { EMPTY_ID } from '../../../../src-main/core/objects/object-id.ts';
import { recordHeadMove } from '../../../../src-main/engine/heads/record-head-move.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ANNA, libraryWorld } from '../../../support/library-world.ts';
import { commitId, storeCommit } from '../../../support/stored-commits.ts';

/** A library with a starred file, and a commit after its head that has another name for both. */
async function moving() {
  const { stores, addLibrary, put, commit: commitTo } = await libraryWorld();
  const id = await addLibrary();
  await commitTo(id, await put(id, '/a', 'text'));
  stores.stars.put(ANNA.email, { libraryId: id, path: '/a', isDir: false });
  const library = stores.libraries.find(id);
  if (library === null) throw new Error('a library expected');
  const says = { parentId: library.headId, libraryName: 'Letters', libraryDescription: 'All of them' };
  const store = stores.objects.library(id);
  const commit = decodeCommit(await store.read('commit', await storeCommit(store, id, '1', says)));
  const renamed: Change = {
    ...{ op: 'renamed', path: '/a', newPath: '/b', isDir: false, objectId: EMPTY_ID },
    ...{ sizeBytes: 4, oldSizeBytes: 4 },
  };
  return { stores, id, library, commit, changes: [renamed], totals: { fileCount: 7, sizeBytes: 9 } };
}

it('a head move is the library at its new head, one more commit of its history, and stars that follow', async () => {
  const { stores, id, library, commit, changes, totals } = await moving();
  recordHeadMove(stores, { library, commit, changes, totals });
  expect(stores.libraries.find(id)).toEqual({
    ...library,
    ...{ headId: commit.id, rootId: EMPTY_ID, headSeq: 3, fileCount: 7, sizeBytes: 9 },
    ...{ name: 'Letters', description: 'All of them', updatedAtSeconds: 1_714_564_900 },
  });
  expect(stores.history.findBySeq(id, 3)).toMatchObject({ id: commit.id, parentId: library.headId });
  const recorded = stores.history.changes(id, 3, { after: -1, limit: 9 });
  expect(recorded).toMatchObject([{ op: 'renamed', path: '/a', newPath: '/b' }]);
  expect(stores.stars.pathsIn(ANNA.email, id)).toEqual(['/b']);
});

it('a head that is another one by now is not moved, and nothing is recorded', async () => {
  const { stores, id, library, commit, changes, totals } = await moving();
  const record = { library: { ...library, headId: commitId('0') }, commit, changes, totals };
  expect(await refusalOf(() => recordHeadMove(stores, record))).toEqual({
    code: 'head-moved',
    detail: { value: id },
  });
  expect(stores.libraries.find(id)).toEqual(library);
  expect(stores.history.findBySeq(id, 3)).toBeNull();
  expect(stores.stars.pathsIn(ANNA.email, id)).toEqual(['/a']);
});
