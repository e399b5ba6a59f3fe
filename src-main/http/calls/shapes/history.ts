import { joined, list, named, object, record } from '../../../../src-shared/contract/shape.ts';

// Commits and versions.

export const OLD_COMMIT = record('OldCommit', {
  id: 'string',
  creator_name: 'string',
  creator: 'string',
  desc: 'string',
  ctime: 'integer',
  parent_id: 'string?',
  second_parent_id: 'string?',
  repo_id: 'string',
  root_id: 'string',
  version: 'integer',
  new_merge: 'boolean',
  conflict: 'boolean',
  rev_file_id: 'string?',
  rev_file_size: 'integer',
  rev_renamed_old_path: 'string?',
  device_name: 'string?',
  client_version: 'string?',
  next_start_commit: 'string?',
});

const HISTORY_ENTRY = record('HistoryEntry', {
  commit_id: 'string',
  time: 'string',
  description: 'string',
  creator: 'string',
  email: 'string',
  name: 'string',
  contact_email: 'string',
  client_version: 'string?',
  device_name: 'string?',
  second_parent_id: 'string?',
  tags: list('anything'),
});

export const COMMIT_DETAIL = record('CommitDetail', {
  commit_info: object({
    creator_email: 'string',
    creator_name: 'string',
    creator_contact_email: 'string',
    time: 'string',
    description: 'string',
    device_name: 'string',
  }),
  commit_diffs: list(object({ op_type: 'string', path: 'string', new_path: 'string' })),
});

export const HISTORY_PAGE = record('HistoryPage', { data: list(HISTORY_ENTRY), more: 'boolean' });

export const FILE_VERSION = record('FileVersion', {
  commit_id: 'string',
  ctime: 'string',
  description: 'string',
  creator_email: 'string',
  creator_name: 'string',
  creator_contact_email: 'string',
  creator_avatar_url: 'string',
  size: 'integer',
  rev_file_id: 'string',
  rev_renamed_old_path: 'string?',
  path: 'string',
});

export const ACTIVITY = record('Activity', {
  op_type: 'string',
  obj_type: 'string',
  path: 'string',
  name: 'string',
  repo_id: 'string',
  repo_name: 'string',
  'old_repo_name?': 'string',
  commit_id: 'string',
  author_email: 'string',
  author_name: 'string',
  author_contact_email: 'string',
  avatar_url: 'string',
  time: 'string',
  count: 'integer',
  details: list(object({ path: 'string', name: 'string', 'old_path?': 'string', 'old_name?': 'string' })),
  'old_path?': 'string',
  'old_name?': 'string',
});

/** Only lists that are not empty are there. */
export const CHANGED_PATHS = record('ChangedPaths', {
  'added_files?': list('string'),
  'deleted_files?': list('string'),
  'renamed_files?': list('string'),
  'modified_files?': list('string'),
  'added_dirs?': list('string'),
  'deleted_dirs?': list('string'),
});

export const OLD_FILE_VERSION = named(
  'OldFileVersion',
  joined(
    OLD_COMMIT,
    object({ user_info: object({ email: 'string', name: 'string', contact_email: 'string' }) }),
  ),
);
