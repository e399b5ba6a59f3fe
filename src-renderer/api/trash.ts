import type {
  AllTrashPageJson,
  TrashCleanedJson,
  TrashHereJson,
  TrashPageJson,
  TrashRestoredJson,
} from '../../src-shared/trash-api.ts';
import type { HttpClient } from './http-client.ts';

/** What is wanted of the trash over all libraries; empty texts and null: anything. */
export interface AllTrashQuery {
  readonly search: string;
  readonly type: 'file' | 'dir' | '';
  readonly library: string;
  /** Unix seconds. */
  readonly since: number | null;
  readonly order: 'asc' | 'desc';
}

/** Ids of deletions to bring back, and what is to become of those whose name is taken. */
export interface TrashRestoreBody {
  readonly ids: readonly number[];
  readonly replace: readonly number[];
  readonly keepBoth: readonly number[];
}

export function createTrashApi(http: HttpClient) {
  return {
    page: (libraryId: string, cursor: string | null) =>
      http.request<TrashPageJson>('GET', `libraries/${libraryId}/trash/`, { query: { cursor } }),
    empty: (libraryId: string) =>
      http.request<TrashCleanedJson>('DELETE', `libraries/${libraryId}/trash/`, {
        query: { keep_days: 0 },
      }),
    all: ({ search, type, library, since, order }: AllTrashQuery, cursor: string | null) =>
      http.request<AllTrashPageJson>('GET', 'trash/', {
        query: { search: search || null, type: type || null, library: library || null, since, order, cursor },
      }),
    here: (libraryId: string, path: string, cursor: string | null) =>
      http.request<TrashHereJson>('GET', `libraries/${libraryId}/trash/here/`, { query: { path, cursor } }),
    restore: (libraryId: string, { ids, replace, keepBoth }: TrashRestoreBody) =>
      http.request<TrashRestoredJson>('POST', `libraries/${libraryId}/trash/restore/`, {
        body: { ids: ids.map(String), replace: replace.map(String), keep_both: keepBoth.map(String) },
      }),
  };
}
