import { parseArgs } from 'node:util';
import { endWindows } from '../../resources/launch/wine.mjs';
import { addTallies, describeTally, emptyTally, type Tally } from '../checks/tally.ts';
import { runSmoke, runUnitTests } from './runs.ts';

// npm run test:windows -- [--smoke | --tests] [--quick] [--only NAME,NAME]

/** What is worth trying most in a minute. */
const QUICK = ['starting', 'changes', 'open-files', 'letter-case'];

const { values } = parseArgs({
  options: {
    smoke: { type: 'boolean', default: false },
    tests: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    // Heard by the launcher.
    'if-possible': { type: 'boolean', default: false },
  },
});

const only = values.only?.split(',') ?? [];
if (only.length > 0 && values.smoke === values.tests)
  throw new Error('--only goes with --smoke or with --tests');

async function run(): Promise<Tally> {
  let tally = emptyTally;
  if (!values.tests) tally = addTallies(tally, await runSmoke(values.quick ? QUICK : only));
  if (!values.smoke && !values.quick) tally = addTallies(tally, await runUnitTests(only));
  return tally;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void endWindows().finally(() => process.exit(130)));
try {
  const tally = await run();
  process.stdout.write(`${describeTally(tally)}\n`);
  process.exitCode = tally.failed === 0 ? 0 : 1;
} finally {
  await endWindows();
}
