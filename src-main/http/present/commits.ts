import type { ChangeJson, CommitDetailJson, CommitJson } from '../../../src-shared/contents-api.ts';
import type { RecentChangeJson } from '../../../src-shared/overview-api.ts';
import type { VersionJson } from '../../../src-shared/versions-api.ts';
import { DomainError } from '../../core/errors.ts';
import { isLibraryId, type LibraryId } from '../../core/library/library-id.ts';
import { nameOf, parsePath } from '../../core/library/path.ts';
import { EMPTY_ID } from '../../core/objects/object-id.ts';
import type { FileVersion, VersionPlace } from '../../engine/reading/file-versions.ts';
import type { Activity } from '../../usecases/history/activities.ts';
import type { LogPlace, RecentCommit } from '../../usecases/history/change-log.ts';
import type { CommitView, HistoryService } from '../../usecases/history/history.ts';
import type { Names } from './items.ts';
import { LIBRARY_FORMAT } from './libraries.ts';
import { avatarUrl, encodeCursor, timestamp } from './values.ts';

/** One change of a commit, as the history tells it. */
export type ChangeView = Awaited<ReturnType<HistoryService['changes']>>[number];

/** A row of `GET /api/v2.1/repos/{id}/history/`: what real servers send, and `creator`, which our interface names. */
export function historyEntry(commit: CommitView) {
  return {
    commit_id: commit.id,
    time: timestamp(commit.ctimeSeconds),
    description: shownDescription(commit.description),
    creator: commit.authorEmail,
    email: commit.authorEmail,
    name: commit.authorName,
    contact_email: commit.authorContactEmail,
    client_version: commit.clientVersion,
    device_name: commit.deviceName,
    second_parent_id: commit.secondParentId,
    tags: [],
  };
}

/** Commits say "repo" where people say "library" (seahub, `translate_commit_desc`). */
function shownDescription(description: string): string {
  return description.replace(/^Reverted repo/, 'Reverted library');
}

/** `GET /api/v2.1/repos/{id}/commits/{commit}/` */
export function commitDetail(commit: CommitView, changes: readonly ChangeView[]) {
  return {
    commit_info: {
      creator_email: commit.authorEmail,
      creator_name: commit.authorName,
      creator_contact_email: commit.authorContactEmail,
      time: timestamp(commit.ctimeSeconds),
      description: commit.description,
      device_name: commit.deviceName ?? '',
    },
    commit_diffs: changes.map(({ op, path, newPath }) => ({ op_type: op, path, new_path: newPath })),
  };
}

export function localCommit(commit: CommitView): CommitJson {
  return {
    id: commit.id,
    time: commit.ctimeSeconds,
    description: shownDescription(commit.description),
    author: commit.authorEmail,
    author_name: commit.authorName,
    device: commit.deviceName ?? '',
    is_merge: commit.isMerge,
    ...commit.counts,
    ...(commit.summary === null ? {} : { summary: commit.summary }),
    ...(commit.note === '' ? {} : { note: commit.note }),
  };
}

export function localChange({ op, path, newPath, isDir, sizeBytes }: ChangeView): ChangeJson {
  return { op, path, new_path: newPath, is_dir: isDir, size: sizeBytes };
}

const CHANGES_PER_PAGE = 1000;

/** The rows that a page of a commit's changes needs: one more, which tells that there are more. */
export const CHANGES_ASKED = CHANGES_PER_PAGE + 1;

/** A page of what a commit changed. @param after the number of the last row before it */
export function localCommitPage(
  commit: CommitView,
  rows: readonly ChangeView[],
  after: number,
): CommitDetailJson {
  return {
    commit: localCommit(commit),
    parent_id: commit.parentId,
    changes: rows.slice(0, CHANGES_PER_PAGE).map(localChange),
    cursor: rows.length > CHANGES_PER_PAGE ? encodeCursor(after + CHANGES_PER_PAGE) : null,
  };
}

export function recentChange({ library, commit }: RecentCommit): RecentChangeJson {
  return { library_id: library.id, library_name: library.name, commit: localCommit(commit) };
}

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

type List =
  | 'added_files'
  | 'deleted_files'
  | 'renamed_files'
  | 'modified_files'
  | 'added_dirs'
  | 'deleted_dirs';

/** `GET /api2/repo_history_changes/{id}/`: lists of paths, only those that are not empty. */
export function oldChanges(changes: readonly ChangeView[]): Partial<Record<List, string[]>> {
  const lists: Partial<Record<List, string[]>> = {};
  for (const change of changes) {
    const list = listOf(change);
    const paths = lists[list] ?? [];
    lists[list] = paths;
    paths.push(relative(change.path));
    // Old and new names follow each other in one flat list.
    if (list === 'renamed_files') paths.push(relative(change.newPath));
  }
  return lists;
}

function listOf({ op }: ChangeView): List {
  switch (op) {
    case 'new':
      return 'added_files';
    case 'removed':
      return 'deleted_files';
    case 'modified':
      return 'modified_files';
    case 'newdir':
      return 'added_dirs';
    case 'deldir':
      return 'deleted_dirs';
    case 'renamed':
      return 'renamed_files';
  }
}

function relative(path: string): string {
  return path.slice(1);
}

export function localVersion(version: FileVersion, people: Names): VersionJson {
  const { commit, file, path, oldPath, origin } = version;
  return {
    commit_id: commit.id,
    time: commit.ctimeSeconds,
    description: shownDescription(commit.description),
    author: commit.authorEmail,
    author_name: people.displayName(commit.authorEmail),
    device: commit.deviceName ?? '',
    origin,
    path,
    old_path: oldPath,
    file_id: file.id,
    size: file.sizeBytes,
    mtime: file.mtimeSeconds,
  };
}

export function encodeVersionPlace(place: VersionPlace | null): string | null {
  return place === null ? null : Buffer.from(`${place.seq}:${place.path}`).toString('base64url');
}

/** @throws DomainError `cursor-invalid`, `path-invalid` */
export function decodeVersionPlace(text: string): VersionPlace {
  const match = /^(\d{1,15}):(.+)$/s.exec(Buffer.from(text, 'base64url').toString());
  if (match?.[1] === undefined || match[2] === undefined)
    throw new DomainError('cursor-invalid', { field: 'cursor' });
  return { seq: Number(match[1]), path: parsePath(match[2]) };
}

/** A place in the log of all libraries, as opaque text. */
export function encodeLogPlace(place: LogPlace | null): string | null {
  if (place === null) return null;
  const { atSeconds, libraryId, seq } = place;
  return Buffer.from(`log:${atSeconds}:${seq}:${libraryId}`).toString('base64url');
}

/** Null: the newest. @throws DomainError `cursor-invalid` */
export function decodeLogPlace(cursor: string | undefined): LogPlace | null {
  if (cursor === undefined) return null;
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, at, seq, libraryId] = /^log:(-?\d{1,15}):(\d{1,15}):([0-9a-f-]{36})$/.exec(text) ?? [];
  if (!isLibraryId(libraryId)) throw new DomainError('cursor-invalid', { field: 'cursor' });
  return { atSeconds: Number(at), seq: Number(seq), libraryId };
}

type ChangeOf = Activity['changes'][number];

/** A row of `GET /api/v2.1/activities/`. */
export function activityItem(activity: Activity, origin: string) {
  const { library, commit, op, change, libraryNames, count, changes } = activity;
  const name = libraryNames?.after ?? library.name;
  return {
    op_type: op,
    ...(change === null
      ? { obj_type: 'repo', path: '/', name }
      : { obj_type: change.isDir ? 'dir' : 'file', ...placeOf(change) }),
    repo_id: library.id,
    repo_name: name,
    ...(libraryNames === null ? {} : { old_repo_name: libraryNames.before }),
    commit_id: commit.id,
    author_email: commit.authorEmail,
    author_name: commit.authorName,
    author_contact_email: commit.authorContactEmail,
    avatar_url: avatarUrl(origin),
    time: timestamp(commit.ctimeSeconds),
    count,
    details: count > 1 ? changes.map(placeOf) : [],
  };
}

/** Where the item is now, or was last; for renames and moves also where it was before. */
function placeOf({ path, newPath }: ChangeOf) {
  if (newPath === '') return { path, name: nameOf(path) };
  const before = nameOf(path) === nameOf(newPath) ? {} : { old_name: nameOf(path) };
  return { path: newPath, name: nameOf(newPath), old_path: path, ...before };
}
