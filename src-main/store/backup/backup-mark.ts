import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileOps } from '../backend/disk/file-ops.ts';

/** The file that says of a folder that it is a backup, and of which data folder. */
const MARK_FILE = 'keepfold-backup.json';
/** A kill may leave it in a folder that is empty otherwise. */
const UNFINISHED = `${MARK_FILE}.new`;
const FORMAT = 1;

/** What systems and disks put into every folder by themselves. */
const OF_THE_SYSTEM = new Set([
  '.DS_Store',
  '.Spotlight-V100',
  '.Trashes',
  '.fseventsd',
  'System Volume Information',
  '$RECYCLE.BIN',
  'desktop.ini',
  'lost+found',
]);

/** What a folder is to the one whose backup is to be kept in it. */
export type BackupMark =
  | { readonly kind: 'none'; readonly isEmpty: boolean }
  /** `owner`: id of the data folder that it is the backup of; empty when the file is damaged. */
  | { readonly kind: 'marked'; readonly owner: string };

/** Reads only. Rejects with the system's error when the folder cannot be read. */
export async function readBackupMark(folder: string): Promise<BackupMark> {
  const names = await readdir(folder);
  if (names.includes(MARK_FILE)) {
    return { kind: 'marked', owner: ownerIn(await readFile(join(folder, MARK_FILE), 'utf8')) };
  }
  return { kind: 'none', isEmpty: names.every(isLitter) };
}

/** Makes an empty folder the backup of a data folder. Durable on return. */
export async function writeBackupMark(folder: string, owner: string, ops: FileOps): Promise<void> {
  const path = join(folder, MARK_FILE);
  const text = `${JSON.stringify({ format: FORMAT, owner }, null, 2)}\n`;
  const unfinished = join(folder, UNFINISHED);
  await ops.remove(unfinished);
  const file = await ops.create(unfinished);
  try {
    await file.write(Buffer.from(text), 0);
    await file.sync();
  } finally {
    await file.close();
  }
  await ops.rename(unfinished, path);
  await ops.syncFolder(folder);
}

function isLitter(name: string): boolean {
  return OF_THE_SYSTEM.has(name) || name === UNFINISHED || name.startsWith('.Trash-');
}

function ownerIn(text: string): string {
  try {
    const { owner } = JSON.parse(text) as { owner?: unknown };
    return typeof owner === 'string' ? owner : '';
  } catch {
    return '';
  }
}
