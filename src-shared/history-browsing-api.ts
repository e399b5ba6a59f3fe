import { COMMIT, ENTRY, ENTRY_SORT, HISTORY_PAGE, type HistoryPageJson } from './contents-api.ts';
import type { CallSpecs } from './contract/call-spec.ts';
import {
  commitField,
  cursor,
  flag,
  integer,
  path,
  REQUIRED,
  text,
  texts,
  word,
} from './contract/field-spec.ts';
import { type Json, joined, list, named, object, oneOf, SUCCESS } from './contract/shape.ts';
import { LANGUAGES } from './languages.ts';

/** What undoing does to one item. */
const UNDO_STEP = object({
  action: oneOf('remove', 'put-back', 'old-content', 'move-back'),
  path: 'string',
  /** Where it is now, when it is moved back; else empty. */
  from_path: 'string',
  is_dir: 'boolean',
  /** Those in a folder included. */
  files: 'integer',
  bytes: 'integer',
});
type UndoStepJson = Json<typeof UNDO_STEP>;

/** What stays as it is now. */
export const LEFT_ALONE = object({
  path: 'string',
  is_dir: 'boolean',
  reason: oneOf('changed-since', 'added-since', 'gone-since', 'renamed-since', 'name-taken'),
});
export type LeftAloneJson = Json<typeof LEFT_ALONE>;

/** How an undo or a restore ended. If no commit was made, everything is empty or as in the head. */
const PLANNED_COMMIT = object({ commit_id: 'string?', previous_commit_id: 'string?' });
export type PlannedCommitJson = Json<typeof PLANNED_COMMIT>;

/** The lists hold 1,000 rows at most; the counts are of all. */
export const UNDONE = named(
  'Undone',
  joined(
    PLANNED_COMMIT,
    object({
      steps: list(UNDO_STEP),
      step_count: 'integer',
      /** Files that the steps touch, those in folders included. */
      files: 'integer',
      /** Of these, those that are removed, and how much that is. */
      removals: 'integer',
      removal_bytes: 'integer',
      left_alone: list(LEFT_ALONE),
      left_alone_count: 'integer',
    }),
  ),
);
export type UndoneJson = Json<typeof UNDONE>;

/** `GET libraries/{id}/history/facets/`: the authors and devices that can be filtered by. */
const HISTORY_FACETS = named(
  'HistoryFacets',
  object({ people: list(object({ email: 'string', name: 'string' })), devices: list('string') }),
);
export type HistoryFacetsJson = Json<typeof HISTORY_FACETS>;

/** `GET libraries/{id}/history/activity/`. */
const HISTORY_ACTIVITY = named(
  'HistoryActivity',
  object({
    /** Days with commits, oldest first. */
    days: list(object({ day: 'integer', commits: 'integer' })),
    /** When the oldest shown commit was made. */
    since: 'integer',
    /** Older commits are hidden by retention. */
    is_cut: 'boolean',
  }),
);
export type HistoryActivityJson = Json<typeof HISTORY_ACTIVITY>;

/** `GET libraries/{id}/moments/`: a commit as a place in time. */
const SNAPSHOT = named(
  'Moment',
  object({
    commit: COMMIT,
    /** Moments are numbered in the order in which they were created. */
    number: 'integer',
    oldest: 'integer',
    newest: 'integer',
    older_commit_id: 'string?',
    newer_commit_id: 'string?',
  }),
);
export type SnapshotJson = Json<typeof SNAPSHOT>;

const MARKED_ENTRY = joined(ENTRY, object({ mark: oneOf('same', 'changed', 'gone') }));
type MarkedEntryJson = Json<typeof MARKED_ENTRY>;

/** `GET libraries/{id}/moments/entries/`; 1,000 a page. */
const MARKED_ENTRIES_PAGE = named(
  'MarkedEntriesPage',
  object({
    path: 'string',
    commit_id: 'string',
    total: 'integer',
    entries: list(MARKED_ENTRY),
    /** How many items have changed or are gone since, and how many exist now that did not then. */
    differing: 'integer',
    added_since: 'integer',
    cursor: 'string?',
  }),
);
export type MarkedEntriesPageJson = Json<typeof MARKED_ENTRIES_PAGE>;

const RESTORE_STEP = object({
  action: oneOf('create', 'overwrite', 'remove'),
  path: 'string',
  is_dir: 'boolean',
  files: 'integer',
  bytes: 'integer',
});
type RestoreStepJson = Json<typeof RESTORE_STEP>;

/** The lists hold 1,000 rows at most; the counts are of all, in files. */
const RESTORED_SNAPSHOT = named(
  'RestoredMoment',
  joined(
    PLANNED_COMMIT,
    object({
      steps: list(RESTORE_STEP),
      step_count: 'integer',
      creates: 'integer',
      overwrites: 'integer',
      removals: 'integer',
      /** What is added or overwritten. */
      bytes: 'integer',
      removal_bytes: 'integer',
      /** Wanted, but a file stands where one of its folders would have to be. */
      blocked: list('string'),
    }),
  ),
);
export type RestoredSnapshotJson = Json<typeof RESTORED_SNAPSHOT>;

/** A row of `GET libraries/{id}/pins/`; at most 200, newest commit first. */
const PIN = named(
  'Pin',
  object({ commit: COMMIT, name: 'string', pinned_by: 'string', pinned_at: 'integer' }),
);
export type PinJson = Json<typeof PIN>;

export type UndoActionJson = UndoStepJson['action'];

export type LeftAloneReasonJson = LeftAloneJson['reason'];

/** `GET libraries/{id}/history/search/`; 100 a page, fewer or none where the search continues at the cursor. */
export type FoundCommitsJson = HistoryPageJson;

/** What has become of an item since. */
export type MarkJson = MarkedEntryJson['mark'];

export type RestoreActionJson = RestoreStepJson['action'];

const DRY_RUN = flag(false, 'Only say what it would do.');

const SECONDS = { least: 0 } as const;

const DAY_MINUTES = 1440;

/** Finding, undoing and pinning commits, and going back to moments. */
export const HISTORY_BROWSING_CALLS = {
  'POST libraries/:library_id/commits/:commit_id/undo/': {
    summary:
      'Takes back what one commit did and keeps everything later; what was changed since is left alone.',
    body: {
      dry_run: DRY_RUN,
      paths: texts('Only what the commit did at these paths, by their names before it. None: everything.'),
    },
    answer: UNDONE,
    refuses: ['commit-not-found', 'path-invalid', 'head-moved'],
  },
  'GET libraries/:library_id/history/search/': {
    summary:
      'Commits that match everything given, newest first, by pages; a page may be empty before the last.',
    query: {
      cursor: cursor(),
      path: path('What happened to this item or in it.', { fallback: '/' }),
      by: text('Part of the e-mail or name of who did it.'),
      device: text('Part of the name of the device.'),
      type: word(['added', 'modified', 'removed', 'renamed'], 'Commits with a change of this kind.'),
      after: integer('Made at or after this second.', SECONDS),
      before: integer('Made before this second.', SECONDS),
      text: text('Words, each of which is in the title, the description or the note.'),
      language: word(
        LANGUAGES.map(({ key }) => key),
        'Of the titles.',
        { fallback: 'en' },
      ),
    },
    answer: HISTORY_PAGE,
    refuses: ['cursor-invalid', 'path-invalid'],
  },
  'GET libraries/:library_id/history/facets/': {
    summary: 'Who made commits, and from which devices.',
    answer: HISTORY_FACETS,
  },
  'GET libraries/:library_id/history/activity/': {
    summary: 'How many commits there were on each day.',
    query: {
      utc_offset: integer('Minutes that the clock which days are told by is ahead of UTC.', {
        fallback: 0,
        least: -DAY_MINUTES,
        most: DAY_MINUTES,
      }),
    },
    answer: HISTORY_ACTIVITY,
  },
  'GET libraries/:library_id/moments/': {
    summary:
      'A commit as a place in time: by its id, its number, or the last one at a time. The newest by default.',
    query: {
      commit: commitField(),
      number: integer('What is beyond the first or last stands for that.', { least: 1 }),
      at: integer('The last commit made at or before this second.', SECONDS),
    },
    answer: SNAPSHOT,
    refuses: ['commit-not-found'],
  },
  'GET libraries/:library_id/moments/entries/': {
    summary: 'A folder as it was at a commit, each item beside what it is now, by pages.',
    query: {
      cursor: cursor(),
      path: path('The folder.', { fallback: '/' }),
      commit: commitField('The moment; the cursor stands for it as well.'),
      sort: ENTRY_SORT,
      order: text('`desc`: backwards.'),
    },
    answer: MARKED_ENTRIES_PAGE,
    refuses: [
      'argument-missing',
      'commit-not-found',
      'cursor-invalid',
      'folder-not-found',
      'not-a-folder',
      'path-invalid',
    ],
  },
  'POST libraries/:library_id/moments/restore/': {
    summary: 'Brings items back as they were at a commit, as one commit.',
    body: {
      commit_id: commitField('', REQUIRED),
      paths: texts('The items; `/` for everything.', REQUIRED),
      mode: word(['in-place', 'beside'], 'In the place of what is there, or beside it.', {
        fallback: 'in-place',
      }),
      except: texts('What is left out, with all below.'),
      dry_run: DRY_RUN,
    },
    answer: RESTORED_SNAPSHOT,
    refuses: ['commit-not-found', 'path-invalid', 'head-moved'],
  },
  'GET libraries/:library_id/pins/': {
    summary: 'Named commits, newest first. They stay whatever retention says.',
    answer: list(PIN),
  },
  'PUT libraries/:library_id/commits/:commit_id/pin/': {
    summary: 'Names a commit and keeps what was there then; at most 200 in a library.',
    body: { name: text('', REQUIRED) },
    answer: SUCCESS,
    refuses: ['commit-not-found'],
  },
  'PUT libraries/:library_id/commits/:commit_id/note/': {
    summary: 'Writes a note on a commit, of 2,000 characters at most, in the place of the one that is there.',
    body: { note: text('', REQUIRED) },
    answer: SUCCESS,
    refuses: ['commit-not-found'],
  },
  'DELETE libraries/:library_id/commits/:commit_id/note/': {
    summary: 'Takes the note of a commit away.',
    answer: SUCCESS,
    refuses: ['commit-not-found'],
  },
  'DELETE libraries/:library_id/commits/:commit_id/pin/': {
    summary: 'Lets a named commit go the way of all others.',
    answer: SUCCESS,
    refuses: ['commit-not-found'],
  },
} as const satisfies CallSpecs;
