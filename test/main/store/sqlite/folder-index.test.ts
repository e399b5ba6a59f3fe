import { beforeEach, describe, expect, it } from 'vitest';
import type { FolderEntry } from '../../../../src-main/core/folder/folder-entry.ts';
import type { LinkedFolderId } from '../../../../src-main/core/folder/linked-folder.ts';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { EMPTY_ID, type ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import {
  createFolderIndexTable,
  type FolderIndexTable,
} from '../../../../src-main/store/sqlite/folder-index.ts';
import { createLinkedFolderTable } from '../../../../src-main/store/sqlite/linked-folders.ts';
import { memoryDatabase } from '../../../support/database.ts';

let index: FolderIndexTable;
let removeFolder: () => void;
const KEY = 1;

beforeEach(() => {
  const db = memoryDatabase();
  const table = createLinkedFolderTable(db);
  const id = 'f' as LinkedFolderId;
  const libraryId = 'l' as LibraryId;
  table.add({ id, libraryId, path: '/f', authorEmail: '', rootDevice: 0, rootInode: 0, createdAtSeconds: 0 });
  index = createFolderIndexTable(db);
  removeFolder = () => table.remove(id);
});

function file(dir: string, name: string, inode = 1): FolderEntry {
  const objectId = 'b'.repeat(40) as ObjectId;
  return {
    dir,
    name,
    isDir: false,
    sizeBytes: 3,
    mtimeMs: 1.25,
    ctimeMs: 2.5,
    inode,
    mode: 0o100644,
    objectId,
  };
}

function folder(dir: string, name: string): FolderEntry {
  return { ...file(dir, name), isDir: true, objectId: EMPTY_ID };
}

const paths = (rows: readonly FolderEntry[]) => rows.map((row) => `${row.dir}|${row.name}`);

describe('a folder of the index that moves', () => {
  it('takes everything inside it along, and nothing that only begins alike', () => {
    const put = [
      folder('', 'd'),
      file('d', 'x'),
      folder('d', 'e'),
      file('d/e', 'y'),
      folder('', 'd-2'),
      file('d-2', 'z'),
    ];
    index.apply(KEY, { removed: [], put });
    index.apply(KEY, { moved: [{ from: 'd', to: 'new/name' }], removed: [], put: [] });
    expect(paths(index.filesInside(KEY, '')).sort()).toEqual(['d-2|z', 'new/name/e|y', 'new/name|x']);
    expect(index.find(KEY, 'new/name')).toEqual(folder('new', 'name'));
    expect(index.find(KEY, 'd')).toBeNull();
  });
});

describe('the folder index', () => {
  it('gives back what was put, fractions of times included, and replaces by path', () => {
    index.apply(KEY, { removed: [], put: [file('', 'a'), folder('', 'd'), file('d', 'x')] });
    index.apply(KEY, { removed: [], put: [{ ...file('', 'a'), sizeBytes: 9 }] });
    expect(index.entriesIn(KEY, '')).toEqual([{ ...file('', 'a'), sizeBytes: 9 }, folder('', 'd')]);
    expect(index.countFiles(KEY)).toBe(2);
  });

  it('takes a folder out with all inside it and nothing that only begins alike', () => {
    const put = [
      folder('', 'd'),
      file('d', 'x'),
      folder('d', 'e'),
      file('d/e', 'y'),
      file('d-e', 'z'),
      file('d0', 'q'),
    ];
    index.apply(KEY, { removed: [], put });
    expect(paths(index.filesInside(KEY, 'd'))).toEqual(['d|x', 'd/e|y']);
    expect(paths(index.dirsInside(KEY, 'd'))).toEqual(['d|e']);
    expect(paths(index.dirsInside(KEY, ''))).toContain('d|e');
    index.apply(KEY, { removed: [folder('', 'd')], put: [] });
    expect(index.countFiles(KEY)).toBe(2);
    expect(paths(index.entriesIn(KEY, 'd-e'))).toEqual(['d-e|z']);
  });

  it('removes before it puts, so that a file may become a folder', () => {
    index.apply(KEY, { removed: [], put: [file('', 't')] });
    index.apply(KEY, { removed: [file('', 't')], put: [folder('', 't'), file('t', 'in')] });
    expect(index.entriesIn(KEY, '')).toEqual([folder('', 't')]);
  });

  it('finds files by inode, at most eight', () => {
    const links = Array.from({ length: 10 }, (_, at) => file('', `l${at}`, 77));
    index.apply(KEY, { removed: [], put: [...links, folder('', 'd')] });
    expect(index.byInode(KEY, 77)).toHaveLength(8);
    expect(index.byInode(KEY, 78)).toEqual([]);
  });

  it('goes with its folder', () => {
    index.apply(KEY, { removed: [], put: [file('', 'a')] });
    removeFolder();
    expect(index.countFiles(KEY)).toBe(0);
  });
});
