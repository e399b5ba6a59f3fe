import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { DISK } from '../../../../src-main/store/backend/disk/file-ops.ts';
import { readBackupMark, writeBackupMark } from '../../../../src-main/store/backup/backup-mark.ts';

function folderWith(...names: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'keepfold-mark-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of names) writeFileSync(join(folder, name), '');
  return folder;
}

it('a folder says whose backup it is once it has been marked, whatever a kill left of an earlier try', async () => {
  const folder = folderWith('keepfold-backup.json.new');
  await writeBackupMark(folder, 'data-1', DISK);
  expect(await readBackupMark(folder)).toEqual({ kind: 'marked', owner: 'data-1' });
  expect(readdirSync(folder)).toEqual(['keepfold-backup.json']);
});

it('what systems put into every folder, and an unfinished mark, leave it empty; anything else does not', async () => {
  const litter = ['.DS_Store', 'desktop.ini', 'lost+found', '.Trash-1000', 'keepfold-backup.json.new'];
  expect(await readBackupMark(folderWith())).toEqual({ kind: 'none', isEmpty: true });
  expect(await readBackupMark(folderWith(...litter))).toEqual({ kind: 'none', isEmpty: true });
  expect(await readBackupMark(folderWith('.DS_Store', 'a.txt'))).toEqual({ kind: 'none', isEmpty: false });
});

it('a damaged mark is a mark of nobody, so that nothing is written over somebody’s backup', async () => {
  const folder = folderWith();
  for (const text of ['', '{', '{"owner":7}', 'null']) {
    writeFileSync(join(folder, 'keepfold-backup.json'), text);
    expect(await readBackupMark(folder)).toEqual({ kind: 'marked', owner: '' });
  }
});

it('a folder that cannot be read is no empty one', async () => {
  await expect(readBackupMark(join(folderWith(), 'away'))).rejects.toThrow('ENOENT');
});
