import type { CallSpecs } from './contract/call-spec.ts';
import { type FieldValue, flag, integer, REQUIRED, word } from './contract/field-spec.ts';
import { type Json, list, named, object, oneOf, orNull } from './contract/shape.ts';

/** `POST check/` */
export const CHECK = named(
  'LocalCheck',
  object({
    sound: 'boolean',
    full: 'boolean',
    libraries: 'integer',
    commits: 'integer',
    objects: 'integer',
    bytes: 'integer',
    problems: list(object({ library_id: 'string', kind: 'string', id: 'string', reason: 'string' })),
    /** Intact, but rejected by newer versions: the first 100. An empty path: the commit itself. */
    untrue: list(
      object({
        library_id: 'string',
        commit_id: 'string',
        path: 'string',
        reason: oneOf('time', 'size', 'path-too-long', 'too-deep', 'too-many-entries'),
      }),
    ),
    /** How many there are; of one library 1,000 at most are counted. */
    untrue_count: 'integer',
  }),
);
export type CheckJson = Json<typeof CHECK>;

/**
 * `POST garbage/` frees what is needed neither by a commit nor by a deletion that retention still shows; with `{"dry_run":
 * true}` it only says what that is. Refused with `busy` while another one runs.
 */
export const GARBAGE = named(
  'LocalGarbage',
  object({
    libraries: 'integer',
    /** Found to be needed by nothing. */
    objects: 'integer',
    bytes: 'integer',
    /** What they take on the disk. */
    stored_bytes: 'integer',
    dry_run: 'boolean',
    /** Removed; 0 in a dry run, and a little less than found when something was needed again meanwhile. */
    removed_objects: 'integer',
    removed_bytes: 'integer',
    /** Bytes that the disk gained. */
    disk_bytes: 'integer',
    /**
     * Libraries from which nothing is collected as long as they are damaged, or older than what was acknowledged.
     */
    skipped: list(object({ library_id: 'string', reason: 'string' })),
    /**
     * True: the clock was set forward by more than a day, or the computer was off for longer. Nothing expires until the
     * service has been running for 24 hours.
     */
    waiting_for_clock: 'boolean',
  }),
);
export type GarbageJson = Json<typeof GARBAGE>;

/** The result for a library that was to be restored from a backup. */
const RESTORED_LIBRARY = object({
  library_id: 'string',
  library_name: 'string',
  /** Pieces of its content that could not be read. */
  unreadable: 'integer',
  /** Code of why it was not restored; empty: it was. */
  reason: 'string',
});
export type RestoredLibraryJson = Json<typeof RESTORED_LIBRARY>;

/** The result for a library that was exported with its history. The two lists hold the first 100, with the counts of all. */
const EXPORTED_HISTORY = object({
  library_id: 'string',
  library_name: 'string',
  /** Folder of the git repository. */
  path: 'string',
  commits: 'integer',
  /** Versions whose content could not be read: the path has the last readable one, or nothing. */
  unreadable: list(object({ path: 'string', commit_id: 'string' })),
  unreadable_count: 'integer',
  /** Paths that git accepts only under another name. */
  renamed: list(object({ path: 'string', written_as: 'string' })),
  renamed_count: 'integer',
  /** Of the newest version; git has no folders without files. */
  empty_folders: 'integer',
  /** Why not all files of the newest version lie beside the repository, as git reported it; empty: they do. */
  not_written: 'string',
});
export type ExportedHistoryJson = Json<typeof EXPORTED_HISTORY>;

/** What a rehearsal of a restore found. */
export const REHEARSED = object({
  /** Of the backup. */
  folder: 'string',
  made_at: 'integer',
  /** Files that were restored and are equal to what the libraries hold. */
  files: 'integer',
  bytes: 'integer',
  libraries: 'integer',
  /** Those that are not. The path ends at what could not be read in the backup. */
  lost: list(
    object({
      library_id: 'string',
      library_name: 'string',
      commit_id: 'string',
      path: 'string',
      reason: 'string',
    }),
  ),
});
export type RehearsedJson = Json<typeof REHEARSED>;

/** The result for damaged objects that were requested from the backup. */
const REPAIRED = object({ repaired: 'integer', left: 'integer' });

/**
 * A piece of work in the background: `GET admin/jobs/` lists running ones, then the last that ended, and copies and moves
 * between libraries of any user. `POST admin/jobs/` with `{"kind"}` starts one, refused with `busy` while another runs;
 * `DELETE admin/jobs/{id}/` ends one. Both answer the job.
 */
export const JOB = named(
  'Job',
  object({
    id: 'string',
    kind: oneOf(
      'check',
      'full-check',
      'clean-up',
      'restore',
      'export',
      'rehearsal',
      'repair',
      'erasure',
      'copy',
    ),
    state: oneOf('waiting', 'running', 'done', 'canceled', 'failed'),
    started_by: 'string',
    started_at: 'integer',
    /** 0 while it runs. */
    ended_at: 'integer',
    /**
     * Libraries, for copies files, for restores from a backup bytes, for exports versions, for rehearsals files, for repairs
     * objects, for erasures steps; a total of 0: not known yet.
     */
    done: 'integer',
    total: 'integer',
    /** Code of why it failed; empty otherwise. */
    reason: 'string',
    /** Text of a fault; empty otherwise. */
    details: 'string',
    /** What was found; null while it is not over, and for other kinds. */
    check: orNull(CHECK),
    garbage: orNull(GARBAGE),
    restored: orNull(list(RESTORED_LIBRARY)),
    exported: orNull(EXPORTED_HISTORY),
    rehearsed: orNull(REHEARSED),
    repaired: orNull(REPAIRED),
  }),
);
export type JobJson = Json<typeof JOB>;

const JOBS = object({ jobs: list(JOB) });
export type JobsJson = Json<typeof JOBS>;

/** `GET admin/settings/`, and what `PATCH admin/settings/` changes and answers. */
const SERVER_SETTINGS = object({
  /** Retention of libraries that are made from now on; −1 keeps everything. */
  default_keep_days: 'integer',
});
export type ServerSettingsJson = Json<typeof SERVER_SETTINGS>;

/** What is wrong with it: a time that no calendar has, a size that is not the file's, or a tree that cannot be walked. */
export type UntrueReason = CheckJson['untrue'][number]['reason'];

const JOB_KIND = word(
  ['check', 'full-check', 'clean-up'],
  'Whether everything is there; also whether it is whole; frees what nothing needs.',
  REQUIRED,
);
export type JobKind = FieldValue<typeof JOB_KIND>;

/** Upkeep: checks, clean-ups and other long work, and settings of the whole server. */
export const UPKEEP_CALLS = {
  'GET admin/jobs/': {
    summary: 'What runs in the background, then what ran last.',
    access: 'admin',
    answer: JOBS,
  },
  'POST admin/jobs/': {
    summary: 'Starts a job over all libraries; one at a time.',
    access: 'admin',
    body: {
      kind: JOB_KIND,
    },
    answer: JOB,
  },
  'DELETE admin/jobs/:job_id/': {
    summary: 'Ends a job; what is over stays as it is.',
    access: 'admin',
    answer: JOB,
    refuses: ['task-not-found'],
  },
  'GET admin/settings/': {
    summary: 'What holds for the whole server.',
    access: 'admin',
    answer: SERVER_SETTINGS,
  },
  'PATCH admin/settings/': {
    summary: 'Changes what holds for the whole server: only what is given.',
    access: 'admin',
    body: { default_keep_days: integer('Retention of new libraries; −1 keeps everything.') },
    answer: SERVER_SETTINGS,
  },
  'POST check/': {
    summary: 'Checks all stored data.',
    access: 'admin',
    body: { full: flag(false, 'Whether everything is read.') },
    answer: CHECK,
  },
  'POST garbage/': {
    summary: 'Frees what nothing needs any more.',
    access: 'admin',
    body: { dry_run: flag(false, 'Only says what would be freed.') },
    answer: GARBAGE,
  },
} as const satisfies CallSpecs;
