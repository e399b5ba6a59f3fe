import { describe, expect, it } from 'vitest';
import type { Change } from '../../../../src-main/core/history/change.ts';
import { summarize } from '../../../../src-main/core/history/commit-summary.ts';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import type { Commit } from '../../../../src-main/core/objects/commit.ts';
import { type CommitId, EMPTY_ID, type ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import { createHistoryTable } from '../../../../src-main/store/sqlite/history.ts';
import { memoryDatabase } from '../../../support/database.ts';
import { addLibraryRecord } from '../../../support/stored-library.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
const OTHER = '22222222-2222-4222-8222-222222222222' as LibraryId;
const FILE = 'f'.repeat(40) as ObjectId;

const commitId = (seq: number) => String(seq).repeat(40).slice(0, 40) as CommitId;

function commit(seq: number, fields: Partial<Commit> = {}): Commit {
  return {
    id: commitId(seq),
    libraryId: LIBRARY,
    rootId: EMPTY_ID,
    parentId: seq === 1 ? null : commitId(seq - 1),
    secondParentId: null,
    authorEmail: 'anna@example.com',
    creator: EMPTY_ID,
    description: `Commit ${seq}`,
    ctimeSeconds: seq * 100,
    deviceName: null,
    clientVersion: null,
    isMerge: false,
    hasConflict: false,
    libraryName: 'Papers',
    libraryDescription: '',
    encryption: null,
    ...fields,
  };
}

function change(op: Change['op'], path: string, fields: Partial<Change> = {}): Change {
  const isDir = op === 'newdir' || op === 'deldir';
  return { op, path, newPath: '', isDir, objectId: FILE, sizeBytes: 3, oldSizeBytes: 1, ...fields };
}

/** History of a library with these changes in commits 1, 2, … */
function historyOf(...commits: (readonly Change[])[]) {
  const db = memoryDatabase();
  addLibraryRecord(db, LIBRARY);
  addLibraryRecord(db, OTHER);
  const historyTable = createHistoryTable(db);
  commits.forEach((changes, index) => {
    historyTable.append(commit(index + 1), index + 1, changes);
  });
  return historyTable;
}

const seqsOf = (entries: readonly { seq: number }[]) => entries.map(({ seq }) => seq);

describe('commits on record', () => {
  it('come back by id and by number, in their own library only', () => {
    const historyTable = historyOf([]);
    const merge = { secondParentId: commitId(9), isMerge: true, hasConflict: true, deviceName: 'laptop' };
    historyTable.append(commit(2, { ...merge, clientVersion: '9.0.5' }), 2, []);
    expect(historyTable.find(LIBRARY, commitId(2))).toEqual({
      ...{ seq: 2, id: commitId(2), parentId: commitId(1), secondParentId: commitId(9), rootId: EMPTY_ID },
      ...{ authorEmail: 'anna@example.com', description: 'Commit 2', ctimeSeconds: 200 },
      ...{ deviceName: 'laptop', clientVersion: '9.0.5', isMerge: true, hasConflict: true },
      counts: { added: 0, modified: 0, removed: 0, renamed: 0 },
      summary: null,
    });
    expect(historyTable.findBySeq(LIBRARY, 1)).toMatchObject({
      id: commitId(1),
      parentId: null,
      isMerge: false,
    });
    expect(historyTable.findBySeq(LIBRARY, 3)).toBe(null);
    expect(historyTable.find(OTHER, commitId(2))).toBe(null);
  });

  it('are counted by kind of change', () => {
    const historyTable = historyOf([
      ...[change('new', '/a'), change('newdir', '/d'), change('modified', '/b')],
      ...[change('removed', '/c'), change('deldir', '/e'), change('renamed', '/x', { newPath: '/y' })],
    ]);
    expect(historyTable.findBySeq(LIBRARY, 1)?.counts).toEqual({
      added: 2,
      modified: 1,
      removed: 2,
      renamed: 1,
    });
  });

  it('keep what they did, for titles', () => {
    const historyTable = historyOf([]);
    const summary = summarize(commit(2), [change('new', '/a')], null);
    historyTable.append(commit(2), 2, [change('new', '/a')], { summary });
    expect(historyTable.findBySeq(LIBRARY, 2)?.summary).toEqual(summary);
  });

  it('are listed newest first between two numbers', () => {
    const historyTable = historyOf([], [], [], [], []);
    expect(seqsOf(historyTable.range(LIBRARY, { from: 4, downTo: 2, limit: 10 }))).toEqual([4, 3, 2]);
    expect(seqsOf(historyTable.range(LIBRARY, { from: 5, downTo: 1, limit: 2 }))).toEqual([5, 4]);
    expect(historyTable.range(OTHER, { from: 5, downTo: 1, limit: 10 })).toEqual([]);
  });

  it.each([
    [99, 0],
    [100, 1],
    [250, 2],
    [9_999, 3],
  ])('made at or before %i: the newest is number %i', (atSeconds, seq) => {
    expect(historyOf([], [], []).newestSeqAt(LIBRARY, atSeconds)).toBe(seq);
  });

  it('made last up to a time are known of every library', () => {
    const historyTable = historyOf([], [], []);
    expect([...historyTable.newestTimes(250)]).toEqual([[LIBRARY, 200]]);
    expect([...historyTable.newestTimes(99)]).toEqual([]);
  });

  it.each([
    [99, 1],
    [100, 2],
    [9_999, null],
  ])('made after %i: the oldest is number %s', (atSeconds, seq) => {
    expect(historyOf([], [], []).oldestSeqAfter(LIBRARY, atSeconds)).toBe(seq);
  });
});

describe('changes on record', () => {
  const changes = [change('new', '/a'), change('renamed', '/b', { newPath: '/c' }), change('newdir', '/d')];

  it('come back in order, page by page', () => {
    const historyTable = historyOf(changes);
    expect(historyTable.changes(LIBRARY, 1, { after: -1, limit: 2 })).toMatchObject([
      { op: 'new', path: '/a', newPath: '', isDir: false, objectId: FILE, sizeBytes: 3 },
      { op: 'renamed', path: '/b', newPath: '/c' },
    ]);
    expect(historyTable.changes(LIBRARY, 1, { after: 1, limit: 2 })).toMatchObject([
      { path: '/d', isDir: true },
    ]);
  });

  it('tell which commits touch a path under its old or new name', () => {
    const historyTable = historyOf([change('new', '/a')], changes, [change('modified', '/c')], []);
    const wanted = { from: 4, downTo: 1, limit: 10 };
    expect(historyTable.touching(LIBRARY, ['/c'], wanted)).toEqual([3, 2]);
    expect(historyTable.touching(LIBRARY, ['/a', '/b'], wanted)).toEqual([2, 1]);
    expect(historyTable.touching(LIBRARY, ['/a', '/c'], { ...wanted, from: 2 })).toEqual([2, 1]);
    expect(historyTable.touching(LIBRARY, ['/A'], wanted)).toEqual([]);
  });

  it('gives the changes of one commit at exact paths, old or new', () => {
    const historyTable = historyOf(changes, [change('modified', '/a')]);
    const paths = (seq: number, ...wanted: string[]) =>
      historyTable.changesAt(LIBRARY, seq, wanted).map(({ op, path }) => [op, path]);
    expect(paths(1, '/a', '/c')).toEqual([
      ['new', '/a'],
      ['renamed', '/b'],
    ]);
    expect(paths(1, '/b')).toEqual([['renamed', '/b']]);
    expect(paths(1, '/d')).toEqual([['newdir', '/d']]);
    expect(paths(2, '/a', '/d')).toEqual([['modified', '/a']]);
    expect(paths(2, '/')).toEqual([]);
  });
});
