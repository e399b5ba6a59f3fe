import type { CallSpecs } from '../../../src-shared/contract/call-spec.ts';
import {
  flag,
  paging,
  REQUIRED,
  requiredWhen,
  SECRET,
  text,
  word,
} from '../../../src-shared/contract/field-spec.ts';
import { joined, list, object, SUCCESS } from '../../../src-shared/contract/shape.ts';
import { DEPARTMENT_LIBRARY, GROUP_LIBRARY } from './shapes/libraries.ts';
import { DEPARTMENT, GROUP, GROUP_MEMBER } from './shapes/people.ts';

const RIGHTS = ['r', 'rw', 'admin'] as const;

/** Groups on `/api/v2.1`. */
export const V21_GROUPS_CALLS = {
  'GET /api/v2.1/departments/': {
    summary: 'Departments of the caller.',
    query: { can_admin: flag(false, 'Only those that the caller administrates.') },
    answer: list(DEPARTMENT),
  },
  'GET /api/v2.1/groups/': {
    summary: 'Groups and departments of the caller.',
    query: { with_repos: flag(false, 'Whether the libraries of each group are told, too.') },
    answer: list(joined(GROUP, object({ 'repos?': list(GROUP_LIBRARY) }))),
  },
  'POST /api/v2.1/groups/': {
    summary: 'Makes a group.',
    body: { name: text('', REQUIRED) },
    answer: GROUP,
    statuses: [201],
    refuses: ['group-exists', 'name-invalid'],
  },
  'GET /api/v2.1/groups/:group_id/': { summary: 'A group.', answer: GROUP },
  'PUT /api/v2.1/groups/:group_id/': {
    summary: 'Renames a group or gives it to another owner.',
    body: {
      name: text('The new name.', requiredWhen('there is no `owner`')),
      owner: text('The new owner, by e-mail.', requiredWhen('there is no `name`')),
    },
    answer: GROUP,
    refuses: ['name-invalid', 'user-not-found'],
  },
  'DELETE /api/v2.1/groups/:group_id/': { summary: 'Ends a group.', answer: SUCCESS },
  'GET /api/v2.1/groups/:group_id/members/': {
    summary: 'Who is in a group.',
    query: { is_admin: flag(false, 'Only administrators of the group.'), ...paging(100) },
    answer: list(GROUP_MEMBER),
  },
  'POST /api/v2.1/groups/:group_id/members/': {
    summary: 'Adds somebody to a group.',
    body: { email: text('E-mail of a user.', REQUIRED) },
    answer: GROUP_MEMBER,
    statuses: [201],
    refuses: ['group-member-exists', 'user-not-found'],
  },
  'PUT /api/v2.1/groups/:group_id/members/:email/': {
    summary: 'Makes a member administrator of the group, or no longer.',
    body: { is_admin: flag(null, '', REQUIRED) },
    answer: GROUP_MEMBER,
  },
  'DELETE /api/v2.1/groups/:group_id/members/:email/': {
    summary: 'Takes somebody out of a group.',
    answer: SUCCESS,
  },
  'GET /api/v2.1/groups/:group_id/libraries/': {
    summary: 'Libraries that a group has been given.',
    answer: list(GROUP_LIBRARY),
  },
  'POST /api/v2.1/groups/:group_id/libraries/': {
    summary: 'Makes a library and gives it to a group.',
    body: {
      password: text('Makes an encrypted library.', SECRET),
      repo_name: text('', REQUIRED),
      permission: word(RIGHTS, '', { fallback: 'r' }),
    },
    answer: GROUP_LIBRARY,
    refuses: ['name-invalid'],
  },
  'DELETE /api/v2.1/groups/:group_id/libraries/:library_id/': {
    summary: 'Takes a library from a group.',
    answer: SUCCESS,
  },
  'POST /api/v2.1/groups/:group_id/group-owned-libraries/': {
    summary: 'Makes a library that belongs to a department.',
    body: {
      passwd: text('Makes an encrypted library.', SECRET),
      permission: word(['rw'], 'Members of a department always read and write.'),
      name: text('', REQUIRED),
    },
    answer: DEPARTMENT_LIBRARY,
    refuses: ['name-invalid'],
  },
  'PUT /api/v2.1/groups/:group_id/group-owned-libraries/:library_id/': {
    summary: 'Renames a library of a department.',
    body: { name: text('', REQUIRED) },
    answer: DEPARTMENT_LIBRARY,
    refuses: ['name-invalid'],
  },
  'DELETE /api/v2.1/groups/:group_id/group-owned-libraries/:library_id/': {
    summary: 'Deletes a library of a department.',
    answer: SUCCESS,
  },
  'PUT /api/v2.1/groups/:group_id/group-owned-libraries/:library_id/transfer/': {
    summary: 'Gives a library of a department to another owner.',
    body: {
      email: text('The new owner: e-mail of a user, or `<n>@service_group`.', REQUIRED),
      reshare: flag(false, 'Whether shares stay.'),
    },
    answer: SUCCESS,
  },
} as const satisfies CallSpecs;
