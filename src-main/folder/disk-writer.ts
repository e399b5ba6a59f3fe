import { randomBytes } from 'node:crypto';
import { link, lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { joinPath, parentPath } from '../core/folder/folder-entry.ts';
import { codeOf } from './disk-error.ts';
import type { FolderWriter } from './ports.ts';

const PERMISSION_BITS = 0o777;

/** Writes into the linked folder at `root`. Unfinished files have a name that is never taken in. */
export function createDiskWriter(root: string): FolderWriter {
  return {
    async makeFolder(path) {
      await mkdir(joinPath(root, path), { recursive: true });
    },

    async writeFile(path, blocks, { mtimeMs, mode }) {
      const target = joinPath(root, path);
      if (await isThere(target)) return;
      const unfinished = joinPath(
        joinPath(root, parentPath(path)),
        `.~keepfold-${randomBytes(8).toString('hex')}`,
      );
      try {
        const file = await open(unfinished, 'wx', mode & PERMISSION_BITS);
        try {
          for await (const block of blocks) await file.writeFile(block);
          await file.utimes(mtimeMs / 1000, mtimeMs / 1000);
          await file.sync();
        } finally {
          await file.close();
        }
        await placeNew(unfinished, target);
      } finally {
        await rm(unfinished, { force: true });
      }
    },
  };
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** What file systems without hard links, as on most USB sticks, answer. */
const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK']);

/** Unlike a rename, a link never replaces a file that came in between. */
async function placeNew(unfinished: string, target: string): Promise<void> {
  try {
    await link(unfinished, target);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return;
    if (!NO_LINKS.has(codeOf(error))) throw error;
    if (!(await isThere(target))) await rename(unfinished, target);
  }
}
