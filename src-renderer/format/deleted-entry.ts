import type { EntryJson } from '../../src-shared/contents-api.ts';
import type { TrashItemJson } from '../../src-shared/trash-api.ts';

/**
 * A deleted item as the last commit that held it lists it. When it was changed is not known, so its time is that of the
 * deletion.
 */
export function deletedEntry(item: TrashItemJson): EntryJson {
  return {
    name: item.name,
    kind: item.is_dir ? 'dir' : 'file',
    id: item.object_id,
    size: item.size,
    mtime: item.deleted_at,
    modifier: item.deleted_by,
    modifier_name: item.deleted_by_name,
    executable: false,
  };
}
