import type { BackupRunJson } from '../../src-shared/backup-api.ts';
import type { CheckJson, GarbageJson } from '../../src-shared/upkeep-api.ts';
import { DomainError } from '../core/errors.ts';
import { createJournalRecords } from '../engine/heads/journal-records.ts';
import { createRetentionClock } from '../engine/reading/retention.ts';
import { LOCAL_ERRORS } from '../http/error-tables/local.ts';
import { textOf } from '../http/error-wording.ts';
import { backupJson } from '../http/present/backup.ts';
import { checkReport, garbagePlan, garbageReport } from '../http/present/jobs.ts';
import { createBackup } from '../usecases/upkeep/backup.ts';
import { createBackupTarget } from './backup-target.ts';
import { composeGarbage } from './compose-upkeep.ts';
import { loadSecret, openDataDir } from './data-dir.ts';
import { openStore } from './store.ts';
import { checkOf } from './store-checks.ts';
import { systemClock } from './system-ports.ts';

/**
 * Checks a data folder that no instance uses.
 * @throws StartError `data-dir-in-use`, `data-dir-unusable`
 */
export async function checkOffline(dataDirPath: string, full: boolean): Promise<CheckJson> {
  const store = await openStore(openDataDir(dataDirPath));
  try {
    return checkReport(await checkOf(store)({ full }));
  } finally {
    await store.close();
  }
}

/** A user with access to the data folder itself may do everything. */
const OWNER = { email: '', isAdmin: true };

/**
 * Collects garbage in a data folder that no instance uses; a dry run only says what it would remove.
 * @throws StartError `data-dir-in-use`, `data-dir-unusable`
 */
export async function collectOffline(dataDirPath: string, isDryRun: boolean): Promise<GarbageJson> {
  const store = await openStore(openDataDir(dataDirPath));
  try {
    // Nothing else moves heads here, so no change has to wait.
    const changeLibrary = { exclusively: <T>(_id: string, work: () => Promise<T>) => work() };
    const { libraryTable, deletedLibraryTable, retentionTime } = store.tables;
    const { journal } = store;
    const journalRecords = createJournalRecords({
      libraryTable,
      deletedLibraryTable,
      journal,
      clock: systemClock,
    });
    const retention = createRetentionClock({ retentionTime, clock: systemClock });
    const garbage = composeGarbage(store, { journalRecords, changeLibrary, retention });
    return isDryRun ? garbagePlan(await garbage.plan(OWNER)) : garbageReport(await garbage.collect(OWNER));
  } finally {
    await store.close();
  }
}

/**
 * Copies a data folder that no instance uses, to its backup folder or once to another. Null: the copy was aborted.
 * @throws StartError `data-dir-in-use`, `data-dir-unusable`
 * @throws Error with the reason of a refusal
 */
export async function backUpOffline(dataDirPath: string, to: string | null): Promise<BackupRunJson | null> {
  const dataDir = openDataDir(dataDirPath);
  const store = await openStore(dataDir);
  try {
    const linked = () => store.tables.linkedFolders.list().map(({ path }) => path);
    const target = createBackupTarget({ store, dataDir, secret: loadSecret(dataDir), linked });
    // No garbage is collected here, and there are no listeners.
    const garbage = { holdOff: <T>(work: () => Promise<T>) => work() };
    const events = { emit: () => undefined };
    const backup = createBackup({
      backupTable: store.tables.backupTable,
      target,
      garbage,
      events,
      clock: systemClock,
    });
    await backup.start(OWNER, to).catch(withMessage);
    await backup.settled();
    return backupJson(backup.status(OWNER)).last_run;
  } finally {
    await store.close();
  }
}

function withMessage(error: unknown): never {
  if (!(error instanceof DomainError)) throw error;
  throw new Error(textOf(LOCAL_ERRORS[error.code], error.detail), { cause: error });
}
