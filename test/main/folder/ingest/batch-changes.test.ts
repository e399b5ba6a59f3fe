import { beforeEach, describe, expect, it } from 'vitest';
import { NO_MODE, RACY_CTIME_MS } from '../../../../src-main/core/folder/folder-entry.ts';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { batchChanges, entriesOfIngest } from '../../../../src-main/folder/ingest/batch-changes.ts';
import type { ListedEntry, ReadOutcome } from '../../../../src-main/folder/ports.ts';
import type { ChangeBatch } from '../../../../src-main/folder/scan/scan.ts';
import { said } from '../../../../src-shared/service-words.ts';
import { MemoryIndex } from '../../../simulation/memory-index.ts';
import { folderIndexOf, folderRow } from '../../../support/folder-rows.ts';

const NOW_MS = 1_700_000_000_000;
const NEW_ID = objectIdOf('new content');

let index: MemoryIndex;

beforeEach(() => {
  index = new MemoryIndex();
});

function entry(name: string, changes: Partial<ListedEntry> = {}): ListedEntry {
  const stat = { sizeBytes: 10, mtimeMs: 2500, ctimeMs: 2500, inode: 1, mode: 0o100644 };
  return { name, isDir: false, ...stat, ...changes };
}

const read = (at: number, id = NEW_ID): ReadOutcome => ({
  ...{ index: at, kind: 'read', id, objectText: '', readAtMs: NOW_MS },
});

function meaningOf(batch: Partial<ChangeBatch>, outcomes: readonly ReadOutcome[] = [], isOurs = false) {
  const nothing = { reads: [], known: [], newDirs: [], exchanged: [], replaced: [], removed: [] };
  return batchChanges({ ...nothing, ...batch }, outcomes, {
    ...{ author: 'ann@example.com', index, folderKey: 1, unresolved: { has: () => isOurs } },
  });
}

describe('a batch whose files were read', () => {
  it('puts each file with its author, time and what the index believed in', () => {
    const row = folderRow('a');
    const { changes, update, addedFiles } = meaningOf(
      {
        reads: [
          { dir: '', entry: entry('a'), row },
          { dir: 'd', entry: entry('b', { mode: 0o100755 }), row: null },
        ],
      },
      [read(0), read(1)],
    );
    const dirent = { kind: 'file', id: NEW_ID, mtimeSeconds: 2, sizeBytes: 10, modifier: 'ann@example.com' };
    expect(changes).toEqual([
      { op: 'put', path: '/a', base: row.objectId, dirent: { ...dirent, mode: 0o100644 } },
      { op: 'put', path: '/d/b', base: null, dirent: { ...dirent, mode: 0o100755 } },
    ]);
    expect(update.put.map(({ dir, name, objectId }) => [dir, name, objectId])).toEqual([
      ['', 'a', NEW_ID],
      ['d', 'b', NEW_ID],
    ]);
    expect(addedFiles).toBe(1);
  });

  it('makes no version where only times differ, or where a crash put our own content there', () => {
    const row = folderRow('a');
    const reads = [{ dir: '', entry: entry('a'), row }];
    const touched = meaningOf({ reads }, [read(0, row.objectId)]);
    expect([touched.changes, touched.update.put.length]).toEqual([[], 1]);
    expect(meaningOf({ reads }, [read(0)], true).changes).toEqual([]);
  });

  it('removes first, then makes folders, then puts', () => {
    const { changes } = meaningOf({
      removed: [folderRow('gone')],
      replaced: [folderRow('was-file')],
      newDirs: [{ dir: '', entry: entry('was-file', { isDir: true }) }],
      known: [{ dir: 'was-file', entry: entry('moved-in'), objectId: NEW_ID }],
    });
    expect(changes.map((change) => [change.op, 'path' in change && change.path])).toEqual([
      ['remove', '/was-file'],
      ['remove', '/gone'],
      ['mkdir', '/was-file'],
      ['put', '/was-file/moved-in'],
    ]);
  });

  it('prunes a folder together with what was known to be inside it, and counts its files', () => {
    index = folderIndexOf('d/', 'd/sub/', 'd/sub/a', 'd/b');
    const { changes, addedFiles } = meaningOf({ removed: [folderRow('d/')] });
    expect(changes).toEqual([
      {
        ...{ op: 'prune', path: '/d' },
        goes: [
          ['sub/a', objectIdOf('d/sub/a')],
          ['b', objectIdOf('d/b')],
          ['sub', 'dir'],
        ],
      },
    ]);
    expect(addedFiles).toBe(-2);
  });

  it('keeps the mode of the library where the disk tells of none, also under a new name', () => {
    index.rows.set('old', folderRow('old', { mode: 0o100755, inode: 7, mtimeMs: 2500 }));
    const reads = [{ dir: '', entry: entry('new', { mode: NO_MODE, inode: 7 }), row: null }];
    expect(meaningOf({ reads }, [read(0)]).changes).toMatchObject([
      { keepsMode: true, dirent: { mode: 0o100755 } },
    ]);
  });

  it('reads again soon what changed or vanished, or may have changed within a tick, and tells why', () => {
    const changing = {
      index: 0,
      kind: 'failed',
      reason: 'changing',
      said: said('changedWhileRead'),
    } as const;
    const unreadable = { index: 1, kind: 'failed', reason: 'unreadable', said: said('mayNotRead') } as const;
    const reads = [
      { dir: '', entry: entry('changing'), row: null },
      { dir: '', entry: entry('unreadable'), row: null },
      { dir: '', entry: entry('racy', { ctimeMs: NOW_MS - 1 }), row: null },
    ];
    const { again, problems, update } = meaningOf({ reads }, [changing, unreadable, read(2)]);
    expect(again).toEqual([
      { path: 'changing', sizeBytes: 10, isRacy: false },
      { path: 'racy', sizeBytes: 10, isRacy: true },
    ]);
    expect(problems.map(({ path, reason }) => [path, reason])).toEqual([
      ['changing', 'changing'],
      ['unreadable', 'unreadable'],
    ]);
    expect(update.put.map(({ name, ctimeMs }) => [name, ctimeMs])).toEqual([['racy', RACY_CTIME_MS]]);
  });
});

describe('what a batch is told as', () => {
  it('is one move for a folder that was renamed, and the rest by itself', () => {
    const batch = {
      removed: [folderRow('old/', { inode: 5 }), folderRow('gone', { inode: 6 })],
      newDirs: [{ dir: '', entry: entry('new', { isDir: true, inode: 5 }) }],
      known: [{ dir: 'new', entry: entry('a', { inode: 8 }), objectId: NEW_ID }],
    };
    const told = entriesOfIngest(batch, meaningOf(batch));
    expect(told.map(({ path, what }) => [path, what])).toEqual([
      ['gone', 'removed'],
      ['new', 'moved'],
    ]);
  });

  it('is one move for a file of the same inode, size and time', () => {
    const gone = folderRow('old', { inode: 5, mtimeMs: 2500 });
    const batch = {
      removed: [gone],
      newDirs: [],
      reads: [{ dir: '', entry: entry('new', { inode: 5 }), row: null }],
    };
    const told = entriesOfIngest(batch, meaningOf(batch, [read(0)]));
    expect(told.map(({ path, what }) => [path, what])).toEqual([['new', 'moved']]);
  });
});
