import { NAME_BESIDE } from '../../../src-shared/backup-api.ts';
import type { CallSpecs } from '../../../src-shared/contract/call-spec.ts';
import { flag, REQUIRED, text, texts } from '../../../src-shared/contract/field-spec.ts';
import { JOB } from './shapes/local-admin-work.ts';
import { BACKUP, BACKUP_CONTENTS, CHECKED_BACKUP_FOLDER } from './shapes/local-backup.ts';

const NAME_SUFFIX = text(
  'Put behind the name of a library that comes back beside what is here; `{date}` in it stands for the day of the backup.',
  { fallback: NAME_BESIDE, maxBytes: 100 },
);

/** The copy of everything in another place, on `/api/local/v1/backup`. */
export const LOCAL_BACKUP_CALLS = {
  'GET /api/local/v1/backup/': {
    summary: 'Where the backup is kept, when it was made last, and how the one that runs goes.',
    answer: BACKUP,
  },
  'PUT /api/local/v1/backup/': {
    summary: 'Says where the backup is kept from now on.',
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
  'POST /api/local/v1/backup/check/': {
    summary:
      'Whether a backup could be kept in a folder, and whether that is on the disk of the data. Writes nothing.',
    passwordAgain: { for: 'host-disk' },
    body: { folder: text('Whole path of an empty folder, or of an earlier backup.', REQUIRED) },
    answer: CHECKED_BACKUP_FOLDER,
    refuses: ['backup-away', 'backup-refused'],
  },
  'POST /api/local/v1/backup/run/': {
    summary: 'Begins to copy what is new; one at a time. How it goes is told at the address above.',
    passwordAgain: { for: 'host-disk', whenSent: 'folder' },
    body: { folder: text('Copied to once, in place of the folder of the backup.') },
    answer: BACKUP,
    refuses: ['backup-away', 'backup-refused'],
  },
  'POST /api/local/v1/backup/contents/': {
    summary: 'What is in a backup, and what became of it here. Changes nothing, there or here.',
    passwordAgain: { for: 'host-disk' },
    body: {
      folder: text('Whole path of the folder that holds the backup.', REQUIRED),
      name_suffix: NAME_SUFFIX,
    },
    answer: BACKUP_CONTENTS,
    refuses: ['backup-unusable', 'name-invalid'],
  },
  'POST /api/local/v1/backup/restore/': {
    summary: 'Begins to bring libraries back from a backup, with their history, beside what is here; a job.',
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
