import { COMMIT } from './contents-api.ts';
import type { CallSpecs } from './contract/call-spec.ts';
import { type FieldValue, path, REQUIRED, text, texts, word } from './contract/field-spec.ts';
import { type Json, list, named, object, oneOf, orNull } from './contract/shape.ts';

export const RECENT_CHANGE = named(
  'RecentChange',
  object({ library_id: 'string', library_name: 'string', commit: COMMIT }),
);
export type RecentChangeJson = Json<typeof RECENT_CHANGE>;

/** `GET recent-changes/`: the last commits of all libraries that the caller reaches, newest first, 8 of them. */
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
    /** What Keepfold itself takes of it. */
    used: object({
      libraries: 'integer',
      /** Those that can be restored. */
      deleted_libraries: 'integer',
      /** Names, history and search indexes of all libraries, and the journal. */
      database: 'integer',
      /** When all of it was counted; a library that changes all the time is counted now and then. */
      measured_at: 'integer',
    }),
  }),
);
export type StorageJson = Json<typeof STORAGE>;

const CONFLICT_SIDE = named(
  'ConflictSide',
  object({
    size: 'integer',
    mtime: 'integer',
    modifier: 'string',
    modifier_name: 'string',
    /** That it was changed on last, as far as is known; empty: on none, as in a browser. */
    device: 'string',
    /** Of the device: it is the computer that the service runs on. */
    is_server: 'boolean',
  }),
);
export type ConflictSideJson = Json<typeof CONFLICT_SIDE>;

export const CONFLICT = named(
  'Conflict',
  object({
    library_id: 'string',
    library_name: 'string',
    /** Of the copy. */
    path: 'string',
    /** The name that both sides want. */
    original_path: 'string',
    copy: CONFLICT_SIDE,
    /** What has that name now; null: nothing. */
    original: orNull(CONFLICT_SIDE),
  }),
);
export type ConflictJson = Json<typeof CONFLICT>;

/** `GET conflicts/`: files that were kept beside others because both sides changed at once; at most 200. */
const CONFLICTS = object({ conflicts: list(CONFLICT) });
export type ConflictsJson = Json<typeof CONFLICTS>;

const RESOLVED_CONFLICT = named(
  'ResolvedConflict',
  object({
    /** Where what was kept is now. */
    path: 'string',
    commit_id: 'string',
    /** The head before, which still holds both. */
    previous_commit_id: 'string',
  }),
);

/** Without their ends. */
const LINES = list('string');
const CONFLICT_TEXT = object({ object_id: 'string', lines: LINES });

/** `GET libraries/{id}/conflicts/merge/`: both sides of a conflict as lines, and the text that both were made from. */
const CONFLICT_TEXTS = named(
  'ConflictTexts',
  object({
    /** Why they cannot be merged; empty when they can. */
    obstacle: oneOf('', 'no-original', 'too-large', 'no-text', 'line-ends', 'no-ancestor'),
    /** All three are null where they cannot be merged. */
    original: orNull(CONFLICT_TEXT),
    copy: orNull(CONFLICT_TEXT),
    ancestor: orNull(object({ time: 'integer', lines: LINES })),
  }),
);
export type ConflictTextsJson = Json<typeof CONFLICT_TEXTS>;

const MERGED_CONFLICT = object({ path: 'string', commit_id: 'string' });

const KEEP = word(['original', 'copy', 'both'], 'Which content gets the name.', REQUIRED);
export type ConflictKeepJson = FieldValue<typeof KEEP>;

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
  'GET conflicts/': {
    summary: 'Files that were kept beside others because both sides changed at once; 200 at most.',
    answer: CONFLICTS,
  },
  'POST libraries/:library_id/conflicts/resolve/': {
    summary: 'Settles a conflict.',
    body: {
      path: path('The copy that was kept beside the file.', REQUIRED),
      keep: KEEP,
    },
    answer: RESOLVED_CONFLICT,
    refuses: ['item-not-found'],
  },
  'GET libraries/:library_id/conflicts/merge/': {
    summary: 'Both sides of a conflict as lines, and the text that both were made from.',
    query: { path: path('The copy that was kept beside the file.', REQUIRED) },
    answer: CONFLICT_TEXTS,
    refuses: ['item-not-found', 'library-locked', 'busy'],
  },
  'POST libraries/:library_id/conflicts/merge/': {
    summary: 'Settles a conflict with a text made of lines of both sides, in place of both.',
    body: {
      path: path('The copy that was kept beside the file.', REQUIRED),
      original_id: text('The content of the file, by its id, as it was answered.', {
        ...REQUIRED,
        maxBytes: 40,
      }),
      copy_id: text('The content of the copy.', { ...REQUIRED, maxBytes: 40 }),
      pieces: texts(
        'The lines, in order: `original:0-12` are the first twelve of the file, `copy:3-4` is the fourth of the copy. A line is taken once at most. An empty list: an empty file.',
        REQUIRED,
      ),
    },
    answer: MERGED_CONFLICT,
    refuses: ['item-not-found', 'library-locked', 'quota-exceeded', 'head-moved', 'busy'],
  },
} as const satisfies CallSpecs;
