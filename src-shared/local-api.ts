/**
 * Wire shapes of `/api/local/v1/`, our own surface for the UI and the command line.
 *
 * Field names are snake_case like the rest of the wire. Times are Unix seconds, sizes bytes. A `cursor` is opaque;
 * null means that there is no further page. Errors are a `LocalErrorJson` on every call.
 */

/** Every refusal. The code is one of `error-codes.ts` or of the framework; the text says what to do next. */
export interface LocalErrorJson {
  error_code: string;
  error_msg: string;
  /** Refines the code; absent where it says all. */
  reason?: string;
  /** Name of the argument that the reason is about. */
  field?: string;
  /** The thing that the reason is about: a path, a name, an id. */
  value?: string;
}

/** Says to programs which refusal it is, also where the answer is text for other clients. */
export const ERROR_HEADER = 'x-keepfold-error';

/** `GET status/` */
export interface StatusJson {
  version: string;
  /** Where the data lives, an absolute path on the server's machine. */
  data_dir: string;
  address: string;
  started_at: number;
  libraries: number;
  /** Accounts on this server; 1 means that nobody but the owner exists and the UI hides administration. */
  users: number;
  folders: LinkedFolderJson[];
}

/**
 * `POST session/` exchanges a one-time sign-in code, or e-mail and password, for a token, and needs none itself. `DELETE session/` revokes the token it is called with.
 */
export interface SessionRequestJson {
  code?: string;
  email?: string;
  password?: string;
}

/**
 * `POST session/links/`: where the first administrator signs in once, within so many seconds. `is_desktop`: the desktop
 * app runs the server, and has a window to show instead.
 */
export interface SignInLinkJson {
  address: string;
  expires_in: number;
  is_desktop: boolean;
}

export interface SessionJson {
  token: string;
  account: AccountJson;
}

/** `GET account/` */
export interface AccountJson {
  email: string;
  name: string;
  is_admin: boolean;
}

/** A row of `GET libraries/` and the answer of `GET libraries/{id}/`. */
export interface LocalLibraryJson {
  id: string;
  /** Null when the library's record is damaged. */
  name: string | null;
  description: string;
  /** E-mail of a user, or `<n>@service_group`. */
  owner: string;
  owner_name: string;
  size: number;
  file_count: number;
  mtime: number;
  modifier: string;
  modifier_name: string;
  encrypted: boolean;
  permission: 'rw' | 'r';
  status: 'normal' | 'read-only';
  keep_days: number;
  head_commit_id: string;
  commit_count: number;
  is_default: boolean;
  is_mine: boolean;
  can_share: boolean;
  folder: LinkedFolderJson | null;
}

/** `GET libraries/`: all the caller can see, the default library first, then by name. */
export interface LibrariesJson {
  libraries: LocalLibraryJson[];
}

/** `GET admin/libraries/?cursor=&search=&owner=`: every library of the server by name, 100 a page. */
export interface AdminLibrariesPageJson {
  libraries: LocalLibraryJson[];
  cursor: string | null;
}

/** `POST libraries/` answers the new library. `DELETE libraries/{id}/` moves one to the deleted libraries. */
export interface CreateLibraryJson {
  name: string;
  description?: string;
  /** Set: an encrypted library that opens with this password. */
  password?: string;
}

/** `PATCH libraries/{id}/`: only what is present changes; answers the library. */
export interface UpdateLibraryJson {
  name?: string;
  description?: string;
  keep_days?: number;
}

/** A row of a folder listing; folders come first, then by name. */
export interface EntryJson {
  name: string;
  kind: 'file' | 'dir';
  id: string;
  /** 0 for folders. */
  size: number;
  mtime: number;
  /** Empty for folders. */
  modifier: string;
  /** How to show them; empty for folders. */
  modifier_name: string;
  executable: boolean;
}

/** How a listing is ordered within folders and within files; folders come first in every order. */
export type EntrySort = 'name' | 'size' | 'mtime';

/**
 * `GET libraries/{id}/entries/?path=/a/b&commit=<id>&sort=name&order=asc&cursor=`; `commit` absent: now. At most
 * 1,000 rows a page; the pages of one listing show the commit of its first page.
 */
export interface EntriesPageJson {
  path: string;
  commit_id: string;
  total: number;
  entries: EntryJson[];
  cursor: string | null;
}

/** `DELETE libraries/{id}/entries/?path=`: removes one file or folder as a new commit. */
export interface RemovedJson {
  commit_id: string;
  /** The head before, which still holds the item; `restore` takes it. */
  previous_commit_id: string;
}

/** `POST libraries/{id}/download-link/`: a one-hour address of a file; folders and encrypted libraries have none. */
export interface DownloadLinkRequestJson {
  path: string;
  commit_id?: string;
}

export interface DownloadLinkJson {
  /** Absolute, or absolute path on this server. */
  url: string;
}

/** A row of `GET libraries/{id}/history/?cursor=&path=`; newest first, 100 a page. */
export interface CommitJson {
  id: string;
  time: number;
  description: string;
  author: string;
  author_name: string;
  device: string;
  is_merge: boolean;
  /** How many changes of each kind the commit holds; folded folders count once. */
  added: number;
  modified: number;
  removed: number;
  renamed: number;
}

export interface HistoryPageJson {
  commits: CommitJson[];
  cursor: string | null;
}

export type ChangeOp = 'new' | 'modified' | 'removed' | 'renamed' | 'newdir' | 'deldir';

/** One change of a commit. Paths are absolute inside the library. */
export interface ChangeJson {
  op: ChangeOp;
  path: string;
  /** Set for renames only. */
  new_path: string;
  is_dir: boolean;
  size: number;
}

/** `GET libraries/{id}/commits/{commit}/?cursor=`; 1,000 changes a page. */
export interface CommitDetailJson {
  commit: CommitJson;
  changes: ChangeJson[];
  cursor: string | null;
}

/** A row of `GET libraries/{id}/trash/?cursor=&path=`; newest deletion first, 100 a page. */
export interface TrashItemJson {
  /** Identity of the deletion, for `restore`. */
  id: number;
  name: string;
  parent_path: string;
  is_dir: boolean;
  size: number;
  deleted_at: number;
  deleted_by: string;
  deleted_by_name: string;
  /** The last commit that held the item. */
  commit_id: string;
}

export interface TrashPageJson {
  items: TrashItemJson[];
  cursor: string | null;
}

/** `DELETE libraries/{id}/trash/`: hides every item for good; history keeps the contents. */
export interface TrashCleanedJson {
  success: true;
}

export type FolderState = 'idle' | 'scanning' | 'syncing' | 'paused' | 'error' | 'held' | 'away';

export type FolderPhase = 'scan' | 'hash' | 'store' | 'commit' | 'write';

/** A linked folder, as `GET folders/` lists it. */
export interface LinkedFolderJson {
  id: string;
  library_id: string;
  library_name: string;
  path: string;
  state: FolderState;
  /** Changes seen and not yet committed. */
  pending: number;
  progress: FolderProgressJson | null;
  /** Items that could not be read or stored, at most 100 listed. */
  problems: FolderProblemJson[];
  problem_count: number;
  /** Number of files known in the folder. */
  file_count: number;
  last_scan_at: number;
  last_commit_at: number;
  /** Why the state is `error` or `away`; empty otherwise. */
  message: string;
  /** False when the system's watch limit was reached and changes are found by scans only. */
  watching: boolean;
  /** When a paused folder goes on by itself; 0: only when told. */
  resume_at: number;
  /** Changes that wait for a person to accept them or put them back. */
  held: FolderHeldJson | null;
  encryption: FolderEncryption;
  /** Whether the password of an encrypted library is kept on this computer and unlocks it at every start. */
  remembered: boolean;
  /** Sub-folders that are left out by choice, relative to the folder. */
  excluded: string[];
}

/** `locked`: the library is encrypted and nobody has given its password since the start. */
export type FolderEncryption = 'none' | 'locked' | 'unlocked';

export interface FolderHeldJson {
  /** `departures`: files that the library has no more and the folder still has; the others came from the folder. */
  kind: 'removals' | 'rewrites' | 'departures';
  /** Names just this question, its kind and all its files with their contents. An answer sends it back. */
  token: string;
  /** Files, those inside of folders included. */
  count: number;
  bytes: number;
  /** Relative to the folder; at most the first 100. A folder stands for all that is in it. */
  paths: string[];
  /** The same paths, with what each stands for. */
  items: FolderHeldItemJson[];
}

export interface FolderHeldItemJson {
  path: string;
  is_dir: boolean;
  files: number;
  bytes: number;
}

export interface FolderProgressJson {
  phase: FolderPhase;
  files_done: number;
  files_total: number;
  bytes_done: number;
  bytes_total: number;
  /** Path of the file being worked on, relative to the folder; may be empty. */
  current: string;
}

export interface FolderProblemJson {
  path: string;
  /** `unreadable`, `name-invalid`, `name-too-long`, `changing`, `not-a-file`, `vanished`, … */
  reason: string;
  message: string;
  since: number;
  /** 0 when it is tried again only when something changes. */
  next_try_at: number;
  /** `in`: from the folder to the library; `out`: from the library to the folder. */
  direction: 'in' | 'out';
}

/** `GET folders/` */
export interface FoldersJson {
  folders: LinkedFolderJson[];
}

/**
 * `POST folders/` answers the linked folder; the first scan starts at once. `library` is the id or name of an existing
 * library; absent: a new library called `name`, or like the folder.
 *
 * `POST folders/{id}/pause/`, `resume/`, `rescan/` answer the folder. `POST folders/{id}/accept/` lets what is
 * held happen; `POST folders/{id}/put-back/` undoes it where it was done: in the folder, or for departures in the library.
 * Both need its `token`, and refuse with `held-changed` when something else is held by now.
 * `POST folders/{id}/lock/` locks an encrypted library again, and forgets a password that was remembered.
 * `DELETE folders/{id}/` unlinks; files and library stay.
 */
export interface LinkFolderJson {
  path: string;
  library?: string;
  name?: string;
  /** Of the encrypted library that is linked, or, with `encrypt`, of the new one. */
  password?: string;
  /** Keeps the password in the keychain of this computer. */
  remember?: boolean;
  /** Makes the new library an encrypted one. */
  encrypt?: boolean;
  /**
   * The id of a folder that was unlinked since the start of the service, at the same path and of the same library: it
   * is linked as it was, with the sub-folders it left out, the ignore rules it had agreed to, and its pause.
   */
  again?: string;
}

/** `POST folders/{id}/relink/`: the folder is at another place now. `force` takes a place that looks like another folder. */
export interface RelinkFolderJson {
  path: string;
  force?: boolean;
}

/** `POST folders/{id}/unlock/` */
export interface UnlockFolderJson {
  password: string;
  remember: boolean;
}

/** Goes with the folder that linking, `unlock/` and `lock/` answer: empty unless the keychain was needed and failed. */
export interface SecretsNoticeJson {
  secrets?: 'unavailable';
  /** A sentence. */
  secrets_reason?: string;
}

/** `GET secrets/`: whether passwords of libraries can be remembered on this computer; the reason is a sentence. */
export interface SecretsJson {
  secrets: 'available' | 'unavailable';
  secrets_reason: string;
}

/**
 * `GET browse/?path=`: folders on the server's machine, for choosing one without a native dialog. On Windows drives are
 * in the folder `/`, which is none itself.
 */
export interface BrowseJson {
  path: string;
  /** Null at the top. */
  parent: string | null;
  folders: { name: string; path: string }[];
}

/**
 * `GET deleted-libraries/?cursor=` lists the caller's own, `GET admin/deleted-libraries/?cursor=` everybody's; newest
 * deletion first, 100 a page. `POST (admin/)deleted-libraries/{id}/restore/` answers the library,
 * `DELETE (admin/)deleted-libraries/{id}/` purges one.
 */
export interface DeletedLibrariesPageJson {
  libraries: DeletedLibraryJson[];
  cursor: string | null;
}

/** A row of a list of deleted libraries. */
export interface DeletedLibraryJson {
  id: string;
  name: string;
  owner: string;
  owner_name: string;
  size: number;
  encrypted: boolean;
  deleted_at: number;
}

/**
 * `POST garbage/` frees what no commit and no deletion that retention shows needs; with `{"dry_run": true}` it only says
 * what that is. Refused with `busy` while another one runs.
 */
export interface GarbageJson {
  libraries: number;
  /** Found to be needed by nothing. */
  objects: number;
  bytes: number;
  dry_run: boolean;
  /** Removed; 0 in a dry run, and a little less than found when something was needed again meanwhile. */
  removed_objects: number;
  removed_bytes: number;
  /** Bytes that the disk has back. */
  disk_bytes: number;
  /** Libraries that nothing is ever collected from while they are damaged or older than what was acknowledged. */
  skipped: { library_id: string; reason: string }[];
  /**
   * True: the clock was moved on by more than a day, or the computer was off for longer. Nothing expires until the
   * service has been running for 24 hours.
   */
  waiting_for_clock: boolean;
}

/** `POST check/` */
export interface CheckJson {
  sound: boolean;
  full: boolean;
  libraries: number;
  commits: number;
  objects: number;
  bytes: number;
  problems: { library_id: string; kind: string; id: string; reason: string }[];
  /** Whole, and refused by newer versions: the first 100. An empty path: the commit itself. */
  untrue: { library_id: string; commit_id: string; path: string; reason: UntrueReason }[];
  /** How many there are; of one library 1,000 at most are counted. */
  untrue_count: number;
}

/** What is not true: a time that no calendar has, a size that is not the file's, or a tree that nobody can walk. */
export type UntrueReason = 'time' | 'size' | 'path-too-long' | 'too-deep' | 'too-many-entries';
