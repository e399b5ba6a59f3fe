import type { CallSpecs } from '../../../src-shared/contract/call-spec.ts';
import {
  commitField,
  flag,
  integer,
  libraryField,
  path,
  REQUIRED,
  requiredWhen,
  SECRET,
  text,
  texts,
  word,
} from '../../../src-shared/contract/field-spec.ts';
import { list, mapOf, object, SUCCESS, shapeOf } from '../../../src-shared/contract/shape.ts';
import { CHANGED_PATHS } from './shapes/history.ts';
import {
  DEFAULT_LIBRARY,
  FAILED_SHARE,
  KEEP_DAYS,
  OLD_LIBRARY,
  OLD_LIBRARY_ROW,
  RECEIVED_SHARE,
  SHARED_ITEM,
  SYNC_TICKET,
} from './shapes/libraries.ts';

const KEY_MATERIAL = 'Key material that a client made.';
const WITH_ID = requiredWhen('`repo_id` is there');
const RIGHTS = ['r', 'rw', 'admin'] as const;

/** Of shares. */
const SHARED = { p: path('The folder; `/` is the whole library.', { fallback: '/' }) };
const OF_FOLDER = ['folder-not-found', 'not-a-folder', 'path-invalid', 'library-encrypted'] as const;
const SHARE_TYPE = { share_type: word(['user', 'group'], '', REQUIRED) };

const SHARE = {
  query: {
    ...SHARE_TYPE,
    username: text('A person, by e-mail.', requiredWhen('`share_type` is `user`')),
    ...SHARED,
    group_id: text('A group.', requiredWhen('`share_type` is `group`')),
  },
  mixed: true,
  answer: SUCCESS,
  refuses: ['group-not-found', 'share-not-found', 'user-not-found', ...OF_FOLDER],
} as const;

/** Libraries on `/api2`. */
export const API2_LIBRARIES_CALLS = {
  'GET /api2/repos/': {
    summary: 'Libraries that the caller reaches, by the ways they are reached.',
    query: {
      type: text(
        'Ways to reach a library, separated by commas: `mine`, `shared`, `group`, `org`. Absent: all.',
      ),
      nameContains: text('Only libraries with this in their name.', { fallback: '' }),
    },
    answer: list(OLD_LIBRARY_ROW),
  },
  'POST /api2/repos/': {
    summary: 'Makes a library, encrypted where a password or key material is given.',
    query: { from: text('`web`: no sync token is made.') },
    body: {
      name: text('', REQUIRED),
      desc: text('', { fallback: '' }),
      repo_id: libraryField('Id of a library whose key material the client made.'),
      passwd: text('Makes an encrypted library.', SECRET),
      enc_version: text(KEY_MATERIAL, WITH_ID),
      magic: text(KEY_MATERIAL, WITH_ID),
      random_key: text(KEY_MATERIAL, WITH_ID),
      salt: text(KEY_MATERIAL),
      pwd_hash: text(KEY_MATERIAL),
      pwd_hash_algo: text(KEY_MATERIAL),
      pwd_hash_params: text(KEY_MATERIAL),
    },
    answer: SYNC_TICKET,
    refuses: ['library-exists', 'name-invalid'],
  },
  'GET /api2/repos/:library_id/': { summary: 'Facts about a library.', answer: OLD_LIBRARY },
  'DELETE /api2/repos/:library_id/': {
    summary: 'Deletes a library; it can be restored from the deleted libraries.',
    answer: shapeOf('string'),
  },
  'POST /api2/repos/:library_id/': {
    summary: 'Renames a library, opens an encrypted one, or checks a password against it.',
    query: {
      op: text('`setpassword`, `checkpassword` or `rename`; anything else does nothing.', {
        fallback: 'setpassword',
      }),
    },
    body: {
      repo_name: text('', requiredWhen('`op` is `rename`')),
      repo_desc: text('Absent: as it is.'),
      password: text('', { ...SECRET, ...requiredWhen('`op` is `setpassword`') }),
      magic: text('', requiredWhen('`op` is `checkpassword`')),
    },
    mixed: true,
    answer: shapeOf('string'),
    refuses: ['library-locked', 'name-invalid', 'password-wrong'],
  },
  'GET /api2/repos/:library_id/owner/': {
    summary: 'Who owns a library.',
    answer: object({ owner: 'string' }),
  },
  'PUT /api2/repos/:library_id/owner/': {
    summary: 'Gives a library to another owner.',
    body: {
      owner: text('E-mail of a user, or `<n>@service_group`.', REQUIRED),
      reshare: flag(false, 'Whether shares stay.'),
    },
    answer: SUCCESS,
    refuses: ['group-not-found', 'not-department-admin', 'transfer-to-owner', 'user-not-found'],
  },
  'GET /api2/repos/:library_id/history-limit/': {
    summary: 'How many days of history a library keeps.',
    answer: KEEP_DAYS,
  },
  'PUT /api2/repos/:library_id/history-limit/': {
    summary: 'Sets how many days of history a library keeps.',
    body: {
      keep_days: integer('Days of history; negative numbers keep everything, 0 only the present.', REQUIRED),
    },
    answer: KEEP_DAYS,
  },
  'GET /api2/default-repo/': { summary: 'The caller’s default library.', answer: DEFAULT_LIBRARY },
  'POST /api2/default-repo/': {
    summary: 'The caller’s default library, made where there is none.',
    answer: DEFAULT_LIBRARY,
  },
  'GET /api2/repos/:library_id/download-info/': {
    summary: 'Everything a sync client starts with, and a token of the library for it.',
    answer: SYNC_TICKET,
  },
  'GET /api2/repo-tokens/': {
    summary: 'Sync tokens of several libraries; those that are out of reach are left out.',
    query: { repos: text('Ids of libraries, separated by commas, at most 200.', REQUIRED) },
    answer: mapOf('string'),
  },
  'GET /api2/repo_history_changes/:library_id/': {
    summary: 'What a commit changed, in lists of paths.',
    query: { commit_id: commitField('', REQUIRED) },
    answer: CHANGED_PATHS,
    refuses: ['commit-not-found'],
  },
  'GET /api2/repos/:library_id/dir/sub_repo/': {
    summary: 'The library that a folder is by itself, made unless it is there.',
    query: { p: path('The folder.', REQUIRED), name: text('What it is called if it is made.', REQUIRED) },
    answer: object({ sub_repo_id: 'string' }),
    refuses: ['name-invalid', ...OF_FOLDER],
  },
  'GET /api2/repos/:library_id/dir/shared_items/': {
    summary: 'With whom a library, or a folder of it, is shared.',
    query: {
      ...SHARED,
      share_type: text('Only shares with these, separated by commas.', { fallback: 'user,group' }),
    },
    answer: list(SHARED_ITEM),
    refuses: OF_FOLDER,
  },
  'PUT /api2/repos/:library_id/dir/shared_items/': {
    summary: 'Shares a library, or a folder of it, with people or groups.',
    query: SHARED,
    body: {
      ...SHARE_TYPE,
      permission: word(RIGHTS, '', { fallback: 'r' }),
      username: texts('People, by e-mail.', requiredWhen('`share_type` is `user`')),
      group_id: texts('Groups.', requiredWhen('`share_type` is `group`')),
    },
    mixed: true,
    answer: object({ success: list(SHARED_ITEM), failed: list(FAILED_SHARE), virtual_repo_id: 'string' }),
    refuses: ['share-to-owner', ...OF_FOLDER],
  },
  'POST /api2/repos/:library_id/dir/shared_items/': {
    summary: 'Changes what somebody may do with a shared library.',
    body: { permission: word(RIGHTS, '', REQUIRED) },
    ...SHARE,
  },
  'DELETE /api2/repos/:library_id/dir/shared_items/': { summary: 'Ends a share.', ...SHARE },
  'GET /api2/beshared-repos/': {
    summary: 'Libraries that others share with the caller.',
    answer: list(RECEIVED_SHARE),
  },
  'DELETE /api2/beshared-repos/:library_id/': {
    summary: 'Gives up a library that is shared with the caller.',
    query: { from: text('Who shares it.', REQUIRED), share_type: word(['personal'], '', REQUIRED) },
    mixed: true,
    answer: SUCCESS,
    refuses: ['share-not-found'],
  },
} as const satisfies CallSpecs;
