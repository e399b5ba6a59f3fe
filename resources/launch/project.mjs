import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout these launchers belong to. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

// The npm scripts change into this folder, so that the shell of Windows finds exec.cmd. Paths in arguments are
// relative to the checkout all the same, as npm has it.
if (process.cwd() === join(root, 'resources', 'launch')) process.chdir(root);

/** Notes the launchers keep between runs; `npm ci` empties node_modules, so what must outlive it lies here. */
export const setupFolder = join(root, '.setup');

/**
 * Progress and trouble go to stderr: the stdout of `serve` and `cli` belongs to the program that is started.
 * @param {string} text
 */
export function say(text) {
  process.stderr.write(`keepfold: ${text}\n`);
}
