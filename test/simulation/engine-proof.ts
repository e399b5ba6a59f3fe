import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { isLongProof } from '../support/proof-size.ts';
import { reportBar } from '../support/report-bar.ts';
import { CELLS } from './meeting-cells.ts';
import { runScript, type Script, scripts } from './script.ts';
import { shrinkScript } from './shrink.ts';

/** Scripts that failed once and are kept so that they never fail again. */
export function savedScripts(): { readonly name: string; readonly script: Script }[] {
  const folder = join(import.meta.dirname, 'saved');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({ name, script: JSON.parse(readFileSync(join(folder, name), 'utf8')) as Script }));
}

interface EngineRuns {
  readonly seed: number;
  readonly runs: number;
  /** Shortest and longest script. */
  readonly from: number;
  readonly to: number;
}

/** What a series of runs came to. */
interface EngineProof {
  readonly runs: number;
  readonly actions: number;
  /** Of runs that were made twice. */
  readonly twice: number;
  readonly meetings: ReadonlyMap<string, number>;
}

/** One run in a hundred is made twice, since a run that cannot be repeated proves nothing. */
const TWICE_EVERY = 100;

const MINUTES = Number(process.env['KEEPFOLD_PROOF_MINUTES'] ?? 170);

/** Runs random scripts until one fails or all are done; long series also end when their time is over. */
export async function proveEngine({ seed, runs, from, to }: EngineRuns): Promise<EngineProof> {
  const found = { runs: 0, actions: 0, twice: 0, meetings: new Map<string, number>() };
  const property = fc.asyncProperty(fc.noShrink(scripts({ from, to })), async (script) => {
    const result = await runScript(script);
    found.runs++;
    found.actions += script.actions.length;
    for (const [cell, times] of result.meetings) {
      found.meetings.set(cell, (found.meetings.get(cell) ?? 0) + times);
    }
    if (result.broken !== null) throw new Error(await complaintOf(script));
    if (found.runs % TWICE_EVERY !== 0) return;
    const again = await runScript(script);
    found.twice++;
    if (again.traceHash !== result.traceHash) {
      throw new Error(`a run that was repeated went another way\n${keep(script)}`);
    }
  });
  const limits = isLongProof ? { interruptAfterTimeLimit: MINUTES * 60_000 } : {};
  await fc.assert(property, { seed, numRuns: runs, endOnFailure: true, ...limits });
  return found;
}

/** What a person needs to find the fault. */
async function complaintOf(script: Script): Promise<string> {
  const small = await shrinkScript(script, async (candidate) => (await runScript(candidate)).broken !== null);
  const { broken, trees } = await runScript(small);
  return `${broken}\n${trees}\n${keep(small)}\n${JSON.stringify(small)}`;
}

/** Keeps a script that failed; its path, and how to run it again. */
function keep(script: Script): string {
  const folder = join(import.meta.dirname, '../../test-results/simulation');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `failed-${script.plan.seed}.json`);
  writeFileSync(path, `${JSON.stringify(script, null, 1)}\n`);
  return `node test/simulation/replay.ts ${path} --trace`;
}

/** Pairs of what two sides did to one path that were met in fewer than one run in a hundred. */
export function rareMeetings({ meetings, runs }: EngineProof): string[] {
  const pairs = CELLS.flatMap((here) => CELLS.map((there) => `${here} × ${there}`));
  const cells = pairs.flatMap((pair) => [`${pair}, no fault`, `${pair}, fault`]);
  const timesOf = (cell: string) => meetings.get(cell) ?? 0;
  return cells.filter((cell) => timesOf(cell) * 100 < runs).map((cell) => `${cell}: ${timesOf(cell)}`);
}

/** Tells the bar; a failed run tells itself. */
export function reportEngine(bar: string, seed: number, { runs, actions, twice }: EngineProof): void {
  const goal = 'nothing lost, made up or left open in any of them';
  reportBar({
    bar,
    goal,
    seen: `${runs} sequences, ${actions} actions, ${twice} run twice alike, seed ${seed}`,
    bad: 0,
  });
}
