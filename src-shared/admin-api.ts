import type { CheckJson, GarbageJson } from './local-api.ts';

/**
 * Wire shapes of what administrators do on `/api/local/v1/admin/`; see `local-api.ts` for what holds for all. Every call
 * here is for administrators, but `GET libraries/{id}/admin-visits/`, which is for whoever manages the library.
 *
 * `POST admin/libraries/` answers the new library, `PATCH admin/libraries/{id}/` the changed one,
 * `DELETE admin/libraries/{id}/` moves one to the deleted libraries.
 */

/** `POST admin/libraries/` */
export interface AdminCreateLibraryJson {
  name: string;
  /** E-mail of a user, or `<n>@service_group`; absent: the caller. */
  owner?: string;
}

/** `PATCH admin/libraries/{id}/`: only what is present changes; all of it or nothing. */
export interface AdminUpdateLibraryJson {
  name?: string;
  /** E-mail of a user, or `<n>@service_group`. Shares and syncing end with the change of owner. */
  owner?: string;
  status?: 'normal' | 'read-only';
  keep_days?: number;
}

export type AdminLibrarySort = 'name' | 'size' | 'file_count' | 'mtime';

/** What an administrator did inside a library of somebody else. */
export interface AdminVisitJson {
  id: number;
  admin: string;
  admin_name: string;
  deed: 'looked' | 'downloaded' | 'made' | 'deleted';
  path: string;
  at: number;
}

/** `GET libraries/{id}/admin-visits/?cursor=`: newest first, 100 a page. */
export interface AdminVisitsPageJson {
  visits: AdminVisitJson[];
  cursor: string | null;
}

/** Somebody a library can be given to. */
export interface LibraryOwnerJson {
  /** E-mail of a user, or `<n>@service_group`. */
  id: string;
  name: string;
  kind: 'user' | 'department';
}

/** `GET admin/owners/?search=`: departments first, then users; at most 20 of each. */
export interface LibraryOwnersJson {
  owners: LibraryOwnerJson[];
}

/** A row of `GET admin/users/?search=&cursor=`; oldest account first, 100 a page. */
export interface AdminUserJson {
  email: string;
  name: string;
  is_admin: boolean;
  is_active: boolean;
  /** Libraries that the user owns, deleted ones aside, and the files in them. */
  library_count: number;
  bytes: number;
  /** Devices that are signed in or sync. */
  device_count: number;
  /** 0: never. */
  last_sign_in_at: number;
  /** 0: never. */
  last_seen_at: number;
  created_at: number;
}

export interface AdminUsersPageJson {
  users: AdminUserJson[];
  /** Over all pages. */
  total: number;
  cursor: string | null;
}

/** `PATCH admin/users/{email}/`: only what is present changes; answers the user. */
export interface AdminUpdateUserJson {
  name?: string;
  is_admin?: boolean;
  is_active?: boolean;
}

/** `POST admin/users/{email}/reset-password/`: shown once; every device of the user has to sign in again. */
export interface NewPasswordJson {
  password: string;
}

/**
 * A row of `GET admin/groups/?search=&cursor=`; oldest first, 100 a page. `POST admin/groups/` and
 * `PATCH admin/groups/{id}/` answer one, `DELETE admin/groups/{id}/` ends one that has neither libraries nor departments.
 */
export interface AdminGroupJson {
  id: number;
  name: string;
  /** A department owns libraries, a plain group is given some. */
  kind: 'group' | 'department';
  /** Department that it is in; 0: none. */
  parent_id: number;
  /** E-mail; empty for departments. */
  owner: string;
  member_count: number;
  library_count: number;
  created_at: number;
}

export interface AdminGroupsPageJson {
  groups: AdminGroupJson[];
  cursor: string | null;
}

/** `POST admin/groups/` */
export interface AdminCreateGroupJson {
  name: string;
  kind: 'group' | 'department';
  /** Of a department: the one that it is in. */
  parent_id?: number;
  /** The owner of a group, else the first administrator of a department. */
  owner?: string;
}

export interface AdminGroupMemberJson {
  email: string;
  name: string;
  role: 'owner' | 'admin' | 'member';
}

/**
 * `GET admin/groups/{id}/members/`: owner first. `PATCH admin/groups/{id}/members/{email}/` takes `{"role"}` and
 * `DELETE` ends the membership; both answer this too.
 */
export interface AdminGroupMembersJson {
  members: AdminGroupMemberJson[];
}

/** `POST admin/groups/{id}/members/` takes `{"email": [...]}` and adds whom it can. */
export interface AddedMembersJson extends AdminGroupMembersJson {
  failed: { email: string; reason: 'user-not-found' | 'group-member-exists' }[];
}

/** What the stored objects of a library are needed for, in bytes as they are before they are compressed. */
export interface LibraryStorageJson {
  library_id: string;
  library_name: string;
  /** Needed for the files of today. */
  live: number;
  /** Only for earlier versions. */
  history: number;
  /** Only for deleted items that can be brought back. */
  trash: number;
  /** For nothing; the clean-up frees it. */
  reclaimable: number;
  /** For nothing yet, and too new to be sure of that. */
  young: number;
}

/** What the job `measure` found. */
export interface MeasuredStorageJson {
  libraries: LibraryStorageJson[];
  /** Libraries that could not be measured, and the code why. */
  skipped: { library_id: string; reason: string }[];
}

/** `POST admin/storage/what-if/` with `{"keep_days", "library_id"?}`: what a retention would let go. Changes nothing. */
export interface RetentionEffectJson {
  keep_days: number;
  /** Libraries whose history it would shorten. */
  libraries: number;
  /** Versions of those libraries, as commits, that could no longer be looked at. */
  commits: number;
  /** What the next clean-up would free of them, what it frees anyhow included. */
  bytes: number;
  /** What it frees of them anyhow. */
  bytes_anyhow: number;
}

export type JobKind = 'check' | 'full-check' | 'clean-up' | 'measure';

/**
 * A piece of work in the background: `GET admin/jobs/` lists those that run, then the last that are over, and copies and
 * moves between libraries of anybody. `POST admin/jobs/` with `{"kind"}` starts one, refused with `busy` while another
 * runs; `DELETE admin/jobs/{id}/` ends one. Both answer the job.
 */
export interface JobJson {
  id: string;
  kind: JobKind | 'restore' | 'export' | 'copy';
  state: 'waiting' | 'running' | 'done' | 'canceled' | 'failed';
  started_by: string;
  started_at: number;
  /** 0 while it runs. */
  ended_at: number;
  /** Libraries, of copies files, of what is restored from a backup bytes, of what is exported versions; a total of 0: not known yet. */
  done: number;
  total: number;
  /** Code of why it failed; empty otherwise. */
  reason: string;
  /** Text of a fault; empty otherwise. */
  details: string;
  /** What was found; null while it is not over, and for other kinds. */
  check: CheckJson | null;
  garbage: GarbageJson | null;
  storage: MeasuredStorageJson | null;
  restored: RestoredLibraryJson[] | null;
  exported: ExportedHistoryJson | null;
}

/** What became of a library that was exported with its history. Of the two lists the first 100, with their whole counts. */
export interface ExportedHistoryJson {
  library_id: string;
  library_name: string;
  /** Folder of the git repository. */
  path: string;
  commits: number;
  /** Versions whose content could not be read: the path has the last one that could be, or nothing. */
  unreadable: { path: string; commit_id: string }[];
  unreadable_count: number;
  /** Paths that git takes under another name only. */
  renamed: { path: string; written_as: string }[];
  renamed_count: number;
  /** Of the newest version; git has no folders without files. */
  empty_folders: number;
  /** Why not all files of the newest version lie beside the repository, as git said it; empty: they do. */
  not_written: string;
}

/** What came of a library that was to be brought back from a backup. */
export interface RestoredLibraryJson {
  library_id: string;
  library_name: string;
  /** Pieces of its content that could not be read. */
  unreadable: number;
  /** Code of why it was not brought back; empty: it was. */
  reason: string;
}

export interface JobsJson {
  jobs: JobJson[];
}

/** `GET admin/settings/`, and what `PATCH admin/settings/` changes and answers. */
export interface ServerSettingsJson {
  /** Retention of libraries that are made from now on; −1 keeps everything. */
  default_keep_days: number;
}
