import type {
  RestoredVersionJson,
  RestoreVersionJson,
  VersionsPageJson,
} from '../../src-shared/versions-api.ts';
import type { HttpClient } from './http-client.ts';

/** A file as it is, or was at a commit. */
export interface FilePlace {
  readonly path: string;
  /** Null: now. */
  readonly commitId: string | null;
}

export function createVersionsApi(http: HttpClient) {
  return {
    page: (libraryId: string, place: FilePlace, cursor: string | null) =>
      http.request<VersionsPageJson>('GET', `libraries/${libraryId}/versions/`, {
        query: { path: place.path, commit: place.commitId, cursor },
      }),
    restore: (libraryId: string, wanted: RestoreVersionJson) =>
      http.request<RestoredVersionJson>('POST', `libraries/${libraryId}/versions/restore/`, { body: wanted }),
  };
}
