import { requestOf, searchOf } from '../../src-shared/local-call.ts';
import type { Call } from './call.ts';
import type { BytesRequest, HttpClient } from './http-client.ts';

/** A file as it is, or was at a commit. */
export interface FilePlace {
  readonly path: string;
  /** Null: now. */
  readonly commitId: string | null;
}

export function createFilesApi(http: HttpClient, call: Call) {
  async function linkTo(libraryId: string, { path, commitId }: FilePlace): Promise<string> {
    const place = { library_id: libraryId, path, commit_id: commitId };
    return (await call('POST libraries/:library_id/download-link/', place)).url;
  }

  return {
    /** An address of a file's bytes, at the page's own origin. */
    async address(libraryId: string, place: FilePlace): Promise<string> {
      return ownAddress(await linkTo(libraryId, place));
    },
    /** The first bytes of a file. */
    async content(
      libraryId: string,
      place: FilePlace,
      wanted: BytesRequest,
    ): Promise<Uint8Array<ArrayBuffer>> {
      return await http.bytes(await linkTo(libraryId, place), wanted);
    },
    /** A small picture of a picture. */
    async thumbnail(
      libraryId: string,
      { path, commitId }: FilePlace,
      { size, signal }: { readonly size: number; readonly signal: AbortSignal },
    ): Promise<Blob> {
      const fields = { library_id: libraryId, path, commit: commitId, size };
      const wanted = requestOf('GET libraries/:library_id/thumbnail/', fields);
      const answer = await http.open(wanted.path + searchOf(wanted.query), signal);
      return await answer.blob();
    },
    /** The description of the interface, as a page. */
    docs: async (): Promise<Blob> => (await http.open('docs/', new AbortController().signal)).blob(),
  };
}

/** The service also answers at the page's own origin, where the desktop shell lets content through. */
function ownAddress(url: string): string {
  const { pathname, search } = new URL(url, window.location.href);
  return pathname + search;
}

/** Saves what is behind a download link of the service. */
export function startDownload(url: string): void {
  const link = document.createElement('a');
  link.href = ownAddress(url);
  link.download = '';
  link.click();
}
