import { realpath } from 'node:fs/promises';
import type { BackupRefusal } from '../../src-shared/refusals.ts';
import { DomainError } from '../core/errors.ts';
import type { LibraryId } from '../core/library/library-id.ts';
import { chooseRoot } from '../folder/disk/root-choice.ts';
import { areOnOneDisk, isInMemory } from '../folder/disk/same-disk.ts';
import { codeOf } from '../store/backend/backend.ts';
import { DISK } from '../store/backend/disk/file-ops.ts';
import { readBackupMark, writeBackupMark } from '../store/backup/backup-mark.ts';
import { type HeadEntry, openHeadJournal } from '../store/head-journal.ts';
import { takeInstanceLock } from '../store/sqlite/instance-lock.ts';
import type { BackupTarget } from '../usecases/upkeep/backup.ts';
import { type DataDir, dataDirAt, dataFolderIdOf } from './data-dir.ts';
import type { Store } from './store.ts';

export interface BackupTargetParts {
  readonly store: Pick<Store, 'copyTo' | 'tables' | 'journal'>;
  readonly dataDir: DataDir;
  readonly secret: Uint8Array;
  /** Paths of the linked folders. */
  readonly linked: () => readonly string[];
}

/** Folders outside a data folder that hold, or are to hold, its backup. */
export function createBackupTarget({ store, dataDir, secret, linked }: BackupTargetParts): BackupTarget {
  const owner = dataFolderIdOf(secret);

  /** @throws DomainError `backup-refused`, `backup-away` */
  async function located(folder: string): Promise<string> {
    try {
      return (await chooseRoot(folder, { dataDir: dataDir.path, linked: linked() })).path;
    } catch (error) {
      throw error instanceof DomainError ? placeRefusal(error) : error;
    }
  }

  /**
   * Nothing that only the backup has may be overwritten, for example after the data folder was lost and an old one
   * restored.
   */
  async function requireNotNewer(path: string): Promise<void> {
    const journal = await openHeadJournal(dataDirAt(path).journal);
    try {
      for (const [id, entry] of await journal.lastHeads())
        if (!isKnown(id, entry)) throw refused('newer', path);
    } finally {
      await journal.close();
    }
  }

  function isKnown(id: LibraryId, { type, head_commit_id }: HeadEntry): boolean {
    const isPurged =
      store.tables.deletedLibraryTable.isPurged(id) || store.journal.lastHeadOf(id)?.type === 'purged';
    return isPurged || (type !== 'purged' && store.tables.historyTable.isKnown(id, head_commit_id));
  }

  async function copyLocked(path: string, watched: Parameters<BackupTarget['copy']>[1]) {
    const to = dataDirAt(path);
    const lock = takeInstanceLock(to.lock);
    if (lock === null) throw refused('in-use', path);
    try {
      await requireNotNewer(path);
      return await store.copyTo(to, watched);
    } finally {
      lock.release();
    }
  }

  /** @throws DomainError `backup-refused`, `backup-away` */
  async function usable(folder: string): Promise<{ path: string; isMarked: boolean }> {
    const path = await located(folder);
    const mark = await readBackupMark(path);
    if (mark.kind === 'none') {
      if (!mark.isEmpty) throw refused('not-empty', folder);
    } else if (mark.owner !== owner) throw refused('of-another', folder);
    return { path, isMarked: mark.kind !== 'none' };
  }

  async function verify(folder: string): Promise<void> {
    await judged(folder, async () => {
      const path = await located(folder);
      const mark = await readBackupMark(path);
      // The mount point stays when the disk is removed.
      if (mark.kind === 'none' && mark.isEmpty) throw away(folder);
      if (mark.kind === 'none') throw refused('not-empty', folder);
      if (mark.owner !== owner) throw refused('of-another', folder);
    });
  }

  return {
    verify,

    check: (folder) => judged(folder, async () => (await usable(folder)).path),

    isOnSameDisk: (folder) => areOnOneDisk(folder, dataDir.path),

    isInMemory,

    choose: (folder) =>
      judged(folder, async () => {
        const { path, isMarked } = await usable(folder);
        if (!isMarked) await writeBackupMark(path, owner, DISK);
        return path;
      }),

    async copy(folder, watched) {
      try {
        return await copyLocked(await realpath(folder), watched);
      } catch (error) {
        if (error instanceof DomainError || watched.signal.aborted) throw error;
        // A disk that was pulled out gives arbitrary errors, so its presence is checked again.
        await verify(folder);
        throw systemRefusal(error, folder) ?? error;
      }
    },
  };
}

async function judged<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw (error instanceof DomainError ? null : systemRefusal(error, folder)) ?? error;
  }
}

/** The refusal behind a system error about the folder; null when a person cannot do anything about it. */
function systemRefusal(error: unknown, folder: string): DomainError | null {
  const code = codeOf(error);
  if (['ENOENT', 'ENOTDIR', 'ENODEV', 'ENXIO'].includes(code)) return away(folder, error);
  if (['EACCES', 'EPERM', 'EROFS', 'SQLITE_CANTOPEN', 'SQLITE_READONLY'].includes(code))
    return refused('not-writable', folder, error);
  if (['ENOSPC', 'EDQUOT', 'SQLITE_FULL'].includes(code)) return refused('no-room', '0', error);
  return null;
}

/** Folders to link and folders for backups are refused for much the same reasons. */
function placeRefusal(error: DomainError): DomainError {
  const { reason = '', value = '' } = error.detail;
  if (reason === 'not-found') return away(value, error);
  return refused(reason === 'already-linked' ? 'inside-linked' : (reason as BackupRefusal), value, error);
}

function refused(reason: BackupRefusal, value: string, cause?: unknown): DomainError {
  return new DomainError('backup-refused', { field: 'folder', reason, value }, cause);
}

function away(value: string, cause?: unknown): DomainError {
  return new DomainError('backup-away', { field: 'folder', value }, cause);
}
