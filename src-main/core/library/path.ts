import { DomainError } from '../errors.ts';

/** In UTF-8: what the official servers and most operating systems take. */
const MAX_PATH_BYTES = 4096;

/** Why a path is refused. */
export type PathProblem = 'relative' | 'too-long' | 'not-unicode' | 'control' | 'dot';

/**
 * The absolute library path that `text` names: `/` or `/a/b`. Repeated and trailing slashes are dropped, as
 * real servers do; nothing else is changed. Takes every name that a tree may hold: official clients send names with a
 * backslash, which is a character like any other here. What new items may be called is for `checkNewItemName`.
 * @throws DomainError `path-invalid` with a `PathProblem` as the reason: a relative path, a `.` or `..`
 * component, a NUL, more than 4,096 bytes, a lone surrogate.
 */
export function parsePath(text: string): string {
  const reason = pathProblem(text);
  if (reason !== null) {
    throw new DomainError('path-invalid', reason === 'too-long' ? { reason } : { value: text, reason });
  }
  return `/${componentsOf(text).join('/')}`;
}

function pathProblem(text: string): PathProblem | null {
  if (!text.startsWith('/')) return 'relative';
  if (Buffer.byteLength(text) > MAX_PATH_BYTES) return 'too-long';
  if (!text.isWellFormed()) return 'not-unicode';
  if (text.includes('\0')) return 'control';
  return componentsOf(text).some((name) => name === '.' || name === '..') ? 'dot' : null;
}

/** The names on the way from the root to `path`, in order; none for the root. */
export function componentsOf(path: string): string[] {
  return path.split('/').filter((name) => name !== '');
}

/** The path of the item `name` in the folder `parent`. Both must be valid already. */
export function joinPath(parent: string, name: string): string {
  return parent === '/' ? `/${name}` : `${parent}/${name}`;
}

/** The path of the folder that holds the item; the root is its own parent. */
export function parentOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash <= 0 ? '/' : path.slice(0, slash);
}

/** The last component, also of a relative path; empty for the root. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Whether `path` lies below `ancestor`, at any depth. A path does not lie inside itself. */
export function isInside(path: string, ancestor: string): boolean {
  if (ancestor === '/') return path !== '/';
  return path.startsWith(`${ancestor}/`);
}

/** Every folder above `path`, from the root down; none for the root. */
export function ancestorsOf(path: string): string[] {
  if (path === '/') return [];
  const ancestors = ['/'];
  for (let slash = path.indexOf('/', 1); slash !== -1; slash = path.indexOf('/', slash + 1)) {
    ancestors.push(path.slice(0, slash));
  }
  return ancestors;
}
