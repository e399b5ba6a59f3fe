import { DomainError } from '../../core/errors.ts';
import type { MoveRequest } from '../../usecases/files/item-moves.ts';
import type { Fields } from '../declared-fields.ts';
import { requiredPath } from './item-paths.ts';
import { parseLibraryId, required } from './parse-fields.ts';

/**
 * Which items go where; what is missing is said in the order of real servers.
 * @param namesField the field that holds their names
 * @throws DomainError `argument-missing`, `argument-invalid`, `path-invalid`
 */
export function parseMoveRequest(fields: Fields, mode: MoveRequest['mode'], namesField: string): MoveRequest {
  return {
    mode,
    from: {
      libraryId: parseLibraryId(required(fields, 'src_repo_id'), 'src_repo_id'),
      folder: requiredPath(fields, 'src_parent_dir'),
      names: parseNames(fields, namesField),
    },
    to: {
      libraryId: parseLibraryId(required(fields, 'dst_repo_id'), 'dst_repo_id'),
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
