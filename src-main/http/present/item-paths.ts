import { DomainError } from '../../core/errors.ts';
import { parsePath } from '../../core/library/path.ts';
import type { Fields } from '../declared-fields.ts';
import { optional, required } from './parse-fields.ts';

/**
 * The library path in a field; undefined when the field is absent. A missing slash at its start is added, as real
 * servers do.
 * @throws DomainError `path-invalid`
 */
export function optionalPath(fields: Fields, name: string): string | undefined {
  const text = optional(fields, name);
  return text === undefined ? undefined : pathIn(name, text);
}

/** @throws DomainError `argument-missing`, `path-invalid` */
export function requiredPath(fields: Fields, name: string): string {
  return pathIn(name, required(fields, name));
}

/**
 * The path in `p` of what is acted on; the library itself is nothing that calls about items rename or delete.
 * @throws DomainError `argument-missing`, `path-invalid`
 */
export function requiredItemPath(fields: Fields): string {
  const path = requiredPath(fields, 'p');
  if (path === '/') throw new DomainError('path-invalid', { field: 'p', value: path, reason: 'root' });
  return path;
}

function pathIn(field: string, text: string): string {
  try {
    return parsePath(text.startsWith('/') ? text : `/${text}`);
  } catch (error) {
    if (error instanceof DomainError) throw new DomainError(error.code, { ...error.detail, field }, error);
    throw error;
  }
}

/** A path as a query of an address has it: its slashes stay readable, as real servers write them. */
export function quotedPath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
