import { basename, dirname, join } from 'node:path';
import { codeOf } from '../backend.ts';
import type { FileOps } from './file-ops.ts';

/** Folder of a library for damaged files that good ones have replaced: nothing reads them, a person may. */
const FOLDER = 'damaged';

/**
 * Moves a damaged file of a library out of the way of a good one, to a name of its own. Absent: no work. The caller
 * syncs the folder that the file was in.
 */
export async function moveToDamaged(ops: FileOps, libraryFolder: string, path: string): Promise<void> {
  const folder = join(libraryFolder, FOLDER);
  await ops.makeFolder(folder);
  // A block file is only named in full together with its folder.
  const name = `${basename(dirname(path))}-${basename(path)}`;
  const count = (await ops.list(folder)).filter((taken) => taken.startsWith(name)).length;
  try {
    await ops.rename(path, join(folder, count === 0 ? name : `${name}.${count}`));
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return;
  }
  await ops.syncFolder(folder);
  await ops.syncFolder(libraryFolder);
}
