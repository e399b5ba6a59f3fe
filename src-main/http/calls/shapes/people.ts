import { joined, list, named, object, record } from '../../../../src-shared/contract/shape.ts';

// People, groups and links.

export const ACCOUNT_INFO = record('AccountInfo', {
  email: 'string',
  name: 'string',
  contact_email: 'string',
  login_id: 'string',
  department: 'string',
  institution: 'string',
  avatar_url: 'string',
  is_staff: 'boolean',
  total: 'integer',
  usage: 'integer',
  space_usage: 'string',
  enable_subscription: 'boolean',
  file_updates_email_interval: 'integer',
  collaborate_email_interval: 'integer',
});

export const OWN_ACCOUNT = record('OwnAccount', {
  email: 'string',
  name: 'string',
  contact_email: 'string',
  telephone: 'string',
  login_id: 'string',
  list_in_address_book: 'boolean',
});

export const DEVICE = record('Device', {
  key: 'string',
  user: 'string',
  platform: 'string',
  device_id: 'string',
  device_name: 'string',
  client_version: 'string',
  platform_version: 'string',
  last_accessed: 'string',
  last_login_ip: 'string',
  wiped_at: 'string?',
  is_desktop_client: 'boolean',
});

export const PERSON = record('Person', {
  email: 'string',
  name: 'string',
  contact_email: 'string',
  avatar_url: 'string',
});

export const OLD_GROUP = record('OldGroup', {
  id: 'integer',
  name: 'string',
  creator: 'string',
  ctime: 'integer',
  msgnum: 'integer',
});

export const GROUP = record('Group', {
  id: 'integer',
  parent_group_id: 'integer',
  name: 'string',
  owner: 'string',
  created_at: 'string',
  admins: list('string'),
  group_quota: 'integer',
  group_quota_usage: 'integer',
});

export const GROUP_MEMBER = record('GroupMember', {
  group_id: 'integer',
  name: 'string',
  email: 'string',
  contact_email: 'string',
  login_id: 'string',
  avatar_url: 'string',
  is_admin: 'boolean',
  role: 'string',
});

export const DEPARTMENT = record('Department', {
  id: 'integer',
  email: 'string',
  parent_group_id: 'integer',
  name: 'string',
  owner: 'string',
  created_at: 'string',
});

export const USER = record('User', {
  email: 'string',
  name: 'string',
  contact_email: 'string',
  login_id: 'string',
  is_staff: 'boolean',
  is_active: 'boolean',
  quota_usage: 'integer',
  quota_total: 'integer',
  create_time: 'string',
  last_login: 'string',
  last_access_time: 'string',
  role: 'string',
  avatar_url: 'string',
  has_default_device: 'boolean',
  is_force_2fa: 'boolean',
  social_auth: list('anything'),
});

export const ADMIN_GROUP = record('AdminGroup', {
  id: 'integer',
  name: 'string',
  owner: 'string',
  owner_name: 'string',
  created_at: 'string',
  quota: 'integer',
  parent_group_id: 'integer',
});

export const ADDRESS_BOOK_GROUP = record('AddressBookGroup', {
  id: 'integer',
  parent_group_id: 'integer',
  name: 'string',
  owner: 'string',
  created_at: 'string',
  admins: list('string'),
  quota: 'integer',
});

const LINK = object({
  username: 'string',
  repo_id: 'string',
  repo_name: 'string',
  path: 'string',
  obj_name: 'string',
  obj_id: 'string',
  token: 'string',
  view_cnt: 'integer',
  ctime: 'string',
  expire_date: 'string',
  is_expired: 'boolean',
  password: 'string',
  has_password: 'boolean',
  description: 'string',
  link: 'string',
});

export const SHARE_LINK = named(
  'ShareLink',
  joined(
    LINK,
    object({
      is_dir: 'boolean',
      download_link: 'string',
      permissions: object({
        can_edit: 'boolean',
        can_download: 'boolean',
        can_upload: 'boolean',
        can_copy_content: 'boolean',
      }),
      can_edit: 'boolean',
      user_scope: 'string',
    }),
  ),
);

export const UPLOAD_LINK = named('UploadLink', LINK);

export const PAGE_INFO = record('PageInfo', { has_next_page: 'boolean', current_page: 'integer' });
