import { expect, test } from 'vitest';
import { runPlannerCase } from '../simulation/planner-proof.ts';
import { isLongProof, proofSize } from '../support/proof-size.ts';
import { reportBar } from '../support/report-bar.ts';
import { seedOfRun } from '../support/seeded-numbers.ts';

const seed = seedOfRun();
const MINUTES = Number(process.env['KEEPFOLD_PROOF_MINUTES'] ?? 170);

test('one tree that was changed on both sides comes to rest the same, nothing lost', {
  timeout: 3 * 60 * 60_000,
}, async () => {
  const wanted = proofSize({ ci: 10_000, long: 5_000_000 });
  const endMs = performance.now() + MINUTES * 60_000;
  let cases = 0;
  let mostTurns = 0;
  while (cases < wanted && !(isLongProof && performance.now() > endMs)) {
    mostTurns = Math.max(mostTurns, await runPlannerCase(seed + cases));
    cases++;
  }
  reportBar({
    bar: 'planner: two sides of one tree',
    goal: `${wanted.toLocaleString('en')} cases, same trees, nothing lost`,
    seen: `${cases} cases, at most ${mostTurns} turns, seed ${seed}`,
    bad: 0,
  });
  expect(mostTurns).toBeLessThanOrEqual(200);
});
