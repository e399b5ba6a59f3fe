import type { CallSpecs } from '../../../src-shared/contract/call-spec.ts';
import {
  cursor,
  integer,
  libraryField,
  path,
  REQUIRED,
  text,
  texts,
  word,
} from '../../../src-shared/contract/field-spec.ts';
import { ALL_TRASH_PAGE, TRASH_HERE, TRASH_RESTORED } from './shapes/local-items.ts';

/** The trash over all libraries, on `/api/local/v1`. */
export const LOCAL_TRASH_CALLS = {
  'GET /api/local/v1/trash/': {
    summary: 'What was deleted from all libraries that the caller reaches, by pages.',
    query: {
      search: text('Only items with this in their name.', { fallback: '' }),
      type: word(['file', 'dir'], 'Only files, or only folders.'),
      library: libraryField('Only of this library.'),
      since: integer('Only deletions at or after this time.', { least: 0 }),
      until: integer('Only deletions at or before this time.', { least: 0 }),
      order: word(['asc', 'desc'], '`asc`: the oldest first.', { fallback: 'desc' }),
      cursor: cursor(),
    },
    answer: ALL_TRASH_PAGE,
    refuses: ['cursor-invalid', 'library-not-found'],
  },
  'GET /api/local/v1/libraries/:library_id/trash/here/': {
    summary: 'What was deleted right out of one folder, by pages.',
    query: { path: path('The folder.', { fallback: '/' }), cursor: cursor() },
    answer: TRASH_HERE,
    refuses: ['path-invalid', 'cursor-invalid'],
  },
  'POST /api/local/v1/libraries/:library_id/trash/restore/': {
    summary: 'Brings deleted items back to where they were, in one commit.',
    body: {
      ids: texts('Ids of deletions, at most 10,000.', REQUIRED),
      replace: texts('Ids of those that replace what has their name now.'),
      keep_both: texts('Ids of those that get another name where theirs is taken.'),
    },
    answer: TRASH_RESTORED,
    refuses: ['commit-not-found', 'name-taken'],
  },
} as const satisfies CallSpecs;
