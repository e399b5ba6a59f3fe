import { findOnPath, installDebianPackage } from './debian-packages.mjs';
import { say } from './project.mjs';

/** Makes sure of a screen that nobody looks at, on which tests open the app window. */
export async function ensureXvfb() {
  if (process.platform !== 'linux' || findOnPath(['Xvfb']) !== null) return;
  if (!(await installDebianPackage('xvfb')))
    say('Xvfb is missing, so the tests in an app window are skipped: install it');
}
