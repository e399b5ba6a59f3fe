import { list, named, object, oneOf, orNull } from '../../../../src-shared/contract/shape.ts';
import { CHECK, GARBAGE } from './local-upkeep.ts';

/** Shapes of long work over all libraries. */

const MEASURED_STORAGE = named(
  'MeasuredStorage',
  object({
    libraries: list(
      object({
        library_id: 'string',
        library_name: 'string',
        live: 'integer',
        history: 'integer',
        trash: 'integer',
        reclaimable: 'integer',
        young: 'integer',
      }),
    ),
    skipped: list(object({ library_id: 'string', reason: 'string' })),
  }),
);

export const JOB = named(
  'Job',
  object({
    id: 'string',
    kind: oneOf('check', 'full-check', 'clean-up', 'measure', 'restore', 'export', 'copy'),
    state: oneOf('waiting', 'running', 'done', 'canceled', 'failed'),
    started_by: 'string',
    started_at: 'integer',
    ended_at: 'integer',
    done: 'integer',
    total: 'integer',
    reason: 'string',
    details: 'string',
    check: orNull(CHECK),
    garbage: orNull(GARBAGE),
    storage: orNull(MEASURED_STORAGE),
    restored: orNull(
      list(
        object({
          library_id: 'string',
          library_name: 'string',
          unreadable: 'integer',
          reason: 'string',
        }),
      ),
    ),
    exported: orNull(
      object({
        library_id: 'string',
        library_name: 'string',
        path: 'string',
        commits: 'integer',
        unreadable: list(object({ path: 'string', commit_id: 'string' })),
        unreadable_count: 'integer',
        renamed: list(object({ path: 'string', written_as: 'string' })),
        renamed_count: 'integer',
        empty_folders: 'integer',
        not_written: 'string',
      }),
    ),
  }),
);

export const RETENTION_EFFECT = named(
  'RetentionEffect',
  object({
    keep_days: 'integer',
    libraries: 'integer',
    commits: 'integer',
    bytes: 'integer',
    bytes_anyhow: 'integer',
  }),
);
