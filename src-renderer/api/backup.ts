import type {
  BackupContentsJson,
  BackupJson,
  CheckBackupFolderJson,
  CheckedBackupFolderJson,
  InspectBackupJson,
  RestoreBackupJson,
  SetBackupJson,
} from '../../src-shared/backup-api.ts';
import type { JobJson } from '../../src-shared/upkeep-api.ts';
import type { HttpClient } from './http-client.ts';

/** The copy of everything in another place. For administrators. */
export function createBackupApi(http: HttpClient) {
  return {
    status: () => http.request<BackupJson>('GET', 'backup/'),
    set: (body: SetBackupJson) => http.request<BackupJson>('PUT', 'backup/', { body }),
    /** Whether a backup could be kept in a folder, and on which disk that is; writes nothing. */
    check: (body: CheckBackupFolderJson) =>
      http.request<CheckedBackupFolderJson>('POST', 'backup/check/', { body }),
    run: () => http.request<BackupJson>('POST', 'backup/run/', { body: {} }),
    /** What is in a folder that holds a backup. */
    contents: (body: InspectBackupJson) =>
      http.request<BackupContentsJson>('POST', 'backup/contents/', { body }),
    restore: (body: RestoreBackupJson) => http.request<JobJson>('POST', 'backup/restore/', { body }),
  };
}
