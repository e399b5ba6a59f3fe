import { mkdirSync } from 'node:fs';
import { createBackupSource } from '../../src-main/app/backup-source.ts';
import { createBackupTarget } from '../../src-main/app/backup-target.ts';
import { dataDirAt, loadSecret } from '../../src-main/app/data-dir.ts';
import { systemIds } from '../../src-main/app/system-ports.ts';
import { DomainError } from '../../src-main/core/errors.ts';
import { createBackup } from '../../src-main/usecases/upkeep/backup.ts';
import { createBackupRepairs } from '../../src-main/usecases/upkeep/backup-repairs.ts';
import { createBackupRestores } from '../../src-main/usecases/upkeep/backup-restores.ts';
import { createRehearsal } from '../../src-main/usecases/upkeep/rehearsal.ts';
import { dataFolder, type LibraryState, openDataWorld } from './data-world.ts';
import { fakeClock } from './fake-clock.ts';

/** A block of this has a file of its own. */
export const LARGE = 1_100_000;

/** A data folder with its services, and what keeps its backup. */
export async function openBackupWorld(path = dataFolder(), linked: string[] = []) {
  // Objects are dated by the system's clock.
  const world = await openDataWorld(path, fakeClock(Math.floor(Date.now() / 1000)));
  const dataDir = dataDirAt(path);
  const parts = { store: world.store, dataDir, secret: loadSecret(dataDir), linked: () => linked };
  const target = createBackupTarget(parts);
  const told: string[] = [];
  const events = { emit: ({ type }: { type: string }) => void told.push(type) };
  const { clock, garbage, store } = world;
  const { libraryTable, historyTable, trashTable, pinTable, commitNotes, importingLibraries, transaction } =
    store.tables;
  const tables = {
    ...{ libraryTable, historyTable, trashTable, pinTable, commitNotes, importingLibraries },
    transaction,
  };
  const source = createBackupSource(parts);
  const trying = { ...store, ...world, ...store.tables, source, target, ids: systemIds, events };
  return {
    ...world,
    target,
    rehearsal: createRehearsal(trying),
    repairs: createBackupRepairs(trying),
    told,
    backup: createBackup({ ...{ backupTable: store.tables.backupTable, target, garbage, clock, events } }),
    restores: createBackupRestores({
      ...{ ...store, ...world, ...tables, source, ids: systemIds, events },
    }),
    /** Brings the copy in a folder up to date without asking what it is. */
    copyTo: (folder: string, options: Parameters<typeof store.copyTo>[1] = {}) =>
      store.copyTo(dataDirAt(folder), options),
  };
}

/** A new empty folder, gone after the test. */
export function emptyFolder(): string {
  const folder = dataFolder();
  mkdirSync(folder);
  return folder;
}

/** Opens a data folder as the application does: what it holds, and what a full check finds wrong. */
export async function stateOfDataFolder(
  path: string,
): Promise<{ states: Record<string, LibraryState>; problems: unknown; rolledBack: unknown }> {
  const world = await openDataWorld(path);
  try {
    const { problems } = await world.check({ full: true });
    return { states: await world.states(), problems, rolledBack: world.rolledBack };
  } finally {
    await world.store.close();
  }
}

/** Code and reason of a refusal. */
export async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => 'done',
    (cause: unknown) => cause,
  );
  return error instanceof DomainError ? `${error.code} ${error.detail.reason ?? ''}`.trim() : String(error);
}
