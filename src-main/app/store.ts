import { type HeadJournal, openHeadJournal } from '../store/head-journal.ts';
import { openDiskObjectStore } from '../store/objects/disk-object-store.ts';
import type { ObjectStore } from '../store/objects/object-store.ts';
import { type InstanceLock, takeInstanceLock } from '../store/sqlite/instance-lock.ts';
import { createObjectIndex } from '../store/sqlite/object-index.ts';
import { type Database, openDatabase } from '../store/sqlite/open.ts';
import { type DataDir, readInstance } from './data-dir.ts';
import { StartError } from './start-error.ts';
import { tablesOf } from './tables.ts';

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
