import type { CallSpecs } from '../../../src-shared/contract/call-spec.ts';
import { cursor, libraryField, text, word } from '../../../src-shared/contract/field-spec.ts';
import { CHANGE_LOG_PAGE } from './shapes/overview.ts';

const MAX_TEXT_BYTES = 1_000;

/** The log of all libraries, on `/api/local/v1`. */
export const LOCAL_CHANGE_LOG_CALLS = {
  'GET /api/local/v1/change-log/': {
    summary: 'The commits of all libraries that the caller reaches, newest first, by pages.',
    query: {
      library: libraryField('Only this one.'),
      kind: word(['added', 'modified', 'removed', 'renamed'], 'Only commits that did this.'),
      text: text('Only commits that say this, or are by it.', { maxBytes: MAX_TEXT_BYTES }),
      cursor: cursor(),
    },
    answer: CHANGE_LOG_PAGE,
    refuses: ['cursor-invalid', 'library-not-found'],
  },
} as const satisfies CallSpecs;
