import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { HistoryPageJson } from '../../src-shared/contents-api.ts';
import { differingPaths, snapshotOf } from '../support/folder-snapshot.ts';
import { generatedContent } from '../support/generated-content.ts';
import { proofSize } from '../support/proof-size.ts';
import { reportBar } from '../support/report-bar.ts';
import { ANN, type Desk, OWNER, type SeafBench, startSeafBench } from '../support/seaf-bench.ts';
import { hasSeafCli, WITHOUT_SEAF_CLI } from '../support/seaf-cli.ts';
import { type SeededNumbers, seededNumbers, seedOfRun } from '../support/seeded-numbers.ts';

/** Of one library each, because looking whether both sides agree takes longer with every cycle. */
const RUNS = proofSize({ ci: 1, long: 4 });
const CYCLES = proofSize({ ci: 1, long: 25 });
/** One in so many goes on without being told to: half a minute each. */
const CYCLES_BY_ITSELF = proofSize({ ci: 1, long: 8 });
/** As long as the upload of one cycle takes. */
const LONGEST_UPLOAD_MS = 800;
const SMALL_FILES = 400;
/** Several blocks. */
const LARGE_BYTES = 24 * 1024 * 1024;
const CLEANED_WITHIN_MS = 60_000;

interface World {
  readonly bench: SeafBench;
  readonly desk: Desk;
  readonly libraryId: string;
  readonly random: SeededNumbers;
  /** Heads that a client could have seen. */
  readonly acknowledged: Set<string>;
}

async function makeWorld(seed: number): Promise<World> {
  const bench = await startSeafBench();
  onTestFinished(() => bench.end(), CLEANED_WITHIN_MS);
  const libraryId = await bench.newLibrary('Uploads');
  const desk = await bench.desk(libraryId, 'owner', OWNER);
  return { bench, desk, libraryId, random: seededNumbers(seed), acknowledged: new Set() };
}

/** New files, a large one among them, and changes to those of the cycle before. */
function work({ desk }: World, cycle: number): void {
  const at = (name: string) => join(desk.folder, name);
  const content = (name: string, size: number) =>
    generatedContent({ kind: 'sha256-counter', seed: `${cycle} ${name}` }, size);
  for (let number = 0; number < SMALL_FILES; number += 1)
    writeFileSync(at(`${cycle}-${number}.txt`), content(String(number), 1000 + number));
  writeFileSync(at(`${cycle}-large.bin`), content('large', LARGE_BYTES));
  if (cycle === 0) return;
  const before = cycle - 1;
  writeFileSync(at(`${before}-1.txt`), `edited in cycle ${cycle}`);
  rmSync(at(`${before}-2.txt`));
  renameSync(at(`${before}-3.txt`), at(`${before}-3 renamed.txt`));
  rmSync(at(`${before}-large.bin`));
}

/** Kills the server somewhere in the upload. Whether that was before its end. */
async function killInUpload(world: World, longestMs: number): Promise<boolean> {
  const { bench, desk, libraryId, random } = world;
  const watching = watchHeads(world);
  await desk.client.syncNow(libraryId);
  await desk.client.until('an upload', async () => {
    const state = (await desk.client.state(libraryId))?.state;
    return state === 'uploading' || undefined;
  });
  await after(random.below(longestMs));
  const isUnderWay = (await desk.client.state(libraryId))?.state === 'uploading';
  await bench.killServer();
  await watching;
  return isUnderWay;
}

/** Notes each head that the server shows to clients, until it answers no more. */
async function watchHeads({ bench, libraryId, acknowledged }: World): Promise<void> {
  const { url } = bench.server();
  const request = { method: 'POST', body: JSON.stringify([libraryId]) };
  for (;;) {
    try {
      const response = await fetch(new URL('/seafhttp/repo/head-commits-multi/', url), request);
      const heads = (await response.json()) as Record<string, string>;
      acknowledged.add(heads[libraryId] ?? 'none');
    } catch (error) {
      // That is how `fetch` says that the connection was lost.
      if (error instanceof TypeError || error instanceof SyntaxError) return;
      throw error;
    }
    await after(10);
  }
}

/** Without a word to the client. */
async function untilAgreedByItself({ bench, desk, libraryId }: World): Promise<void> {
  await desk.client.until('folder and server to agree', async () => {
    if ((await desk.client.state(libraryId))?.state !== 'synchronized') return undefined;
    const [folder, server] = [await snapshotOf(desk.folder), await bench.onServer(libraryId)];
    return differingPaths(folder, server).length === 0 || undefined;
  });
}

async function commitsOf({ bench, libraryId }: World): Promise<Set<string>> {
  const ids = new Set<string>();
  let cursor: string | null = '';
  while (cursor !== null) {
    const { client } = bench.server();
    const wanted = { library_id: libraryId, cursor };
    const page: HistoryPageJson = await client.call('GET libraries/:library_id/history/', wanted);
    for (const { id } of page.commits) ids.add(id);
    cursor = page.cursor;
  }
  return ids;
}

/** Everything that was promised and not kept. */
async function brokenIn(world: World): Promise<string[]> {
  const { bench, libraryId, desk, acknowledged } = world;
  const commits = await commitsOf(world);
  const lost = [...acknowledged].filter((id) => !commits.has(id)).map((id) => `head ${id} is lost`);
  const report = await bench.server().client.call('POST check/', { full: true });
  const unsound = report.problems.map((problem) => JSON.stringify(problem));
  const other = await bench.desk(libraryId, 'ann', ANN);
  const files = Object.keys(await bench.untilAgreed(libraryId, [desk, other]));
  const conflicts = files.filter((path) => path.includes('SFConflict'));
  return [...lost, ...unsound, ...conflicts];
}

/** How many kills came before the end of an upload; after each, both sides have come to agree. */
async function killAgainAndAgain(world: World): Promise<number> {
  let underWay = 0;
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    const isLeftAlone = (cycle + 1) % CYCLES_BY_ITSELF === 0;
    work(world, cycle);
    // What is over already shows nothing about going on alone.
    underWay += Number(await killInUpload(world, LONGEST_UPLOAD_MS / (isLeftAlone ? 4 : 1)));
    await world.bench.startServer();
    if (isLeftAlone) await untilAgreedByItself(world);
    else await world.bench.untilAgreed(world.libraryId, [world.desk]);
  }
  return underWay;
}

describe.skipIf(!hasSeafCli)(
  `an official client whose server is killed in its uploads${WITHOUT_SEAF_CLI}`,
  () => {
    it(`gets everything there by itself through ${RUNS * CYCLES} kills`, {
      timeout: 3 * 3_600_000,
    }, async () => {
      const seed = seedOfRun();
      const broken: string[] = [];
      let underWay = 0;
      let heads = 0;
      for (let run = 0; run < RUNS; run += 1) {
        const world = await makeWorld(seed + run);
        underWay += await killAgainAndAgain(world);
        broken.push(...(await brokenIn(world)));
        heads += world.acknowledged.size;
        await world.bench.end();
      }
      reportBar({
        bar: 'kill -9 of the server in uploads of the official client',
        goal: `${RUNS * CYCLES} kills, the client gets there by itself, nothing lost, no conflict`,
        seen: `${RUNS * CYCLES} kills, ${underWay} before the end of an upload, ${heads} heads, seed ${seed}`,
        bad: broken.length,
      });
      expect(broken).toEqual([]);
      expect(underWay).toBeGreaterThan(0);
    });
  },
);
