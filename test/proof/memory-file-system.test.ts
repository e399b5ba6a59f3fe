import { expect, test } from 'vitest';
import {
  answerOf,
  type ComparedDisk,
  linesOf,
  randomCall,
  realComparedDisk,
  simComparedDisk,
} from '../simulation/disk-comparison.ts';
import { proofSize } from '../support/proof-size.ts';
import { reportBar } from '../support/report-bar.ts';
import { type SeededNumbers, seededNumbers, seedOfRun } from '../support/seeded-numbers.ts';

const seed = seedOfRun();
const lists = proofSize({ ci: 2_000, long: 50_000 });
const CALLS = 12;

test('the simulated disk answers as the real one does', { timeout: 20 * 60_000 }, async () => {
  const random = seededNumbers(seed);
  for (let list = 0; list < lists; list++) await compareList(random, list);
  reportBar({
    bar: 'simulated disk against the real one',
    goal: `${lists} lists of ${CALLS} calls, same answers and trees`,
    seen: `${lists} lists, seed ${seed}`,
    bad: 0,
  });
});

async function compareList(random: SeededNumbers, list: number): Promise<void> {
  const real = realComparedDisk();
  const sim = simComparedDisk();
  try {
    await compareCalls(random, { list, sim, real });
  } finally {
    real.close();
  }
}

async function compareCalls(
  random: SeededNumbers,
  { list, sim, real }: { list: number; sim: ComparedDisk; real: ComparedDisk },
): Promise<void> {
  const done: string[] = [];
  for (let at = 0; at < CALLS; at++) {
    const { words, call } = randomCall(random);
    done.push(words);
    const [wanted, got] = [await answerOf(real, call), await answerOf(sim, call)];
    expect(got, `seed ${seed}, list ${list}: ${done.join('; ')}`).toBe(wanted);
  }
  expect(linesOf(sim.reader), `seed ${seed}, list ${list}: ${done.join('; ')}`).toEqual(linesOf(real.reader));
}
