import type {
  BackupErrorJson,
  BackupJson,
  BackupProgressJson,
  BackupRunJson,
} from '../../../src-shared/backup-api.ts';
import type { BackupFailure, BackupRun, BackupStatus } from '../../services/backup.ts';
import { LOCAL_ERRORS } from '../error-tables/local.ts';
import { textOf } from '../error-wording.ts';

type Progress = NonNullable<BackupStatus['running']>['progress'];

/** The backup as UI and command line read it. */
export function backupJson({ kept, failure, running, lastRun }: BackupStatus): BackupJson {
  return {
    folder: kept?.folder ?? null,
    is_daily: kept?.isDaily ?? false,
    state: stateOf({ running, failure }),
    progress: running === null ? null : progressJson(running.progress),
    last_success_at: kept?.succeededAtSeconds ?? 0,
    last_files: kept?.copiedFiles ?? 0,
    last_bytes: kept?.copiedBytes ?? 0,
    failing_since: kept?.failingSinceSeconds ?? 0,
    last_error: failure === null ? null : errorJson(failure),
    last_run: lastRun === null ? null : runJson(lastRun),
  };
}

function stateOf({ running, failure }: Pick<BackupStatus, 'running' | 'failure'>): BackupJson['state'] {
  if (running !== null) return 'running';
  if (failure === null) return 'idle';
  return failure.code === 'backup-away' ? 'away' : 'failed';
}

function progressJson({ files, totalFiles, bytes, totalBytes }: Progress): BackupProgressJson {
  return { files, total_files: totalFiles, bytes, total_bytes: totalBytes };
}

function runJson({ folder, endedAtSeconds, files, bytes, failure }: BackupRun): BackupRunJson {
  return {
    ...{ folder, ended_at: endedAtSeconds, files, bytes },
    error: failure === null ? null : errorJson(failure),
  };
}

function errorJson({ code, ...detail }: BackupFailure): BackupErrorJson {
  const { reason = '', value = '' } = detail;
  return { code, reason, value, message: textOf(LOCAL_ERRORS[code], detail) };
}
