import { list, named, object, oneOf, orNull } from '../../../../src-shared/contract/shape.ts';

/** Shapes of the backup. */

const FAILURE = orNull(
  named('BackupError', object({ code: 'string', reason: 'string', value: 'string', message: 'string' })),
);

export const BACKUP = named(
  'Backup',
  object({
    folder: 'string?',
    is_daily: 'boolean',
    state: oneOf('idle', 'running', 'away', 'failed'),
    progress: orNull(
      object({ files: 'integer', total_files: 'integer', bytes: 'integer', total_bytes: 'integer' }),
    ),
    last_success_at: 'integer',
    last_files: 'integer',
    last_bytes: 'integer',
    failing_since: 'integer',
    last_error: FAILURE,
    last_run: orNull(
      object({
        folder: 'string',
        ended_at: 'integer',
        files: 'integer',
        bytes: 'integer',
        error: FAILURE,
      }),
    ),
    same_disk: 'boolean?',
    data_since: 'integer',
  }),
);

export const CHECKED_BACKUP_FOLDER = object({ folder: 'string', same_disk: 'boolean?' });

export const BACKUP_CONTENTS = named(
  'BackupContents',
  object({
    folder: 'string',
    made_at: 'integer',
    libraries: list(
      object({
        library_id: 'string',
        library_name: 'string',
        owner: 'string',
        new_owner: 'string',
        new_name: 'string',
        file_count: 'integer',
        size: 'integer',
        updated_at: 'integer',
        encrypted: 'boolean',
        here: oneOf('absent', 'same', 'newer', 'older', 'other', 'deleted'),
        refused: 'boolean',
      }),
    ),
  }),
);
