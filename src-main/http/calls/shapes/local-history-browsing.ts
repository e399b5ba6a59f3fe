import { joined, list, named, object, oneOf } from '../../../../src-shared/contract/shape.ts';
import { ENTRY, LOCAL_COMMIT } from './local.ts';

// The shapes of `src-shared/history-browsing-api.ts`.

const PLANNED_COMMIT = object({ commit_id: 'string?', previous_commit_id: 'string?' });

export const LEFT_ALONE = list(
  object({
    path: 'string',
    is_dir: 'boolean',
    reason: oneOf('changed-since', 'added-since', 'gone-since', 'renamed-since', 'name-taken'),
  }),
);

export const UNDONE = named(
  'Undone',
  joined(
    PLANNED_COMMIT,
    object({
      steps: list(
        object({
          action: oneOf('remove', 'put-back', 'old-content', 'move-back'),
          path: 'string',
          from_path: 'string',
          is_dir: 'boolean',
          files: 'integer',
          bytes: 'integer',
        }),
      ),
      step_count: 'integer',
      files: 'integer',
      removals: 'integer',
      removal_bytes: 'integer',
      left_alone: LEFT_ALONE,
      left_alone_count: 'integer',
    }),
  ),
);

export const HISTORY_FACETS = named(
  'HistoryFacets',
  object({ people: list(object({ email: 'string', name: 'string' })), devices: list('string') }),
);

export const HISTORY_ACTIVITY = named(
  'HistoryActivity',
  object({
    days: list(object({ day: 'integer', commits: 'integer' })),
    since: 'integer',
    is_cut: 'boolean',
  }),
);

export const MOMENT = named(
  'Moment',
  object({
    commit: LOCAL_COMMIT,
    number: 'integer',
    oldest: 'integer',
    newest: 'integer',
    older_commit_id: 'string?',
    newer_commit_id: 'string?',
  }),
);

export const MARKED_ENTRIES_PAGE = named(
  'MarkedEntriesPage',
  object({
    path: 'string',
    commit_id: 'string',
    total: 'integer',
    entries: list(joined(ENTRY, object({ mark: oneOf('same', 'changed', 'gone') }))),
    differing: 'integer',
    added_since: 'integer',
    cursor: 'string?',
  }),
);

export const RESTORED_MOMENT = named(
  'RestoredMoment',
  joined(
    PLANNED_COMMIT,
    object({
      steps: list(
        object({
          action: oneOf('create', 'overwrite', 'remove'),
          path: 'string',
          is_dir: 'boolean',
          files: 'integer',
          bytes: 'integer',
        }),
      ),
      step_count: 'integer',
      creates: 'integer',
      overwrites: 'integer',
      removals: 'integer',
      bytes: 'integer',
      removal_bytes: 'integer',
      blocked: list('string'),
    }),
  ),
);

export const PINS = list(
  named('Pin', object({ commit: LOCAL_COMMIT, name: 'string', pinned_by: 'string', pinned_at: 'integer' })),
);
