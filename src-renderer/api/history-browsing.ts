import type { DifferenceKindJson, DifferencesPageJson } from '../../src-shared/compare-api.ts';
import type {
  FoundCommitsJson,
  HistoryActivityJson,
  HistoryFacetsJson,
  MarkedEntriesPageJson,
  PinJson,
  RestoredSnapshotJson,
  RestoreSnapshotJson,
  SnapshotJson,
  UndoCommitJson,
  UndoneJson,
} from '../../src-shared/history-browsing-api.ts';
import type { ListingRequest } from './files.ts';
import type { HttpClient } from './http-client.ts';

/** What commits are looked for by; null does not matter. Times are seconds. */
export interface CommitSearch {
  readonly path: string | null;
  readonly by: string | null;
  readonly device: string | null;
  readonly type: string | null;
  readonly after: number | null;
  readonly before: number | null;
  readonly text: string | null;
}

/** Two moments, and which differences between them. */
export interface DifferencesRequest {
  readonly commitId: string;
  /** Null: now. */
  readonly otherId: string | null;
  /** Null: all. */
  readonly kind: DifferenceKindJson | null;
}

/** A moment by the commit, by its number or by a time. */
export type SnapshotPlace =
  | { readonly commit: string }
  | { readonly number: number }
  | { readonly at: number };

/** Finding, undoing and pinning commits, and libraries as they were. */
export function createHistoryBrowsingApi(http: HttpClient) {
  return {
    undo: (libraryId: string, commitId: string, wanted: UndoCommitJson) =>
      http.request<UndoneJson>('POST', `libraries/${libraryId}/commits/${commitId}/undo/`, { body: wanted }),
    search: (libraryId: string, search: CommitSearch, cursor: string | null) =>
      http.request<FoundCommitsJson>('GET', `libraries/${libraryId}/history/search/`, {
        query: { ...search, cursor },
      }),
    facets: (libraryId: string) =>
      http.request<HistoryFacetsJson>('GET', `libraries/${libraryId}/history/facets/`),
    activity: (libraryId: string, utcOffsetMinutes: number) =>
      http.request<HistoryActivityJson>('GET', `libraries/${libraryId}/history/activity/`, {
        query: { utc_offset: utcOffsetMinutes },
      }),
    snapshot: (libraryId: string, place: SnapshotPlace) =>
      http.request<SnapshotJson>('GET', `libraries/${libraryId}/moments/`, { query: place }),
    entries: (libraryId: string, { path, commitId, sort, order }: ListingRequest, cursor: string | null) =>
      http.request<MarkedEntriesPageJson>('GET', `libraries/${libraryId}/moments/entries/`, {
        query: { path, commit: commitId, sort, order, cursor },
      }),
    differences: (libraryId: string, snapshots: DifferencesRequest, cursor: string | null) =>
      http.request<DifferencesPageJson>('GET', `libraries/${libraryId}/differences/`, {
        query: { commit: snapshots.commitId, other: snapshots.otherId, kind: snapshots.kind, cursor },
      }),
    restore: (libraryId: string, wanted: RestoreSnapshotJson) =>
      http.request<RestoredSnapshotJson>('POST', `libraries/${libraryId}/moments/restore/`, { body: wanted }),
    pins: (libraryId: string) => http.request<PinJson[]>('GET', `libraries/${libraryId}/pins/`),
    pin: (libraryId: string, commitId: string, name: string) =>
      http.request<unknown>('PUT', `libraries/${libraryId}/commits/${commitId}/pin/`, { body: { name } }),
    unpin: (libraryId: string, commitId: string) =>
      http.request<unknown>('DELETE', `libraries/${libraryId}/commits/${commitId}/pin/`),
  };
}
