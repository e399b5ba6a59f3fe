import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { createBackupSource } from '../../src-main/app/backup-source.ts';
import { createBackupTarget } from '../../src-main/app/backup-target.ts';
import { dataDirAt, loadSecret } from '../../src-main/app/data-dir.ts';
import { systemIds } from '../../src-main/app/system-ports.ts';
import { DomainError } from '../../src-main/core/errors.ts';
import type { LibraryId } from '../../src-main/core/library/library-id.ts';
import { createBackup } from '../../src-main/usecases/upkeep/backup.ts';
import { createBackupRepairs } from '../../src-main/usecases/upkeep/backup-repairs.ts';
import { createBackupRestores } from '../../src-main/usecases/upkeep/backup-restores.ts';
import type { Job } from '../../src-main/usecases/upkeep/jobs.ts';
import { createRehearsal } from '../../src-main/usecases/upkeep/rehearsal.ts';
import { ADMIN } from './account-services.ts';
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
  const deps = { ...store, ...world, ...store.tables, source, target, ids: systemIds, events };
  return {
    ...world,
    target,
    rehearsal: createRehearsal(deps),
    repairs: createBackupRepairs(deps),
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

/** A library with a past, and a backup of it. */
export async function backedUpWorld() {
  const world = await openBackupWorld();
  onTestFinished(() => world.store.close());
  const library = await world.addLibrary('Papers');
  const save = async (at: string, text: string) => world.commit(library, await world.put(library, at, text));
  await save('/letter.txt', 'dear Anna');
  await save('/films/film.bin', 'x'.repeat(LARGE));
  await save('/letter.txt', 'dear Ben');
  const folder = emptyFolder();
  await world.backup.configure(ADMIN, folder, true);
  await world.backup.start(ADMIN);
  await world.backup.settled();
  return { ...world, library, folder, save };
}

export type BackedUpWorld = Awaited<ReturnType<typeof backedUpWorld>>;

/** A job once it is over. */
export async function jobOver({ jobs }: Pick<BackedUpWorld, 'jobs'>, { id }: Job): Promise<Job> {
  const find = () => jobs.list(ADMIN).find((job) => job.id === id);
  await expect.poll(() => find()?.state, { timeout: 20_000 }).not.toBe('running');
  const job = find();
  if (job === undefined) throw new Error('the job is forgotten');
  return job;
}

/** Changes one bit in each pack, or in each block that has a file, of a library in a backup. */
export function damageObjects(folder: string, library: LibraryId, what: 'packs' | 'blocks'): void {
  const below = join(folder, 'storage', library, what);
  for (const name of readdirSync(below, { recursive: true, encoding: 'utf8' })) {
    const path = join(below, name);
    if (what === 'blocks' && !/[0-9a-f]{38}/.test(name)) continue;
    const bytes = readFileSync(path);
    const at = bytes.length - 20;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(path, bytes);
  }
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
