import { joined, list, named, object, oneOf } from '../../../../src-shared/contract/shape.ts';
import { LOCAL_TRASH_ITEM } from './local.ts';
import { LEFT_ALONE } from './local-history-browsing.ts';

/** Shapes of what a file manager does, and of the trash over all libraries. */

const MADE_COMMITS = list(named('MadeCommit', object({ library_id: 'string', commit_id: 'string' })));

export const CHANGED_ITEMS = named('ChangedItems', object({ path: 'string', commits: MADE_COMMITS }));

export const MEASURED_ITEMS = object({
  items: list(
    named('MeasuredItem', object({ name: 'string', is_dir: 'boolean', files: 'integer', bytes: 'integer' })),
  ),
});

export const TRANSFER_STARTED = named(
  'TransferStarted',
  object({ task_id: 'string?', commits: MADE_COMMITS }),
);

export const TRANSFER_PROGRESS = named(
  'TransferProgress',
  object({
    state: oneOf('waiting', 'running', 'done', 'canceled', 'failed'),
    done: 'integer',
    total: 'integer',
    reason: 'string',
    commits: MADE_COMMITS,
  }),
);

export const EXISTING_ITEMS = object({
  items: list(
    named(
      'ExistingItem',
      object({ path: 'string', kind: oneOf('file', 'dir'), size: 'integer', mtime: 'integer' }),
    ),
  ),
});

export const UNDONE = named(
  'Undone',
  object({ commits: MADE_COMMITS, left_alone: 'integer', left: LEFT_ALONE }),
);

export const ITEMS_LINK = object({ url: 'string' });

export const LOCK = object({ locked: 'boolean' });

export const ALL_TRASH_PAGE = named(
  'AllTrashPage',
  object({
    items: list(
      joined(
        LOCAL_TRASH_ITEM,
        object({
          library_id: 'string',
          library_name: 'string',
          can_restore: 'boolean',
          expires_at: 'integer?',
        }),
      ),
    ),
    cursor: 'string?',
  }),
);

export const TRASH_HERE = named('TrashHere', object({ items: list(LOCAL_TRASH_ITEM), cursor: 'string?' }));

export const TRASH_RESTORED = named(
  'TrashRestored',
  object({
    restored: list(object({ id: 'integer', path: 'string' })),
    clashes: list('integer'),
    gone: list('integer'),
    commits: MADE_COMMITS,
  }),
);
