import { LISTED_ENTRIES_MAX } from '../../core/limits.ts';
import type { Dirent } from '../../core/objects/dir-object.ts';
import type { Fields } from '../declared-fields.ts';
import type { ErrorOverrides } from '../error-wording.ts';
import { optionalPath } from './item-paths.ts';
import { optional } from './parse-fields.ts';

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
  'argument-invalid': {
    status: 400,
    text: ({ field = 'argument', reason }) =>
      reason === 'too-many' ? TOO_MANY : (TEXTS[field] ?? `${field} invalid.`),
  },
};

/** @throws DomainError `argument-invalid`, `path-invalid` */
export function parseDirQuery(query: Fields): DirQuery {
  const isRecursive = optional(query, 'recursive') === '1';
  const type = optional(query, 't');
  const kind = type === 'f' ? 'file' : 'dir';
  return {
    path: optionalPath(query, 'p') ?? '/',
    isRecursive,
    shows: (dirent) => type === undefined || dirent.kind === kind,
  };
}
