import { joined, list, named, object, oneOf, orNull } from '../../../../src-shared/contract/shape.ts';

// Our own surface: the shapes of `src-shared/local-api.ts` and `folder-choices-api.ts`.

const FOLDER_PROGRESS = named(
  'LocalFolderProgress',
  object({
    phase: oneOf('scan', 'hash', 'store', 'commit', 'write'),
    files_done: 'integer',
    files_total: 'integer',
    bytes_done: 'integer',
    bytes_total: 'integer',
    current: 'string',
  }),
);

const FOLDER_PROBLEM = named(
  'LocalFolderProblem',
  object({
    path: 'string',
    reason: 'string',
    message: 'string',
    since: 'integer',
    next_try_at: 'integer',
    direction: oneOf('in', 'out'),
  }),
);

const FOLDER_HELD_ITEM = named(
  'LocalFolderHeldItem',
  object({ path: 'string', is_dir: 'boolean', files: 'integer', bytes: 'integer' }),
);

export const FOLDER_HELD_PAGE = named(
  'LocalFolderHeldPage',
  object({ token: 'string', items: list(FOLDER_HELD_ITEM), cursor: 'string?' }),
);

const FOLDER_HELD = named(
  'LocalFolderHeld',
  object({
    kind: oneOf('removals', 'rewrites', 'departures'),
    token: 'string',
    count: 'integer',
    bytes: 'integer',
    paths: list('string'),
    items: list(FOLDER_HELD_ITEM),
  }),
);

export const ACCOUNT = named(
  'LocalAccount',
  object({
    email: 'string',
    name: 'string',
    is_admin: 'boolean',
  }),
);

export const ENTRY = named(
  'LocalEntry',
  object({
    name: 'string',
    kind: oneOf('file', 'dir'),
    id: 'string',
    size: 'integer',
    mtime: 'integer',
    modifier: 'string',
    modifier_name: 'string',
    executable: 'boolean',
  }),
);

export const REMOVED = named(
  'LocalRemoved',
  object({
    commit_id: 'string',
    previous_commit_id: 'string',
  }),
);

export const DOWNLOAD_LINK = named(
  'LocalDownloadLink',
  object({
    url: 'string',
  }),
);

export const LOCAL_COMMIT = named(
  'LocalCommit',
  object({
    id: 'string',
    time: 'integer',
    description: 'string',
    author: 'string',
    author_name: 'string',
    device: 'string',
    is_merge: 'boolean',
    added: 'integer',
    modified: 'integer',
    removed: 'integer',
    renamed: 'integer',
  }),
);

export const CHANGE = named(
  'LocalChange',
  object({
    op: oneOf('new', 'modified', 'removed', 'renamed', 'newdir', 'deldir'),
    path: 'string',
    new_path: 'string',
    is_dir: 'boolean',
    size: 'integer',
  }),
);

export const LOCAL_TRASH_ITEM = named(
  'LocalTrashItem',
  object({
    id: 'integer',
    name: 'string',
    parent_path: 'string',
    is_dir: 'boolean',
    size: 'integer',
    deleted_at: 'integer',
    deleted_by: 'string',
    deleted_by_name: 'string',
    commit_id: 'string',
  }),
);

export const RESTORE = named(
  'LocalRestore',
  object({
    path: 'string',
    files: 'integer',
    bytes: 'integer',
    commit_id: 'string?',
    'changed?': 'boolean',
    'replaces?': 'boolean',
    'left_out?': object({ count: 'integer', paths: list('string') }),
  }),
);

const SECRETS_NOTICE = named(
  'LocalSecretsNotice',
  object({
    'secrets?': oneOf('unavailable'),
    'secrets_reason?': 'string',
  }),
);

export const SECRETS = named(
  'LocalSecrets',
  object({
    secrets: oneOf('available', 'unavailable'),
    secrets_reason: 'string',
  }),
);

export const BROWSE = named(
  'LocalBrowse',
  object({
    path: 'string',
    parent: 'string?',
    folders: list(
      object({
        name: 'string',
        path: 'string',
      }),
    ),
  }),
);

export const MADE_FOLDER = named('LocalMadeFolder', object({ path: 'string' }));

const LOCAL_DELETED_LIBRARY = named(
  'LocalDeletedLibrary',
  object({
    id: 'string',
    name: 'string',
    owner: 'string',
    owner_name: 'string',
    size: 'integer',
    encrypted: 'boolean',
    deleted_at: 'integer',
  }),
);

export const SUBFOLDER = named(
  'LocalSubfolder',
  object({
    name: 'string',
    path: 'string',
    excluded: 'boolean',
    files: 'integer',
    bytes: 'integer',
  }),
);

const FOLDER_ACTIVITY_ENTRY = named(
  'LocalFolderActivityEntry',
  object({
    at_ms: 'integer',
    path: 'string',
    what: oneOf(
      ...([
        'taken-in',
        'removed',
        'moved',
        'written',
        'deleted-here',
        'left-out',
        'conflict',
        'failed',
      ] as const),
    ),
    bytes: 'integer',
    detail: 'string',
  }),
);

export const PREFLIGHT = named(
  'LocalPreflight',
  object({
    path: 'string',
    refusal: 'string',
    refusal_reason: 'string',
    warnings: list('string'),
    files: 'integer',
    folders: 'integer',
    bytes: 'integer',
    ignored: 'integer',
    truncated: 'boolean',
  }),
);

export const LINKED_FOLDER = named(
  'LocalLinkedFolder',
  object({
    id: 'string',
    library_id: 'string',
    library_name: 'string',
    path: 'string',
    state: oneOf('idle', 'scanning', 'syncing', 'paused', 'error', 'held', 'away'),
    pending: 'integer',
    progress: orNull(FOLDER_PROGRESS),
    problems: list(FOLDER_PROBLEM),
    problem_count: 'integer',
    file_count: 'integer',
    last_scan_at: 'integer',
    last_commit_at: 'integer',
    message: 'string',
    watching: 'boolean',
    resume_at: 'integer',
    held: orNull(FOLDER_HELD),
    encryption: oneOf('none', 'locked', 'unlocked'),
    remembered: 'boolean',
    excluded: list('string'),
  }),
);

export const SESSION = named(
  'LocalSession',
  object({
    token: 'string',
    account: ACCOUNT,
  }),
);

export const ENTRIES_PAGE = named(
  'LocalEntriesPage',
  object({
    path: 'string',
    commit_id: 'string',
    total: 'integer',
    entries: list(ENTRY),
    cursor: 'string?',
  }),
);

export const HISTORY_PAGE = named(
  'LocalHistoryPage',
  object({
    commits: list(LOCAL_COMMIT),
    cursor: 'string?',
  }),
);

export const LOCAL_COMMIT_DETAIL = named(
  'LocalCommitDetail',
  object({
    commit: LOCAL_COMMIT,
    changes: list(CHANGE),
    cursor: 'string?',
  }),
);

export const LOCAL_TRASH_PAGE = named(
  'LocalTrashPage',
  object({
    items: list(LOCAL_TRASH_ITEM),
    cursor: 'string?',
  }),
);

export const DELETED_LIBRARIES_PAGE = named(
  'LocalDeletedLibrariesPage',
  object({
    libraries: list(LOCAL_DELETED_LIBRARY),
    cursor: 'string?',
  }),
);

export const FOLDER_ACTIVITY = named(
  'LocalFolderActivity',
  object({
    entries: list(FOLDER_ACTIVITY_ENTRY),
    begins_at: 'integer',
  }),
);

export const COMMANDS = named(
  'LocalCommands',
  object({
    commands: orNull(
      object({
        folder: 'string?',
        ...{ open: 'string', start: 'string', sign_in: 'string?', add_user: 'string?' },
      }),
    ),
    email: 'string?',
  }),
);

export const STATUS = named(
  'LocalStatus',
  object({
    version: 'string',
    data_dir: 'string',
    address: 'string',
    started_at: 'integer',
    libraries: 'integer',
    users: 'integer',
    folders: list(LINKED_FOLDER),
  }),
);

export const LOCAL_LIBRARY = named(
  'LocalLibrary',
  object({
    id: 'string',
    name: 'string?',
    description: 'string',
    owner: 'string',
    owner_name: 'string',
    size: 'integer',
    file_count: 'integer',
    mtime: 'integer',
    modifier: 'string',
    modifier_name: 'string',
    encrypted: 'boolean',
    permission: oneOf('rw', 'r'),
    status: oneOf('normal', 'read-only'),
    keep_days: 'integer',
    head_commit_id: 'string',
    commit_count: 'integer',
    is_default: 'boolean',
    is_mine: 'boolean',
    can_share: 'boolean',
    folder: orNull(LINKED_FOLDER),
  }),
);

export const FOLDERS = named(
  'LocalFolders',
  object({
    folders: list(LINKED_FOLDER),
  }),
);

export const FOLDER_WITH_NOTICE = named('LocalFolderWithNotice', joined(LINKED_FOLDER, SECRETS_NOTICE));

export const LIBRARIES = named(
  'LocalLibraries',
  object({
    libraries: list(LOCAL_LIBRARY),
  }),
);

export const ADMIN_LIBRARIES_PAGE = named(
  'LocalAdminLibrariesPage',
  object({
    libraries: list(LOCAL_LIBRARY),
    cursor: 'string?',
  }),
);

/** A computer or phone by which somebody reaches the server. */
export const SYNCING_DEVICE = named(
  'SyncingDevice',
  object({
    device_id: 'string',
    name: 'string',
    platform: 'string',
    client_version: 'string',
    platform_version: 'string',
    last_used_at: 'integer',
    address: 'string',
    wipe_ordered_at: 'integer',
    libraries: list(
      object({ library_id: 'string', library_name: 'string', last_used_at: 'integer', address: 'string' }),
    ),
  }),
);
