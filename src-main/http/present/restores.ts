import type { Dirent } from '../../core/objects/dir-object.ts';
import type { Versions } from '../../services/versions.ts';
import { folderPath } from './folder-path.ts';

/** `POST /api/v2.1/repos/{id}/trash/revert-dirents/` */
export function revertOutcomes(outcomes: Awaited<ReturnType<Versions['revertSeveral']>>) {
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
