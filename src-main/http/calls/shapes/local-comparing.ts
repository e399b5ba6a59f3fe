import { joined, list, named, object } from '../../../../src-shared/contract/shape.ts';
import { CHANGE, LOCAL_COMMIT } from './local.ts';

// The shapes of `src-shared/compare-api.ts`.

export const DIFFERENCES_PAGE = named(
  'DifferencesPage',
  object({
    older: LOCAL_COMMIT,
    newer: LOCAL_COMMIT,
    rows: list(named('Difference', joined(CHANGE, object({ old_size: 'integer', files: 'integer' })))),
    total: 'integer',
    files: object({ added: 'integer', modified: 'integer', removed: 'integer', renamed: 'integer' }),
    bytes_delta: 'integer',
    cursor: 'string?',
  }),
);
