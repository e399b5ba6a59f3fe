import type { QueryOf } from '../../../src-shared/local-api.ts';
import type { LibraryTrashItemJson, TrashItemJson } from '../../../src-shared/trash-api.ts';
import { DomainError } from '../../core/errors.ts';
import { nameOf, parentOf, parsePath } from '../../core/library/path.ts';
import { LAST_SECOND, MOST_ITEMS_AT_ONCE, MOST_REVERTED_AT_ONCE } from '../../core/limits.ts';
import type { Dirent } from '../../core/objects/dir-object.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import type { AllTrashRequest, LibraryTrashItem } from '../../usecases/history/all-trash.ts';
import type { Restores } from '../../usecases/history/restores.ts';
import type { TrashRequest } from '../../usecases/history/trash.ts';
import type { TrashRestoreRequest } from '../../usecases/history/trash-restores.ts';
import type { TrashView } from '../../usecases/history/trash-view.ts';
import { type Fields, integerOf, parseCommitId } from '../declared-fields.ts';
import { parseNames } from './item-requests.ts';
import { requiredList } from './local-items.ts';
import { folderPath, timestamp } from './values.ts';

const ITEMS_PER_PAGE = 100;

/** A row of `GET /api/v2.1/repos/{id}/trash/`. Folders have no size and no object of their own on the wire. */
export function trashItem(item: TrashView) {
  return {
    parent_dir: folderPath(parentOf(item.path)),
    obj_name: nameOf(item.path),
    deleted_time: timestamp(item.deletedAtSeconds),
    scan_stat: null,
    commit_id: item.commitId,
    is_dir: item.isDir,
    size: item.isDir ? 0 : item.sizeBytes,
    obj_id: item.isDir ? '' : item.objectId,
  };
}

/** A row of `GET /api/v2.1/repos/{id}/trash2/` */
export function numberedTrashItem(item: TrashView) {
  const { scan_stat: _scanStat, ...row } = trashItem(item);
  return row;
}

/**
 * Which deletions a request asks for.
 * @throws DomainError `path-invalid`; `argument-invalid` for negative `show_days` (what is no number means all)
 */
export function parseTrashRequest(fields: Fields): TrashRequest {
  const showDays = integerOf(fields.optional('show_days')) ?? 0;
  return {
    path: parsePath(fields.optional('path') ?? '/'),
    showDays,
    cursor: fields.optional('scan_stat') ?? null,
    limit: ITEMS_PER_PAGE,
  };
}

/** @throws DomainError `argument-missing`, `argument-invalid`, `path-invalid` */
export function parseTrashRestore(body: Fields): TrashRestoreRequest {
  const to = body.optional('to');
  return {
    ids: parseTrashIds(requiredList(body, 'ids', MOST_ITEMS_AT_ONCE)),
    replace: new Set(parseTrashIds(body.list('replace'))),
    keepBoth: new Set(parseTrashIds(body.list('keep_both'))),
    to: to === undefined ? null : parsePath(to),
  };
}

export function localTrashItem(item: TrashView): TrashItemJson {
  return {
    id: item.trashId,
    name: nameOf(item.path),
    parent_path: parentOf(item.path),
    is_dir: item.isDir,
    size: item.sizeBytes,
    deleted_at: item.deletedAtSeconds,
    deleted_by: item.deletedBy,
    deleted_by_name: item.deletedByName,
    commit_id: item.commitId,
    object_id: item.objectId,
    device: item.device,
    expires_at: item.expiresAtSeconds,
  };
}

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

/** @throws DomainError `argument-invalid` */
export function parseAllTrashRequest(query: Fields<QueryOf<'GET trash/'>>): AllTrashRequest {
  const type = query.optional('type');
  return {
    search: query.optional('search') ?? '',
    kind: type ?? null,
    libraryId: query.optionalLibraryId('library') ?? null,
    sinceSeconds: integerOf(query.optional('since')) ?? 0,
    untilSeconds: integerOf(query.optional('until')) ?? LAST_SECOND,
    oldestFirst: query.optional('order') === 'asc',
    cursor: query.optional('cursor') ?? null,
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
