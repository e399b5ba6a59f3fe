import { expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { type BackupRow, createBackupTable } from '../../../../src-main/store/sqlite/backup.ts';
import { memoryDatabase } from '../../../support/database.ts';
import { addLibraryRecord } from '../../../support/stored-library.ts';

const ROW: BackupRow = {
  ...{
    folder: '/mnt/disk/keepfold',
    isDaily: true,
    succeededAtSeconds: 50,
    copiedFiles: 2,
    copiedBytes: 300,
  },
  ...{ failingSinceSeconds: 60, failure: '{"code":"disk-full"}', isOnSameDisk: null, isInMemory: false },
};

it('there is one backup at most, the one that was put last', () => {
  const backups = createBackupTable(memoryDatabase());
  expect(backups.find()).toBe(null);
  backups.put(ROW);
  expect(backups.find()).toEqual(ROW);
  const another = { ...ROW, folder: '/home/backup', isDaily: false, isOnSameDisk: true, isInMemory: true };
  backups.put(another);
  expect(backups.find()).toEqual(another);
  backups.put({ ...another, isOnSameDisk: false });
  expect(backups.find()?.isOnSameDisk).toBe(false);
  backups.remove();
  expect(backups.find()).toBe(null);
});

it('the data is as old as its oldest library', () => {
  const db = memoryDatabase();
  const backups = createBackupTable(db);
  expect(backups.dataSinceSeconds()).toBe(0);
  for (const digit of ['1', '2']) {
    const id = `${digit}1111111-1111-4111-8111-111111111111` as LibraryId;
    addLibraryRecord(db, id);
    db.prepare('UPDATE libraries SET created_at_s = ? WHERE id = ?').run(Number(digit) * 1_000, id);
  }
  expect(backups.dataSinceSeconds()).toBe(1_000);
});
