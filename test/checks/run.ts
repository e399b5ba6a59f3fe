import {
  checkSteps,
  describeBars,
  forgetBars,
  longSteps,
  preparingSteps,
  type Step,
  testSteps,
  timedSteps,
} from './steps.ts';
import { addTallies, describeTally, emptyTally } from './tally.ts';

/** Steps that run beside each other, over so many lanes. */
interface Lanes {
  readonly steps: readonly Step[];
  readonly lanes: number;
}

/** Quick checks have a core each. */
const CHECKS: Lanes = { steps: checkSteps, lanes: 2 };
/** Fetching programs is waiting for a network, mostly, and the build needs none of them. */
const PREPARING: Lanes = { steps: preparingSteps, lanes: 2 };
/** Each has several workers: tests wait for disks, clients and browsers about half of their time. */
const TESTS: Lanes = { steps: testSteps, lanes: 2 };
const TIMED: Lanes = { steps: timedSteps, lanes: 1 };
const LONG: Lanes = { steps: longSteps, lanes: 1 };

/**
 * What runs beside each other, and then the next. `--checks` runs the quick checks alone, `--long` the proofs at length. All
 * steps run even when one fails, so that one run shows everything.
 */
function chooseSteps(): readonly (readonly Lanes[])[] {
  if (process.argv.includes('--checks')) return [[CHECKS]];
  if (process.argv.includes('--long')) return [[PREPARING], [LONG]];
  return [[CHECKS, PREPARING], [TESTS], [TIMED]];
}

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

async function runLane(queue: Step[]): Promise<void> {
  for (let step = queue.shift(); step !== undefined; step = queue.shift()) await runAndTell(step);
}

await forgetBars();
for (const beside of chooseSteps()) {
  await Promise.all(
    beside.flatMap(({ steps, lanes }) => {
      const queue = [...steps];
      return Array.from({ length: lanes }, () => runLane(queue));
    }),
  );
}
for (const line of await describeBars()) console.log(line);
if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}`);
console.log(describeTally(total));
process.exit(total.failed > 0 ? 1 : 0);
