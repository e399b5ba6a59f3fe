import type { Dirent } from '../../core/objects/dir-object.ts';
import { sizeFormatted } from './size.ts';
import { timestamp } from './timestamp.ts';

/** An item of a library as administrators see it. */
export function adminDirent(dirent: Dirent) {
  const isFile = dirent.kind === 'file';
  return {
    obj_name: dirent.name,
    is_file: isFile,
    type: isFile ? 'file' : 'folder',
    file_size: isFile ? sizeFormatted(dirent.sizeBytes) : '',
    last_update: timestamp(dirent.mtimeSeconds),
  };
}
