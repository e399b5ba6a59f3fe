import { DomainError } from '../errors.ts';
import { componentsOf } from '../library/path.ts';

/** How deep folders may nest: bounds the recursion over trees that others made. */
export const MAX_DEPTH = 256;

/**
 * The names on the way to `path`; none for the root. Takes every name that a tree may hold, so more than `parsePath`
 * does: official clients send names with a backslash.
 * @throws DomainError `path-invalid` for `.` and `..`, NUL, text that UTF-8 cannot hold, more than `MAX_DEPTH` names.
 */
export function splitPath(path: string): string[] {
  const names = componentsOf(path);
  if (names.length > MAX_DEPTH) throw invalidPath(path, 'too-deep');
  if (names.includes('.') || names.includes('..')) throw invalidPath(path, 'dot');
  if (path.includes('\0')) throw invalidPath(path, 'control');
  if (!path.isWellFormed()) throw invalidPath(path, 'not-unicode');
  return names;
}

export function invalidPath(path: string, reason: string): DomainError {
  return new DomainError('path-invalid', { value: path, reason });
}
