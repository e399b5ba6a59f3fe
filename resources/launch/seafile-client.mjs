import { findOnPath, installDebianPackage } from './debian-packages.mjs';
import { say } from './project.mjs';

/** Makes sure of the official client, which tests let sync with the server. */
export async function ensureSeafileClient() {
  if (process.platform !== 'linux') return;
  const isThere = (/** @type {string} */ name) => findOnPath([name]) !== null;
  if (isThere('seaf-cli') && isThere('seaf-daemon')) return;
  // The command line alone brings the daemon with it.
  if (!(await installDebianPackage('seafile-cli')))
    say('seafile-cli is missing, so the tests that drive the official client will be skipped: install it');
}
