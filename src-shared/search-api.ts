import type { CallSpecs } from './contract/call-spec.ts';
import {
  cursor,
  type FieldValue,
  integer,
  libraryField,
  REQUIRED,
  text,
  word,
} from './contract/field-spec.ts';
import { type Json, list, named, object, oneOf, orNull, type Shape } from './contract/shape.ts';

const SEARCH_SNIPPET = named(
  'SearchSnippet',
  object({
    text: 'string',
    /** Start and end of each hit, in UTF-16 units. */
    marks: list(list('integer') as Shape<[start: number, end: number]>),
  }),
);
export type SearchSnippetJson = Json<typeof SEARCH_SNIPPET>;

const SEARCH_RESULT = named(
  'SearchResult',
  object({
    library_id: 'string',
    library_name: 'string',
    /** Where it is; for the past, where it was. */
    path: 'string',
    is_dir: 'boolean',
    state: oneOf('now', 'older', 'deleted'),
    /** For current items: time of the last change. For older or deleted ones: of the change that ended it. */
    time: 'integer',
    /** A commit at which it can be opened under its path; null: now. */
    commit_id: 'string?',
    /** Where the item is now, also under another name; null: it is nowhere. */
    now_path: 'string?',
    /** An excerpt of the text that matched; null: the name matched. */
    snippet: orNull(SEARCH_SNIPPET),
  }),
);
export type SearchResultJson = Json<typeof SEARCH_RESULT>;

/** How far the index has come: until it is done, results are incomplete. */
const SEARCH_INDEXING = object({
  /** In the libraries that were searched. */
  files: 'integer',
  files_done: 'integer',
  /** Of those done: left out of the index, because their libraries hold more than it accepts from one library. */
  files_left_out: 'integer',
  /** Contents that are still to be read, of the whole server. */
  texts_waiting: 'integer',
});

/**
 * `GET search/?q=&in=&state=&library=&cursor=`: files and folders whose names hold all the words, newest first, then files
 * whose contents do. A page may hold few results, or none, and be followed by others.
 */
const SEARCH_PAGE = named(
  'SearchPage',
  object({
    results: list(SEARCH_RESULT),
    cursor: 'string?',
    indexing: SEARCH_INDEXING,
    /** Encrypted libraries: neither their names nor their texts are searched. */
    not_searched: list(object({ id: 'string', name: 'string' })),
  }),
);
export type SearchPageJson = Json<typeof SEARCH_PAGE>;

/** `older`: under another name, or with other contents. */
export type SearchStateJson = SearchResultJson['state'];

const PART = word(['names', 'text', 'all'], 'Where to look.', { fallback: 'all' });
export type SearchPartJson = FieldValue<typeof PART>;

const TYPE = word(
  ['folder', 'text', 'document', 'picture', 'sound', 'film'],
  'Told by the name. Absent: any.',
);
export type SearchTypeJson = FieldValue<typeof TYPE>;

const SECONDS = { least: 0 } as const;

/** The search through all libraries and through the past. */
export const SEARCH_CALLS = {
  'GET search/': {
    summary: 'Files and folders by name and by text, as they are and as they were, by pages.',
    query: {
      q: text('Words: names or texts hold all of them.', { ...REQUIRED, maxBytes: 255 }),
      in: PART,
      state: word(['now', 'older', 'deleted', 'all'], 'What is there now, or was.', { fallback: 'all' }),
      library: libraryField('Absent: all that the caller reaches.'),
      type: TYPE,
      after: integer('Of this second or later, by the time of the result.', SECONDS),
      before: integer('Before this second.', SECONDS),
      cursor: cursor(),
    },
    answer: SEARCH_PAGE,
    refuses: ['busy', 'cursor-invalid', 'library-not-found', 'permission-denied'],
  },
} as const satisfies CallSpecs;
