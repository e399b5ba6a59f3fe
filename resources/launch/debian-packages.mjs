import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runStep } from './child.mjs';
import { say } from './project.mjs';

const aptTimeoutMs = 5 * 60_000;

/**
 * Installs a Debian package. False where that is not possible: on another system, or without being root.
 * @param {string} name
 * @returns {Promise<boolean>}
 */
export async function installDebianPackage(name) {
  if (process.getuid?.() !== 0 || findOnPath(['apt-get']) === null) return false;
  say(`installing ${name} (apt-get)`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { env, timeoutMs: aptTimeoutMs, quiet: true };
  const install = ['install', '-y', '--no-install-recommends', name];
  if ((await runStep('apt-get', install, options)) === 0) return true;
  // The package lists of a fresh machine are empty or old.
  if ((await runStep('apt-get', ['update'], options)) !== 0) return false;
  return (await runStep('apt-get', install, { ...options, quiet: false })) === 0;
}

/**
 * The path of the first of these programs that is there; null when none is.
 * @param {readonly string[]} names
 * @returns {string | null}
 */
export function findOnPath(names) {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const paths = ['/usr/bin', ...folders].flatMap((folder) => names.map((name) => join(folder, name)));
  return paths.find((path) => existsSync(path)) ?? null;
}
