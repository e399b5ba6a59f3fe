import { either, joined, named, object, record } from '../../../../src-shared/contract/shape.ts';

// Libraries, as the Seafile-shaped calls tell of them.

const MODIFIER = {
  modifier_email: 'string',
  modifier_name: 'string',
  modifier_contact_email: 'string',
} as const;
const OWNER = { owner_email: 'string', owner_name: 'string', owner_contact_email: 'string' } as const;

export const OLD_LIBRARY_ROW = record('OldLibraryRow', {
  type: 'string',
  owner: 'string',
  'owner_name?': 'string',
  'owner_contact_email?': 'string',
  'virtual?': 'boolean',
  id: 'string',
  name: 'string',
  mtime: 'integer',
  mtime_relative: 'string',
  ...MODIFIER,
  size: 'integer',
  size_formatted: 'string',
  encrypted: 'boolean',
  permission: 'string',
  head_commit_id: 'string',
  version: 'integer',
  salt: 'string',
  root: 'string',
  'group_name?': 'string',
  'groupid?': 'integer',
  'share_from?': 'string',
  'share_from_name?': 'string',
  'share_from_contact_email?': 'string',
  'owner_nickname?': 'string',
  'share_type?': 'string',
  'is_admin?': 'boolean',
  'is_virtual?': 'boolean',
  'origin_repo_id?': 'string?',
});

export const SYNC_TICKET = record('SyncTicket', {
  relay_id: 'string',
  relay_addr: 'string',
  relay_port: 'string',
  email: 'string',
  token: 'string',
  repo_id: 'string',
  repo_name: 'string',
  repo_desc: 'string',
  repo_size: 'integer',
  repo_size_formatted: 'string',
  mtime: 'integer',
  last_modified: 'string',
  mtime_relative: 'string',
  encrypted: either('integer', 'string'),
  enc_version: 'integer',
  salt: 'string',
  magic: 'string',
  random_key: 'string',
  pwd_hash: 'string',
  pwd_hash_algo: 'string',
  pwd_hash_params: 'string',
  repo_version: 'integer',
  head_commit_id: 'string',
  permission: 'string',
});

export const OLD_LIBRARY = record('OldLibrary', {
  type: 'string',
  id: 'string',
  owner: 'string',
  name: 'string',
  mtime: 'integer',
  size: 'integer',
  encrypted: 'boolean',
  root: 'string',
  permission: 'string',
  modifier_email: 'string',
  modifier_contact_email: 'string',
  modifier_name: 'string',
  file_count: 'integer',
  head_commit_id: 'string',
  'enc_version?': 'integer',
  'salt?': 'string',
  'magic?': 'string',
  'random_key?': 'string',
});

export const LIBRARY_ROW = record('LibraryRow', {
  type: 'string',
  repo_id: 'string',
  repo_name: 'string',
  'owner_email?': 'string',
  'owner_name?': 'string',
  'owner_contact_email?': 'string',
  'owner_avatar?': 'string',
  last_modified: 'string',
  ...MODIFIER,
  size: 'integer',
  encrypted: 'boolean',
  permission: 'string',
  starred: 'boolean',
  monitored: 'boolean',
  status: 'string',
  salt: 'string',
  'group_id?': 'integer',
  'group_name?': 'string',
  'is_admin?': 'boolean',
});

export const LIBRARY = record('Library', {
  repo_id: 'string',
  repo_name: 'string',
  repo_type: 'string',
  ...OWNER,
  owner_avatar: 'string',
  size: 'integer',
  encrypted: 'boolean',
  file_count: 'integer',
  permission: 'string',
  no_quota: 'boolean',
  is_admin: 'boolean',
  is_virtual: 'boolean',
  has_been_shared_out: 'boolean',
  lib_need_decrypt: 'boolean',
  last_modified: 'string',
  status: 'string',
  monitored: 'boolean',
});

export const DELETED_LIBRARY = record('DeletedLibrary', {
  repo_id: 'string',
  ...OWNER,
  repo_name: 'string',
  org_id: 'integer',
  head_commit_id: 'string',
  encrypted: 'boolean',
  del_time: 'string',
  size: 'integer',
});

export const GIVEN_SHARE = record('GivenShare', {
  repo_id: 'string',
  repo_name: 'string',
  encrypted: 'boolean',
  share_type: 'string',
  share_permission: 'string',
  share_permission_name: 'string',
  ...MODIFIER,
  is_admin: 'boolean',
  'user_email?': 'string',
  'user_name?': 'string',
  'contact_email?': 'string',
  'group_id?': 'integer',
  'group_name?': 'string',
});

export const RECEIVED_SHARE = record('ReceivedShare', {
  repo_id: 'string',
  repo_name: 'string',
  repo_desc: 'string',
  permission: 'string',
  share_type: 'string',
  user: 'string',
  shared_by: 'string',
  is_admin: 'boolean',
  last_modified: 'integer',
  size: 'integer',
  encrypted: 'boolean',
  is_virtual: 'boolean',
  'origin_repo_id?': 'string',
  group_id: 'integer',
});

export const GIVEN_FOLDER = record('GivenFolder', {
  repo_id: 'string',
  path: 'string',
  folder_name: 'string',
  share_type: 'string',
  share_permission: 'string',
  user_name: 'string',
  user_email: 'string',
  contact_email: 'string',
  group_id: either('integer', 'string'),
  group_name: 'string',
});

export const GROUP_LIBRARY = record('GroupLibrary', {
  repo_id: 'string',
  repo_name: 'string',
  ...OWNER,
  owner_avatar: 'string',
  ...MODIFIER,
  share_from: 'string',
  mtime: 'string',
  last_modified: 'string',
  size: 'integer',
  size_formatted: 'string',
  encrypted: 'boolean',
  permission: 'string',
  is_admin: 'boolean',
  status: 'string',
});

export const DEPARTMENT_LIBRARY = record('DepartmentLibrary', {
  id: 'string',
  name: 'string',
  mtime: 'string',
  size: 'integer',
  encrypted: 'boolean',
  owner: 'string',
  group_name: 'string',
  permission: 'string',
});

export const FOUND_LIBRARY = record('FoundLibrary', {
  id: 'string',
  name: 'string',
  ...OWNER,
  size: 'integer',
  encrypted: 'boolean',
  file_count: 'integer',
  status: 'string',
});

export const ADMIN_DELETED_LIBRARY = record('AdminDeletedLibrary', {
  id: 'string',
  name: 'string',
  owner: 'string',
  owner_name: 'string',
  delete_time: 'string',
  'group_name?': 'string',
});

export const SHARED_ITEM = record('SharedItem', {
  share_type: 'string',
  'user_info?': object({ name: 'string', nickname: 'string', contact_email: 'string', avatar_url: 'string' }),
  permission: 'string',
  is_admin: 'boolean',
  'group_info?': object({ id: 'integer', name: 'string' }),
});

export const FAILED_SHARE = record('FailedShare', {
  'email?': 'string',
  error_msg: 'string',
  'group_name?': 'string',
});

export const KEEP_DAYS = record('KeepDays', { keep_days: 'integer' });

export const DEFAULT_LIBRARY = record('DefaultLibrary', { repo_id: 'string', exists: 'boolean' });

export const ADMIN_LIBRARY = named(
  'AdminLibrary',
  joined(
    FOUND_LIBRARY,
    object({ owner: 'string', size_formatted: 'string', last_modified: 'string', 'group_name?': 'string' }),
  ),
);
