import { existsSync, statSync } from 'node:fs';
import type { LibraryId } from '../core/library/library-id.ts';
import { type RecoveredLibrary, recoverLibraries } from '../engine/heads/recover-libraries.ts';
import { createCheck } from '../engine/objects/check.ts';
import { DiskBackend } from '../store/backend/disk/disk-backend.ts';
import { DISK, type FileOps } from '../store/backend/disk/file-ops.ts';
import { missingFiles } from '../store/damaged-files.ts';
import { openDiskObjectStore } from '../store/disk-object-store.ts';
import { type HeadJournal, type NewHeadEntry, openHeadJournal } from '../store/head-journal.ts';
import { rebuildIndex } from '../store/repository/rebuild-index.ts';
import { createObjectIndex } from '../store/sqlite/object-index.ts';
import { type Database, openDatabase } from '../store/sqlite/open.ts';
import {
  DATABASE_FILES,
  finishDatabase,
  removeDatabase,
  reserveGroupIds,
  withoutSyncs,
} from '../store/sqlite/recovery.ts';
import { tablesOf } from '../store/sqlite/tables.ts';
import type { DataDir } from './data-dir.ts';
import { systemClock } from './system-ports.ts';

export interface RebuiltDatabase {
  /** Where the old database is now; null when there was none, or in a dry run. */
  readonly movedTo: string | null;
  readonly libraries: readonly RecoveredLibrary[];
  readonly accounts: readonly string[];
  /** Problems that a check of the new database finds. */
  readonly problems: number;
}

/** Path of a database that is being built. */
export function buildingPath(dataDir: DataDir): string {
  return `${dataDir.database}.recovering`;
}

/**
 * Builds a new database from the head journal and the objects, and replaces the old one only when it is complete and
 * durable. The key of tokens is set aside too: user numbers start again, and old tokens must not open other accounts.
 */
export async function rebuildDatabase(
  dataDir: DataDir,
  { isDryRun, ops = DISK }: { readonly isDryRun: boolean; readonly ops?: FileOps },
): Promise<RebuiltDatabase> {
  const path = buildingPath(dataDir);
  removeDatabase(path);
  const journal = await openHeadJournal(dataDir.journal);
  try {
    const later: NewHeadEntry[] = [];
    const built = await build(dataDir, path, { journal: appendingTo(later, journal), isDryRun });
    if (isDryRun) {
      removeDatabase(path);
      return { ...built, movedTo: null };
    }
    const movedTo = await putInPlace(dataDir, path, ops);
    await journal.append(later);
    return { ...built, movedTo };
  } finally {
    await journal.close();
  }
}

/** The journal, with appended entries kept for later: they are true only once the new database is in place. */
function appendingTo(later: NewHeadEntry[], journal: HeadJournal): HeadJournal {
  return {
    append: async (entries) => void later.push(...entries),
    readAll: () => journal.readAll(),
    lastHeads: () => journal.lastHeads(),
    lastHeadOf: (id) => journal.lastHeadOf(id),
    close: async () => undefined,
  };
}

async function build(
  dataDir: DataDir,
  path: string,
  { journal, isDryRun }: { readonly journal: HeadJournal; readonly isDryRun: boolean },
): Promise<Omit<RebuiltDatabase, 'movedTo'>> {
  const db = openDatabase(path);
  withoutSyncs(db);
  const index = createObjectIndex(db);
  const files = new DiskBackend({ dataFolder: dataDir.path });
  const { libraryIds } = await rebuildIndex(files, index);
  const objects = await openDiskObjectStore({ dataFolder: dataDir.path, index, keepsLeftovers: isDryRun });
  const filesOf = (id: LibraryId) => missingFiles(files, index, id);
  const parts = { ...tablesOf(db), objects, journal, clock: systemClock, missingFiles: filesOf };
  try {
    const recovered = await recoverLibraries(parts, libraryIds);
    keepGroupIds(db, recovered.libraries);
    const { problems } = await createCheck(parts)({ full: false });
    return { ...recovered, problems: problems.length };
  } finally {
    await objects.close();
    finishDatabase(db);
  }
}

/** A new department must not own what belonged to a lost one. */
function keepGroupIds(db: Database, libraries: readonly RecoveredLibrary[]): void {
  const ids = libraries.flatMap(({ owner }) => (owner?.kind === 'department' ? [owner.groupId] : []));
  if (ids.length > 0) reserveGroupIds(db, Math.max(...ids));
}

async function putInPlace(dataDir: DataDir, path: string, ops: FileOps): Promise<string | null> {
  const displaced = displacedPath(dataDir);
  const hadDatabase = (statSync(dataDir.database, { throwIfNoEntry: false })?.size ?? 0) > 0;
  // The log moves with its database: beside another one it would be taken for that one's.
  for (const suffix of DATABASE_FILES) {
    if (existsSync(dataDir.database + suffix))
      await ops.rename(dataDir.database + suffix, displaced + suffix);
  }
  if (existsSync(dataDir.secret))
    await ops.rename(dataDir.secret, `${dataDir.secret}${displaced.slice(dataDir.database.length)}`);
  await ops.syncFolder(dataDir.path);
  await ops.rename(path, dataDir.database);
  await ops.syncFolder(dataDir.path);
  return hadDatabase ? displaced : null;
}

/** `keepfold.db.damaged-20260102T030405Z`, with a number if that exists. */
function displacedPath({ database }: DataDir): string {
  const time = new Date(systemClock.nowMs()).toISOString().replace(/[-:]|\.\d+/g, '');
  const path = `${database}.damaged-${time}`;
  const isTaken = (candidate: string) => DATABASE_FILES.some((suffix) => existsSync(candidate + suffix));
  let number = 1;
  let free = path;
  while (isTaken(free)) {
    number += 1;
    free = `${path}-${number}`;
  }
  return free;
}
