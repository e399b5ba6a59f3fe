import { checkSteps, type Step, testSteps } from './steps.ts';
import { addTallies, describeTally, emptyTally } from './tally.ts';

/** `--checks` runs the quick checks alone. All steps run even when one fails, so that one run shows everything. */
const steps: readonly Step[] = process.argv.includes('--checks') ? checkSteps : [...checkSteps, ...testSteps];

let total = emptyTally;
const failed: string[] = [];
for (const step of steps) {
  const startedMs = performance.now();
  const { tally, output } = await step.run();
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
  total = addTallies(total, tally);
  if (tally.failed > 0) {
    failed.push(step.name);
    if (output !== '') console.log(output.trimEnd());
  }
  console.log(`${tally.failed > 0 ? 'FAIL' : 'ok'}  ${step.name} (${describeTally(tally)}) ${seconds} s`);
}
if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}`);
console.log(describeTally(total));
process.exit(total.failed > 0 ? 1 : 0);
