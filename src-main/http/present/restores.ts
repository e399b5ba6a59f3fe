import { DomainError } from '../../core/errors.ts';
import { parsePath } from '../../core/library/path.ts';
import { MOST_REVERTED_AT_ONCE } from '../../core/limits.ts';
import type { Dirent } from '../../core/objects/dir-object.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import type { Restores } from '../../usecases/history/restores.ts';
import type { Fields } from '../declared-fields.ts';
import { folderPath } from './folder-path.ts';
import { parseNames } from './move-request.ts';
import { parseCommitId } from './parse-fields.ts';

/**
 * Which items come back from one commit.
 * @throws DomainError `argument-missing`, `argument-invalid` for too many, `path-invalid`
 */
export function parseReverted(fields: Fields, name: string): readonly string[] {
  const paths = parseNames(fields, name);
  if (paths.length > MOST_REVERTED_AT_ONCE) throw new DomainError('argument-invalid', { field: 'path' });
  return paths.map(parsePath);
}

/**
 * Which items come back from which commits: fields called by the ids of commits.
 * @throws DomainError as `parseReverted`; `argument-missing` for none
 */
export function parseReverts(body: Fields): ReadonlyMap<CommitId, readonly string[]> {
  const names = body.names();
  if (names.length === 0) throw new DomainError('argument-missing', { field: 'path' });
  const wanted = new Map(
    names.map((name) => [parseCommitId(name, 'commit_id'), parseReverted(body, name)] as const),
  );
  const count = [...wanted.values()].reduce((sum, paths) => sum + paths.length, 0);
  if (count > MOST_REVERTED_AT_ONCE) throw new DomainError('argument-invalid', { field: 'path' });
  return wanted;
}

/** `POST /api/v2.1/repos/{id}/trash/revert-dirents/` and its younger sibling */
export function revertOutcomes(outcomes: Awaited<ReturnType<Restores['revertSeveral']>>) {
  return {
    success: outcomes.flatMap(({ path, item }) =>
      item === null ? [] : [{ path, is_dir: item.kind === 'dir' }],
    ),
    failed: outcomes.flatMap(({ path, item }) =>
      item === null ? [{ path, error_msg: `Dirent ${path} not found.` }] : [],
    ),
  };
}

/** A row of `GET /api/v2.1/repos/{id}/commits/{commit}/dir/` */
export function commitFolderRow(dirent: Dirent, parent: string) {
  return {
    type: dirent.kind,
    parent_dir: folderPath(parent),
    obj_id: dirent.id,
    name: dirent.name,
    ...(dirent.kind === 'file' && { size: dirent.sizeBytes }),
  };
}
