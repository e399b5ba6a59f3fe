import type {
  ConflictsJson,
  RecentChangesJson,
  ResolveConflictJson,
  ResolvedConflictJson,
  StorageJson,
} from '../../src-shared/overview-api.ts';
import type { HttpClient } from './http-client.ts';

/** What concerns all libraries at once. */
export function createOverviewApi(http: HttpClient) {
  return {
    recentChanges: () => http.request<RecentChangesJson>('GET', 'recent-changes/'),
    storage: () => http.request<StorageJson>('GET', 'storage/'),
    conflicts: () => http.request<ConflictsJson>('GET', 'conflicts/'),
    resolveConflict: (libraryId: string, body: ResolveConflictJson) =>
      http.request<ResolvedConflictJson>('POST', `libraries/${libraryId}/conflicts/resolve/`, { body }),
  };
}
