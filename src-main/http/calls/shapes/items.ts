import { either, list, named, object, oneOf, record } from '../../../../src-shared/contract/shape.ts';

// Files and folders.

const MODIFIER = {
  'modifier_email?': 'string',
  'modifier_name?': 'string',
  'modifier_contact_email?': 'string',
} as const;

export const OLD_ITEM_ROW = record('OldItemRow', {
  type: 'string',
  id: 'string',
  name: 'string',
  mtime: 'integer',
  permission: 'string',
  'size?': 'integer',
  ...MODIFIER,
  'starred?': 'boolean',
  'parent_dir?': 'string',
});

export const FILE_DETAIL = record('FileDetail', {
  type: 'string',
  id: 'string',
  name: 'string',
  permission: 'string',
  mtime: 'integer',
  last_modified: 'string',
  last_modifier_email: 'string',
  last_modifier_name: 'string',
  last_modifier_contact_email: 'string',
  last_modifier_avatar: 'string',
  size: 'integer',
  starred: 'boolean',
  comment_total: 'integer',
  can_edit: 'boolean',
});

export const PLACE = record('Place', { repo_id: 'string', parent_dir: 'string', obj_name: 'string' });

export const ITEM_ROW = record('ItemRow', {
  type: 'string',
  id: 'string',
  name: 'string',
  mtime: 'integer',
  permission: 'string',
  parent_dir: 'string',
  starred: 'boolean',
  'size?': 'integer',
  ...MODIFIER,
});

export const FOLDER_DETAIL = record('FolderDetail', {
  repo_id: 'string',
  path: 'string',
  name: 'string',
  mtime: 'string',
  permission: 'string',
});

export const FILE = record('File', {
  type: 'string',
  repo_id: 'string',
  parent_dir: 'string',
  obj_name: 'string',
  obj_id: 'string',
  mtime: 'string',
  size: 'integer',
  is_locked: 'boolean',
  can_preview: 'boolean',
  can_edit: 'boolean',
});

const COMMIT_FOLDER_ROW = record('CommitFolderRow', {
  type: 'string',
  parent_dir: 'string',
  obj_id: 'string',
  name: 'string',
  'size?': 'integer',
});

export const COMMIT_FOLDER = record('CommitFolder', { dirent_list: list(COMMIT_FOLDER_ROW) });

export const ADMIN_ITEM = record('AdminItem', {
  obj_name: 'string',
  is_file: 'boolean',
  type: 'string',
  file_size: 'string',
  last_update: 'string',
});

export const SEARCH_HIT = record('SearchHit', {
  repo_id: 'string',
  repo_name: 'string',
  name: 'string',
  fullpath: 'string',
  oid: 'string',
  is_dir: 'boolean',
  size: 'integer',
  last_modified: 'integer',
});

export const FILE_HIT = record('FileHit', {
  path: 'string',
  size: 'integer',
  mtime: 'string',
  type: 'string',
});

export const STARRED_FILE = record('StarredFile', {
  org: 'integer',
  repo: 'string',
  repo_id: 'string',
  repo_name: 'string',
  path: 'string',
  icon_path: 'string',
  file_name: 'string',
  mtime: 'integer',
  mtime_relative: 'string',
  dir: 'boolean',
  repo_encrypted: 'boolean',
  oid: 'string',
  size: 'integer',
});

export const STARRED_ITEM = record('StarredItem', {
  repo_id: 'string',
  repo_name: 'string',
  repo_encrypted: 'boolean',
  is_dir: 'boolean',
  path: 'string',
  obj_name: 'string',
  mtime: 'string',
  deleted: 'boolean',
  user_email: 'string',
  user_name: 'string',
  user_contact_email: 'string',
});

const DELETION = {
  parent_dir: 'string',
  obj_name: 'string',
  deleted_time: 'string',
  commit_id: 'string',
  is_dir: 'boolean',
  size: 'integer',
  obj_id: 'string',
} as const;

const TRASH_ITEM = record('TrashItem', { ...DELETION, scan_stat: 'string?' });

export const NUMBERED_TRASH_PAGE = named(
  'NumberedTrashPage',
  object({ items: list(object(DELETION)), total_count: 'integer', can_search: 'boolean' }),
);

export const UPLOADED_FILE = record('UploadedFile', { name: 'string', id: 'string', size: 'integer' });

export const FOLDER = record('Folder', {
  type: oneOf('dir'),
  repo_id: 'string',
  parent_dir: 'string',
  obj_name: 'string',
  obj_id: 'string',
  mtime: 'string',
});

export const ZIP_TOKEN = record('ZipToken', { zip_token: 'string' });

/** What older calls answer a change: a word, or on demand the folder as it is then. */
export const CHANGED_OR_LISTING = either(oneOf('success'), list(OLD_ITEM_ROW));

export const TRASH_PAGE = named(
  'TrashPage',
  object({ data: list(TRASH_ITEM), more: 'boolean', scan_stat: 'string?' }),
);
