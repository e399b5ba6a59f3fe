import type { FolderActivityEntryJson } from './folder-choices-api.ts';
import type { LinkedFolderJson } from './folders-api.ts';

/**
 * What the event stream (`GET /api/local/v1/events/`, server-sent events) sends. An event names what changed; the receiver
 * refetches what it shows. At most four `folder` events a second for one folder, and four `folder-activity`.
 */
export type ServerEvent =
  | { readonly type: 'library'; readonly library_id: string; readonly head_commit_id: string }
  | { readonly type: 'libraries' }
  | { readonly type: 'folder'; readonly folder: LinkedFolderJson }
  | { readonly type: 'folders' }
  /** The backup, or its progress. */
  | { readonly type: 'backup' }
  /** The automatic verification, or what it found damaged. */
  | { readonly type: 'integrity' }
  /** How other devices reach the server, or an unknown name that it was addressed by. */
  | { readonly type: 'reach' }
  /** A device of that account has signed in; sent to that user alone. */
  | { readonly type: 'devices'; readonly email: string }
  /** An encrypted library was opened or locked for that account, or its time is up; sent to that user alone. */
  | { readonly type: 'library-lock'; readonly library_id: string; readonly email: string }
  /** A linked folder did something; the newest entries of its activity list, oldest first, at most 50; none: the list was cleared. */
  | {
      readonly type: 'folder-activity';
      readonly folder_id: string;
      readonly entries: readonly FolderActivityEntryJson[];
    };
