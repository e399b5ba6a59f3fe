import type {
  BrowseJson,
  FolderActivityJson,
  FolderHeldPageJson,
  IgnorePreviewJson,
  IgnoreRulesJson,
  MadeFolderJson,
  MakeFolderJson,
  PauseFolderJson,
  PreflightJson,
  SubfolderJson,
} from '../../src-shared/folder-choices-api.ts';
import type {
  FolderDefaultsJson,
  FoldersJson,
  LinkedFolderJson,
  LinkFolderJson,
  RelinkFolderJson,
  SecretsJson,
  SecretsNoticeJson,
  UnlockFolderJson,
} from '../../src-shared/folders-api.ts';
import type { HttpClient } from './http-client.ts';

/** What a folder is told without saying anything else. */
export type FolderCommand = 'resume' | 'rescan' | 'lock';

/** What is said about changes that are held. */
export type HeldAnswer = 'accept' | 'put-back';

/** The folder as it is now, and what went wrong with the keychain where it was needed. */
export type LinkedFolderAnswer = LinkedFolderJson & SecretsNoticeJson;

export function createFoldersApi(http: HttpClient) {
  const tell = (id: string, what: string, body: object = {}) =>
    http.request<LinkedFolderAnswer>('POST', `folders/${id}/${what}/`, { body });

  return {
    list: () => http.request<FoldersJson>('GET', 'folders/'),
    preflight: (path: string, signal: AbortSignal) =>
      http.request<PreflightJson>('GET', 'folders/preflight/', { query: { path }, signal }),
    /** What a newly linked folder begins with. */
    defaults: () => http.request<FolderDefaultsJson>('GET', 'folders/defaults/'),
    /** `null`: the home folder of whoever runs the service. */
    browse: (path: string | null) => http.request<BrowseJson>('GET', 'browse/', { query: { path } }),
    makeFolder: (request: MakeFolderJson) =>
      http.request<MadeFolderJson>('POST', 'browse/', { body: request }),
    /** Whether passwords can be remembered on the computer of the service. */
    secrets: () => http.request<SecretsJson>('GET', 'secrets/'),
    link: (request: LinkFolderJson) =>
      http.request<LinkedFolderAnswer>('POST', 'folders/', { body: request }),
    command: (id: string, command: FolderCommand) => tell(id, command),
    /** @param token of what was shown, so that nobody answers for what was not */
    answer: (id: string, answer: HeldAnswer, token: string) => tell(id, answer, { token }),
    pause: (id: string, request: PauseFolderJson) => tell(id, 'pause', request),
    relink: (id: string, request: RelinkFolderJson) => tell(id, 'relink', request),
    unlock: (id: string, request: UnlockFolderJson) => tell(id, 'unlock', request),
    unlink: (id: string) => http.request<{ success: true }>('DELETE', `folders/${id}/`),
    held: (id: string, cursor: string | null) =>
      http.request<FolderHeldPageJson>('GET', `folders/${id}/held/`, { query: { cursor } }),
    activity: (id: string, limit: number) =>
      http.request<FolderActivityJson>('GET', `folders/${id}/activity/`, { query: { limit } }),
    ignoreRules: (id: string) => http.request<IgnoreRulesJson>('GET', `folders/${id}/ignore/`),
    saveIgnoreRules: (id: string, text: string) =>
      http.request<IgnoreRulesJson>('PUT', `folders/${id}/ignore/`, { body: { text } }),
    /** @param text what was offered, so that nobody agrees to what was never shown */
    agreeToIgnoreRules: (id: string, text: string) =>
      http.request<IgnoreRulesJson>('POST', `folders/${id}/ignore/agree/`, { body: { text } }),
    previewIgnoreRules: (id: string, text: string, signal: AbortSignal) =>
      http.request<IgnorePreviewJson>('POST', `folders/${id}/ignore/preview/`, { body: { text }, signal }),
    /** The folders right below a path that is relative to the linked folder; empty for its top. */
    subfolders: (id: string, path: string) =>
      http.request<SubfolderJson[]>('GET', `folders/${id}/subfolders/`, { query: { path } }),
    leaveOut: (id: string, paths: readonly string[]) =>
      http.request<LinkedFolderJson>('PUT', `folders/${id}/excluded/`, { body: { paths } }),
  };
}
