import type { CallSpecs } from '../../../src-shared/contract/call-spec.ts';
import { flag, libraryField, paging, path, REQUIRED, text } from '../../../src-shared/contract/field-spec.ts';
import { list, object, SUCCESS } from '../../../src-shared/contract/shape.ts';
import { ACTIVITY } from './shapes/history.ts';
import { FILE_HIT, STARRED_ITEM } from './shapes/items.ts';
import { OWN_ACCOUNT } from './shapes/people.ts';

/** The caller and what is theirs on `/api/v2.1`. */
export const V21_ACCOUNT_CALLS = {
  'GET /api/v2.1/search-file/': {
    summary: 'Items of one library by name.',
    query: {
      repo_id: libraryField('The library.', REQUIRED),
      q: text('At most 255 bytes.', { ...REQUIRED, maxBytes: 255 }),
    },
    answer: object({ data: list(FILE_HIT) }),
    refuses: ['library-not-found', 'permission-denied'],
  },
  'GET /api/v2.1/starred-items/': {
    summary: 'Libraries, folders and files that the caller has starred.',
    answer: object({ starred_item_list: list(STARRED_ITEM) }),
  },
  'POST /api/v2.1/starred-items/': {
    summary: 'Stars a library, folder or file.',
    body: {
      repo_id: libraryField('The library.', REQUIRED),
      path: path('The item; `/` is the library itself.', REQUIRED),
    },
    mixed: true,
    answer: STARRED_ITEM,
    refuses: ['item-not-found', 'library-not-found', 'path-invalid', 'permission-denied'],
  },
  'DELETE /api/v2.1/starred-items/': {
    summary: 'Takes a star away.',
    query: {
      repo_id: libraryField('The library.', REQUIRED),
      path: path('The item; `/` is the library itself.', REQUIRED),
    },
    mixed: true,
    answer: SUCCESS,
  },
  'GET /api/v2.1/activities/': {
    summary: 'What happened lately in the libraries that the caller reaches.',
    query: { ...paging(25, 100) },
    answer: object({ events: list(ACTIVITY) }),
  },
  'GET /api/v2.1/notifications/': {
    summary: 'Messages to the caller: none, ever.',
    answer: object({ unseen_count: 'integer', notification_list: list('anything'), count: 'integer' }),
  },
  'PUT /api/v2.1/notifications/': { summary: 'Marks all messages as seen.', answer: SUCCESS },
  'DELETE /api/v2.1/notifications/': { summary: 'Removes all messages.', answer: SUCCESS },
  'GET /api/v2.1/user/': { summary: 'The caller’s own account.', answer: OWN_ACCOUNT },
  'PUT /api/v2.1/user/': {
    summary: 'Changes the caller’s own name.',
    body: {
      list_in_address_book: flag(
        true,
        'Taken and passed over: everybody is found by people who look for them.',
      ),
      contact_email: text('Only as it is: administrators change it.'),
      telephone: text('Only as it is: administrators change it.'),
      login_id: text('Only as it is: administrators change it.'),
      name: text('At most 64 characters, none of them a slash.'),
    },
    answer: OWN_ACCOUNT,
    refuses: ['name-invalid', 'permission-denied'],
  },
} as const satisfies CallSpecs;
