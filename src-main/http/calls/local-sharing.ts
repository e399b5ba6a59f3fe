import type { CallSpecs } from '../../../src-shared/contract/call-spec.ts';
import {
  cursor,
  flag,
  integer,
  libraryField,
  path,
  REQUIRED,
  SECRET,
  text,
  word,
} from '../../../src-shared/contract/field-spec.ts';
import { SUCCESS } from '../../../src-shared/contract/shape.ts';
import {
  GIVEN_LIBRARIES_PAGE,
  LIBRARY_SHARES_PAGE,
  PUBLIC_LINK,
  PUBLIC_LINKS_PAGE,
  RECEIVED_LIBRARIES_PAGE,
  SHARE_TARGETS,
} from './shapes/local-sharing.ts';

const RECEIVER = {
  kind: word(['user', 'group'], '', REQUIRED),
  id: text('An e-mail, or the number of a group.', REQUIRED),
};
const LINK_KIND = word(
  ['share', 'upload'],
  '`share`: to look and download; `upload`: to bring files.',
  REQUIRED,
);
const EXPIRY = integer('Days from now on; 0: it never ends.', { least: 0, most: 36_500 });
const PASSWORD = text('Visitors must give it. Empty: none.', SECRET);

/** Shares and links, on `/api/local/v1`. */
export const LOCAL_SHARING_CALLS = {
  'GET /api/local/v1/libraries/:library_id/shares/': {
    summary: 'Whom a library is shared with, for those who may share it, by pages.',
    query: { cursor: cursor() },
    answer: LIBRARY_SHARES_PAGE,
    refuses: ['cursor-invalid'],
  },
  'GET /api/local/v1/libraries/:library_id/share-targets/': {
    summary: 'Groups and people that a library could be shared with.',
    query: { text: text('Part of a name or e-mail.', { maxBytes: 1000 }) },
    answer: SHARE_TARGETS,
  },
  'PUT /api/local/v1/libraries/:library_id/shares/': {
    summary: 'Shares a library with somebody, or changes what they may do.',
    body: { ...RECEIVER, permission: word(['r', 'rw', 'admin'], '', REQUIRED) },
    answer: SUCCESS,
    refuses: ['user-not-found', 'group-not-found', 'share-to-owner', 'share-exists', 'share-not-found'],
  },
  'DELETE /api/local/v1/libraries/:library_id/shares/': {
    summary: 'Ends a share.',
    query: RECEIVER,
    answer: SUCCESS,
    refuses: ['user-not-found', 'group-not-found', 'share-not-found'],
  },
  'GET /api/local/v1/sharing/given/': {
    summary: 'Libraries of the caller that others have been given, by pages.',
    query: { cursor: cursor() },
    answer: GIVEN_LIBRARIES_PAGE,
    refuses: ['cursor-invalid'],
  },
  'GET /api/local/v1/sharing/received/': {
    summary: 'Libraries of others that the caller reaches, by pages.',
    query: { cursor: cursor() },
    answer: RECEIVED_LIBRARIES_PAGE,
    refuses: ['cursor-invalid'],
  },
  'DELETE /api/local/v1/sharing/received/:library_id/': {
    summary: 'Gives up a library that was shared with the caller personally.',
    answer: SUCCESS,
    refuses: ['user-not-found', 'share-not-found'],
  },
  'GET /api/local/v1/public-links/': {
    summary: 'Links of the caller for people without an account, newest first, by pages.',
    query: {
      library: libraryField('Only links into this library.'),
      path: path('Only links to this item.'),
      kind: { ...LINK_KIND, required: false },
      cursor: cursor(),
    },
    answer: PUBLIC_LINKS_PAGE,
    refuses: ['cursor-invalid', 'path-invalid'],
  },
  'POST /api/local/v1/public-links/': {
    summary: 'Makes a link to a file or folder.',
    body: {
      kind: LINK_KIND,
      library_id: libraryField('', REQUIRED),
      path: path('The item.', REQUIRED),
      password: PASSWORD,
      expire_days: EXPIRY,
      can_download: flag(true, 'Of links to look: visitors may keep the file.'),
    },
    answer: PUBLIC_LINK,
    refuses: ['path-invalid', 'item-not-found', 'not-a-folder', 'library-read-only', 'public-link-exists'],
  },
  'PUT /api/local/v1/public-links/:token/': {
    summary: 'Changes a link: only what is given.',
    body: { kind: LINK_KIND, password: PASSWORD, expire_days: EXPIRY },
    answer: PUBLIC_LINK,
    refuses: ['link-not-found', 'library-not-found', 'permission-denied'],
  },
  'DELETE /api/local/v1/public-links/:token/': {
    summary: 'Removes a link.',
    query: { kind: LINK_KIND },
    answer: SUCCESS,
    refuses: ['link-not-found'],
  },
  'POST /api/local/v1/public-links/:token/put-back/': {
    summary: 'Brings back a link that was removed a moment ago.',
    answer: PUBLIC_LINK,
    refuses: ['link-not-found', 'library-not-found', 'permission-denied', 'public-link-exists'],
  },
} as const satisfies CallSpecs;
