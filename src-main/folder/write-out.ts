import { constants, existsSync } from 'node:fs';
import { mkdir, open, readdir, utimes } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { DomainError } from '../core/errors.ts';
import type { FileDirent } from '../core/objects/dir-object.ts';
import type { TakenItem } from '../services/files.ts';

export interface WrittenOut {
  readonly path: string;
  readonly files: number;
  readonly bytes: number;
}

const OWNER_EXECUTE = 0o100;

/**
 * Writes an item and all below it into a folder that is new or empty; nothing that exists is ever touched.
 * Times and the executable bit are kept. Not fsynced: the library still holds every byte.
 * @throws DomainError `path-invalid` when `to` is relative, not empty or cannot be made, `disk-full`
 */
export async function writeOut(taken: TakenItem, to: string, signal?: AbortSignal): Promise<WrittenOut> {
  await openEmptyFolder(to);
  const written = { path: to, files: 0, bytes: 0 };
  const { item } = taken;
  if (item.kind === 'file') {
    const path = join(to, item.name);
    await writeFile(taken, item, path);
    return { path, files: 1, bytes: item.sizeBytes };
  }
  for await (const { path, dirent } of taken.below()) {
    signal?.throwIfAborted();
    if (dirent.kind === 'dir') {
      await mkdir(join(to, path));
      continue;
    }
    await writeFile(taken, dirent, join(to, path));
    written.files++;
    written.bytes += dirent.sizeBytes;
  }
  return written;
}

async function openEmptyFolder(path: string): Promise<void> {
  if (!isAbsolute(path))
    throw new DomainError('path-invalid', { field: 'to', value: path, reason: 'relative' });
  const present = await openFolder(path);
  if (present.length > 0)
    throw new DomainError('path-invalid', { field: 'to', value: path, reason: 'not-empty' });
}

/** Names in a folder, which is made when it is not there. */
async function openFolder(path: string): Promise<string[]> {
  const missing: string[] = [];
  for (let at = path; !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.push(at);
  try {
    // One after the other: Node's own recursion never ends where making one fails as if its parent were missing.
    for (const folder of missing.reverse()) await mkdir(folder);
    return await readdir(path);
  } catch (error) {
    if (isDiskFull(error)) throw new DomainError('disk-full', { value: path }, error);
    throw new DomainError('path-invalid', { field: 'to', value: path, reason: 'unusable' }, error);
  }
}

async function writeFile(taken: TakenItem, file: FileDirent, path: string): Promise<void> {
  const mode = (file.mode & OWNER_EXECUTE) === 0 ? 0o666 : 0o777;
  // Exclusive: on a file system that folds letter case a second name must fail, not overwrite the first.
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
  const handle = await open(path, flags, mode);
  try {
    for await (const block of taken.read(file)) await handle.writeFile(block);
  } catch (error) {
    throw isDiskFull(error) ? new DomainError('disk-full', { value: path }, error) : error;
  } finally {
    await handle.close();
  }
  await utimes(path, file.mtimeSeconds, file.mtimeSeconds);
}

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}
