import type { QueryOf } from '../../../src-shared/local-api.ts';
import type { LibraryTrashItemJson } from '../../../src-shared/trash-api.ts';
import { DomainError } from '../../core/errors.ts';
import { LAST_SECOND } from '../../core/limits.ts';
import type { AllTrashRequest, LibraryTrashItem } from '../../usecases/history/all-trash.ts';
import type { Fields } from '../declared-fields.ts';
import { localTrashItem } from './local-contents.ts';
import { integerOf, optional, parseLibraryId } from './parse-fields.ts';

/** @throws DomainError `argument-invalid` */
export function parseAllTrashRequest(query: Fields<QueryOf<'GET trash/'>>): AllTrashRequest {
  const type = optional(query, 'type');
  const library = optional(query, 'library');
  return {
    search: optional(query, 'search') ?? '',
    kind: type ?? null,
    libraryId: library === undefined ? null : parseLibraryId(library, 'library'),
    sinceSeconds: integerOf(optional(query, 'since')) ?? 0,
    untilSeconds: integerOf(optional(query, 'until')) ?? LAST_SECOND,
    oldestFirst: optional(query, 'order') === 'asc',
    cursor: optional(query, 'cursor') ?? null,
  };
}

/** @throws DomainError `argument-invalid` */
export function parseTrashIds(texts: readonly string[]): number[] {
  return texts.map((text) => {
    const id = integerOf(text);
    if (id === null || id < 0) throw new DomainError('argument-invalid', { field: 'ids', value: text });
    return id;
  });
}

export function libraryTrashItem(item: LibraryTrashItem): LibraryTrashItemJson {
  return {
    ...localTrashItem(item),
    library_id: item.library.id,
    library_name: item.library.name,
    can_restore: item.canRestore,
    expires_at: item.expiresAtSeconds,
  };
}

/** A place in the deletions of a folder by name, as opaque text. */
export function encodeTrashPath(path: string | null): string | null {
  return path === null ? null : Buffer.from(path).toString('base64url');
}

/** @throws DomainError `cursor-invalid` for a place that is not in the folder */
export function decodeTrashPath(text: string | undefined, folder: string): string | null {
  if (text === undefined) return null;
  const path = Buffer.from(text, 'base64url').toString();
  if (!path.startsWith(folder === '/' ? '/' : `${folder}/`))
    throw new DomainError('cursor-invalid', { field: 'cursor' });
  return path;
}
