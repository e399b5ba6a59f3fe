import { expect, it } from 'vitest';
import { EMPTY_ID } from '../../../../src-main/core/objects/object-id.ts';
import { createIgnoreMatcher } from '../../../../src-main/folder/ignore/ignore.ts';
import type { DirListing, ListedEntry } from '../../../../src-main/folder/ports.ts';
import {
  type ChangeBatch,
  type ScanDependencies,
  scanFolder,
} from '../../../../src-main/folder/scan/scan.ts';
import { EVERYTHING } from '../../../../src-main/folder/watch/event-debouncer.ts';

let inode = 0;

function entryOf(name: string, isDir: boolean): ListedEntry {
  inode += 1;
  return { name, isDir, sizeBytes: 1, mtimeMs: 1, ctimeMs: 1, inode, mode: 0o644 };
}

function listingOf(dir: string, entries: readonly ListedEntry[]): DirListing {
  const nothing = { unknownNames: [], problems: [], leftovers: [], ignoredCount: 0, linkCount: 0 };
  return { dir, mtimeMs: 1, isDeep: true, failure: null, entries, ...nothing };
}

function filesOf(count: number): ListedEntry[] {
  return Array.from({ length: count }, (_, at) => entryOf(`${at}.txt`, false));
}

/** Of a folder of which the index knows nothing. */
function firstScan(listings: readonly DirListing[]): Omit<ScanDependencies, 'onBatch' | 'whenTaken'> {
  return {
    reader: {
      async *list() {
        yield listings;
      },
    },
    matcher: createIgnoreMatcher('', '', []),
    ...{ ignoreText: '', excluded: [], root: { device: 1, inode: 1 }, mayMove: false },
    ...{ rowsIn: () => [], rowsByInode: () => [], isKnownDir: () => false, isHeldOff: () => false },
    onListing: () => undefined,
    onGone: () => [],
  };
}

/** The last batch is for what waits until the others are in the index. */
const NOTHING = [[], 0];

it('file system a new folder over together with the first of its files', async () => {
  const batches: ChangeBatch[] = [];
  const root = [entryOf('a', true), entryOf('b', true), entryOf('empty', true)];
  const listings = [listingOf('', root), listingOf('a', filesOf(9_000)), listingOf('b', filesOf(2))];
  await scanFolder(EVERYTHING, {
    ...firstScan(listings),
    onBatch: async (batch) => void batches.push(batch),
    whenTaken: async () => undefined,
  });
  const told = batches.map(({ newDirs, reads }) => [newDirs.map(({ entry }) => entry.name), reads.length]);
  expect(told).toEqual([[['a'], 1_000], [[], 2_000], [[], 4_000], [['b', 'empty'], 2_002], NOTHING]);
});

it('makes batches twice as large as the one before, up to a limit', async () => {
  const sizesOf = async (files: readonly ListedEntry[]) => {
    const sizes: number[] = [];
    await scanFolder(EVERYTHING, {
      ...firstScan([listingOf('', files)]),
      onBatch: async ({ reads }) => void sizes.push(reads.length),
      whenTaken: async () => undefined,
    });
    return sizes;
  };
  expect(await sizesOf(filesOf(24_000))).toEqual([1_000, 2_000, 4_000, 4_000, 4_000, 4_000, 4_000, 1_000, 0]);
  const large = filesOf(500).map((file) => ({ ...file, sizeBytes: 8 * 1024 * 1024 }));
  expect(await sizesOf(large)).toEqual([2, 4, 8, 16, 32, 64, 128, 128, 118, 0]);
});

it('decides about what is gone only when every batch is in the index, and keeps the rest for then', async () => {
  const said: string[] = [];
  const gone = { ...entryOf('gone.txt', false), dir: '', objectId: EMPTY_ID };
  await scanFolder(EVERYTHING, {
    ...firstScan([listingOf('', filesOf(1_001))]),
    rowsIn: (dir) => (dir === '' ? [gone] : []),
    onBatch: async ({ reads, removed }) =>
      void said.push(`batch of ${reads.length} and ${removed.length} gone`),
    whenTaken: async () => void said.push('taken'),
    onGone: (rows) => {
      said.push('gone');
      return rows;
    },
  });
  expect(said).toEqual([
    'batch of 1000 and 0 gone',
    'taken',
    'taken',
    'gone',
    'batch of 1 and 1 gone',
    'taken',
  ]);
});

it('takes a small scan in as one batch', async () => {
  const batches: number[] = [];
  await scanFolder(EVERYTHING, {
    ...firstScan([listingOf('', [entryOf('empty', true), ...filesOf(999)]), listingOf('empty', [])]),
    onBatch: async ({ reads, newDirs }) => void batches.push(reads.length + newDirs.length),
    whenTaken: async () => undefined,
  });
  expect(batches).toEqual([1_000]);
});
