import { expect, it } from 'vitest';
import type { FolderEntry } from '../../../../src-main/core/folder/folder-entry.ts';
import { EMPTY_ID } from '../../../../src-main/core/objects/object-id.ts';
import { createIgnoreMatcher } from '../../../../src-main/folder/ignore/ignore.ts';
import type { DirListing, ListedEntry } from '../../../../src-main/folder/ports.ts';
import { type ChangeBatch, Scan } from '../../../../src-main/folder/scan/scan.ts';
import { EVERYTHING } from '../../../../src-main/folder/watch/event-debouncer.ts';
import { folderListing } from '../../../support/folder-rows.ts';

let inode = 0;

function entryOf(name: string, isDir: boolean): ListedEntry {
  inode += 1;
  return { name, isDir, sizeBytes: 1, mtimeMs: 1, ctimeMs: 1, inode, mode: 0o644 };
}

function filesOf(count: number): ListedEntry[] {
  return Array.from({ length: count }, (_, at) => entryOf(`${at}.txt`, false));
}

/** The batches of a scan that finds these listings, the last of them after all others are in the index. */
function batchesOf(listings: readonly DirListing[], gone: readonly FolderEntry[] = []) {
  const index = { entriesIn: (_key: number, dir: string) => gone.filter((row) => row.dir === dir) };
  const scan = new Scan(EVERYTHING, {
    index: { ...index, byInode: () => [], find: () => null },
    ...{ folderKey: 1, matcher: createIgnoreMatcher('', '', []), mayMove: false },
  });
  const batches: ChangeBatch[] = [];
  for (const listing of listings) {
    const plan = scan.plan(listing);
    batches.push(...scan.take(plan, listing, plan.read));
  }
  batches.push(...scan.rest());
  return [...batches, scan.finish(scan.gone)];
}

/** The last batch is for what waits until the others are in the index. */
const NOTHING = [[], 0];

it('hands a new folder over together with the first of its files', () => {
  const root = [entryOf('a', true), entryOf('b', true), entryOf('empty', true)];
  const batches = batchesOf([
    folderListing(root),
    folderListing(filesOf(9_000), 'a'),
    folderListing(filesOf(2), 'b'),
  ]);
  const told = batches.map(({ newDirs, reads }) => [newDirs.map(({ entry }) => entry.name), reads.length]);
  expect(told).toEqual([[['a'], 1_000], [[], 2_000], [[], 4_000], [['b', 'empty'], 2_002], NOTHING]);
});

it('makes batches twice as large as the one before, up to a limit', () => {
  const sizesOf = (files: readonly ListedEntry[]) =>
    batchesOf([folderListing(files)]).map(({ reads }) => reads.length);
  expect(sizesOf(filesOf(24_000))).toEqual([1_000, 2_000, 4_000, 4_000, 4_000, 4_000, 4_000, 1_000, 0]);
  const large = filesOf(500).map((file) => ({ ...file, sizeBytes: 8 * 1024 * 1024 }));
  expect(sizesOf(large)).toEqual([2, 4, 8, 16, 32, 64, 128, 128, 118, 0]);
});

it('keeps the rest of several batches for the last one where something is gone', () => {
  const gone = { ...entryOf('gone.txt', false), dir: '', objectId: EMPTY_ID };
  const batches = batchesOf([folderListing(filesOf(1_001))], [gone]);
  expect(batches.map(({ reads, removed }) => [reads.length, removed])).toEqual([
    [1_000, []],
    [1, [gone]],
  ]);
});

it('takes a small scan in as one batch', () => {
  const batches = batchesOf([
    folderListing([entryOf('empty', true), ...filesOf(999)]),
    folderListing([], 'empty'),
  ]);
  expect(batches.map(({ reads, newDirs }) => reads.length + newDirs.length)).toEqual([1_000]);
});
