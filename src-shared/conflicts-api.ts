import type { CallSpecs } from './contract/call-spec.ts';
import { type FieldValue, path, REQUIRED, text, texts, word } from './contract/field-spec.ts';
import { type Json, list, named, object, oneOf, orNull } from './contract/shape.ts';

const CONFLICT_SIDE = named(
  'ConflictSide',
  object({
    size: 'integer',
    mtime: 'integer',
    modifier: 'string',
    modifier_name: 'string',
    /** The device on which it was last changed, if known; empty: none, for example in a browser. */
    device: 'string',
    /** Of the device: it is the computer that the service runs on. */
    is_server: 'boolean',
  }),
);
export type ConflictSideJson = Json<typeof CONFLICT_SIDE>;

const CONFLICT = named(
  'Conflict',
  object({
    library_id: 'string',
    library_name: 'string',
    /** The commit at which both sides are in this state. */
    commit_id: 'string',
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
    /** Where the kept file is now. */
    path: 'string',
    commit_id: 'string',
    /** The head before, which still holds both. */
    previous_commit_id: 'string',
  }),
);

/** Without line endings. */
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

const COPY = path('The copy that was kept beside the file.', REQUIRED);
const CONTENT = { ...REQUIRED, maxBytes: 40 } as const;

/** Files that both sides changed at once, and settling that. */
export const CONFLICTS_CALLS = {
  'GET conflicts/': {
    summary: 'Files that were kept beside others because both sides changed at once; 200 at most.',
    answer: CONFLICTS,
  },
  'POST libraries/:library_id/conflicts/resolve/': {
    summary: 'Settles a conflict.',
    body: {
      path: COPY,
      keep: KEEP,
    },
    answer: RESOLVED_CONFLICT,
    refuses: ['item-not-found'],
  },
  'GET libraries/:library_id/conflicts/merge/': {
    summary: 'Both sides of a conflict as lines, and the text that both were made from.',
    query: { path: COPY },
    answer: CONFLICT_TEXTS,
    refuses: ['item-not-found', 'library-locked', 'busy'],
  },
  'POST libraries/:library_id/conflicts/merge/': {
    summary: 'Settles a conflict with a text made of lines of both sides, in place of both.',
    body: {
      path: COPY,
      original_id: text('The content of the file, by its id, as it was answered.', CONTENT),
      copy_id: text('The content of the copy.', CONTENT),
      pieces: texts(
        'The lines, in order: `original:0-12` are the first twelve of the file, `copy:3-4` is the fourth of the copy. A line is taken once at most. An empty list: an empty file.',
        REQUIRED,
      ),
    },
    answer: MERGED_CONFLICT,
    refuses: ['item-not-found', 'library-locked', 'quota-exceeded', 'head-moved', 'busy'],
  },
} as const satisfies CallSpecs;
