import { DomainError } from '../../core/errors.ts';
import { parsePath } from '../../core/library/path.ts';
import { LISTED_ENTRIES_MAX } from '../../core/limits.ts';
import type { Dirent } from '../../core/objects/dir-object.ts';
import type { MoveRequest } from '../../usecases/files/item-moves.ts';
import { type Fields, parseLibraryId } from '../declared-fields.ts';
import { type ErrorOverrides, worded } from '../error-wording.ts';

/**
 * The library path in a field; undefined when the field is absent. A missing slash at its start is added, as real
 * servers do.
 * @throws DomainError `path-invalid`
 */
export function optionalPath(fields: Fields, name: string): string | undefined {
  const text = fields.optional(name);
  return text === undefined ? undefined : pathIn(name, text);
}

/** @throws DomainError `argument-missing`, `path-invalid` */
export function requiredPath(fields: Fields, name: string): string {
  return pathIn(name, fields.required(name));
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

/**
 * Of what a call can do, what it is to do.
 * @param changes by the names of the operations
 * @throws DomainError `argument-invalid`
 */
export function changeFor<Change>(operation: string, changes: Readonly<Record<string, Change>>): Change {
  const change = Object.hasOwn(changes, operation) ? changes[operation] : undefined;
  if (change === undefined)
    throw new DomainError('argument-invalid', { field: 'operation', reason: 'unknown' });
  return change;
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

/** What a request wants to see of a folder. */
export interface DirQuery {
  readonly path: string;
  readonly isRecursive: boolean;
  readonly shows: (dirent: Dirent) => boolean;
}

const TEXTS: Readonly<Record<string, string>> = {
  recursive: "If you want to get recursive dir entries, you should set 'recursive' argument as '1'.",
  t: "'t'(type) should be 'f' or 'd'.",
};

const TOO_MANY = `There are more than ${LISTED_ENTRIES_MAX} files and folders below it. List folder by folder.`;

/** How real servers say what is wrong with such a request. */
export const DIR_QUERY_ERRORS: ErrorOverrides = {
  'argument-invalid': worded(({ field = 'argument', reason }) =>
    reason === 'too-many' ? TOO_MANY : (TEXTS[field] ?? `${field} invalid.`),
  ),
};

/** @throws DomainError `argument-invalid`, `path-invalid` */
export function parseDirQuery(query: Fields): DirQuery {
  const isRecursive = query.optional('recursive') === '1';
  const type = query.optional('t');
  const kind = type === 'f' ? 'file' : 'dir';
  return {
    path: optionalPath(query, 'p') ?? '/',
    isRecursive,
    shows: (dirent) => type === undefined || dirent.kind === kind,
  };
}

/** How an older call wants to come to the content of a file. @throws DomainError `argument-missing`, `argument-invalid`, `path-invalid` */
export function parseFileLinkRequest(query: Fields) {
  return {
    path: requiredPath(query, 'p'),
    operation: query.optional('op') ?? 'download',
    once: (query.optional('reuse') ?? '0') === '0',
  };
}

/**
 * Which items go where; what is missing is said in the order of real servers.
 * @param namesField the field that holds their names
 * @throws DomainError `argument-missing`, `argument-invalid`, `path-invalid`
 */
export function parseMoveRequest(fields: Fields, mode: MoveRequest['mode'], namesField: string): MoveRequest {
  return {
    mode,
    from: {
      libraryId: parseLibraryId(fields.required('src_repo_id'), 'src_repo_id'),
      folder: requiredPath(fields, 'src_parent_dir'),
      names: parseNames(fields, namesField),
    },
    to: {
      libraryId: parseLibraryId(fields.required('dst_repo_id'), 'dst_repo_id'),
      folder: requiredPath(fields, 'dst_parent_dir'),
    },
  };
}

/** Names of items in one folder. @throws DomainError `argument-missing` when there is none */
export function parseNames(fields: Fields, field: string): readonly string[] {
  const names = fields.list(field).filter((name) => name !== '');
  if (names.length === 0) throw new DomainError('argument-missing', { field });
  return names;
}
