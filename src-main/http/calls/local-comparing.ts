import type { CallSpecs } from '../../../src-shared/contract/call-spec.ts';
import { commitField, cursor, REQUIRED, word } from '../../../src-shared/contract/field-spec.ts';
import { DIFFERENCES_PAGE } from './shapes/local-comparing.ts';
import { ITEMS_LINK } from './shapes/local-items.ts';

/** Libraries between two moments, and out of Keepfold, on `/api/local/v1`. */
export const LOCAL_COMPARING_CALLS = {
  'GET /api/local/v1/libraries/:library_id/differences/': {
    summary: 'What differs between two moments of a library, by path, by pages.',
    query: {
      commit: commitField('One moment.', REQUIRED),
      other: commitField('The other one. None: now.'),
      kind: word(['added', 'modified', 'removed', 'renamed'], 'Only differences of this kind.'),
      cursor: cursor(),
    },
    answer: DIFFERENCES_PAGE,
    refuses: ['cursor-invalid', 'commit-not-found'],
  },
  'POST /api/local/v1/libraries/:library_id/export-link/': {
    summary: 'An address to download the whole library from, as one archive.',
    body: { commit: commitField('As it was then. None: as it is now.') },
    answer: ITEMS_LINK,
    refuses: ['commit-not-found', 'library-locked'],
  },
} as const satisfies CallSpecs;
