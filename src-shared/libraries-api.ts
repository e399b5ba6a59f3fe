import type { CallSpecs } from './contract/call-spec.ts';
import {
  commitField,
  cursor,
  flag,
  integer,
  path,
  REQUIRED,
  requiredWhen,
  SECRET,
  text,
  word,
} from './contract/field-spec.ts';
import { either, type Json, list, named, object, oneOf, orNull, SUCCESS } from './contract/shape.ts';
import { LINKED_FOLDER } from './folders-api.ts';
import { LANGUAGES } from './languages.ts';
import { JOB } from './upkeep-api.ts';

const LANGUAGE_KEYS = LANGUAGES.map(({ key }) => key);

/** A row of `GET libraries/` and the answer of `GET libraries/{id}/`. */
export const LOCAL_LIBRARY = named(
  'LocalLibrary',
  object({
    id: 'string',
    /** Null when the library's record is damaged. */
    name: 'string?',
    description: 'string',
    /** E-mail of a user, or `<n>@service_group`. */
    owner: 'string',
    owner_name: 'string',
    size: 'integer',
    file_count: 'integer',
    mtime: 'integer',
    modifier: 'string',
    modifier_name: 'string',
    /** The device on which the last change was made; empty: none, for example in a browser. */
    device: 'string',
    /** Users and groups that it is shared with; 0 for those who may not share it. */
    shared_with: 'integer',
    encrypted: 'boolean',
    /** To the caller: a library without a password has no lock. */
    lock: oneOf('none', 'locked', 'open'),
    /** Unix time at which an open one is locked by itself; null: not before the service ends. */
    open_until: 'integer?',
    permission: oneOf('rw', 'r'),
    status: oneOf('normal', 'read-only'),
    keep_days: 'integer',
    head_commit_id: 'string',
    commit_count: 'integer',
    /**
     * The size of its history: what it took on the disk beyond its current files when that was measured last; null: never
     * measured, or the caller does not manage it.
     */
    beyond_current: orNull(object({ bytes: 'integer', measured_at: 'integer' })),
    is_default: 'boolean',
    is_mine: 'boolean',
    /** A sample to look around in, without data of users: it does not count where the page says what is saved. */
    is_sample: 'boolean',
    can_share: 'boolean',
    folder: orNull(LINKED_FOLDER),
  }),
);
export type LocalLibraryJson = Json<typeof LOCAL_LIBRARY>;

/** Libraries, the default one first, then by name. */
export const LIBRARIES = named('LocalLibraries', object({ libraries: list(LOCAL_LIBRARY) }));
export type LibrariesJson = Json<typeof LIBRARIES>;

/** `GET libraries/`: all that the caller can see, and the retention of a new one. */
const REACHED_LIBRARIES = named(
  'LocalReachedLibraries',
  object({ libraries: list(LOCAL_LIBRARY), default_keep_days: 'integer' }),
);

/** A row of a list of deleted libraries. */
export const DELETED_LIBRARY = named(
  'LocalDeletedLibrary',
  object({
    id: 'string',
    name: 'string',
    owner: 'string',
    owner_name: 'string',
    size: 'integer',
    file_count: 'integer',
    encrypted: 'boolean',
    deleted_at: 'integer',
  }),
);
export type DeletedLibraryJson = Json<typeof DELETED_LIBRARY>;

/**
 * `GET deleted-libraries/?cursor=` lists the caller's own, `GET admin/deleted-libraries/?cursor=` those of all users; newest
 * deletion first, 100 a page. `POST (admin/)deleted-libraries/{id}/restore/` answers the library, `DELETE
 * (admin/)deleted-libraries/{id}/` purges one.
 */
const DELETED_LIBRARIES_PAGE = named(
  'LocalDeletedLibrariesPage',
  object({ libraries: list(DELETED_LIBRARY), cursor: 'string?' }),
);
export type DeletedLibrariesPageJson = Json<typeof DELETED_LIBRARIES_PAGE>;

/** See `RestoreJson`. */
const LEFT_OUT = object({ count: 'integer', paths: list('string') });

const RESTORE = named(
  'LocalRestore',
  object({
    /** Path of the restored item: in the library, or on disk when `to` was given. */
    path: 'string',
    files: 'integer',
    bytes: 'integer',
    /** Null when nothing was committed: it was written to disk, or only asked for. */
    commit_id: 'string?',
    /** Only if this made the commit; without it, everything was already as requested. */
    'changed?': 'boolean',
    /** Only of a dry run, where something else is at the place now: history keeps it. */
    'replaces?': 'boolean',
    /**
     * What was not written to disk, whose names or paths are invalid or taken there: below the item, the first hundred by
     * path.
     */
    'left_out?': LEFT_OUT,
  }),
);
export type RestoreJson = Json<typeof RESTORE>;

/** Libraries as a whole. */
export const LIBRARIES_CALLS = {
  'GET libraries/': {
    summary: 'Libraries that the caller reaches, the default one first.',
    answer: REACHED_LIBRARIES,
  },
  'POST libraries/': {
    summary: 'Makes a library, encrypted where a password is given.',
    body: {
      password: text('Makes an encrypted library.', SECRET),
      name: text('', REQUIRED),
      description: text('', { fallback: '' }),
    },
    answer: LOCAL_LIBRARY,
    refuses: ['name-invalid'],
  },
  'POST sample-library/': {
    summary: 'Makes a small library with weeks of history to look around in; answers the one that there is.',
    body: { language: word(LANGUAGE_KEYS, 'Of its names and texts.', { fallback: 'en' }) },
    answer: LOCAL_LIBRARY,
    refuses: ['quota-exceeded'],
  },
  'GET libraries/:library_id/': { summary: 'A library.', answer: LOCAL_LIBRARY },
  'PATCH libraries/:library_id/': {
    summary: 'Changes a library: only what is given.',
    body: { name: text(), description: text(), keep_days: integer('Days of history; −1 keeps everything.') },
    answer: LOCAL_LIBRARY,
    refuses: ['name-invalid'],
  },
  'DELETE libraries/:library_id/': {
    summary: 'Deletes a library; it can be restored from the deleted libraries.',
    answer: SUCCESS,
  },
  'POST libraries/:library_id/restore/': {
    summary: 'Brings an item back from a commit, in place or to a folder of the server’s disk.',
    passwordAgain: { for: 'host-disk', whenSent: 'to' },
    body: {
      path: path('The item.', requiredWhen('there are no `paths`')),
      paths: path('Several items, each under its name; to a folder alone.', { isList: true }),
      commit_id: commitField('', REQUIRED),
      to: text(
        'A new or empty folder of the server’s disk; for administrators. Absent: in place.',
        requiredWhen('there are `paths`'),
      ),
      dry_run: flag(false, 'Only say where it would come back; not together with `to` or `paths`.'),
    },
    answer: RESTORE,
    refuses: ['commit-not-found'],
  },
  'POST libraries/:library_id/export/': {
    summary:
      'Writes a whole library to a folder of the server’s disk; with its history as a git repository, in a job.',
    access: 'admin',
    passwordAgain: { for: 'host-disk' },
    body: {
      to: text('A new or empty folder of the server’s disk.', REQUIRED),
      commit_id: commitField('Absent: as it is now.'),
      with_history: flag(false, 'Every version that is kept; not together with `commit_id`.'),
    },
    answer: either(RESTORE, JOB),
    refuses: ['commit-not-found', 'git-missing', 'library-locked', 'path-invalid'],
  },
  'GET deleted-libraries/': {
    summary: 'The caller’s deleted libraries.',
    query: { cursor: cursor() },
    answer: DELETED_LIBRARIES_PAGE,
  },
  'GET admin/deleted-libraries/': {
    summary: 'All deleted libraries.',
    access: 'admin',
    query: { cursor: cursor() },
    answer: DELETED_LIBRARIES_PAGE,
  },
  'POST deleted-libraries/:library_id/restore/': {
    summary: 'Restores a deleted library of the caller.',
    answer: LOCAL_LIBRARY,
    refuses: ['deleted-library-not-found'],
  },
  'POST admin/deleted-libraries/:library_id/restore/': {
    summary: 'Restores a deleted library.',
    access: 'admin',
    answer: LOCAL_LIBRARY,
    refuses: ['deleted-library-not-found'],
  },
  'DELETE deleted-libraries/:library_id/': {
    summary: 'Deletes a deleted library of the caller for good.',
    answer: SUCCESS,
    refuses: ['deleted-library-not-found'],
  },
  'DELETE admin/deleted-libraries/:library_id/': {
    summary: 'Deletes a deleted library for good.',
    access: 'admin',
    answer: SUCCESS,
  },
} as const satisfies CallSpecs;
