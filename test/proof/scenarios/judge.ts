import { join } from 'node:path';
import { findEntry } from '../../../src-main/core/tree/tree-lookup.ts';
import { createReadDir } from '../../../src-main/engine/reading/directory-reader.ts';
import { openHeadJournal } from '../../../src-main/store/head-journal.ts';
import type { Acknowledged, AcknowledgedCommit } from './acknowledged.ts';
import { digestOf, observe } from './observe.ts';
import { openWorld, type ScenarioWorld } from './scenario-world.ts';

export interface Expected {
  /** All that was acknowledged before the fault. */
  readonly acknowledged: readonly Acknowledged[];
  /** What users may see afterwards, as `observe` words it; absent: whatever was acknowledged. */
  readonly states?: readonly string[];
}

/**
 * Starts on a data folder after a fault, as the application would, and tells in words what is wrong with it; empty
 * when nothing is.
 */
export async function faultsIn(dataFolder: string, expected: Expected): Promise<string[]> {
  const unrecorded = await journalFaults(dataFolder, expected.acknowledged);
  let world: ScenarioWorld;
  try {
    world = await openWorld(dataFolder);
  } catch (error) {
    return [...unrecorded, `it does not open: ${error}`];
  }
  try {
    return [...unrecorded, ...(await faultsOf(world, expected))];
  } catch (error) {
    return [`it cannot be looked at: ${error}`];
  } finally {
    await world.close();
  }
}

/** The head journal must know what was acknowledged by itself: the start would write down what it lacks. */
async function journalFaults(dataFolder: string, acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const journal = await openHeadJournal(join(dataFolder, 'heads.journal'));
  const { entries, damagedLines } = await journal.readAll();
  await journal.close();
  const known = new Set(entries.flatMap((entry) => [entry.head_commit_id, entry.library_id + entry.type]));
  const faults = damagedLines.map((line) => `the head journal is damaged at line ${line}`);
  for (const { libraryId, commit, library } of acknowledged) {
    if (commit !== undefined && !known.has(commit.id)) faults.push(`the journal lacks commit ${commit.id}`);
    if (library !== undefined && !known.has(libraryId + ENTRY_TYPES[library]))
      faults.push(`the journal does not say that ${libraryId} is ${library}`);
  }
  return faults;
}

const ENTRY_TYPES = { alive: 'restored', deleted: 'deleted', purged: 'purged' } as const;

async function faultsOf(world: ScenarioWorld, { acknowledged, states }: Expected): Promise<string[]> {
  const faults = world.rolledBack.map(
    ({ name, lostHeadId }) => `${name} was rolled back behind ${lostHeadId}`,
  );
  const { problems } = await world.services.check({ full: true });
  for (const { kind, id, reason } of problems) faults.push(`the full check finds ${kind} ${id}: ${reason}`);
  faults.push(...(await folderFaults(world)));
  for (const what of acknowledged) faults.push(...(await faultsOfOne(world, what)));
  if (states !== undefined && !states.includes(await observe(world)))
    faults.push('users see neither what was before the change in progress nor what was to be after it');
  return faults;
}

/** Every folder library shows the folder that it is of, and no other commit than its head says so. */
async function folderFaults({ store }: ScenarioWorld): Promise<string[]> {
  const { libraryTable, folderLibraryTable, historyTable } = store.tables;
  const faults: string[] = [];
  for (const { id, origin, rootId, headId, headSeq } of folderLibraryTable.all()) {
    const around = origin && libraryTable.find(origin.id);
    const readDir = createReadDir(store.objects.library(id));
    const folder = around && (await findEntry(readDir, around.rootId, origin.path));
    if (folder?.id !== rootId) faults.push(`${id} shows another folder than ${origin?.path}`);
    const newest = historyTable.findBySeq(id, headSeq);
    if (newest?.id !== headId || newest.rootId !== rootId) faults.push(`${id} has a head without its commit`);
  }
  return faults;
}

async function faultsOfOne(world: ScenarioWorld, what: Acknowledged): Promise<string[]> {
  const { libraryId, library, commit } = what;
  const { libraryTable, deletedLibraryTable } = world.store.tables;
  const isAlive = libraryTable.find(libraryId) !== null;
  const isDeleted = deletedLibraryTable.find(libraryId) !== null;
  const is = isAlive ? 'alive' : isDeleted ? 'deleted' : 'purged';
  if (is !== (library ?? 'alive')) return [`library ${libraryId} is ${is}, not ${library ?? 'alive'}`];
  return commit === undefined ? [] : faultsOfCommit(world, what, commit);
}

async function faultsOfCommit(
  world: ScenarioWorld,
  { libraryId }: Acknowledged,
  commit: AcknowledgedCommit,
): Promise<string[]> {
  const entry = world.store.tables.historyTable.find(libraryId, commit.id);
  if (entry === null) return [`commit ${commit.id} is gone`];
  const readDir = createReadDir(world.store.objects.library(libraryId));
  const faults: string[] = [];
  for (const [path, digest] of Object.entries(commit.files)) {
    const file = await findEntry(readDir, entry.rootId, path);
    if (file === null) faults.push(`commit ${commit.id} has no ${path}`);
    else if ((await digestOf(world, libraryId, file)) !== digest) faults.push(`${path} has other bytes`);
  }
  for (const path of commit.gone) {
    if ((await findEntry(readDir, entry.rootId, path)) !== null) faults.push(`${path} is back`);
  }
  return faults;
}
