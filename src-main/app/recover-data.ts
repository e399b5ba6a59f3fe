import { existsSync } from 'node:fs';
import { entriesAhead, type RolledBackLibrary } from '../engine/heads/reconcile-heads.ts';
import type { RecoveredLibrary } from '../engine/heads/recover-libraries.ts';
import { openHeadJournal } from '../store/head-journal.ts';
import { openDatabase } from '../store/sqlite/open.ts';
import {
  copyDatabase,
  type DatabaseCondition,
  examineDatabase,
  removeDatabase,
} from '../store/sqlite/recovery.ts';
import { tablesOf } from '../store/sqlite/tables.ts';
import { type DataDir, dataDirAt } from './data-dir.ts';
import { buildingPath, rebuildDatabase } from './rebuild-database.ts';
import { StartError } from './start-error.ts';
import { lockDataDir, openLocked } from './store.ts';
import { reconcileHeadsOf } from './store-checks.ts';
import { systemClock } from './system-ports.ts';

export interface RecoverRequest {
  /** Only says what would be done. */
  readonly isDryRun: boolean;
  /** Builds a new database even if the old one is sound. */
  readonly isForced: boolean;
}

/** What was found and, unless it was a dry run, done. */
export interface RecoveryReport {
  /** `behind`: whole, but older than what the journal says was acknowledged. */
  readonly database: 'sound' | 'behind' | 'damaged' | 'missing';
  /** What SQLite says is wrong with the database. */
  readonly faults: readonly string[];
  readonly isDone: boolean;
  /** Where the old database is now; null when it stays, or there was none. */
  readonly movedTo: string | null;
  /** After a new database was built: every library. */
  readonly libraries: readonly RecoveredLibrary[];
  /** Without a new database: the libraries that were behind. */
  readonly rolledBack: readonly BehindLibrary[];
  /** Accounts made for owners, without a password. */
  readonly accounts: readonly string[];
  /** Problems that a check of the result finds. */
  readonly problems: number;
}

/** `behind`: left so by a dry run. */
export type BehindLibrary = Omit<RolledBackLibrary, 'outcome'> & {
  readonly outcome: RolledBackLibrary['outcome'] | 'behind';
};

/**
 * Brings back from the head journal and the objects what a damaged, lost or outdated database lacks. A database that is
 * sound or only behind is kept, with all accounts, unless `isForced`; any other is set aside once a new one is
 * complete. Nothing is ever deleted.
 * @throws StartError `data-dir-in-use`, `data-dir-unusable`
 */
export async function recoverData(path: string, request: RecoverRequest): Promise<RecoveryReport> {
  const dataDir = dataDirAt(path);
  if (!existsSync(dataDir.journal) && !existsSync(dataDir.storage)) {
    throw new StartError('data-dir-unusable', `There is nothing in ${path} that could be recovered.`);
  }
  const lock = lockDataDir(dataDir);
  try {
    const condition = examineDatabase(dataDir.database);
    if (condition.state === 'newer') throw newer(condition.version);
    if (condition.state === 'sound' && !request.isForced) {
      return await (request.isDryRun ? lookBehind(dataDir) : bringUp(dataDir));
    }
    return await rebuild(dataDir, condition, request);
  } finally {
    lock.release();
  }
}

async function rebuild(
  dataDir: DataDir,
  condition: DatabaseCondition,
  { isDryRun }: RecoverRequest,
): Promise<RecoveryReport> {
  const rebuilt = await rebuildDatabase(dataDir, { isDryRun });
  return {
    ...{ database: condition.state === 'newer' ? 'sound' : condition.state, rolledBack: [] },
    faults: condition.state === 'damaged' ? condition.faults : [],
    isDone: !isDryRun,
    ...rebuilt,
  };
}

/** Compares a copy of the database with the journal, because opening a database may already change it. */
async function lookBehind(dataDir: DataDir): Promise<RecoveryReport> {
  const copy = buildingPath(dataDir);
  copyDatabase(dataDir.database, copy);
  const db = openDatabase(copy);
  const journal = await openHeadJournal(dataDir.journal);
  try {
    const ahead = await entriesAhead({ ...tablesOf(db), journal });
    const rolledBack = ahead.map(({ library_id: id, name, head_commit_id: lostHeadId }) => {
      return { id, name, lostHeadId, outcome: 'behind' } as const;
    });
    return keptReport({ isDone: false, rolledBack });
  } finally {
    await journal.close();
    db.close();
    removeDatabase(copy);
  }
}

/** What every start does. */
async function bringUp(dataDir: DataDir): Promise<RecoveryReport> {
  const store = await openLocked(dataDir, { release: () => undefined });
  try {
    return keptReport({ isDone: true, rolledBack: await reconcileHeadsOf(store, systemClock) });
  } finally {
    await store.close();
  }
}

function keptReport(found: { isDone: boolean; rolledBack: readonly BehindLibrary[] }): RecoveryReport {
  const { isDone, rolledBack } = found;
  const isBehind = rolledBack.length > 0;
  const nothing = { faults: [], movedTo: null, libraries: [], accounts: [] };
  return {
    ...nothing,
    database: isBehind ? 'behind' : 'sound',
    isDone: isDone && isBehind,
    rolledBack,
    problems: rolledBack.filter(({ outcome }) => outcome !== 'repaired').length,
  };
}

function newer(version: number): StartError {
  return new StartError(
    'data-dir-unusable',
    `The database has schema version ${version}, made by a newer version of Keepfold; use that one.`,
  );
}
