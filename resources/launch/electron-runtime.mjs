import { existsSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runStep } from './child.mjs';
import { root, say, setupFolder } from './project.mjs';

const packageFolder = join(root, 'node_modules/electron');
const downloadTimeoutMs = 20_000;
// A machine that was offline yesterday may be online today.
const retryAfterMs = 24 * 60 * 60 * 1_000;

/**
 * Where the desktop app can run: the path of Electron's executable. Otherwise why it cannot, for the person.
 * @returns {Promise<{ path: string } | { missing: string }>}
 */
export async function findElectron() {
  if (!hasDisplay()) return { missing: 'there is no display' };
  if (process.getuid?.() === 0) return { missing: 'the desktop app does not run as root' };
  const path = (await installedElectron()) ?? (await downloadedElectron());
  return path ? { path } : { missing: 'the Electron runtime could not be downloaded' };
}

/** Whether a window could be shown to somebody. */
export function hasDisplay() {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);
}

/** @returns {Promise<string | null>} */
async function installedElectron() {
  const name = await readFile(join(packageFolder, 'path.txt'), 'utf8').catch(() => null);
  if (!name) return null;
  const path = join(packageFolder, 'dist', name);
  return existsSync(path) ? path : null;
}

/** @returns {Promise<string | null>} */
async function downloadedElectron() {
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'));
  const failure = join(setupFolder, `electron-${version}-unobtainable`);
  const failedAt = (await stat(failure).catch(() => null))?.mtimeMs ?? 0;
  if (Date.now() - failedAt < retryAfterMs) return null;
  say('fetching the Electron runtime');
  await runStep(process.execPath, [join(packageFolder, 'install.js')], {
    timeoutMs: downloadTimeoutMs,
    quiet: true,
  });
  const path = await installedElectron();
  if (path) return path;
  await mkdir(setupFolder, { recursive: true });
  await writeFile(failure, 'Delete this file to have `npm start` try again at once.\n');
  return null;
}
