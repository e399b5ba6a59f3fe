import type { AdminLibrariesPageJson } from '../../src-shared/local-api.ts';
import type { HttpClient } from './http-client.ts';

export interface AdminFilter {
  /** Part of a name; empty: every name. */
  readonly search: string;
  /** Empty: every owner. */
  readonly owner: string;
}

export function createAdminApi(http: HttpClient) {
  return {
    libraries: (filter: AdminFilter, cursor: string | null) =>
      http.request<AdminLibrariesPageJson>('GET', 'admin/libraries/', {
        query: { search: filter.search || null, owner: filter.owner || null, cursor },
      }),
  };
}

export type AdminApi = ReturnType<typeof createAdminApi>;
