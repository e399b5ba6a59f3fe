import { constants, existsSync } from 'node:fs';
import { copyFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DomainError } from '../../core/errors.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { objectIdOf } from '../../core/objects/object-id.ts';
import type { Backend } from '../backend/backend.ts';
import { DiskBackend } from '../backend/disk/disk-backend.ts';
import { DISK } from '../backend/disk/file-ops.ts';
import { blockPath, libraryFolder, packPath } from '../backend/disk/layout.ts';
import type { LibraryObjects, ObjectKind, ObjectName } from '../objects/object-store.ts';
import { BlockFiles } from '../repository/block-files.ts';
import type { BlockHasher } from '../repository/block-hasher.ts';
import { Duplicates } from '../repository/duplicates.ts';
import { LibraryHealth } from '../repository/library-state.ts';
import { PackReader } from '../repository/pack-reader.ts';
import { Quarantine } from '../repository/quarantine.ts';
import { RecordedObjects } from '../repository/recorded-objects.ts';
import { systemSeconds } from '../repository/system-seconds.ts';
import { type IdOf, isEmptyObject } from '../repository/verify.ts';
import { type CommitNoteTable, createCommitNoteTable } from '../sqlite/commit-notes.ts';
import { createHistoryTable, type HistoryTable } from '../sqlite/history.ts';
import { isInstanceLocked } from '../sqlite/instance-lock.ts';
import { createLargeMoves, type LargeMoves } from '../sqlite/large-moves.ts';
import { createLibraryTable, type LibraryTable } from '../sqlite/libraries.ts';
import { createObjectIndex, type ObjectIndex } from '../sqlite/object-index.ts';
import { openDatabase } from '../sqlite/open.ts';
import { createPinTable, type PinTable } from '../sqlite/pins.ts';
import { examineInThread } from '../sqlite/recovery.ts';
import { createTrashTable, type TrashTable } from '../sqlite/trash.ts';
import { HashThreads } from '../threads/hash-threads.ts';
import type { DataFolderPlaces } from './copy-data-folder.ts';
import { objectFilesIn, sizeOf } from './plan-copy.ts';

/** A backup that is read; nothing in its folder is changed. */
export interface OpenBackup {
  /** When its database was copied. */
  readonly madeAtSeconds: number;
  readonly libraryTable: Pick<LibraryTable, 'all' | 'find'>;
  readonly historyTable: Pick<HistoryTable, 'find' | 'isKnown' | 'range' | 'changes'>;
  readonly trashTable: Pick<TrashTable, 'pageUp'>;
  readonly pinTable: Pick<PinTable, 'of'>;
  readonly commitNotes: Pick<CommitNoteTable, 'of'>;
  objects(id: LibraryId): BackupObjects;
  /** How much room the objects of a library take there. */
  bytesOf(id: LibraryId): Promise<number>;
  close(): Promise<void>;
}

export interface OpenBackupParts {
  readonly from: DataFolderPlaces & { readonly lock: string };
  /** A folder that is not there yet; taken away again when the backup is closed. */
  readonly workFolder: string;
  /** Where the code of the thread is that looks through the copied database. */
  readonly databaseThread: URL;
  /** Where the code of the thread is that hashes large blocks. */
  readonly hashThread: URL;
}

/** What SQLite needs to read a database that no process has open: itself, and what a kill left beside it. */
const DATABASE_ENDS = ['', '-wal', '-journal'];

/**
 * Opens the backup in a folder. Its database is copied first, because opening one changes the folder it is in, and one
 * of an older version has to be brought up to date.
 * @throws DomainError `backup-unusable` (`not-a-backup`, `in-use`, `newer`, `damaged`); the system's errors
 */
export async function openBackup(parts: OpenBackupParts): Promise<OpenBackup> {
  const { from, workFolder } = parts;
  if ((await sizeOf(from.database)) <= 0) throw unusable('not-a-backup', from.path);
  if (isInstanceLocked(from.lock)) throw unusable('in-use', from.path);
  const madeAtSeconds = Math.floor((await stat(from.database)).mtimeMs / 1000);
  await DISK.makeFolder(workFolder);
  try {
    const database = join(workFolder, 'keepfold.db');
    for (const end of DATABASE_ENDS) {
      if (!existsSync(from.database + end)) continue;
      await copyFile(from.database + end, database + end, constants.COPYFILE_FICLONE);
    }
    const { state } = await examineInThread(parts.databaseThread, database);
    if (state === 'newer') throw unusable('newer', from.path);
    if (state !== 'sound') throw unusable('damaged', from.path);
    return openCopy(parts, database, madeAtSeconds);
  } catch (error) {
    await DISK.remove(workFolder);
    throw error;
  }
}

function openCopy(
  { from, workFolder, hashThread }: OpenBackupParts,
  database: string,
  madeAtSeconds: number,
): OpenBackup {
  const db = openDatabase(database);
  reconcileAtOnce(createLargeMoves(db));
  const index = createObjectIndex(db);
  const backend = new DiskBackend({ dataFolder: from.path });
  const hasher = new HashThreads(hashThread, objectIdOf);
  const reading = { backend, index, hasher, idOf: objectIdOf };
  return {
    madeAtSeconds,
    libraryTable: createLibraryTable(db),
    historyTable: createHistoryTable(db),
    trashTable: createTrashTable(db),
    pinTable: createPinTable(db),
    commitNotes: createCommitNoteTable(db),
    objects: (libraryId) => createBackupObjects({ ...reading, libraryId }),
    bytesOf: (id) => bytesBelow(libraryFolder(from.path, id)),
    async close() {
      await backend.close();
      await hasher.end();
      db.close();
      await DISK.remove(workFolder);
    },
  };
}

/** The backup may be of a moment in which a large commit was going on record. */
function reconcileAtOnce(largeMoves: LargeMoves): void {
  for (const id of largeMoves.unreconciled()) {
    let isLeft = true;
    while (isLeft) isLeft = largeMoves.reconcile(id);
  }
}

async function bytesBelow(library: string): Promise<number> {
  const { packs, blocks } = await objectFilesIn(library, DISK);
  const paths = [
    ...packs.map((pack) => packPath(library, pack)),
    ...blocks.map((id) => blockPath(library, id)),
  ];
  let bytes = 0;
  for (const path of paths) bytes += Math.max(0, await sizeOf(path));
  return bytes;
}

function unusable(reason: 'not-a-backup' | 'in-use' | 'newer' | 'damaged', value: string): DomainError {
  return new DomainError('backup-unusable', { field: 'folder', reason, value });
}

interface BackupObjectsParts {
  /** The files of the backup, which are only read. */
  readonly backend: Backend;
  readonly libraryId: LibraryId;
  /** Of a copy of the backup's database. */
  readonly index: ObjectIndex;
  readonly hasher: BlockHasher;
  readonly idOf: IdOf;
}

/** The objects of a library in a backup, verified as they are read; what is damaged is left as it is. */
type BackupObjects = Pick<LibraryObjects, 'read'>;

function createBackupObjects(parts: BackupObjectsParts): BackupObjects {
  const { backend, libraryId, index, hasher, idOf } = parts;
  const files = backend.library(libraryId);
  const storeKey = index.findStore(libraryId);
  const find = ({ kind, id }: ObjectName) => (storeKey === null ? null : index.find(storeKey, kind, id));
  const health = new LibraryHealth(libraryId);
  const recorded = new RecordedObjects({
    find,
    packs: new PackReader({ files, idOf }),
    blocks: new BlockFiles({ files, hasher, health, isDamaged: () => false }),
    // What is found damaged is noted in the copy of the database, for as long as there is one.
    quarantine: new Quarantine({
      table: index.damaged,
      storeKey: () => storeKey,
      nowSeconds: systemSeconds,
      onDamaged: () => undefined,
    }),
    duplicates: new Duplicates({ files, find }),
  });
  return {
    async read(kind: ObjectKind, id: string): Promise<Buffer> {
      if (isEmptyObject(kind, id)) return Buffer.alloc(0);
      return (await recorded.read({ kind, id })).bytes;
    },
  };
}
