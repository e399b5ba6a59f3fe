import { expect, test } from 'vitest';
import { proveEngine, rareMeetings, reportEngine, savedScripts } from '../simulation/engine-proof.ts';
import { runScript } from '../simulation/script.ts';
import { proofSize } from '../support/proof-size.ts';
import { seedOfRun } from '../support/seeded-numbers.ts';

const seed = seedOfRun();

test.for(savedScripts())('the script $name, which failed once, holds', async ({ script }) => {
  const { broken, trees } = await runScript(script);
  expect(broken, trees).toBeNull();
});

// The other half is in engine-more.test.ts, so that two workers share the time.
test('nothing is lost, made up or left open in random sequences', { timeout: 3 * 60 * 60_000 }, async () => {
  const runs = proofSize({ ci: 5_000, long: 500_000 });
  const proof = await proveEngine({ seed, runs, from: 20, to: 40 });
  reportEngine('random sequences of linked folders, first half', seed, proof);
  expect(rareMeetings(proof)).toEqual([]);
});
