import type { People } from '../../usecases/access/people.ts';
import type { StarredItem } from '../../usecases/files/stars.ts';
import { folderPath } from './folder-path.ts';
import { mtimeRelative } from './relative-time.ts';
import { timestamp } from './timestamp.ts';

/** A row of `GET /api/v2.1/starred-items/`, for the person whose star it is. */
export function starredItem(
  { library, path, name, isDir, now }: StarredItem,
  email: string,
  people: Pick<People, 'displayName' | 'contactEmail'>,
) {
  return {
    repo_id: library.id,
    repo_name: library.name,
    repo_encrypted: library.encryption !== null,
    is_dir: isDir,
    path: isDir ? folderPath(path) : path,
    obj_name: name,
    mtime: timestamp(now?.mtimeSeconds ?? null),
    deleted: now === null,
    user_email: email,
    user_name: people.displayName(email),
    user_contact_email: people.contactEmail(email),
  };
}

/** Rows of `GET /api2/starredfiles/`: files that are there; older clients know no other stars. */
export function starredFiles(items: readonly StarredItem[], nowSeconds: number) {
  return items.flatMap(({ library, path, name, isDir, now }) => {
    if (isDir || now === null) return [];
    return {
      org: -1,
      repo: library.id,
      repo_id: library.id,
      repo_name: library.name,
      path,
      icon_path: path,
      file_name: name,
      mtime: now.mtimeSeconds,
      mtime_relative: mtimeRelative(now.mtimeSeconds, nowSeconds),
      dir: false,
      repo_encrypted: library.encryption !== null,
      oid: now.id,
      size: now.sizeBytes,
    };
  });
}
