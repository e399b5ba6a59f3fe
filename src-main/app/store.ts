import { statSync } from 'node:fs';
import { join } from 'node:path';
import { said } from '../../src-shared/service-words.ts';
import type { LibraryId } from '../core/library/library-id.ts';
import { workerUrl } from '../core/plain-files.ts';
import { reconcileLargeMoves } from '../engine/heads/write-ahead.ts';
import { DiskBackend } from '../store/backend/disk/disk-backend.ts';
import { NAMES } from '../store/backend/disk/file-ops.ts';
import { type CopyDataParts, copyDataFolder } from '../store/backup/copy-data-folder.ts';
import { damagedPacks, mendIndex, missingFiles } from '../store/damaged-files.ts';
import { openDiskObjectStore } from '../store/disk-object-store.ts';
import { type HeadJournal, openHeadJournal } from '../store/head-journal.ts';
import type { ObjectName, ObjectStore } from '../store/objects/object-store.ts';
import { createPartialFiles } from '../store/partial-files.ts';
import { FsObjectCache } from '../store/repository/fs-object-cache.ts';
import { rebuildIndex } from '../store/repository/rebuild-index.ts';
import { shareNamespaces } from '../store/shared-namespaces.ts';
import { type InstanceLock, takeInstanceLock } from '../store/sqlite/instance-lock.ts';
import { createObjectIndex } from '../store/sqlite/object-index.ts';
import { type Database, openDatabase } from '../store/sqlite/open.ts';
import { examineInThread, isDatabaseDamage } from '../store/sqlite/recovery.ts';
import { snapshotBytes } from '../store/sqlite/snapshot.ts';
import { tablesOf } from '../store/sqlite/tables.ts';
import { NO_REPORTS, type StoreReports } from '../store/store-reports.ts';
import { createStoredOrder } from '../store/stored-order.ts';
import { type DataDir, RECOVERY_FILES, readInstance } from './data-dir.ts';
import { dataDirUnusable, StartError } from './start-error.ts';
import { shellWord } from './terminal-commands.ts';

/** Examined in some 20 ms, less than a thread takes to start. */
const SMALL_DATABASE_BYTES = 4 * 1024 * 1024;

/** Other options for copying the data folder. */
const COPYING = {
  others: RECOVERY_FILES,
  databaseThread: workerUrl('../store/sqlite/database-worker', import.meta.url),
};

export type DamageListener = (libraryId: LibraryId, object: ObjectName) => void;

/** Everything in an open data folder. */
export type Store = Awaited<ReturnType<typeof openStore>>;

/**
 * Opens a data folder for this process alone.
 * @throws StartError `data-dir-in-use`, `data-dir-unusable`
 */
export async function openStore(dataDir: DataDir, reports: StoreReports = NO_REPORTS) {
  const lock = lockDataDir(dataDir);
  try {
    if (isDatabaseMissing(dataDir)) throw new Error(`its database is missing. ${adviceFor(dataDir)}`);
    return await openLocked(dataDir, lock, reports);
  } catch (cause) {
    lock.release();
    const advice = isDatabaseDamage(cause) ? `. ${adviceFor(dataDir)}` : '';
    throw dataDirUnusable(dataDir.path, cause, (reason) =>
      said('dataNotOpened', { what: dataDir.path, reason: `${reason}${advice}` }),
    );
  }
}

/** As `openStore` for a caller that holds the lock; closing releases it. Throws errors as they are. */
export async function openLocked(dataDir: DataDir, lock: InstanceLock, reports: StoreReports = NO_REPORTS) {
  const db = openDatabase(dataDir.database);
  const journal = await openHeadJournal(dataDir.journal, { reports });
  const index = createObjectIndex(db);
  const files = new DiskBackend({ dataFolder: dataDir.path });
  await mendIndex(files, index);
  const listeners = new Set<DamageListener>();
  const cache = new FsObjectCache();
  const namespaces = await openDiskObjectStore({
    dataFolder: dataDir.path,
    ...{ index, cache, reports },
    hashThread: workerUrl('../store/threads/hash-worker', import.meta.url),
    writingThreads: {
      code: workerUrl('../store/threads/writing-worker', import.meta.url),
      database: dataDir.database,
    },
    onDamaged: (libraryId, object) => {
      for (const listener of listeners) listener(libraryId, object);
    },
  });
  const tables = tablesOf(db);
  const objects = shareNamespaces(namespaces, tables.folderLibraryTable.originOf);
  reconcileLargeMoves(tables.largeMoves);
  return {
    tables,
    /** As that of the tables, but in a thread for a large database. */
    databaseFaults: async (signal?: AbortSignal) => {
      if (snapshotBytes(db) <= SMALL_DATABASE_BYTES) return tables.databaseFaults();
      const condition = await examineInThread(COPYING.databaseThread, dataDir.database, signal);
      return condition.state === 'damaged' ? condition.faults : [];
    },
    objects,
    journal,
    partialFiles: createPartialFiles({
      folder: join(dataDir.path, 'tmp'),
      accept: (bytes) => objects.acceptContent(bytes),
    }),
    /** Calls the listener once for every object whose stored copy turns out to be damaged. */
    whenDamaged: (listener: DamageListener) => void listeners.add(listener),
    rebuildIndex: () => rebuildIndex(files, index),
    missingFiles: (id: LibraryId) => missingFiles(files, index, id),
    damagedPacks: (id: LibraryId) => damagedPacks(files, index, id),
    /** Recorded objects in stored order, for this data folder and not a copy of it. */
    heartbeatOf: {
      stored: createStoredOrder(index),
      dataFolder: String(statSync(dataDir.path, { bigint: true }).ino),
    },
    /** Brings a copy of this data folder up to date, as `copyDataFolder` does. */
    copyTo: (to: DataDir, options: Pick<CopyDataParts, 'signal' | 'onProgress' | 'ops'>) =>
      copyDataFolder({ from: dataDir, to, db, index, ...COPYING, ...options }),
    /** Clears caches; their contents are read from the disk again. */
    releaseMemory: () => {
      if (!db.open) return;
      cache.clear();
      db.pragma('shrink_memory');
    },
    close: closer({ lock, db, journal, objects }),
  };
}

/** @throws StartError `data-dir-in-use`, `data-dir-unusable` */
export function lockDataDir(dataDir: DataDir, names = NAMES): InstanceLock {
  const lock = lockOf(dataDir);
  try {
    // The record of an instance that crashed: another process may have its port by now.
    names.remove(dataDir.instance);
  } catch (cause) {
    lock.release();
    throw dataDirUnusable(
      dataDir.path,
      cause,
      (reason) => `${dataDir.instance} cannot be removed: ${reason}`,
    );
  }
  return lock;
}

function lockOf(dataDir: DataDir): InstanceLock {
  let lock: InstanceLock | null;
  try {
    lock = takeInstanceLock(dataDir.lock);
  } catch (cause) {
    throw dataDirUnusable(dataDir.path, cause, (reason) =>
      said('dataFolderUnusable', { what: dataDir.path, reason }),
    );
  }
  if (lock === null) throw inUse(dataDir);
  return lock;
}

/** An empty database beside a journal with entries: a start would show an empty server. */
function isDatabaseMissing(dataDir: DataDir): boolean {
  return sizeOf(dataDir.database) === 0 && sizeOf(dataDir.journal) > 0;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function adviceFor(dataDir: DataDir): string {
  return `"npm run cli -- recover --data-dir ${shellWord(dataDir.path, process.platform)}" says what can be brought back, and with --yes does it`;
}

interface Opened {
  readonly lock: InstanceLock;
  readonly db: Database;
  readonly journal: HeadJournal;
  readonly objects: ObjectStore;
}

function closer({ lock, db, journal, objects }: Opened): () => Promise<void> {
  return async () => {
    await objects.close();
    await journal.close();
    db.close();
    // Last, so that no other process opens it while it is being closed.
    lock.release();
  };
}

function inUse(dataDir: DataDir): StartError {
  const holder = readInstance(dataDir);
  const what = dataDir.path;
  const words =
    holder === null
      ? said('folderInUse', { what })
      : said('folderInUseBy', { what, where: holder.url, count: holder.pid });
  return new StartError('data-dir-in-use', words);
}
