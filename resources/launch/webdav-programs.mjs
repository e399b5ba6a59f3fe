import { findOnPath, installDebianPackage } from './debian-packages.mjs';
import { say } from './project.mjs';

/**
 * Debian's name of each program that tests open drives with, and the program.
 * @type {readonly (readonly [string, string])[]}
 */
const PROGRAMS = [
  ['litmus', 'litmus'],
  ['cadaver', 'cadaver'],
  ['davfs2', 'mount.davfs'],
];

/** Makes sure of the programs that tests open libraries as a drive with. */
export async function ensureWebdavPrograms() {
  if (process.platform !== 'linux') return;
  for (const [name, program] of PROGRAMS) {
    if (findOnPath([program]) !== null) continue;
    if (!(await installDebianPackage(name)))
      say(`${name} is missing, so the tests that drive it will be skipped: install it`);
  }
}
