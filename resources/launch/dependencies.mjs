import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runStep } from './child.mjs';
import { withSetupLock } from './lock.mjs';
import { root, say } from './project.mjs';

const lockFile = join(root, 'package-lock.json');
// Inside node_modules, so that deleting the folder also forgets that it was installed.
const stamp = join(root, 'node_modules/.keepfold-setup');

/**
 * Installs exactly what package-lock.json names, unless that was done before. Ends the process when it cannot.
 * @returns {Promise<void>}
 */
export async function ensureDependencies() {
  const wanted = createHash('sha256')
    .update(await readFile(lockFile))
    .digest('hex');
  if (await isInstalled(wanted)) return;
  await withSetupLock(async () => {
    if (await isInstalled(wanted)) return;
    say('installing dependencies (npm ci); this takes about a minute');
    const code = await runNpmCi();
    if (code !== 0) {
      say(`the dependencies could not be installed: npm ci ended with ${code}`);
      process.exit(1);
    }
    await writeFile(stamp, wanted);
  });
}

/** @param {string} wanted */
async function isInstalled(wanted) {
  if (!existsSync(stamp)) return false;
  return (await readFile(stamp, 'utf8')) === wanted;
}

function runNpmCi() {
  // The outer `npm run --silent` and a production environment would reach the inner npm through the environment.
  const args = ['ci', '--loglevel=error', '--include=dev', '--include=optional', '--prefer-offline'];
  return runNpm([...args, '--no-progress']);
}

/**
 * Runs the npm that runs this, or else the one that is installed. Gives its exit code.
 * @param {readonly string[]} args
 * @param {Parameters<typeof runStep>[2]} [options]
 */
export function runNpm(args, options) {
  const npmScript = process.env['npm_execpath'];
  if (npmScript && /\.c?js$/.test(npmScript)) return runStep(process.execPath, [npmScript, ...args], options);
  return runStep(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options);
}
