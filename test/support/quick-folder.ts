import { accessSync, constants, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm';

/**
 * A new temporary folder in memory where there is such a place: for proofs that open a small data folder hundreds of
 * times and are not about what the disk does.
 */
export function quickTemporaryFolder(prefix: string): string {
  return mkdtempSync(join(isWritable(IN_MEMORY) ? IN_MEMORY : tmpdir(), prefix));
}

/** What the tests of a run hold at a time: some copy a data folder a hundred times. */
const ROOM_BYTES = 4 * 1024 ** 3;

/**
 * A folder for the temporary folders of a run, gone with all that is left in it when this process ends. It is in memory
 * where there is room and programs may run: most tests would wait for a disk that they are not about. The proofs are
 * about it.
 */
export function temporaryFolderOfRun(): string {
  const folder = mkdtempSync(join(hasRoomForAll(IN_MEMORY) ? IN_MEMORY : tmpdir(), 'keepfold-run-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function hasRoomForAll(folder: string): boolean {
  if (!isWritable(folder) || !mayRunPrograms(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= ROOM_BYTES;
}

function mayRunPrograms(mount: string): boolean {
  const mounts = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '));
  return mounts.some(([, path, , options = '']) => path === mount && !options.split(',').includes('noexec'));
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
