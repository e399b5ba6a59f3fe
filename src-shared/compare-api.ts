import { CHANGE, COMMIT } from './contents-api.ts';
import type { CallSpecs } from './contract/call-spec.ts';
import { commitField, cursor, type FieldValue, REQUIRED, word } from './contract/field-spec.ts';
import { type Json, joined, list, named, object } from './contract/shape.ts';

/** The size is that of all files in it. */
const DIFFERENCE = named(
  'Difference',
  joined(
    CHANGE,
    object({
      /** Of the older file, when it was modified; else 0. */
      old_size: 'integer',
      /** 1 for a file; for a folder, the files in it. */
      files: 'integer',
    }),
  ),
);
export type DifferenceJson = Json<typeof DIFFERENCE>;

/**
 * `GET libraries/{id}/differences/?commit=&other=&kind=&cursor=`: what differs between two moments, by path, 500 a page.
 * Without `other` the second one is now.
 */
const DIFFERENCES_PAGE = named(
  'DifferencesPage',
  object({
    older: COMMIT,
    newer: COMMIT,
    rows: list(DIFFERENCE),
    /** Rows of the kind that was asked for. */
    total: 'integer',
    /** Files of each kind, those in folders included. */
    files: object({ added: 'integer', modified: 'integer', removed: 'integer', renamed: 'integer' }),
    bytes_delta: 'integer',
    cursor: 'string?',
  }),
);
export type DifferencesPageJson = Json<typeof DIFFERENCES_PAGE>;

/** What has happened to an item between two moments. */
const DIFFERENCE_KIND = word(['added', 'modified', 'removed', 'renamed'], 'Only differences of this kind.');
export type DifferenceKindJson = FieldValue<typeof DIFFERENCE_KIND>;

/** Comparing two moments of a library. */
export const COMPARE_CALLS = {
  'GET libraries/:library_id/differences/': {
    summary: 'What differs between two moments of a library, by path, by pages.',
    query: {
      commit: commitField('One moment.', REQUIRED),
      other: commitField('The other one. None: now.'),
      kind: DIFFERENCE_KIND,
      cursor: cursor(),
    },
    answer: DIFFERENCES_PAGE,
    refuses: ['cursor-invalid', 'commit-not-found'],
  },
} as const satisfies CallSpecs;
