import type { LibraryId } from '../../core/library/library-id.ts';
import { EMPTY_ID } from '../../core/objects/object-id.ts';
import type { FileVersion } from '../../engine/reading/file-versions.ts';
import { shownDescription } from './commits.ts';
import type { Names } from './item-rows.ts';
import { LIBRARY_FORMAT } from './library-items.ts';
import { timestamp } from './timestamp.ts';

/** A commit as the older calls show it: with the field names of the reference server's own records. */
export function oldCommit(libraryId: LibraryId, commit: FileVersion['commit']) {
  return {
    id: commit.id,
    creator_name: commit.authorEmail,
    creator: EMPTY_ID,
    desc: shownDescription(commit.description),
    ctime: commit.ctimeSeconds,
    parent_id: commit.parentId,
    second_parent_id: commit.secondParentId,
    repo_id: libraryId,
    root_id: commit.rootId,
    version: LIBRARY_FORMAT,
    new_merge: commit.isMerge && !commit.hasConflict,
    conflict: commit.hasConflict,
    rev_file_id: null as string | null,
    rev_file_size: 0,
    rev_renamed_old_path: null as string | null,
    device_name: commit.deviceName,
    client_version: commit.clientVersion,
    next_start_commit: null,
  };
}

/** A row of `GET /api2/repos/{id}/file/history/` */
export function oldFileVersion(libraryId: LibraryId, { commit, file, oldPath }: FileVersion, people: Names) {
  return {
    ...oldCommit(libraryId, commit),
    rev_file_id: file.id,
    rev_file_size: file.sizeBytes,
    rev_renamed_old_path: oldPathOrNull(oldPath),
    user_info: {
      email: commit.authorEmail,
      name: people.displayName(commit.authorEmail),
      contact_email: people.contactEmail(commit.authorEmail),
    },
  };
}

/** A row of `GET /api/v2.1/repos/{id}/file/history/` */
export function fileVersion({ commit, file, path, oldPath }: FileVersion, people: Names, origin: string) {
  return {
    commit_id: commit.id,
    ctime: timestamp(commit.ctimeSeconds),
    description: shownDescription(commit.description),
    creator_email: commit.authorEmail,
    creator_name: people.displayName(commit.authorEmail),
    creator_contact_email: people.contactEmail(commit.authorEmail),
    creator_avatar_url: `${origin}/media/avatars/default.png`,
    size: file.sizeBytes,
    rev_file_id: file.id,
    rev_renamed_old_path: oldPathOrNull(oldPath),
    path,
  };
}

/** The reference server writes it without a slash at its start. */
function oldPathOrNull(path: string): string | null {
  return path === '' ? null : path.slice(1);
}
