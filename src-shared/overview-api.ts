import { COMMIT } from './contents-api.ts';
import type { CallSpecs } from './contract/call-spec.ts';
import { type Json, list, named, object } from './contract/shape.ts';

export const RECENT_CHANGE = named(
  'RecentChange',
  object({ library_id: 'string', library_name: 'string', commit: COMMIT }),
);
export type RecentChangeJson = Json<typeof RECENT_CHANGE>;

/** `GET recent-changes/`: the last commits of all libraries that the caller has access to, newest first, 8 of them. */
const RECENT_CHANGES = object({ changes: list(RECENT_CHANGE) });
export type RecentChangesJson = Json<typeof RECENT_CHANGES>;

/** `GET storage/`: the disk that the service keeps everything on. For administrators. */
const STORAGE = named(
  'Storage',
  object({
    data_dir: 'string',
    /** Bytes that can still be written. */
    free: 'integer',
    total: 'integer',
    /** The part that Keepfold itself takes up. */
    used: object({
      libraries: 'integer',
      /** Those that can be restored. */
      deleted_libraries: 'integer',
      /** Names, history and search indexes of all libraries, and the journal. */
      database: 'integer',
      /** When all of it was counted; a library that keeps changing is counted only now and then. */
      measured_at: 'integer',
    }),
  }),
);
export type StorageJson = Json<typeof STORAGE>;

/** What concerns all libraries at once. */
export const OVERVIEW_CALLS = {
  'GET recent-changes/': {
    summary: 'The last commits of all libraries that the caller reaches, newest first.',
    answer: RECENT_CHANGES,
  },
  'GET storage/': {
    summary: 'How much room the disk has that everything is kept on, and what Keepfold takes of it.',
    access: 'admin',
    answer: STORAGE,
  },
} as const satisfies CallSpecs;
