import type { DeletedLibrariesPageJson, LocalLibraryJson } from '../../src-shared/libraries-api.ts';
import type { HttpClient } from './http-client.ts';

/** Deleted libraries of the caller, or of everybody for an administrator. */
export function createDeletedLibrariesApi(http: HttpClient, scope: 'own' | 'all') {
  const base = scope === 'own' ? 'deleted-libraries' : 'admin/deleted-libraries';
  return {
    page: (cursor: string | null) =>
      http.request<DeletedLibrariesPageJson>('GET', `${base}/`, { query: { cursor } }),
    restore: (id: string) => http.request<LocalLibraryJson>('POST', `${base}/${id}/restore/`, { body: {} }),
    purge: (id: string) => http.request<{ success: true }>('DELETE', `${base}/${id}/`),
  };
}

export type DeletedLibrariesApi = ReturnType<typeof createDeletedLibrariesApi>;
