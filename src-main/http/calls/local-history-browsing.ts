import type { CallSpecs } from '../../../src-shared/contract/call-spec.ts';
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
} from '../../../src-shared/contract/field-spec.ts';
import { SUCCESS } from '../../../src-shared/contract/shape.ts';
import { HISTORY_PAGE } from './shapes/local.ts';
import {
  HISTORY_ACTIVITY,
  HISTORY_FACETS,
  MARKED_ENTRIES_PAGE,
  MOMENT,
  PINS,
  RESTORED_MOMENT,
  UNDONE,
} from './shapes/local-history-browsing.ts';

const DRY_RUN = flag(false, 'Only say what it would do.');
const SECONDS = { least: 0 } as const;
/** More than any clock is ahead of or behind UTC. */
const DAY_MINUTES = 1440;

/** Finding, undoing and pinning commits, and going back to moments, on `/api/local/v1`. */
export const LOCAL_HISTORY_BROWSING_CALLS = {
  'POST /api/local/v1/libraries/:library_id/commits/:commit_id/undo/': {
    summary:
      'Takes back what one commit did and keeps everything later; what was changed since is left alone.',
    body: {
      dry_run: DRY_RUN,
      paths: texts('Only what the commit did at these paths, by their names before it. None: everything.'),
    },
    answer: UNDONE,
    refuses: ['commit-not-found', 'path-invalid', 'head-moved'],
  },
  'GET /api/local/v1/libraries/:library_id/history/search/': {
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
      text: text('Part of the description.'),
    },
    answer: HISTORY_PAGE,
    refuses: ['cursor-invalid', 'path-invalid'],
  },
  'GET /api/local/v1/libraries/:library_id/history/facets/': {
    summary: 'Who made commits, and from which devices.',
    answer: HISTORY_FACETS,
  },
  'GET /api/local/v1/libraries/:library_id/history/activity/': {
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
  'GET /api/local/v1/libraries/:library_id/moments/': {
    summary:
      'A commit as a place in time: by its id, its number, or the last one at a time. The newest by default.',
    query: {
      commit: commitField(),
      number: integer('What is beyond the first or last stands for that.', { least: 1 }),
      at: integer('The last commit made at or before this second.', SECONDS),
    },
    answer: MOMENT,
    refuses: ['commit-not-found'],
  },
  'GET /api/local/v1/libraries/:library_id/moments/entries/': {
    summary: 'A folder as it was at a commit, each item beside what it is now, by pages.',
    query: {
      cursor: cursor(),
      path: path('The folder.', { fallback: '/' }),
      commit: commitField('The moment; the cursor stands for it as well.'),
      sort: word(['name', 'size', 'mtime'], '', { fallback: 'name' }),
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
  'POST /api/local/v1/libraries/:library_id/moments/restore/': {
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
    answer: RESTORED_MOMENT,
    refuses: ['commit-not-found', 'path-invalid', 'head-moved'],
  },
  'GET /api/local/v1/libraries/:library_id/pins/': {
    summary: 'Named commits, newest first. They stay whatever retention says.',
    answer: PINS,
  },
  'PUT /api/local/v1/libraries/:library_id/commits/:commit_id/pin/': {
    summary: 'Names a commit and keeps what was there then; at most 200 in a library.',
    body: { name: text('', REQUIRED) },
    answer: SUCCESS,
    refuses: ['commit-not-found'],
  },
  'DELETE /api/local/v1/libraries/:library_id/commits/:commit_id/pin/': {
    summary: 'Lets a named commit go the way of all others.',
    answer: SUCCESS,
    refuses: ['commit-not-found'],
  },
} as const satisfies CallSpecs;
