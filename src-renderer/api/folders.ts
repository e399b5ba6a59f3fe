import type {
  BrowseJson,
  FoldersJson,
  LinkedFolderJson,
  LinkFolderJson,
  PreflightJson,
} from '../../src-shared/local-api.ts';
import type { HttpClient } from './http-client.ts';

export type FolderCommand = 'pause' | 'resume' | 'rescan' | 'accept' | 'put-back';

export function createFoldersApi(http: HttpClient) {
  return {
    list: () => http.request<FoldersJson>('GET', 'folders/'),
    preflight: (path: string, signal: AbortSignal) =>
      http.request<PreflightJson>('GET', 'folders/preflight/', { query: { path }, signal }),
    /** `null`: the home folder of whoever runs the service. */
    browse: (path: string | null) => http.request<BrowseJson>('GET', 'browse/', { query: { path } }),
    link: (request: LinkFolderJson) => http.request<LinkedFolderJson>('POST', 'folders/', { body: request }),
    command: (id: string, command: FolderCommand) =>
      http.request<LinkedFolderJson>('POST', `folders/${id}/${command}/`, { body: {} }),
    unlink: (id: string) => http.request<{ success: true }>('DELETE', `folders/${id}/`),
  };
}
