import { expect, test } from 'vitest';
import { proveEngine, rareMeetings, reportEngine } from '../simulation/engine-proof.ts';
import { isLongProof } from '../support/proof-size.ts';
import { seedOfRun } from '../support/seeded-numbers.ts';

// Another beginning than engine.test.ts has, so that both together are one proof.
const seed = seedOfRun() + 1;

test.runIf(!isLongProof)('nothing is lost in random sequences', { timeout: 30 * 60_000 }, async () => {
  const proof = await proveEngine({ seed, runs: 5_000, from: 20, to: 40 });
  reportEngine('random sequences of linked folders, second half', seed, proof);
  expect(rareMeetings(proof)).toEqual([]);
});

test.runIf(isLongProof)('nothing is lost in long sequences', { timeout: 3 * 60 * 60_000 }, async () => {
  const proof = await proveEngine({ seed, runs: 5_000, from: 200, to: 200 });
  reportEngine('long random sequences of linked folders', seed, proof);
});
