import { list, named, object, oneOf, orNull } from '../../../../src-shared/contract/shape.ts';
import { LOCAL_COMMIT } from './local.ts';

/** Shapes of calls about all libraries at once, and about the versions of files. */

const RECENT_CHANGE = named(
  'RecentChange',
  object({ library_id: 'string', library_name: 'string', commit: LOCAL_COMMIT }),
);

export const RECENT_CHANGES = object({ changes: list(RECENT_CHANGE) });

export const CHANGE_LOG_PAGE = named(
  'ChangeLogPage',
  object({ changes: list(RECENT_CHANGE), cursor: 'string?', looked_back_to: 'integer' }),
);

export const STORAGE = named('Storage', object({ data_dir: 'string', free: 'integer', total: 'integer' }));

const CONFLICT_SIDE = named(
  'ConflictSide',
  object({ size: 'integer', mtime: 'integer', modifier: 'string', modifier_name: 'string' }),
);

export const CONFLICTS = object({
  conflicts: list(
    named(
      'Conflict',
      object({
        library_id: 'string',
        library_name: 'string',
        path: 'string',
        original_path: 'string',
        copy: CONFLICT_SIDE,
        original: orNull(CONFLICT_SIDE),
      }),
    ),
  ),
});

export const RESOLVED_CONFLICT = named(
  'ResolvedConflict',
  object({ path: 'string', commit_id: 'string', previous_commit_id: 'string' }),
);

const VERSION = named(
  'LocalFileVersion',
  object({
    commit_id: 'string',
    time: 'integer',
    description: 'string',
    author: 'string',
    author_name: 'string',
    device: 'string',
    origin: oneOf('added', 'edited', 'moved', 'kept'),
    path: 'string',
    old_path: 'string',
    file_id: 'string',
    size: 'integer',
    mtime: 'integer',
  }),
);

export const VERSIONS_PAGE = named('VersionsPage', object({ versions: list(VERSION), cursor: 'string?' }));

export const RESTORED_VERSION = named(
  'RestoredVersion',
  object({ path: 'string', commit_id: 'string', previous_commit_id: 'string', changed: 'boolean' }),
);
