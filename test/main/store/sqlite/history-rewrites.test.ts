import { beforeEach, describe, expect, it } from 'vitest';
import { summarize } from '../../../../src-main/core/history/commit-summary.ts';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { type CommitId, EMPTY_ID, type ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import type { HistoryRewrite, RewrittenCommit } from '../../../../src-main/store/sqlite/history-rewrites.ts';
import { type Tables, tablesOf } from '../../../../src-main/store/sqlite/tables.ts';
import { memoryDatabase } from '../../../support/database.ts';
import { addLibraryRecord } from '../../../support/stored-library.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
const OTHER = '22222222-2222-4222-8222-222222222222' as LibraryId;
const [OLD, NEW, ROOT, FILE] = ['a', 'b', 'c', 'f'].map((digit) => digit.repeat(40)) as [
  CommitId,
  CommitId,
  ObjectId,
  ObjectId,
];
const CHANGE = {
  op: 'new',
  newPath: '',
  isDir: false,
  objectId: FILE,
  sizeBytes: 3,
  oldSizeBytes: 0,
} as const;
const REWRITE: Omit<HistoryRewrite, 'rewriteId' | 'result'> = {
  ...{ seq: 7, rewrittenBy: 'anna@example.com', rewrittenAtSeconds: 500, commits: 3, item: '{"path":"/x"}' },
};

function rewritten(fields: Partial<RewrittenCommit> = {}): RewrittenCommit {
  const parents = { parentId: null, secondParentId: null };
  const commit = { ...parents, rootId: ROOT, creator: FILE, description: 'Added (erased)' };
  return { seq: 1, oldId: OLD, id: NEW, ...commit, told: null, ...fields };
}

describe('rewritten histories on record', () => {
  let db: ReturnType<typeof memoryDatabase>;
  let tables: Tables;

  beforeEach(() => {
    db = memoryDatabase();
    tables = tablesOf(db);
    for (const id of [LIBRARY, OTHER]) addLibraryRecord(db, id);
    const commit = {
      ...{ id: OLD, libraryId: LIBRARY, rootId: EMPTY_ID, parentId: null, secondParentId: null },
      ...{ authorEmail: 'anna@example.com', creator: EMPTY_ID, description: 'Added', ctimeSeconds: 100 },
      ...{ deviceName: null, clientVersion: null, isMerge: false, hasConflict: false },
      ...{ libraryName: 'Papers', libraryDescription: '', encryption: null },
    };
    tables.historyTable.append(commit, 1, [
      { ...CHANGE, path: '/kept' },
      { ...CHANGE, path: '/erased' },
    ]);
  });

  it('a commit keeps its number, time and author under its new id, with the words that it has now', () => {
    tables.historyRewriteTable.rewrite(LIBRARY, [rewritten()]);
    expect(tables.historyTable.find(LIBRARY, OLD)).toBe(null);
    expect(tables.historyTable.find(LIBRARY, NEW)).toMatchObject({
      ...{ seq: 1, id: NEW, rootId: ROOT, ctimeSeconds: 100 },
      ...{ authorEmail: 'anna@example.com', description: 'Added (erased)' },
    });
    expect(tables.historyTable.changes(LIBRARY, 1, { after: -1, limit: 10 })).toHaveLength(2);
    expect(tables.historyRewriteTable.oldIds(LIBRARY, '', 10)).toEqual([OLD]);
  });

  it('a commit that lost changes tells only what is left', () => {
    const changes = [{ ...CHANGE, path: '/kept' }];
    const told = { changes, summary: summarize({ description: 'Added', isMerge: false }, changes, null) };
    tables.historyRewriteTable.rewrite(LIBRARY, [rewritten({ told })]);
    const left = tables.historyTable.changes(LIBRARY, 1, { after: -1, limit: 10 });
    expect(left.map(({ path }) => path)).toEqual(['/kept']);
    expect(tables.historyTable.find(LIBRARY, NEW)?.counts).toMatchObject({ added: 1, removed: 0 });
  });

  it('only the very commit that was planned for is replaced', () => {
    const wrong = [rewritten({ oldId: NEW }), rewritten({ seq: 2 })];
    for (const commit of wrong)
      expect(() => tables.historyRewriteTable.rewrite(LIBRARY, [commit])).toThrow('is not commit');
    expect(() => tables.historyRewriteTable.rewrite(OTHER, [rewritten()])).toThrow('is not commit 1');
    expect(tables.historyTable.find(LIBRARY, OLD)).toMatchObject({ seq: 1 });
  });

  it('old ids are read in pages, of one library', () => {
    const ids = ['1', '2', '3'].map((digit) => digit.repeat(40) as CommitId);
    for (const id of ids) tables.historyRewriteTable.noteOldId(LIBRARY, id, 1);
    tables.historyRewriteTable.noteOldId(OTHER, NEW, 1);
    expect(tables.historyRewriteTable.oldIds(LIBRARY, '', 2)).toEqual(ids.slice(0, 2));
    expect(tables.historyRewriteTable.oldIds(LIBRARY, ids[1] ?? '', 2)).toEqual(ids.slice(2));
  });

  it('an erasure is unfinished until all that it took away is removed', () => {
    const { historyRewriteTable } = tables;
    const first = historyRewriteTable.add(LIBRARY, REWRITE);
    const second = historyRewriteTable.add(OTHER, REWRITE);
    expect(historyRewriteTable.unfinished()).toEqual([
      { libraryId: LIBRARY, rewriteId: first },
      { libraryId: OTHER, rewriteId: second },
    ]);
    historyRewriteTable.finish(first, '{"bytes":5}');
    const third = historyRewriteTable.add(LIBRARY, { ...REWRITE, seq: 9 });
    historyRewriteTable.putItem(third, '{"kind":"all"}');
    expect(historyRewriteTable.unfinished().map(({ rewriteId }) => rewriteId)).toEqual([second, third]);
    expect(historyRewriteTable.of(LIBRARY)).toEqual([
      { ...REWRITE, seq: 9, rewriteId: third, item: '{"kind":"all"}', result: '' },
      { ...REWRITE, rewriteId: first, result: '{"bytes":5}' },
    ]);
  });

  it('all of it goes with the library', () => {
    tables.historyRewriteTable.add(LIBRARY, REWRITE);
    tables.historyRewriteTable.rewrite(LIBRARY, [rewritten()]);
    db.exec(`DELETE FROM commit_changes; DELETE FROM commits; DELETE FROM libraries WHERE id = '${LIBRARY}'`);
    expect(db.prepare('SELECT count(*) FROM history_rewrites').pluck().get()).toBe(0);
    expect(db.prepare('SELECT count(*) FROM rewritten_commits').pluck().get()).toBe(0);
  });

  it('the head of a folder library moves only once it has ended, and from where it was expected', () => {
    const head = { headId: NEW, rootId: ROOT };
    expect(tables.historyRewriteTable.moveEnded(LIBRARY, OLD, head)).toBe(false);
    expect(tables.libraryTable.find(LIBRARY)).toMatchObject({ headId: OLD, rootId: EMPTY_ID });
    db.prepare('UPDATE libraries SET deleted_at_s = 300 WHERE id = ?').run(LIBRARY);
    expect(tables.historyRewriteTable.moveEnded(LIBRARY, NEW, head)).toBe(false);
    expect(tables.historyRewriteTable.moveEnded(LIBRARY, OLD, head)).toBe(true);
    expect(db.prepare('SELECT head_id, root_id FROM libraries WHERE id = ?').get(LIBRARY)).toEqual({
      ...{ head_id: NEW, root_id: ROOT },
    });
  });
});
