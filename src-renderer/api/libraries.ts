import type {
  CreateLibraryJson,
  LibrariesJson,
  LocalLibraryJson,
  UpdateLibraryJson,
} from '../../src-shared/libraries-api.ts';
import type { HttpClient } from './http-client.ts';

export function createLibrariesApi(http: HttpClient) {
  return {
    list: () => http.request<LibrariesJson>('GET', 'libraries/'),
    find: (id: string) => http.request<LocalLibraryJson>('GET', `libraries/${id}/`),
    create: (request: CreateLibraryJson) =>
      http.request<LocalLibraryJson>('POST', 'libraries/', { body: request }),
    update: (id: string, changes: UpdateLibraryJson) =>
      http.request<LocalLibraryJson>('PATCH', `libraries/${id}/`, { body: changes }),
    remove: (id: string) => http.request<{ success: true }>('DELETE', `libraries/${id}/`),
  };
}
