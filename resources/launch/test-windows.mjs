import { join } from 'node:path';
import { ensureBundle } from './bundle.mjs';
import { runStep } from './child.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { withSetupLock } from './lock.mjs';
import { ensureRecentNode } from './node-runtime.mjs';
import { root, say } from './project.mjs';
import { ensureWindows, windowsProblem } from './windows-computer.mjs';
import { windowsFolder } from './wine.mjs';

// npm run test:windows -- [--smoke | --tests] [--quick] [--only NAME,NAME] [--if-possible]

const args = process.argv.slice(2);

await ensureDependencies();
await ensureRecentNode();
const problem = await windowsProblem();
if (problem !== null) process.exit(goWithout(problem));
await ensureBundle();
// There is one Windows computer a checkout, so one run at a time.
process.exit(await withSetupLock(run, join(windowsFolder, 'lock')));

async function run() {
  const failure = await ensureWindows();
  if (failure !== null) return goWithout(failure);
  return runStep(process.execPath, [join(root, 'test/windows/main.ts'), ...args]);
}

/**
 * Says why there is no Windows here, and gives the exit code that this is worth.
 * @param {string} why
 */
function goWithout(why) {
  const isFine = args.includes('--if-possible');
  say(isFine ? `${why} The tests under Windows are skipped.` : why);
  return isFine ? 0 : 1;
}
