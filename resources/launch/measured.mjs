import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBundle } from './bundle.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { ensureRecentNode } from './node-runtime.mjs';
import { root } from './project.mjs';

/**
 * Does what set-up is missing, builds, and runs a program of the benchmarks inside this process: what is measured is
 * what ships.
 * @param {'bench' | 'adapter'} name
 */
export async function runMeasured(name) {
  await ensureDependencies();
  await ensureRecentNode();
  await ensureBundle();
  await import(pathToFileURL(join(root, 'test/bench', `${name}.mjs`)).href);
}
