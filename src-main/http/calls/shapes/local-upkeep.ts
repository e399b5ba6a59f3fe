import { list, named, object } from '../../../../src-shared/contract/shape.ts';

/** Shapes of what keeps a data folder well: the check, and the collection of garbage. */

export const GARBAGE = named(
  'LocalGarbage',
  object({
    libraries: 'integer',
    objects: 'integer',
    bytes: 'integer',
    dry_run: 'boolean',
    removed_objects: 'integer',
    removed_bytes: 'integer',
    disk_bytes: 'integer',
    skipped: list(
      object({
        library_id: 'string',
        reason: 'string',
      }),
    ),
    waiting_for_clock: 'boolean',
  }),
);

export const CHECK = named(
  'LocalCheck',
  object({
    sound: 'boolean',
    full: 'boolean',
    libraries: 'integer',
    commits: 'integer',
    objects: 'integer',
    bytes: 'integer',
    problems: list(
      object({
        library_id: 'string',
        kind: 'string',
        id: 'string',
        reason: 'string',
      }),
    ),
    untrue: list(object({ library_id: 'string', commit_id: 'string', path: 'string', reason: 'string' })),
    untrue_count: 'integer',
  }),
);
