import { type HeadJournal, openHeadJournal } from '../store/head-journal.ts';
import { openDiskObjectStore } from '../store/objects/disk-object-store.ts';
import type { ObjectStore } from '../store/objects/object-store.ts';
import { createDeletedLibraryTable } from '../store/sqlite/deleted-libraries.ts';
import { createFolderIndexTable } from '../store/sqlite/folder-index.ts';
import { createGroupTable } from '../store/sqlite/groups.ts';
import { createHistoryTable } from '../store/sqlite/history.ts';
import { type InstanceLock, takeInstanceLock } from '../store/sqlite/instance-lock.ts';
import { createLibraryTable } from '../store/sqlite/libraries.ts';
import { createLinkedFolderTable } from '../store/sqlite/linked-folders.ts';
import { createObjectIndex } from '../store/sqlite/object-index.ts';
import { type Database, openDatabase } from '../store/sqlite/open.ts';
import { createApiTokenTable, createSyncTokenTable } from '../store/sqlite/tokens.ts';
import { createTrashTable } from '../store/sqlite/trash.ts';
import { createUserTable } from '../store/sqlite/users.ts';
import { type DataDir, readInstance } from './data-dir.ts';
import { StartError } from './start-error.ts';

/** Everything that is kept in a data folder, open. */
export type Store = Awaited<ReturnType<typeof openStore>>;

/**
 * Opens a data folder for this process alone.
 * @throws StartError `data-dir-in-use`, `data-dir-unusable`
 */
export async function openStore(dataDir: DataDir) {
  const lock = takeInstanceLock(dataDir.lock);
  if (lock === null) throw inUse(dataDir);
  try {
    const db = openDatabase(dataDir.database);
    const journal = await openHeadJournal(dataDir.journal);
    const objects = await openDiskObjectStore({ dataFolder: dataDir.path, index: createObjectIndex(db) });
    return { ...tablesOf(db), objects, journal, close: closer({ lock, db, journal, objects }) };
  } catch (cause) {
    lock.release();
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(
      'data-dir-unusable',
      `The data in ${dataDir.path} cannot be opened: ${reason}`,
      cause,
    );
  }
}

function tablesOf(db: Database) {
  return {
    libraries: createLibraryTable(db),
    deletedLibraries: createDeletedLibraryTable(db),
    history: createHistoryTable(db),
    trash: createTrashTable(db),
    users: createUserTable(db),
    groups: createGroupTable(db),
    apiTokens: createApiTokenTable(db),
    syncTokens: createSyncTokenTable(db),
    linkedFolders: createLinkedFolderTable(db),
    folderIndex: createFolderIndexTable(db),
    /** One immediate transaction, durable on return. */
    transaction: <T>(work: () => T): T => db.transaction(work).immediate(),
    /** What SQLite finds wrong with its own file; empty: nothing. */
    databaseFaults: (): string[] => {
      const rows = db.pragma('quick_check') as { quick_check: string }[];
      return rows.map((row) => row.quick_check).filter((text) => text !== 'ok');
    },
  };
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
    // Last, so that nobody else opens what is still being closed.
    lock.release();
  };
}

function inUse(dataDir: DataDir): StartError {
  const holder = readInstance(dataDir);
  const who = holder === null ? 'another Keepfold' : `the Keepfold at ${holder.url} (process ${holder.pid})`;
  return new StartError('data-dir-in-use', `The data folder ${dataDir.path} is in use by ${who}.`);
}
