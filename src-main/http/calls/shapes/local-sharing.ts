import { joined, list, named, object, oneOf } from '../../../../src-shared/contract/shape.ts';

// The shapes of `src-shared/sharing-api.ts`.

const RIGHT = oneOf('r', 'rw', 'admin');

const TARGET = named('ShareTarget', object({ kind: oneOf('user', 'group'), id: 'string', name: 'string' }));

export const SHARE_TARGETS = named('ShareTargets', object({ targets: list(TARGET) }));

export const LIBRARY_SHARES_PAGE = named(
  'LibrarySharesPage',
  object({
    shares: list(named('LibraryShare', joined(TARGET, object({ permission: RIGHT })))),
    total: 'integer',
    cursor: 'string?',
  }),
);

const LIBRARY = object({ library_id: 'string', library_name: 'string', encrypted: 'boolean' });

export const GIVEN_LIBRARIES_PAGE = named(
  'GivenLibrariesPage',
  object({
    libraries: list(joined(LIBRARY, object({ people: 'integer', groups: 'integer', names: list('string') }))),
    cursor: 'string?',
  }),
);

export const RECEIVED_LIBRARIES_PAGE = named(
  'ReceivedLibrariesPage',
  object({
    libraries: list(
      joined(LIBRARY, object({ owner_name: 'string', permission: RIGHT, group_name: 'string' })),
    ),
    cursor: 'string?',
  }),
);

export const PUBLIC_LINK = named(
  'PublicLink',
  object({
    token: 'string',
    kind: oneOf('share', 'upload'),
    url: 'string',
    library_id: 'string',
    library_name: 'string',
    path: 'string',
    is_dir: 'boolean',
    is_there: 'boolean',
    can_download: 'boolean',
    has_password: 'boolean',
    created_at: 'integer',
    expires_at: 'integer?',
    is_expired: 'boolean',
    visits: 'integer',
  }),
);

export const PUBLIC_LINKS_PAGE = named(
  'PublicLinksPage',
  object({ links: list(PUBLIC_LINK), cursor: 'string?' }),
);
