import type { CallSpecs } from '../../../src-shared/contract/call-spec.ts';
import { cursor, libraryField, REQUIRED, text, word } from '../../../src-shared/contract/field-spec.ts';
import { SEARCH_PAGE } from './shapes/local-search.ts';

/** The search through all libraries and through the past, on `/api/local/v1`. */
export const LOCAL_SEARCH_CALLS = {
  'GET /api/local/v1/search/': {
    summary: 'Files and folders by name and by text, as they are and as they were, by pages.',
    query: {
      q: text('Words: names or texts hold all of them.', { ...REQUIRED, maxBytes: 255 }),
      in: word(['names', 'text', 'all'], 'Where to look.', { fallback: 'all' }),
      state: word(['now', 'older', 'deleted', 'all'], 'What is there now, or was.', { fallback: 'all' }),
      library: libraryField('Absent: all that the caller reaches.'),
      cursor: cursor(),
    },
    answer: SEARCH_PAGE,
    refuses: ['busy', 'cursor-invalid', 'library-not-found', 'permission-denied'],
  },
} as const satisfies CallSpecs;
