import { joined, list, named, object, oneOf } from '../../../../src-shared/contract/shape.ts';

/** Shapes of what administrators see and do on our own surface. */

export const LIBRARY_OWNER = named(
  'LibraryOwner',
  object({ id: 'string', name: 'string', kind: oneOf('user', 'department') }),
);

const ADMIN_VISIT = named(
  'AdminVisit',
  object({
    id: 'integer',
    admin: 'string',
    admin_name: 'string',
    deed: oneOf('looked', 'downloaded', 'made', 'deleted'),
    path: 'string',
    at: 'integer',
  }),
);

export const ADMIN_VISITS_PAGE = named(
  'AdminVisitsPage',
  object({ visits: list(ADMIN_VISIT), cursor: 'string?' }),
);

export const ADMIN_USER = named(
  'LocalAdminUser',
  object({
    email: 'string',
    name: 'string',
    is_admin: 'boolean',
    is_active: 'boolean',
    library_count: 'integer',
    bytes: 'integer',
    device_count: 'integer',
    last_sign_in_at: 'integer',
    last_seen_at: 'integer',
    created_at: 'integer',
  }),
);

export const LOCAL_ADMIN_GROUP = named(
  'LocalAdminGroup',
  object({
    id: 'integer',
    name: 'string',
    kind: oneOf('group', 'department'),
    parent_id: 'integer',
    owner: 'string',
    member_count: 'integer',
    library_count: 'integer',
    created_at: 'integer',
  }),
);

const MEMBER = named(
  'LocalGroupMember',
  object({ email: 'string', name: 'string', role: oneOf('owner', 'admin', 'member') }),
);

export const GROUP_MEMBERS = named('LocalGroupMembers', object({ members: list(MEMBER) }));

export const ADDED_MEMBERS = named(
  'LocalAddedMembers',
  joined(
    GROUP_MEMBERS,
    object({
      failed: list(object({ email: 'string', reason: oneOf('user-not-found', 'group-member-exists') })),
    }),
  ),
);
