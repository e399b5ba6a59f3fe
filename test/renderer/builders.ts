import type { FolderHeldJson, FolderProblemJson, LinkedFolderJson } from '../../src-shared/folders-api.ts';
import type { UndoneItemsJson as UndoneJson } from '../../src-shared/items-api.ts';
import type { LocalLibraryJson } from '../../src-shared/libraries-api.ts';

/** The answer to an undo that was carried out. */
export const UNDONE_ITEMS: UndoneJson = {
  commits: [{ library_id: 'lib', commit_id: 'back' }],
  left_alone: 0,
  left: [],
};

export function linkedFolder(fields: Partial<LinkedFolderJson>): LinkedFolderJson {
  return {
    id: 'folder-1',
    library_id: '00000000-0000-4000-8000-000000000001',
    library_name: 'Documents',
    path: '/home/ada/Documents',
    state: 'idle',
    pending: 0,
    progress: null,
    problems: [],
    problem_count: 0,
    file_count: 12,
    last_scan_at: 1_700_000_000,
    last_commit_at: 1_700_000_000,
    message: '',
    said: [],
    watching: true,
    resume_at: 0,
    held: null,
    encryption: 'none',
    remembered: false,
    excluded: [],
    ...fields,
  };
}

/** Removals of files that lie in the folder itself, unless told otherwise. */
export function heldFiles(fields: Partial<FolderHeldJson>): FolderHeldJson {
  const paths = fields.paths ?? [];
  const items = paths.map((path) => ({ path, is_dir: false, files: 1, bytes: 1000 }));
  const count = paths.length;
  return { kind: 'removals', token: 'a1', count, bytes: 1000 * count, paths, items, ...fields };
}

export function localLibrary(fields: Partial<LocalLibraryJson>): LocalLibraryJson {
  return {
    id: '00000000-0000-4000-8000-000000000001',
    name: 'Documents',
    description: '',
    owner: 'ada@example.org',
    owner_name: 'Ada Lovelace',
    size: 151_000_000,
    file_count: 10_000,
    mtime: 1_700_000_000,
    modifier: 'ada@example.org',
    modifier_name: 'Ada Lovelace',
    device: '',
    shared_with: 0,
    beyond_current: null,
    encrypted: false,
    lock: 'none',
    open_until: null,
    permission: 'rw',
    status: 'normal',
    keep_days: -1,
    head_commit_id: 'a'.repeat(40),
    commit_count: 3,
    is_default: false,
    is_mine: true,
    is_sample: false,
    can_share: true,
    folder: null,
    ...fields,
  };
}

export function folderProblem(fields: Partial<FolderProblemJson>): FolderProblemJson {
  return {
    path: 'Letters/Bank.txt',
    reason: 'not-writable',
    message: 'your account may not write here',
    said: { code: fields.message === undefined ? 'mayNotWrite' : 'said-by-a-newer-service', values: {} },
    values: {},
    since: 1_700_000_000,
    next_try_at: 0,
    direction: 'out',
    ...fields,
  };
}
