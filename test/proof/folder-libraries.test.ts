import { cpSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import type { Store } from '../../src-main/app/store.ts';
import { runSequence, STEP_KINDS } from '../simulation/folder-libraries.ts';
import { proofSize } from '../support/proof-size.ts';
import { reportBar } from '../support/report-bar.ts';
import { seedOfRun } from '../support/seeded-numbers.ts';
import { fileDirent } from '../support/trees.ts';
import type { Acknowledged } from './scenarios/acknowledged.ts';
import { faultsIn } from './scenarios/judge.ts';
import { commitChanges } from './scenarios/library-changes.ts';
import { prepareScenario, type ScratchFolder, scratchFolder } from './scenarios/prepared-scenario.ts';
import { type Scenario, scenarioNamed } from './scenarios/scenario-list.ts';
import { openWorld, type ScenarioWorld } from './scenarios/scenario-world.ts';

/** Of the long run. */
const LONG = { timeout: 2 * 60 * 60_000 };

/** What a process that ends before or after a step leaves, with what it had acknowledged by then. */
interface KilledAt {
  readonly step: string;
  readonly folder: string;
  readonly acknowledged: readonly Acknowledged[];
}

/** Runs a scenario, and copies its data folder around each step that makes something durable. */
async function killsOf(scenario: Scenario, folder: string, scratch: ScratchFolder): Promise<KilledAt[]> {
  const kills: KilledAt[] = [];
  const acknowledged: Acknowledged[] = [];
  let isRunning = false;
  const kill = (step: string) => {
    if (!isRunning) return;
    const copy = scratch.free();
    cpSync(folder, copy, { recursive: true });
    kills.push({ step: `${acknowledged.length}: ${step}`, folder: copy, acknowledged: [...acknowledged] });
  };
  const world = await openWorld(folder, (store) => watched(store, kill));
  isRunning = true;
  for (const change of scenario.changes) {
    world.clock.advance(60);
    acknowledged.push(await change(world));
  }
  isRunning = false;
  await world.close();
  return kills;
}

function watched(store: Store, kill: (step: string) => void): Store {
  const { transaction, largeMoves } = store.tables;
  const { journal } = store;
  return {
    ...store,
    tables: {
      ...store.tables,
      transaction: (work) => {
        kill('before a transaction');
        const result = transaction(work);
        kill('after a transaction');
        return result;
      },
      largeMoves: {
        ...largeMoves,
        ahead: (library, work) => {
          largeMoves.ahead(library, work);
          kill('after rows were written ahead');
        },
        reconcile: (library) => {
          const isLeft = largeMoves.reconcile(library);
          if (isLeft) kill('after a part of what was written ahead was put in order');
          return isLeft;
        },
      },
    },
    journal: {
      append: async (entries) => {
        await journal.append(entries);
        kill('after the journal');
      },
      readAll: () => journal.readAll(),
      lastHeads: () => journal.lastHeads(),
      lastHeadOf: (id) => journal.lastHeadOf(id),
      close: () => journal.close(),
    },
  };
}

/** Empty files in the folder that is shared. */
async function putMany(world: ScenarioWorld): Promise<Acknowledged> {
  const dirent = fileDirent('');
  const changes = Array.from(
    { length: 2_100 },
    (_, at) => ({ op: 'put', path: `/${at}.txt`, dirent }) as const,
  );
  const folder = world.store.tables.folderLibraryTable.all()[0];
  if (folder?.origin === undefined) throw new Error('there is no folder library');
  await commitChanges(world, folder.id, { changes });
  const { id } = folder.origin;
  const head = world.store.tables.libraryTable.find(id)?.headId;
  if (head === undefined) throw new Error('the library around it is gone');
  return { libraryId: id, commit: { id: head, files: {}, gone: [] } };
}

describe('a library and folders of it that are libraries of their own', () => {
  it('agree, and lose nothing, in random sequences of changes of either', LONG, async () => {
    const seed = seedOfRun();
    const runs = proofSize({ ci: 8, long: 3_000 });
    const done = new Map<string, number>();
    for (let run = 0; run < runs; run += 1) {
      const counts = await runSequence({ seed: seed + run, steps: 60, keepsAll: run % 2 === 0 });
      for (const [kind, count] of counts) done.set(kind, (done.get(kind) ?? 0) + count);
    }
    reportBar({
      bar: 'random sequences of folder libraries',
      goal: 'every head shows the same folder after each change, paths follow, nothing is lost',
      seen: `${runs} sequences, ${[...done.values()].reduce((sum, count) => sum + count, 0)} changes, seed ${seed}`,
      bad: 0,
    });
    expect([...STEP_KINDS].filter((kind) => !done.has(kind))).toEqual([]);
  });
});

describe('a kill at any step that makes a move of several heads durable', () => {
  const scratch = scratchFolder();
  const usual = scenarioNamed('folder libraries');
  const seen = { kills: 0, bad: 0 };

  it.each([
    { ...usual, least: 14 },
    { ...usual, name: 'more rows than one transaction takes', changes: [putMany], least: 10 },
  ])('leaves all heads as they were or all as they are to be: $name', async ({ least, ...scenario }) => {
    const prepared = await prepareScenario(scenario, scratch);
    const kills = await killsOf(scenario, prepared.copy(), scratch);
    const faults: string[] = [];
    for (const { step, folder, acknowledged } of kills) {
      const states = prepared.states.slice(acknowledged.length, acknowledged.length + 2);
      for (const fault of await faultsIn(folder, { acknowledged, states })) faults.push(`${step}: ${fault}`);
    }
    seen.kills += kills.length;
    seen.bad += faults.length;
    expect(faults).toEqual([]);
    expect(kills.length).toBeGreaterThanOrEqual(least);
  });

  afterAll(() => {
    scratch.remove();
    reportBar({
      bar: 'kills between the heads of folder libraries',
      goal: 'at every step that makes something durable, all heads agree at the next start',
      seen: `${seen.kills} kills`,
      bad: seen.bad,
    });
  });
});
