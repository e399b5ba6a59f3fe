import { checkSteps, describeBars, longSteps, preparingSteps, type Step, testSteps } from './steps.ts';
import { addTallies, describeTally, emptyTally } from './tally.ts';

interface Run {
  /** Run beside each other, each over so many lanes. */
  readonly beside: readonly { readonly steps: readonly Step[]; readonly lanes: number }[];
  /** Then one after another, since they print as they go. */
  readonly alone: readonly Step[];
}

/** Quick checks have a core each. */
const CHECKS = { steps: checkSteps, lanes: 2 };
/** Fetching programs is waiting for a network, mostly. */
const PREPARING = { steps: preparingSteps, lanes: 1 };

/**
 * `--checks` runs the quick checks alone, `--long` the proofs at length. All steps run even when one fails, so that one
 * run shows everything.
 */
function chooseSteps(): Run {
  if (process.argv.includes('--checks')) return { beside: [CHECKS], alone: [] };
  if (process.argv.includes('--long')) return { beside: [PREPARING], alone: longSteps };
  return { beside: [CHECKS, PREPARING], alone: testSteps };
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

const { beside, alone } = chooseSteps();
await Promise.all(
  beside.flatMap(({ steps, lanes }) => {
    const queue = [...steps];
    return Array.from({ length: lanes }, () => runLane(queue));
  }),
);
for (const step of alone) await runAndTell(step);
if (alone.length > 0) for (const line of await describeBars()) console.log(line);
if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}`);
console.log(describeTally(total));
process.exit(total.failed > 0 ? 1 : 0);
