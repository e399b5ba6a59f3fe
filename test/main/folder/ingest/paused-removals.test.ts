import { describe, expect, it } from 'vitest';
import { type FolderEntry, joinPath } from '../../../../src-main/core/folder/folder-entry.ts';
import { PausedRemovals, type RemovalFacts } from '../../../../src-main/folder/ingest/paused-removals.ts';
import { folderRow } from '../../../support/folder-rows.ts';

/** Files in the folder, numbered from 0; each has an inode of its own. */
function filesOf(count: number): FolderEntry[] {
  return Array.from({ length: count }, (_, at) => folderRow(`f${at}`, { inode: at + 1 }));
}

/** What the folder knows, and what is decided about files that are gone from it. */
function folderOf(rows: FolderEntry[]) {
  const removals = new PausedRemovals();
  const arrived = new Map<number, FolderEntry>();
  const known = new Map(rows.map((row) => [joinPath(row.dir, row.name), row]));
  const index: RemovalFacts['index'] = {
    find: (_folder, path) => known.get(path) ?? null,
    byInode: (_folder, inode) => [...known.values()].filter((row) => row.inode === inode),
    filesInside: (_folder, path) => [...known.values()].filter(({ dir }) => dir === path),
  };
  return {
    removals,
    arrived,
    /** Names of the files that go on to the library. */
    remove(gone: readonly FolderEntry[], { atMs = 0, libraryFiles = known.size } = {}): string[] {
      const facts = { index, folderKey: 1, knownFiles: known.size, libraryFiles, nowMs: atMs, arrived };
      const going = removals.decide(gone, facts).map(({ name }) => name);
      for (const name of going) known.delete(name);
      return going;
    },
  };
}

describe('files that are gone from a linked folder', () => {
  it('are held when half of its files are gone, and let go when fewer are', () => {
    const files = filesOf(20);
    expect(folderOf(files).remove(files.slice(0, 9))).toHaveLength(9);
    const folder = folderOf(files);
    expect(folder.remove(files.slice(0, 10))).toEqual([]);
    expect(folder.removals.fileCount).toBe(10);
  });

  it('count together when they go one after the other within a minute', () => {
    const files = filesOf(20);
    const folder = folderOf(files);
    for (let at = 0; at < 9; at += 1) {
      expect(folder.remove(files.slice(at, at + 1), { atMs: at * 6_000 })).toEqual([`f${at}`]);
    }
    expect(folder.remove(files.slice(9, 10), { atMs: 59_999 })).toEqual([]);
    expect(folder.removals.rows().map(({ name }) => name)).toEqual(['f9']);
  });

  it('do not count with what went more than a minute before', () => {
    const files = filesOf(20);
    const folder = folderOf(files);
    expect(folder.remove(files.slice(0, 9))).toHaveLength(9);
    expect(folder.remove(files.slice(9, 14), { atMs: 60_000 })).toHaveLength(5);
  });

  it('are let go in a folder of fewer than ten files, unless its library has more', () => {
    const files = filesOf(9);
    expect(folderOf(files).remove(files)).toHaveLength(9);
    expect(folderOf(files).remove(files, { libraryFiles: 10 })).toEqual([]);
  });

  it('are held from 500 on, however many stay', () => {
    const files = filesOf(2_000);
    expect(folderOf(files).remove(files.slice(0, 499))).toHaveLength(499);
    expect(folderOf(files).remove(files.slice(0, 500))).toEqual([]);
  });

  it('are not lost when they only moved, but are held when most have got other extensions', () => {
    const files = filesOf(20);
    const moved = folderOf(files);
    for (const file of files) moved.arrived.set(file.inode, { ...file, name: `moved ${file.name}` });
    expect(moved.remove(files)).toHaveLength(20);
    const scrambled = folderOf(files);
    for (const file of files) scrambled.arrived.set(file.inode, { ...file, name: `${file.name}.locked` });
    expect(scrambled.remove(files)).toEqual([]);
    expect(scrambled.removals.isRenaming).toBe(true);
  });

  it('go once a person says so, and only those that the person was told of', () => {
    const files = filesOf(20);
    const folder = folderOf(files);
    expect(folder.remove(files.slice(0, 10))).toEqual([]);
    folder.removals.accept();
    expect(folder.removals.fileCount).toBe(0);
    expect(folder.remove(files.slice(10, 20), { atMs: 1 })).toEqual(
      files.slice(0, 10).map(({ name }) => name),
    );
    expect(folder.removals.rows()).toHaveLength(10);
  });

  it('are no longer held when they are there again', () => {
    const files = filesOf(20);
    const folder = folderOf(files);
    folder.remove(files.slice(0, 10));
    folder.removals.noteListing({
      ...{ dir: '', mtimeMs: 1, isDeep: false, failure: null, entries: files.slice(0, 4) },
      ...{ unknownNames: [], problems: [], ignoredCount: 0, linkCount: 0, leftovers: [] },
    });
    expect(folder.removals.rows().map(({ name }) => name)).toEqual(['f4', 'f5', 'f6', 'f7', 'f8', 'f9']);
  });
});
