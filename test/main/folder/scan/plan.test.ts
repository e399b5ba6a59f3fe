import { describe, expect, it } from 'vitest';
import { type FolderEntry, RACY_CTIME_MS } from '../../../../src-main/core/folder/folder-entry.ts';
import type { ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import type { DirListing, ListedEntry } from '../../../../src-main/folder/ports.ts';
import { planDirectory } from '../../../../src-main/folder/scan/plan.ts';
import { said } from '../../../../src-shared/service-words.ts';

const ID = 'a'.repeat(40) as ObjectId;

function entry(name: string, changes: Partial<ListedEntry> = {}): ListedEntry {
  return {
    name,
    isDir: false,
    sizeBytes: 5,
    mtimeMs: 1000.5,
    ctimeMs: 2000.5,
    inode: 7,
    mode: 0o100644,
    ...changes,
  };
}

function row(name: string, changes: Partial<FolderEntry> = {}): FolderEntry {
  return { ...entry(name), dir: 'd', objectId: ID, ...changes };
}

function listing(entries: readonly ListedEntry[], changes: Partial<DirListing> = {}): DirListing {
  const nothing = { unknownNames: [], problems: [], ignoredCount: 0, linkCount: 0, leftovers: [] };
  return { dir: 'd', mtimeMs: 0, isDeep: false, failure: null, entries, ...nothing, ...changes };
}

const NO_FACTS = { rowsByInode: () => [], isIgnored: () => false };
const names = (found: readonly { name: string }[]) => found.map(({ name }) => name);

describe('planDirectory', () => {
  it('finds nothing to do where disk and index agree', () => {
    const plan = planDirectory(listing([entry('a')]), [row('a')], NO_FACTS);
    expect(plan).toMatchObject({ read: [], known: [], removed: [], newDirs: [], unchangedCount: 1 });
  });

  it.each([
    ['size', { sizeBytes: 6 }],
    ['mtime', { mtimeMs: 1000.6 }],
    ['ctime, as after an edit that kept size and mtime', { ctimeMs: 2000.6 }],
    ['inode, as after a replacement', { inode: 8 }],
    ['mode', { mode: 0o100755 }],
  ])('reads a file with another %s', (_what, change) => {
    const plan = planDirectory(listing([entry('a', change)]), [row('a')], NO_FACTS);
    expect(plan.read.map(({ row: known }) => known?.objectId)).toEqual([ID]);
  });

  it('reads a file whose row says that it may have changed in the same tick', () => {
    const racy = { ctimeMs: RACY_CTIME_MS };
    expect(planDirectory(listing([entry('a', racy)]), [row('a', racy)], NO_FACTS).read).toHaveLength(1);
  });

  it('knows a file that came along with a renamed folder, by inode and all its times', () => {
    const facts = { ...NO_FACTS, rowsByInode: () => [row('a', { dir: 'old' })] };
    expect(planDirectory(listing([entry('a')]), [], facts)).toMatchObject({
      read: [],
      known: [{ objectId: ID }],
    });
  });

  it('reads a file that only has inode, size and mtime of another: the inode may have been used again', () => {
    const facts = { ...NO_FACTS, rowsByInode: () => [row('a', { dir: 'old', ctimeMs: 1 })] };
    expect(planDirectory(listing([entry('a')]), [], facts)).toMatchObject({ known: [] });
  });

  it('takes nothing for deleted in a folder that could not be listed', () => {
    const failure = { path: 'd', reason: 'unreadable', said: said('diskCouldNotRead') } as const;
    expect(planDirectory(listing([], { failure }), [row('a')], NO_FACTS).removed).toEqual([]);
  });

  it('takes no name for deleted of which it only knows that it is there, or that is ignored now', () => {
    const facts = { ...NO_FACTS, isIgnored: (_dir: string, name: string) => name === 'ignored' };
    const rows = [row('gone'), row('unknown'), row('ignored')];
    const plan = planDirectory(listing([], { unknownNames: ['unknown'] }), rows, facts);
    expect(names(plan.removed)).toEqual(['gone']);
  });

  it('replaces a file by a folder and looks into a folder that is another one', () => {
    const found = [entry('x', { isDir: true }), entry('y', { isDir: true, inode: 9 })];
    const plan = planDirectory(listing(found), [row('x'), row('y', { isDir: true })], NO_FACTS);
    expect(names(plan.replaced)).toEqual(['x']);
    expect(names(plan.newDirs.map((dir) => dir.entry))).toEqual(['x']);
    expect(names(plan.exchanged.map((dir) => dir.entry))).toEqual(['y']);
  });
});
