import { describe, expect, it } from 'vitest';
import type { LinkedFolderId, NewLinkedFolder } from '../../../../src-main/core/folder/linked-folder.ts';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { createLinkedFolderTable } from '../../../../src-main/store/sqlite/linked-folders.ts';
import { memoryDatabase } from '../../../support/database.ts';

function newFolder(id: string, path: string): NewLinkedFolder {
  return {
    id: id as LinkedFolderId,
    libraryId: '11111111-1111-4111-8111-111111111111' as LibraryId,
    path,
    authorEmail: 'anna@example.com',
    rootDevice: 2049,
    rootInode: 9_007_199_254_740_991,
    createdAtSeconds: 100,
  };
}

describe('linked folders on record', () => {
  it('come back as they were added, in order, with nothing done yet', () => {
    const table = createLinkedFolderTable(memoryDatabase());
    table.add(newFolder('b', '/b'));
    table.add(newFolder('a', '/a'));
    expect(table.list().map(({ id }) => id)).toEqual(['b', 'a']);
    expect(table.find('a' as LinkedFolderId)).toEqual({
      ...newFolder('a', '/a'),
      ...{
        key: 2,
        paused: false,
        resumeAtSeconds: 0,
        isMarked: false,
        syncedRootId: '',
        lastScanAtSeconds: 0,
        lastCommitAtSeconds: 0,
        ignoring: { agreed: null, offered: null, isTouched: false },
      },
    });
  });

  it('keep what happens to them', () => {
    const table = createLinkedFolderTable(memoryDatabase());
    const { id } = table.add(newFolder('a', '/a'));
    table.setPaused(id, true);
    table.setRoot(id, { device: 1, inode: 2 });
    table.setScanned(id, 200);
    table.setCommitted(id, 300);
    table.setIgnoring(id, { agreed: '', offered: '*\n', isTouched: true });
    expect(table.find(id)).toMatchObject({
      ...{ paused: true, rootDevice: 1, rootInode: 2, lastScanAtSeconds: 200, lastCommitAtSeconds: 300 },
      ignoring: { agreed: '', offered: '*\n', isTouched: true },
    });
  });

  it('have one path each, and are gone when removed', () => {
    const table = createLinkedFolderTable(memoryDatabase());
    const { id } = table.add(newFolder('a', '/a'));
    expect(() => table.add(newFolder('b', '/a'))).toThrow('UNIQUE');
    table.remove(id);
    expect(table.find(id)).toBe(null);
  });
});
