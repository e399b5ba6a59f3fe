import type { LinkedFolderJson } from './local-api.ts';

/**
 * What the event stream (`GET /api/local/v1/events/`, server-sent events) says. An event names what changed; the
 * receiver refetches what it shows. At most four `folder` events a second for one folder.
 */
export type ServerEvent =
  | { readonly type: 'library'; readonly library_id: string; readonly head_commit_id: string }
  | { readonly type: 'libraries' }
  | { readonly type: 'folder'; readonly folder: LinkedFolderJson }
  | { readonly type: 'folders' };
