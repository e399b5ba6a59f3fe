import { renameSync, rmSync } from 'node:fs';
import { isHeld, PAUSES_MS } from './file-ops.ts';

/** Changes of names that have to be made at once: of single files, where a data folder is opened. */
export interface NameOps {
  rename(from: string, to: string): void;
  /** Removes a file; absent: no work. */
  remove(path: string): void;
}

const PLAIN_NAMES: NameOps = {
  rename: renameSync,
  remove: (path) => rmSync(path, { force: true }),
};

/** Names as they have to be treated on a system. */
export function namesFor(platform: NodeJS.Platform): NameOps {
  return platform === 'win32' ? patientNames(PLAIN_NAMES, pause) : PLAIN_NAMES;
}

/** The names on the disk. */
export const NAMES: NameOps = namesFor(process.platform);

/** As `patient` does for a disk; `pause` holds up the thread. */
export function patientNames(names: NameOps, pause: (ms: number) => void): NameOps {
  function again(work: () => void): void {
    for (const ms of PAUSES_MS) {
      try {
        work();
        return;
      } catch (error) {
        if (!isHeld(error)) throw error;
      }
      pause(ms);
    }
    work();
  }

  return {
    rename: (from, to) => again(() => names.rename(from, to)),
    remove: (path) => again(() => names.remove(path)),
  };
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, ms);
}
