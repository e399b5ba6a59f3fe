import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** What a folder holds, by relative path: `folder`, or the SHA-256 of a file, with `executable ` before it where it is. */
export type FolderSnapshot = Readonly<Record<string, string>>;

/** Everything below a folder, hidden files and empty folders too. What goes away meanwhile is left out. */
export async function snapshotOf(root: string): Promise<FolderSnapshot> {
  const snapshot: Record<string, string> = {};
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = (await readdir(folder, { withFileTypes: true }).catch(unlessGone)) ?? [];
    for (const entry of entries) {
      const path = join(folder, entry.name);
      const seen = entry.isDirectory() ? 'folder' : await fileAt(path).catch(unlessGone);
      if (seen !== null) snapshot[relative(root, path)] = seen;
      if (entry.isDirectory()) folders.push(path);
    }
  }
  return snapshot;
}

async function fileAt(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  const isExecutable = ((await lstat(path)).mode & 0o100) !== 0;
  return `${isExecutable ? 'executable ' : ''}${hash.digest('hex')}`;
}

function unlessGone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** The paths where two snapshots differ, for the message of a test. */
export function differingPaths(left: FolderSnapshot, right: FolderSnapshot): string[] {
  const paths = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...paths].filter((path) => left[path] !== right[path]).sort();
}
