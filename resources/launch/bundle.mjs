import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runStep } from './child.mjs';
import { withSetupLock } from './lock.mjs';
import { root, say } from './project.mjs';

const builtFrom = [
  ...['src-main', 'src-renderer', 'src-shared', 'resources/build', 'resources/guide'],
  ...['vite.config.ts', 'package-lock.json'],
];
const stamp = join(root, 'out/.built-from');

/**
 * Builds `out/` unless it was built from the sources as they stand. Ends the process when the build fails.
 * @returns {Promise<void>}
 */
export async function ensureBundle() {
  if (await isBuilt()) return;
  await withSetupLock(async () => {
    if (await isBuilt()) return;
    say('building (vite build)');
    const code = await build();
    if (code !== 0) {
      say(`the build failed with ${code}`);
      process.exit(1);
    }
  });
}

/**
 * Builds whatever the state of `out/` and gives the exit code of the build.
 * @returns {Promise<number>}
 */
export function buildBundle() {
  return withSetupLock(build);
}

async function build() {
  const print = await sourcePrint();
  await rm(stamp, { force: true });
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const code = await runStep(process.execPath, [vite, 'build', '--logLevel', 'warn']);
  if (code === 0) await writeFile(stamp, print);
  return code;
}

async function isBuilt() {
  if (!existsSync(stamp)) return false;
  return (await readFile(stamp, 'utf8')) === (await sourcePrint());
}

/** Names, sizes and times of all sources. Reading the contents would cost every `cli` call ten times as much. */
async function sourcePrint() {
  const hash = createHash('sha256');
  for (const name of builtFrom) {
    for (const file of await filesBelow(join(root, name))) {
      hash.update(`${file.path.slice(root.length)}\0${file.sizeBytes}\0${file.mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @returns {Promise<{ path: string, sizeBytes: number, mtimeMs: number }[]>}
 */
async function filesBelow(path) {
  const status = await stat(path).catch(() => null);
  // An editor's temporary file may be gone between listing and looking.
  if (!status) return [];
  if (!status.isDirectory()) return [{ path, sizeBytes: status.size, mtimeMs: status.mtimeMs }];
  const names = (await readdir(path)).sort();
  return (await Promise.all(names.map((name) => filesBelow(join(path, name))))).flat();
}
