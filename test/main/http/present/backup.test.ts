import { describe, expect, it } from 'vitest';
import { backupJson } from '../../../../src-main/http/present/backup.ts';
import type { BackupStatus } from '../../../../src-main/usecases/upkeep/backup.ts';

const NONE: BackupStatus = {
  ...{ kept: null, failure: null, running: null, lastRun: null, isAway: false, dataSinceSeconds: 5 },
};
const RUNNING = { folder: '/mnt', progress: { files: 1, totalFiles: 2, bytes: 3, totalBytes: 4 } };

describe('the backup', () => {
  it('that was never set up is idle and empty', () => {
    expect(backupJson(NONE)).toEqual({
      ...{ folder: null, is_daily: false, state: 'idle', progress: null, last_success_at: 0, last_files: 0 },
      ...{
        last_bytes: 0,
        failing_since: 0,
        last_error: null,
        last_run: null,
        same_disk: false,
        in_memory: false,
      },
      data_since: 5,
    });
  });

  it('runs, is away, or has failed, in this order', () => {
    const state = (more: Partial<BackupStatus>) => backupJson({ ...NONE, ...more }).state;
    expect(state({ isAway: true })).toBe('away');
    expect(state({ failure: { code: 'backup-away' } })).toBe('away');
    expect(state({ failure: { code: 'disk-full' } })).toBe('failed');
    expect(state({ failure: { code: 'disk-full' }, running: RUNNING })).toBe('running');
    expect(backupJson({ ...NONE, running: RUNNING }).progress).toEqual({
      ...{ files: 1, total_files: 2, bytes: 3, total_bytes: 4 },
    });
  });

  it('that failed says why, by a code and in a sentence', () => {
    expect(backupJson({ ...NONE, failure: { code: 'disk-full' } }).last_error).toEqual({
      ...{ code: 'disk-full', reason: '', value: '', message: 'The disk is full.' },
    });
  });
});
