import type {
  BackupContentsJson,
  BackupErrorJson,
  BackupJson,
  BackupLibraryJson,
  BackupProgressJson,
  BackupRunJson,
} from '../../../src-shared/backup-api.ts';
import type { BackupFailure, BackupRun, BackupStatus } from '../../usecases/upkeep/backup.ts';
import type { BackupContents, BackupLibrary } from '../../usecases/upkeep/backup-restores.ts';
import { LOCAL_ERRORS } from '../error-tables/local.ts';
import { textOf } from '../error-wording.ts';
import { ownerId } from './values.ts';

type Progress = NonNullable<BackupStatus['running']>['progress'];

/** The backup as UI and command line read it. */
export function backupJson(status: BackupStatus): BackupJson {
  const { kept, failure, running, lastRun } = status;
  return {
    folder: kept?.folder ?? null,
    is_daily: kept?.isDaily ?? false,
    state: stateOf(status),
    progress: running === null ? null : progressJson(running.progress),
    last_success_at: kept?.succeededAtSeconds ?? 0,
    last_files: kept?.copiedFiles ?? 0,
    last_bytes: kept?.copiedBytes ?? 0,
    failing_since: kept?.failingSinceSeconds ?? 0,
    last_error: failure === null ? null : errorJson(failure),
    last_run: lastRun === null ? null : runJson(lastRun),
    same_disk: kept === null ? false : kept.isOnSameDisk,
    in_memory: kept?.isInMemory ?? false,
    data_since: status.dataSinceSeconds,
  };
}

function stateOf({ running, failure, isAway }: BackupStatus): BackupJson['state'] {
  if (running !== null) return 'running';
  if (failure === null) return isAway ? 'away' : 'idle';
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

export function backupContentsJson({ folder, madeAtSeconds, libraries }: BackupContents): BackupContentsJson {
  return { folder, made_at: madeAtSeconds, libraries: libraries.map(backupLibraryJson) };
}

function backupLibraryJson({ library, ...found }: BackupLibrary): BackupLibraryJson {
  return {
    library_id: library.id,
    library_name: library.name,
    owner: ownerId(library.owner),
    new_owner: ownerId(found.newOwner),
    new_name: found.newName,
    file_count: library.fileCount,
    size: library.sizeBytes,
    updated_at: library.updatedAtSeconds,
    encrypted: library.encryption !== null,
    here: found.here,
    refused: found.isRefused,
  };
}
