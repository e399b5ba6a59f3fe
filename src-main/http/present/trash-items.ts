import { nameOf, parentOf, parsePath } from '../../core/library/path.ts';
import type { TrashRequest, TrashView } from '../../usecases/history/trash.ts';
import type { Fields } from '../declared-fields.ts';
import { folderPath } from './folder-path.ts';
import { integerOf, optional } from './parse-fields.ts';
import { timestamp } from './timestamp.ts';

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
  const showDays = integerOf(optional(fields, 'show_days')) ?? 0;
  return {
    path: parsePath(optional(fields, 'path') ?? '/'),
    showDays,
    cursor: optional(fields, 'scan_stat') ?? null,
    limit: ITEMS_PER_PAGE,
  };
}
