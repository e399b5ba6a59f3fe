import type { TrashCleanedJson, TrashPageJson } from '../../src-shared/local-api.ts';
import type { HttpClient } from './http-client.ts';

export function createTrashApi(http: HttpClient) {
  return {
    page: (libraryId: string, cursor: string | null) =>
      http.request<TrashPageJson>('GET', `libraries/${libraryId}/trash/`, { query: { cursor } }),
    empty: (libraryId: string) =>
      http.request<TrashCleanedJson>('DELETE', `libraries/${libraryId}/trash/`, {
        query: { keep_days: 0 },
      }),
  };
}
