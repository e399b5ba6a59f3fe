import { findOnPath, installDebianPackage } from './debian-packages.mjs';
import { say } from './project.mjs';

/** Makes sure of the program that tests drive as a client of the server. */
export async function ensureRclone() {
  if (process.platform !== 'linux' || findOnPath(['rclone']) !== null) return;
  if (!(await installDebianPackage('rclone')))
    say('rclone is missing, so the tests that drive it will be skipped: install it');
}
