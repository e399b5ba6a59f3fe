import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { runScript, scripts } from '../simulation/script.ts';
import { SEEDED_BUGS } from '../simulation/seeded-bugs.ts';
import { proofSize } from '../support/proof-size.ts';
import { reportBar } from '../support/report-bar.ts';
import { seedOfRun } from '../support/seeded-numbers.ts';

const MOST_SEQUENCES = 2_000;
const seed = seedOfRun();
/** Some on every change, all in the long run. */
const BUGS = Object.entries(SEEDED_BUGS).slice(0, proofSize({ ci: 4, long: Number.POSITIVE_INFINITY }));
const found: string[] = [];

test.for(BUGS)('a program that %s is found out', { timeout: 10 * 60_000 }, async ([words, sabotage]) => {
  let runs = 0;
  for (const script of sequences(seed)) {
    runs++;
    const { broken } = await runScript(script, { sabotage });
    if (broken === null) continue;
    found.push(`${words}: after ${runs}`);
    return;
  }
  expect.fail(`not found in ${runs} sequences, seed ${seed}`);
});

afterAll(() => {
  const wanted = BUGS.length;
  reportBar({
    bar: 'seeded bugs that the simulation finds',
    goal: `${wanted} of ${wanted}, each within 2,000 sequences`,
    seen: `${found.length} of ${wanted}, seed ${seed} (${found.join('; ')})`,
    bad: wanted - found.length,
  });
});

function* sequences(from: number): Generator<Parameters<typeof runScript>[0]> {
  const portion = 50;
  for (let done = 0; done < MOST_SEQUENCES; done += portion) {
    yield* fc.sample(scripts({ from: 20, to: 40 }), { seed: from + done, numRuns: portion });
  }
}
