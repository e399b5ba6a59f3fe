import { checkSteps, describeBars, longSteps, type Step, testSteps } from './steps.ts';
import { addTallies, describeTally, emptyTally } from './tally.ts';

/**
 * `--checks` runs the quick checks alone, `--long` the proofs at length. All steps run even when one fails, so that one
 * run shows everything.
 */
function chooseSteps(): readonly Step[] {
  if (process.argv.includes('--checks')) return checkSteps;
  return process.argv.includes('--long') ? longSteps : [...checkSteps, ...testSteps];
}

/** Quick checks have a core each; what prints as it goes runs alone. */
const LANES = 2;

const steps = chooseSteps();
const isQuick = (step: Step): boolean => checkSteps.includes(step);

let total = emptyTally;
const failed: string[] = [];

async function runAndTell(step: Step): Promise<void> {
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

const quick = steps.filter(isQuick);
async function runLane(): Promise<void> {
  for (let step = quick.shift(); step !== undefined; step = quick.shift()) await runAndTell(step);
}

await Promise.all(Array.from({ length: LANES }, runLane));
for (const step of steps) if (!isQuick(step)) await runAndTell(step);
if (steps !== checkSteps) for (const line of await describeBars()) console.log(line);
if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}`);
console.log(describeTally(total));
process.exit(total.failed > 0 ? 1 : 0);
