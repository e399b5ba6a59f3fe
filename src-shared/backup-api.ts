import type { CallSpecs } from './contract/call-spec.ts';
import { flag, REQUIRED, text, texts } from './contract/field-spec.ts';
import { type Json, list, named, object, oneOf, orNull } from './contract/shape.ts';
import { NAME_BESIDE } from './name-beside.ts';
import { JOB } from './upkeep-api.ts';

const BACKUP_PROGRESS = object({
  files: 'integer',
  total_files: 'integer',
  bytes: 'integer',
  total_bytes: 'integer',
});
export type BackupProgressJson = Json<typeof BACKUP_PROGRESS>;

const BACKUP_ERROR = named(
  'BackupError',
  object({
    /** Code of the refusal. */
    code: 'string',
    /** Refinement of the code; may be empty. */
    reason: 'string',
    /** What it is about; may be empty. */
    value: 'string',
    /** A message for people. */
    message: 'string',
  }),
);
export type BackupErrorJson = Json<typeof BACKUP_ERROR>;

const BACKUP_RUN = object({
  folder: 'string',
  ended_at: 'integer',
  files: 'integer',
  bytes: 'integer',
  /** Null: it succeeded. */
  error: orNull(BACKUP_ERROR),
});
export type BackupRunJson = Json<typeof BACKUP_RUN>;

/** The backup, on `/api/local/v1/backup/`. The rules of `local-api.ts` hold here too. */
const BACKUP = named(
  'Backup',
  object({
    /** Absolute path; null: no folder was named. */
    folder: 'string?',
    is_daily: 'boolean',
    /** Of the folder above; `away`: it was not there when it was tried or looked at last. */
    state: oneOf('idle', 'running', 'away', 'failed'),
    /** Null unless one is being made. */
    progress: orNull(BACKUP_PROGRESS),
    /** 0: never in this folder. */
    last_success_at: 'integer',
    /** What had to be copied at the last success. */
    last_files: 'integer',
    last_bytes: 'integer',
    /** When the first attempt since then failed; 0: the last one did not fail. */
    failing_since: 'integer',
    /** Why the last attempt failed. */
    last_error: orNull(BACKUP_ERROR),
    /** The last one that ended since the service started, even to another folder. */
    last_run: orNull(BACKUP_RUN),
    /**
     * The folder is on the same disk as Keepfold's data, so that if it breaks, both are lost. While the folder is away, what
     * was last known; null: not known.
     */
    same_disk: 'boolean?',
    /**
     * The folder is in memory, and gone when the computer is switched off. While the folder is away, what was last known.
     */
    in_memory: 'boolean',
    /** When the oldest library was made; 0: there is none. */
    data_since: 'integer',
  }),
);
export type BackupJson = Json<typeof BACKUP>;

const CHECKED_BACKUP_FOLDER = object({
  /** Absolute, without links. */
  folder: 'string',
  /** Null: that cannot be determined. */
  same_disk: 'boolean?',
  /** In memory, so gone when the computer is switched off. */
  in_memory: 'boolean',
});

const BACKUP_LIBRARY = object({
  library_id: 'string',
  library_name: 'string',
  /** E-mail; a department in the form of the interface. */
  owner: 'string',
  /** Who will own it here: the caller, where its owner has no account. */
  new_owner: 'string',
  /** Name that it gets here. */
  new_name: 'string',
  file_count: 'integer',
  size: 'integer',
  updated_at: 'integer',
  encrypted: 'boolean',
  /**
   * What became of it here. `absent`: it is unknown here; `same`, `newer`, `older`: it is here in the same state, with
   * more than the backup, with less; `other`: each has changes that the other lacks; `deleted`: it was here. Brought
   * back, all but the absent become new libraries.
   */
  here: oneOf('absent', 'same', 'newer', 'older', 'other', 'deleted'),
  /** It is encrypted, and its password opens it only under its id, which is taken here. */
  refused: 'boolean',
});
export type BackupLibraryJson = Json<typeof BACKUP_LIBRARY>;

const BACKUP_CONTENTS = named(
  'BackupContents',
  object({
    /** Absolute, without links. */
    folder: 'string',
    made_at: 'integer',
    libraries: list(BACKUP_LIBRARY),
  }),
);
export type BackupContentsJson = Json<typeof BACKUP_CONTENTS>;

const NAME_SUFFIX = text(
  'Put behind the name of a library that comes back beside what is here; `{date}` in it stands for the day of the backup.',
  { fallback: NAME_BESIDE, maxBytes: 100 },
);

/** The copy of everything in another place. */
export const BACKUP_CALLS = {
  'GET backup/': {
    summary: 'Where the backup is kept, when it was made last, and how the one that runs goes.',
    access: 'admin',
    answer: BACKUP,
  },
  'PUT backup/': {
    summary: 'Says where the backup is kept from now on.',
    access: 'admin',
    passwordAgain: { for: 'host-disk' },
    body: {
      folder: text(
        'Whole path of an empty folder, or of an earlier backup; empty ends the backup.',
        REQUIRED,
      ),
      is_daily: flag(true, 'A day after the last success a new one is made by itself.'),
    },
    answer: BACKUP,
    refuses: ['backup-away', 'backup-refused'],
  },
  'POST backup/check/': {
    summary:
      'Whether a backup could be kept in a folder, and whether that is on the disk of the data. Writes nothing.',
    access: 'admin',
    passwordAgain: { for: 'host-disk' },
    body: { folder: text('Whole path of an empty folder, or of an earlier backup.', REQUIRED) },
    answer: CHECKED_BACKUP_FOLDER,
    refuses: ['backup-away', 'backup-refused'],
  },
  'POST backup/run/': {
    summary: 'Begins to copy what is new; one at a time. How it goes is told at the address above.',
    access: 'admin',
    passwordAgain: { for: 'host-disk', whenSent: 'folder' },
    body: { folder: text('Copied to once, in place of the folder of the backup.') },
    answer: BACKUP,
    refuses: ['backup-away', 'backup-refused'],
  },
  'POST backup/contents/': {
    summary: 'What is in a backup, and what became of it here. Changes nothing, there or here.',
    access: 'admin',
    passwordAgain: { for: 'host-disk' },
    body: {
      folder: text('Whole path of the folder that holds the backup.', REQUIRED),
      name_suffix: NAME_SUFFIX,
    },
    answer: BACKUP_CONTENTS,
    refuses: ['backup-unusable', 'name-invalid'],
  },
  'POST backup/restore/': {
    summary: 'Begins to bring libraries back from a backup, with their history, beside what is here; a job.',
    access: 'admin',
    passwordAgain: { for: 'host-disk' },
    body: {
      folder: text('Whole path of the folder that holds the backup.', REQUIRED),
      library_ids: texts('Libraries in the backup.', REQUIRED),
      name_suffix: NAME_SUFFIX,
    },
    answer: JOB,
    refuses: ['backup-unusable', 'name-invalid'],
  },
} as const satisfies CallSpecs;
