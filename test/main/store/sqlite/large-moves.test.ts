import { beforeEach, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { type CommitId, EMPTY_ID } from '../../../../src-main/core/objects/object-id.ts';
import { type Tables, tablesOf } from '../../../../src-main/store/sqlite/tables.ts';
import { memoryDatabase } from '../../../support/database.ts';
import { addLibraryRecord } from '../../../support/stored-library.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
const added = (path: string) =>
  ({ op: 'new', path, newPath: '', isDir: false, objectId: EMPTY_ID, sizeBytes: 0 }) as const;
const deleted = (path: string, deletedAtSeconds: number) => ({
  ...{
    path,
    isDir: false,
    objectId: EMPTY_ID,
    sizeBytes: 0,
    deletedAtSeconds,
    deletedBy: 'anna@example.com',
  },
  commitId: 'a'.repeat(40) as CommitId,
});

let db: ReturnType<typeof memoryDatabase>;
let tables: Tables;

beforeEach(() => {
  db = memoryDatabase();
  tables = tablesOf(db);
  addLibraryRecord(db, LIBRARY);
  tables.trashTable.add(LIBRARY, [deleted('/back', 100), deleted('/again', 100)]);
});

/** Commit 2 brings `/new`, brings `/back` back and deletes `/again` once more. */
function writeAhead(): void {
  const { largeMoves } = tables;
  largeMoves.ahead(LIBRARY, () => largeMoves.begin(LIBRARY, 2));
  largeMoves.ahead(LIBRARY, () => {
    largeMoves.putChanges(LIBRARY, { seq: 2, from: 0, changes: [added('/new')] });
    largeMoves.putReturned(LIBRARY, [{ path: '/back', isDir: false }]);
    largeMoves.putDeleted(LIBRARY, [deleted('/again', 200)]);
  });
}

const listed = () =>
  tables.trashTable
    .page(LIBRARY, { after: null, sinceSeconds: 0, path: '/', limit: 10 })
    .map(({ path, deletedAtSeconds }) => [path, deletedAtSeconds]);
const changes = () => db.prepare('SELECT path FROM commit_changes').pluck().all();
const reconcileAll = () => {
  while (tables.largeMoves.reconcile(LIBRARY));
};
const moveHead = () => db.prepare('UPDATE libraries SET head_seq = 2').run();

it('what is written ahead is seen by nobody, and known to be unreconciled', () => {
  const before = listed();
  writeAhead();
  expect(listed()).toEqual(before);
  expect(tables.largeMoves.unreconciled()).toEqual([LIBRARY]);
});

it('it counts once the head has moved', () => {
  writeAhead();
  moveHead();
  reconcileAll();
  expect(listed()).toEqual([['/again', 200]]);
  expect([changes(), tables.largeMoves.unreconciled()]).toEqual([['/new'], []]);
});

it('a trash that was cleared meanwhile stays so for what was in it', () => {
  writeAhead();
  tables.libraryTable.clearTrash(LIBRARY, 300, 1_000);
  moveHead();
  reconcileAll();
  const times = db.prepare('SELECT deleted_at_s FROM trash_items WHERE listed = 1').pluck().all();
  expect(times).toEqual([300]);
});

it('it goes without a trace where the head has not moved', () => {
  const before = listed();
  writeAhead();
  reconcileAll();
  expect([listed(), changes(), tables.largeMoves.unreconciled()]).toEqual([before, [], []]);
});

it('nothing is written ahead of a deleted library', () => {
  tables.libraryTable.markDeleted(LIBRARY, 100);
  const { largeMoves } = tables;
  const refused = expect.objectContaining({ code: 'head-moved' });
  expect(() => largeMoves.ahead(LIBRARY, () => undefined)).toThrow(refused);
  expect(() => largeMoves.begin(LIBRARY, 2)).toThrow(refused);
});

it('changes come before their commit only there', () => {
  const { largeMoves } = tables;
  const put = () => largeMoves.putChanges(LIBRARY, { seq: 2, from: 0, changes: [added('/new')] });
  expect(() =>
    largeMoves.ahead(LIBRARY, () => {
      put();
      throw new Error('stopped');
    }),
  ).toThrow('stopped');
  expect(changes()).toEqual([]);
  expect(put).toThrow('FOREIGN KEY constraint failed');
});
