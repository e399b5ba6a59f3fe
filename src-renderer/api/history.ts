import type { CommitDetailJson, HistoryPageJson } from '../../src-shared/contents-api.ts';
import type { HttpClient } from './http-client.ts';

export function createHistoryApi(http: HttpClient) {
  return {
    page: (libraryId: string, cursor: string | null) =>
      http.request<HistoryPageJson>('GET', `libraries/${libraryId}/history/`, { query: { cursor } }),
    commit: (libraryId: string, commitId: string, cursor: string | null) =>
      http.request<CommitDetailJson>('GET', `libraries/${libraryId}/commits/${commitId}/`, {
        query: { cursor },
      }),
  };
}
