import { findOnPath, installDebianPackage } from './debian-packages.mjs';
import { say } from './project.mjs';

/** Makes sure of the program by which proofs stop a process at each of its system calls. */
export async function ensureStrace() {
  if (process.platform !== 'linux' || findOnPath(['strace']) !== null) return;
  if (!(await installDebianPackage('strace')))
    say('strace is missing, so the proofs about crashes will fail: install it');
}
