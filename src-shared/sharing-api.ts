import type { CallSpecs } from './contract/call-spec.ts';
import {
  cursor,
  flag,
  integer,
  libraryField,
  path,
  REQUIRED,
  SECRET,
  type Sent,
  text,
  word,
} from './contract/field-spec.ts';
import { type Json, joined, list, named, object, oneOf, SUCCESS } from './contract/shape.ts';

/** A user or group a library can be shared with. */
const SHARE_TARGET = named(
  'ShareTarget',
  object({
    kind: oneOf('user', 'group'),
    /** An e-mail, or the number of a group. */
    id: 'string',
    name: 'string',
  }),
);
export type ShareTargetJson = Json<typeof SHARE_TARGET>;

/** `GET libraries/{id}/share-targets/?text=`: groups of the caller, then people, except those who have it already. */
const SHARE_TARGETS = named('ShareTargets', object({ targets: list(SHARE_TARGET) }));

const LIBRARY_SHARE = named(
  'LibraryShare',
  joined(SHARE_TARGET, object({ permission: oneOf('r', 'rw', 'admin') })),
);
export type LibraryShareJson = Json<typeof LIBRARY_SHARE>;

/** `GET libraries/{id}/shares/?cursor=`: groups, then people; 100 a page. */
const LIBRARY_SHARES_PAGE = named(
  'LibrarySharesPage',
  object({ shares: list(LIBRARY_SHARE), total: 'integer', cursor: 'string?' }),
);
export type LibrarySharesPageJson = Json<typeof LIBRARY_SHARES_PAGE>;

/** A library of the caller that others have been given, or a folder of one. */
const GIVEN_LIBRARY = object({
  library_id: 'string',
  library_name: 'string',
  /** The folder that others have been given; `/`: all of the library. */
  path: 'string',
  encrypted: 'boolean',
  people: 'integer',
  groups: 'integer',
  /** Names of the first few who have it. */
  names: list('string'),
});
export type GivenLibraryJson = Json<typeof GIVEN_LIBRARY>;

/** `GET sharing/given/?cursor=`: by name, 100 a page. */
const GIVEN_LIBRARIES_PAGE = named(
  'GivenLibrariesPage',
  object({ libraries: list(GIVEN_LIBRARY), cursor: 'string?' }),
);
export type GivenLibrariesPageJson = Json<typeof GIVEN_LIBRARIES_PAGE>;

/** A library that others have opened to the caller. */
const RECEIVED_LIBRARY = object({
  library_id: 'string',
  library_name: 'string',
  /** The library that this is a folder of; empty: it is a whole one. */
  folder_of: 'string',
  encrypted: 'boolean',
  owner_name: 'string',
  permission: oneOf('r', 'rw', 'admin'),
  /** The group through which the caller has it; empty: it was shared with the caller personally, and can be left. */
  group_name: 'string',
});
export type ReceivedLibraryJson = Json<typeof RECEIVED_LIBRARY>;

/** `GET sharing/received/?cursor=`: by name, 100 a page. */
const RECEIVED_LIBRARIES_PAGE = named(
  'ReceivedLibrariesPage',
  object({ libraries: list(RECEIVED_LIBRARY), cursor: 'string?' }),
);
export type ReceivedLibrariesPageJson = Json<typeof RECEIVED_LIBRARIES_PAGE>;

/** A link of the caller for people without an account. */
const PUBLIC_LINK = named(
  'PublicLink',
  object({
    token: 'string',
    kind: oneOf('share', 'upload'),
    url: 'string',
    library_id: 'string',
    library_name: 'string',
    path: 'string',
    is_dir: 'boolean',
    /** False: the item was moved or deleted. */
    is_there: 'boolean',
    can_download: 'boolean',
    has_password: 'boolean',
    created_at: 'integer',
    /** Null: never. */
    expires_at: 'integer?',
    is_expired: 'boolean',
    visits: 'integer',
  }),
);
export type PublicLinkJson = Json<typeof PUBLIC_LINK>;

/** `GET public-links/?library=&path=&kind=&cursor=`: newest first, 100 a page. */
const PUBLIC_LINKS_PAGE = named(
  'PublicLinksPage',
  object({
    links: list(PUBLIC_LINK),
    /** What addresses of links begin with, including newly made ones. */
    origin: 'string',
    cursor: 'string?',
  }),
);
export type PublicLinksPageJson = Json<typeof PUBLIC_LINKS_PAGE>;

/** `admin`: may read, write and share further. */
export type ShareRightJson = LibraryShareJson['permission'];

/** `share`: to look and download; `upload`: to upload files. */
export type PublicLinkKindJson = PublicLinkJson['kind'];

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

/** `GET smart-links/{token}/`: where the item is, or was last. */
const SMART_LINK = object({ library_id: 'string', path: 'string', is_dir: 'boolean' });

const SHARED_FOLDER = path('The folder that is shared; `/` is the whole library.', { fallback: '/' });

const OF_FOLDER = ['folder-not-found', 'not-a-folder', 'path-invalid', 'library-encrypted'] as const;

/** Shares, and links for people without an account. */
export const SHARING_CALLS = {
  'GET libraries/:library_id/shares/': {
    summary: 'Whom a library, or a folder of it, is shared with, for those who may share it, by pages.',
    query: { path: SHARED_FOLDER, cursor: cursor() },
    answer: LIBRARY_SHARES_PAGE,
    refuses: ['cursor-invalid', ...OF_FOLDER],
  },
  'GET libraries/:library_id/share-targets/': {
    summary: 'Groups and people that a library, or a folder of it, could be shared with.',
    query: { path: SHARED_FOLDER, text: text('Part of a name or e-mail.', { maxBytes: 1000 }) },
    answer: SHARE_TARGETS,
    refuses: OF_FOLDER,
  },
  'PUT libraries/:library_id/shares/': {
    summary: 'Shares a library, or a folder of it, with somebody, or changes what they may do.',
    body: { ...RECEIVER, path: SHARED_FOLDER, permission: word(['r', 'rw', 'admin'], '', REQUIRED) },
    answer: SUCCESS,
    refuses: [
      ...['user-not-found', 'group-not-found', 'share-to-owner', 'share-exists', 'share-not-found'],
      ...OF_FOLDER,
    ] as const,
  },
  'DELETE libraries/:library_id/shares/': {
    summary: 'Ends a share.',
    query: { ...RECEIVER, path: SHARED_FOLDER },
    answer: SUCCESS,
    refuses: ['user-not-found', 'group-not-found', 'share-not-found', ...OF_FOLDER],
  },
  'GET sharing/given/': {
    summary: 'Libraries of the caller that others have been given, by pages.',
    query: { cursor: cursor() },
    answer: GIVEN_LIBRARIES_PAGE,
    refuses: ['cursor-invalid'],
  },
  'GET sharing/received/': {
    summary: 'Libraries of others that the caller reaches, by pages.',
    query: { cursor: cursor() },
    answer: RECEIVED_LIBRARIES_PAGE,
    refuses: ['cursor-invalid'],
  },
  'DELETE sharing/received/:library_id/': {
    summary: 'Gives up a library that was shared with the caller personally.',
    answer: SUCCESS,
    refuses: ['user-not-found', 'share-not-found'],
  },
  'GET public-links/': {
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
  'POST public-links/': {
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
  'PUT public-links/:token/': {
    summary: 'Changes a link: only what is given.',
    body: { kind: LINK_KIND, password: PASSWORD, expire_days: EXPIRY },
    answer: PUBLIC_LINK,
    refuses: ['link-not-found', 'library-not-found', 'permission-denied'],
  },
  'DELETE public-links/:token/': {
    summary: 'Removes a link.',
    query: { kind: LINK_KIND },
    answer: SUCCESS,
    refuses: ['link-not-found'],
  },
  'GET smart-links/:token/': {
    summary: 'What a smart link leads to.',
    answer: SMART_LINK,
    refuses: ['link-not-found', 'library-not-found', 'permission-denied'],
  },
  'POST public-links/:token/put-back/': {
    summary: 'Brings back a link that was removed a moment ago.',
    answer: PUBLIC_LINK,
    refuses: ['link-not-found', 'library-not-found', 'permission-denied', 'public-link-exists'],
  },
} as const satisfies CallSpecs;

/** Body of `PUT public-links/{token}/`: absent fields stay as they are. */
export type ChangePublicLinkJson = Omit<
  Sent<(typeof SHARING_CALLS)['PUT public-links/:token/']['body']>,
  'kind'
>;
