import type { DownloadLinkJson, EntriesPageJson, EntrySort } from '../../src-shared/contents-api.ts';
import type { RestoreJson } from '../../src-shared/libraries-api.ts';
import type { BytesRequest, HttpClient } from './http-client.ts';
import type { FilePlace } from './versions.ts';

export interface ListingRequest {
  readonly path: string;
  readonly commitId: string | null;
  readonly sort: EntrySort;
  readonly order: 'asc' | 'desc';
}

export function createFilesApi(http: HttpClient) {
  function downloadLink(libraryId: string, path: string, commitId: string | null) {
    return http.request<DownloadLinkJson>('POST', `libraries/${libraryId}/download-link/`, {
      body: commitId === null ? { path } : { path, commit_id: commitId },
    });
  }

  return {
    downloadLink,
    /** The first bytes of a file. */
    async content(
      libraryId: string,
      { path, commitId }: FilePlace,
      wanted: BytesRequest,
    ): Promise<Uint8Array<ArrayBuffer>> {
      const { url } = await downloadLink(libraryId, path, commitId);
      return await http.bytes(url, wanted);
    },
    list: (libraryId: string, request: ListingRequest, cursor: string | null) =>
      http.request<EntriesPageJson>('GET', `libraries/${libraryId}/entries/`, {
        query: {
          path: request.path,
          commit: request.commitId,
          sort: request.sort,
          order: request.order,
          cursor,
        },
      }),
    restore: (libraryId: string, path: string, commitId: string) =>
      http.request<RestoreJson>('POST', `libraries/${libraryId}/restore/`, {
        body: { path, commit_id: commitId },
      }),
    /** Writes an item as it was to a new or empty folder of the computer that the service runs on. */
    restoreToDisk: (libraryId: string, path: string, { commitId, to }: { commitId: string; to: string }) =>
      http.request<RestoreJson>('POST', `libraries/${libraryId}/restore/`, {
        body: { path, commit_id: commitId, to },
      }),
    /** As `restoreToDisk`, each of several items under its name. */
    restoreSeveralToDisk: (
      libraryId: string,
      paths: readonly string[],
      { commitId, to }: { commitId: string; to: string },
    ) =>
      http.request<RestoreJson>('POST', `libraries/${libraryId}/restore/`, {
        body: { paths: [...paths], commit_id: commitId, to },
      }),
  };
}
