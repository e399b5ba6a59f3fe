import { list, named, object, oneOf, orNull } from '../../../../src-shared/contract/shape.ts';

const SNIPPET = named('SearchSnippet', object({ text: 'string', marks: list(list('integer')) }));

const RESULT = named(
  'SearchResult',
  object({
    library_id: 'string',
    library_name: 'string',
    path: 'string',
    is_dir: 'boolean',
    state: oneOf('now', 'older', 'deleted'),
    time: 'integer',
    commit_id: 'string?',
    snippet: orNull(SNIPPET),
  }),
);

export const SEARCH_PAGE = named(
  'SearchPage',
  object({
    results: list(RESULT),
    cursor: 'string?',
    indexing: object({
      files: 'integer',
      files_done: 'integer',
      files_left_out: 'integer',
      texts_waiting: 'integer',
    }),
    not_searched: list(object({ id: 'string', name: 'string' })),
  }),
);
