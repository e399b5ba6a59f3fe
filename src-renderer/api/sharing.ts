import type {
  ChangePublicLinkJson,
  GivenLibrariesPageJson,
  LibrarySharesPageJson,
  MakePublicLinkJson,
  PublicLinkJson,
  PublicLinksPageJson,
  ReceivedLibrariesPageJson,
  ShareLibraryJson,
  ShareTargetJson,
  ShareTargetsJson,
} from '../../src-shared/sharing-api.ts';
import type { HttpClient } from './http-client.ts';

type Receiver = Pick<ShareTargetJson, 'kind' | 'id'>;
type Link = Pick<PublicLinkJson, 'kind' | 'token'>;
type Done = { success: true };

/** Which links are listed; null: all. */
export interface LinkPlace {
  readonly library: string | null;
  readonly path: string | null;
}

/** Libraries that people open to each other, and links for those without an account. */
export function createSharingApi(http: HttpClient) {
  return {
    shares: (libraryId: string, cursor: string | null) =>
      http.request<LibrarySharesPageJson>('GET', `libraries/${libraryId}/shares/`, { query: { cursor } }),
    targets: (libraryId: string, text: string) =>
      http.request<ShareTargetsJson>('GET', `libraries/${libraryId}/share-targets/`, { query: { text } }),
    share: (libraryId: string, body: ShareLibraryJson) =>
      http.request<Done>('PUT', `libraries/${libraryId}/shares/`, { body }),
    unshare: (libraryId: string, { kind, id }: Receiver) =>
      http.request<Done>('DELETE', `libraries/${libraryId}/shares/`, { query: { kind, id } }),
    given: (cursor: string | null) =>
      http.request<GivenLibrariesPageJson>('GET', 'sharing/given/', { query: { cursor } }),
    received: (cursor: string | null) =>
      http.request<ReceivedLibrariesPageJson>('GET', 'sharing/received/', { query: { cursor } }),
    leave: (libraryId: string) => http.request<Done>('DELETE', `sharing/received/${libraryId}/`),
    links: ({ library, path }: LinkPlace, cursor: string | null) =>
      http.request<PublicLinksPageJson>('GET', 'public-links/', { query: { library, path, cursor } }),
    makeLink: (body: MakePublicLinkJson) => http.request<PublicLinkJson>('POST', 'public-links/', { body }),
    changeLink: ({ kind, token }: Link, changes: ChangePublicLinkJson) =>
      http.request<PublicLinkJson>('PUT', `public-links/${token}/`, { body: { kind, ...changes } }),
    removeLink: ({ kind, token }: Link) =>
      http.request<Done>('DELETE', `public-links/${token}/`, { query: { kind } }),
    putLinkBack: ({ token }: Link) =>
      http.request<PublicLinkJson>('POST', `public-links/${token}/put-back/`, { body: {} }),
  };
}
