import type { CallSpecs } from './contract/call-spec.ts';
import { cursor, type FieldValue, libraryField, text, word } from './contract/field-spec.ts';
import { type Json, list, named, object } from './contract/shape.ts';
import { RECENT_CHANGE } from './overview-api.ts';

/**
 * `GET change-log/?library=&kind=&text=&cursor=`: the commits of all libraries that the caller has access to, by the time
 * they were made, newest first, 50 a page. `text` is searched for in what a commit says, who and what made it, and the name
 * of its library, in any letter case. A page that looked through very many commits may be short, or empty, and still have a
 * cursor.
 */
const CHANGE_LOG_PAGE = named(
  'ChangeLogPage',
  object({
    changes: list(RECENT_CHANGE),
    cursor: 'string?',
    /** When the last commit searched so far was made; 0: all were searched. */
    looked_back_to: 'integer',
  }),
);
export type ChangeLogPageJson = Json<typeof CHANGE_LOG_PAGE>;

const MAX_TEXT_BYTES = 1_000;

/** What a commit did, for filtering: one that did several things is found by each of them. */
const CHANGE_KIND = word(['added', 'modified', 'removed', 'renamed'], 'Only commits that did this.');
export type ChangeKindJson = FieldValue<typeof CHANGE_KIND>;

/** The log of all libraries. */
export const CHANGE_LOG_CALLS = {
  'GET change-log/': {
    summary: 'The commits of all libraries that the caller reaches, newest first, by pages.',
    query: {
      library: libraryField('Only this one.'),
      kind: CHANGE_KIND,
      text: text('Only commits that say this, or are by it.', { maxBytes: MAX_TEXT_BYTES }),
      cursor: cursor(),
    },
    answer: CHANGE_LOG_PAGE,
    refuses: ['cursor-invalid', 'library-not-found'],
  },
} as const satisfies CallSpecs;
