import type { SearchPageJson, SearchPartJson, SearchStateJson } from '../../src-shared/search-api.ts';
import type { HttpClient } from './http-client.ts';

export interface SearchRequest {
  readonly words: string;
  readonly part: SearchPartJson;
  readonly state: SearchStateJson | 'all';
  /** Null: all libraries. */
  readonly libraryId: string | null;
}

export function createSearchApi(http: HttpClient) {
  return {
    find: ({ words, part, state, libraryId }: SearchRequest, cursor: string | null, signal: AbortSignal) =>
      http.request<SearchPageJson>('GET', 'search/', {
        query: { q: words, in: part, state, library: libraryId, cursor },
        signal,
      }),
  };
}
