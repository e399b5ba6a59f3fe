import { vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import type { BackupJson } from '../../../src-shared/backup-api.ts';
import type { ConflictJson } from '../../../src-shared/conflicts-api.ts';
import type { IntegrityJson } from '../../../src-shared/integrity-api.ts';
import type { RehearsalJson } from '../../../src-shared/rehearsal-api.ts';
import { folderProblem, heldFiles, linkedFolder, localLibrary } from '../builders.ts';
import { answering } from '../fake-http.ts';
import OverviewFixture from './OverviewFixture.svelte';

export const SIDE = {
  ...{ size: 9, mtime: 1_700_000_000, modifier: 'ada@example.org', modifier_name: 'Ada' },
  ...{ device: 'laptop', is_server: true },
};
export const conflict: ConflictJson = {
  library_id: localLibrary({}).id,
  library_name: 'Documents',
  commit_id: 'e'.repeat(40),
  path: '/Notes (SFConflict bob@example.org 2026-11-20-10-11-12).txt',
  original_path: '/Notes.txt',
  copy: { ...SIDE, modifier: 'bob@example.org', modifier_name: 'Bob', device: '', is_server: false },
  original: SIDE,
};
export const RESOLVE = `POST libraries/${conflict.library_id}/conflicts/resolve/`;
export const held = linkedFolder({
  state: 'held',
  held: heldFiles({ count: 18, paths: ['photo-1.jpg'] }),
  problems: [folderProblem({})],
  problem_count: 3,
});
export const commit = {
  id: 'a'.repeat(40),
  time: 1_700_000_000,
  description: 'Added "Thesis.md".',
  author: 'ada@example.org',
  author_name: 'Ada',
  device: '',
  is_merge: false,
  added: 1,
  modified: 0,
  removed: 0,
  renamed: 0,
};

export const backup: BackupJson = {
  ...{ folder: '/media/stick/Backup', is_daily: true, state: 'idle', progress: null },
  ...{ last_success_at: Math.floor(Date.now() / 1000) - 7_200, last_files: 3, last_bytes: 5_000_000 },
  ...{ failing_since: 0, last_error: null, last_run: null },
  ...{ same_disk: false, in_memory: false, data_since: 1_690_000_000 },
};
export const INTACT: IntegrityJson = {
  ...{ state: 'resting', stored: 1_000, overdue: 0, within_days: 30 },
  ...{ oldest_at: 1_795_000_000, newest_at: 1_795_000_000, damaged_count: 0, damaged: [] },
};
export const REHEARSED: RehearsalJson = {
  ...{ schedule: 'monthly', state: 'resting', error: '', reason: '', value: '' },
  ...{ ended_at: 1_795_000_000, last_at: 1_795_000_000 },
  last: { folder: '/media/stick', made_at: 1, files: 40, bytes: 1_200_000_000, libraries: 3, lost: [] },
};
/** Failing since that many days. */
export function failing(days: number): BackupJson {
  const message = 'The backup folder is unavailable.';
  return {
    ...{ ...backup, state: 'away', failing_since: Math.floor(Date.now() / 1000) - days * 86_400 - 3_600 },
    last_error: { code: 'backup-away', reason: '', value: '/media/stick/Backup', message },
  };
}

/** Of a disk of 100 GB. */
export const USED = {
  libraries: 2_000_000_000,
  deleted_libraries: 0,
  database: 500_000_000,
  measured_at: 1_800_000_000,
};

export async function show(
  screen: 'home' | 'issues',
  answers: Readonly<Record<string, unknown>> = {},
  isAdmin = true,
  props: object = {},
) {
  const calm = localLibrary({ folder: linkedFolder({}) });
  const http = answering({
    'GET libraries/': { libraries: [calm] },
    'GET conflicts/': { conflicts: [] },
    'GET recent-changes/': {
      changes: [{ library_id: calm.id, library_name: 'Documents', commit }],
    },
    'GET storage/': { data_dir: '/data', free: 40_000_000_000, total: 100_000_000_000, used: USED },
    'GET backup/': backup,
    'GET integrity/': INTACT,
    'GET backup/rehearsal/': REHEARSED,
    ...answers,
  });
  const onaddfolder = vi.fn();
  const page = await render(OverviewFixture, { http, screen, isAdmin, onaddfolder, ...props });
  return { page, http, onaddfolder };
}
