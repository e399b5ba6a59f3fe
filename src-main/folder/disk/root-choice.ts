import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';
import type { FolderRefusal } from '../../../src-shared/refusals.ts';
import { DomainError } from '../../core/errors.ts';
import { codeOf } from './disk-error.ts';
import { lstatSoon } from './system-stat.ts';

export interface ChosenRoot {
  /** With symbolic links resolved. */
  readonly path: string;
  readonly device: number;
  readonly inode: number;
}

export interface Neighbours {
  readonly dataDir: string;
  /** Paths of the folders that are linked already. */
  readonly linked: readonly string[];
}

/** Codes of the system for a path where nothing is, or can be. */
const NOWHERE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);

/**
 * Checks that the folder at `path` can be linked.
 * @throws DomainError `linked-folder-refused` with a `FolderRefusal` and the path it is about
 */
export async function chooseRoot(path: string, { dataDir, linked }: Neighbours): Promise<ChosenRoot> {
  if (!isAbsolute(path) || path.includes('\0')) throw refused('not-absolute', path);
  const root = await locate(path);
  if (relative(root.path, '/') === '' || /^[A-Za-z]:[\\/]?$/.test(root.path))
    throw refused('whole-disk', path);
  const data = await realpath(dataDir);
  if (holds(data, root.path)) throw refused('inside-data', path);
  if (holds(root.path, data)) throw refused('around-data', path);
  for (const other of linked) {
    if (other === root.path) throw refused('already-linked', other);
    if (holds(other, root.path)) throw refused('inside-linked', other);
    if (holds(root.path, other)) throw refused('around-linked', other);
  }
  return root;
}

async function locate(path: string): Promise<ChosenRoot> {
  try {
    const resolved = await realpath(path);
    const found = await lstatSoon(resolved);
    if (!found.isDirectory()) throw refused('not-a-folder', path);
    return { path: resolved, device: found.dev, inode: found.ino };
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw refused(NOWHERE.has(codeOf(error)) ? 'not-found' : 'unreadable', path);
  }
}

/** Whether `inner` is `outer` or lies in it. Both without symbolic links. */
export function holds(outer: string, inner: string): boolean {
  const way = relative(outer, inner);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** What a person who is sure may override. */
const DOUBTS: ReadonlySet<FolderRefusal> = new Set(['other-mark', 'few-shared']);

export function refused(reason: FolderRefusal, value: string): DomainError {
  const code = DOUBTS.has(reason) ? 'linked-folder-doubtful' : 'linked-folder-refused';
  return new DomainError(code, { field: 'path', reason, value });
}
