import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { RestoreRefusal } from '../../src-shared/refusals.ts';
import { DomainError } from '../core/errors.ts';
import { workerUrl } from '../core/plain-files.ts';
import { chooseRoot } from '../folder/disk/root-choice.ts';
import { codeOf } from '../store/backend/backend.ts';
import { DISK } from '../store/backend/disk/file-ops.ts';
import { readBackupMark } from '../store/backup/backup-mark.ts';
import { openBackup } from '../store/backup/open-backup.ts';
import type { BackupSource } from '../usecases/upkeep/backup-restores.ts';
import { type DataDir, dataDirAt, dataFolderIdOf } from './data-dir.ts';
import { systemIds } from './system-ports.ts';

export interface BackupSourceParts {
  readonly dataDir: DataDir;
  readonly secret: Uint8Array;
  /** Paths of the linked folders. */
  readonly linked: () => readonly string[];
}

/** Kept free on the disk of the data folder, so that the running service can go on. */
const RESERVE_BYTES = 64 * 1024 * 1024;

const THREADS = {
  databaseThread: workerUrl('../store/sqlite/database-worker', import.meta.url),
  hashThread: workerUrl('../store/threads/hash-worker', import.meta.url),
};

/** Folders outside a data folder that hold a backup, or another data folder, to be read. */
export function createBackupSource({ dataDir, secret, linked }: BackupSourceParts): BackupSource {
  const ownId = dataFolderIdOf(secret);

  async function locate(folder: string): Promise<string> {
    try {
      return (await chooseRoot(folder, { dataDir: dataDir.path, linked: linked() })).path;
    } catch (error) {
      throw error instanceof DomainError ? placeRefusal(error) : error;
    }
  }

  async function requireRoom(bytes: number): Promise<void> {
    const missing = bytes + RESERVE_BYTES - (await DISK.freeBytes(dataDir.path));
    if (missing > 0) throw unusable('no-room', String(missing));
  }

  async function open(folder: string) {
    const path = await locate(folder);
    const mark = await readBackupMark(path);
    const from = dataDirAt(path);
    await requireRoom(statSync(from.database, { throwIfNoEntry: false })?.size ?? 0);
    const workFolder = join(dataDir.path, 'tmp', `opened-backup-${systemIds.uuid()}`);
    const opened = await openBackup({ from, workFolder, ...THREADS });
    return { ...opened, folder: path, isOwn: mark.kind === 'marked' && mark.owner === ownId };
  }

  return {
    open: (folder) =>
      open(folder).catch((error: unknown) => {
        throw (error instanceof DomainError ? null : systemRefusal(error, folder)) ?? error;
      }),
    requireRoom,
  };
}

/**
 * The refusal behind a system error about the folder or the copy of its database; null when a person cannot do anything
 * about it.
 */
function systemRefusal(error: unknown, folder: string): DomainError | null {
  const code = codeOf(error);
  if (['ENOENT', 'ENOTDIR', 'ENODEV', 'ENXIO'].includes(code)) return unusable('not-found', folder, error);
  if (['EACCES', 'EPERM', 'SQLITE_CANTOPEN'].includes(code)) return unusable('unreadable', folder, error);
  if (code === 'EIO' || /^SQLITE_(CORRUPT|NOTADB|ERROR)/.test(code))
    return unusable('damaged', folder, error);
  if (['ENOSPC', 'EDQUOT', 'SQLITE_FULL'].includes(code)) return unusable('no-room', '0', error);
  return null;
}

/** Folders to link and folders to read from are refused for much the same reasons. */
function placeRefusal(error: DomainError): DomainError {
  const { reason = '', value = '' } = error.detail;
  return unusable(reason === 'already-linked' ? 'inside-linked' : (reason as RestoreRefusal), value, error);
}

function unusable(reason: RestoreRefusal, value: string, cause?: unknown): DomainError {
  return new DomainError('backup-unusable', { field: 'folder', reason, value }, cause);
}
