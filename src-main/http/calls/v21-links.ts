import type { CallSpecs } from '../../../src-shared/contract/call-spec.ts';
import {
  flag,
  integer,
  libraryField,
  nested,
  paging,
  path,
  REQUIRED,
  requiredWhen,
  SECRET,
  text,
  word,
} from '../../../src-shared/contract/field-spec.ts';
import { list, object, SUCCESS } from '../../../src-shared/contract/shape.ts';
import { GIVEN_SHARE } from './shapes/libraries.ts';
import { SHARE_LINK, UPLOAD_LINK } from './shapes/people.ts';

const RIGHTS = ['r', 'rw', 'admin'] as const;
const LINK_PERMISSIONS = nested(
  { can_download: flag(true), can_edit: flag(false), can_upload: flag(false) },
  'What visitors may do, as an object or as its JSON text.',
);

/** Of shares: with whom. */
const RECEIVER = {
  share_type: word(['personal', 'group'], '', REQUIRED),
  user: text('A person, by e-mail.', requiredWhen('`share_type` is `personal`')),
  group_id: text('A group.', requiredWhen('`share_type` is `group`')),
};

const LINK_FIELDS = {
  password: text('Visitors must give it. Empty: none.', SECRET),
  permissions: LINK_PERMISSIONS,
  expire_days: integer('Days until it ends; 0: it never does.', { least: 0, most: 36_500 }),
  expiration_time: text('When it ends.', { format: 'date-time' }),
  description: text('', { maxBytes: 1024 }),
};

const NEW_LINK = {
  repo_id: libraryField('The library.', REQUIRED),
  path: path('The item.', REQUIRED),
  ...LINK_FIELDS,
};
const NEW_SHARE_LINK = {
  body: NEW_LINK,
  answer: SHARE_LINK,
  refuses: ['item-not-found', 'library-not-found', 'path-invalid', 'permission-denied', 'public-link-exists'],
} as const;

const LISTED = {
  repo_id: libraryField('Only links into this library.'),
  path: path('Only links to this item.'),
  ...paging(25),
};

/** Shares and links on `/api/v2.1`. */
export const V21_LINKS_CALLS = {
  'GET /api/v2.1/shared-repos/': {
    summary: 'Libraries of the caller that others have been given.',
    answer: list(GIVEN_SHARE),
  },
  'PUT /api/v2.1/shared-repos/:library_id/': {
    summary: 'Changes what somebody may do with a shared library.',
    body: { permission: word(RIGHTS, '', REQUIRED), ...RECEIVER },
    mixed: true,
    answer: SUCCESS,
    refuses: ['user-not-found'],
  },
  'DELETE /api/v2.1/shared-repos/:library_id/': {
    summary: 'Ends a share.',
    query: RECEIVER,
    mixed: true,
    answer: SUCCESS,
    refuses: ['user-not-found'],
  },
  'GET /api/v2.1/share-links/': {
    summary: 'Share links of the caller.',
    query: LISTED,
    answer: list(SHARE_LINK),
    refuses: ['path-invalid'],
  },
  'POST /api/v2.1/share-links/': {
    summary: 'Makes a share link of a file or folder that has none of the caller’s.',
    ...NEW_SHARE_LINK,
  },
  'POST /api/v2.1/multi-share-links/': {
    summary: 'Makes a share link of a file or folder, whatever others it has.',
    ...NEW_SHARE_LINK,
  },
  'PUT /api/v2.1/share-links/:token/': {
    summary: 'Changes a share link: only what is given.',
    body: LINK_FIELDS,
    answer: SHARE_LINK,
    refuses: ['link-not-found'],
  },
  'DELETE /api/v2.1/share-links/:token/': {
    summary: 'Ends a share link.',
    answer: SUCCESS,
    refuses: ['link-not-found'],
  },
  'GET /api/v2.1/upload-links/': {
    summary: 'Upload links of the caller.',
    query: LISTED,
    answer: list(UPLOAD_LINK),
  },
  'POST /api/v2.1/upload-links/': {
    summary: 'Makes an upload link of a folder.',
    body: NEW_LINK,
    answer: UPLOAD_LINK,
    refuses: ['item-not-found', 'not-a-folder', 'permission-denied'],
  },
  'PUT /api/v2.1/upload-links/:token/': {
    summary: 'Changes an upload link: only what is given.',
    body: LINK_FIELDS,
    answer: UPLOAD_LINK,
    refuses: ['link-not-found'],
  },
  'DELETE /api/v2.1/upload-links/:token/': {
    summary: 'Ends an upload link.',
    answer: SUCCESS,
    refuses: ['link-not-found'],
  },
  'GET /api/v2.1/upload-links/:token/upload/': {
    summary: 'An address to upload to, for whoever has the link.',
    answer: object({ upload_link: 'string' }),
    refuses: ['link-not-found'],
  },
} as const satisfies CallSpecs;
