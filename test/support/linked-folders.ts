import type { LinkedFolderJson } from '../../src-shared/folders-api.ts';

/** A linked folder as the service tells of it, idle and whole unless said otherwise. */
export function linkedFolder(change: Partial<LinkedFolderJson> = {}): LinkedFolderJson {
  return {
    id: 'folder-1',
    library_id: '0d5c4a4e-5b0e-4f7e-8a4b-7d7b7a3c2f10',
    library_name: 'Photos',
    path: '/home/ada/Photos',
    state: 'idle',
    pending: 0,
    progress: null,
    problems: [],
    problem_count: 0,
    file_count: 0,
    last_scan_at: 0,
    last_commit_at: 0,
    message: '',
    said: [],
    watching: true,
    resume_at: 0,
    held: null,
    encryption: 'none',
    remembered: false,
    excluded: [],
    ...change,
  };
}
