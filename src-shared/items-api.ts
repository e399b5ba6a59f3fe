import type { CallSpecs } from './contract/call-spec.ts';
import { commitField, libraryField, path, REQUIRED, text, texts, word } from './contract/field-spec.ts';
import { type Json, list, named, object, oneOf, SUCCESS } from './contract/shape.ts';
import { LEFT_ALONE } from './history-browsing-api.ts';

/** A commit that a change made, for undoing it. */
export const MADE_COMMIT = named('MadeCommit', object({ library_id: 'string', commit_id: 'string' }));
export type MadeCommitJson = Json<typeof MADE_COMMIT>;

/**
 * `POST libraries/{id}/items/new-folder/` with `path`, `items/rename/` with `path` and `name`, `items/delete/` with
 * `folder` and `names`. A name that is taken is refused, never numbered.
 */
const CHANGED_ITEMS = named(
  'ChangedItems',
  object({
    /** The path of what was made or renamed; for deletions, the folder. */
    path: 'string',
    /** Empty when there was nothing to do. */
    commits: list(MADE_COMMIT),
  }),
);
export type ChangedItemsJson = Json<typeof CHANGED_ITEMS>;

const MEASURED_ITEM = named(
  'MeasuredItem',
  object({
    name: 'string',
    is_dir: 'boolean',
    files: 'integer',
    bytes: 'integer',
    /** Who changed the newest file in it; empty where there is none. */
    modifier: 'string',
    modifier_name: 'string',
  }),
);

/**
 * `POST libraries/{id}/items/measure/` with `folder` and `names`: their size and who changed them last, including everything
 * in folders.
 */
const MEASURED_ITEMS = object({
  /** In the order of the names; those that are not there are left out. */
  items: list(MEASURED_ITEM),
});
export type MeasuredItemsJson = Json<typeof MEASURED_ITEMS>;

const TRANSFER_STARTED = named(
  'TransferStarted',
  object({
    /** Null: it is done. Otherwise `GET transfers/{task_id}/` reports its progress and `DELETE` ends it. */
    task_id: 'string?',
    commits: list(MADE_COMMIT),
  }),
);

const TRANSFER_PROGRESS = named(
  'TransferProgress',
  object({
    state: oneOf('waiting', 'running', 'done', 'canceled', 'failed'),
    /** In files; `total` is 0 until they are counted. */
    done: 'integer',
    total: 'integer',
    /** Code of the refusal it failed with; empty otherwise. */
    reason: 'string',
    commits: list(MADE_COMMIT),
  }),
);
export type TransferProgressJson = Json<typeof TRANSFER_PROGRESS>;

const EXISTING_ITEM = named(
  'ExistingItem',
  object({ path: 'string', kind: oneOf('file', 'dir'), size: 'integer', mtime: 'integer' }),
);
export type ExistingItemJson = Json<typeof EXISTING_ITEM>;

/** `POST libraries/{id}/items/existing/` with `paths`: those that are taken now. */
const EXISTING_ITEMS = object({ items: list(EXISTING_ITEM) });
export type ExistingItemsJson = Json<typeof EXISTING_ITEMS>;

/** `POST libraries/{id}/upload-link/` with `path`, `POST libraries/{id}/zip-link/` with `folder` and `names`: for an hour. */
const ITEMS_LINK = object({ url: 'string' });

/** `POST libraries/{id}/items/undo/` with `commit_ids`, newest first. What was changed since is left as it is. */
export const UNDONE_ITEMS = named(
  'UndoneItems',
  object({
    commits: list(MADE_COMMIT),
    /** How many items were changed since and stay as they are. */
    left_alone: 'integer',
    /** The first of them, and why. */
    left: list(LEFT_ALONE),
  }),
);
export type UndoneItemsJson = Json<typeof UNDONE_ITEMS>;

const PLACE_REFUSALS = ['folder-not-found', 'not-a-folder', 'path-invalid'] as const;

const CHANGE_REFUSALS = [...PLACE_REFUSALS, 'item-not-found', 'name-invalid', 'name-taken'] as const;

const SEVERAL = {
  folder: path('The folder that they are in.', REQUIRED),
  names: texts('Names of items in the folder.', REQUIRED),
};

/** Actions of a file manager on items. */
export const ITEMS_CALLS = {
  'POST libraries/:library_id/export-link/': {
    summary: 'An address to download the whole library from, as one archive.',
    body: { commit: commitField('As it was then. None: as it is now.') },
    answer: ITEMS_LINK,
    refuses: ['commit-not-found', 'library-locked'],
  },
  'POST libraries/:library_id/items/new-folder/': {
    summary: 'Makes an empty folder; a name that is taken is refused.',
    body: { path: path('The new folder.', REQUIRED) },
    answer: CHANGED_ITEMS,
    refuses: CHANGE_REFUSALS,
  },
  'POST libraries/:library_id/items/rename/': {
    summary: 'Gives an item another name in its folder; a name that is taken is refused.',
    body: { path: path('The item.', REQUIRED), name: text('The new name.', REQUIRED) },
    answer: CHANGED_ITEMS,
    refuses: CHANGE_REFUSALS,
  },
  'POST libraries/:library_id/items/delete/': {
    summary: 'Deletes items of one folder in one commit; those that are not there are no work.',
    body: SEVERAL,
    answer: CHANGED_ITEMS,
    refuses: [...PLACE_REFUSALS, 'name-invalid'],
  },
  'POST libraries/:library_id/items/measure/': {
    summary:
      'How many files and bytes items of one folder are, with all that folders hold, and who changed them last.',
    body: { ...SEVERAL, commit_id: commitField('Absent: as it is now.') },
    answer: MEASURED_ITEMS,
    refuses: PLACE_REFUSALS,
  },
  'POST libraries/:library_id/items/transfer/': {
    summary: 'Moves or copies items of one folder to another, also of another library.',
    body: {
      ...SEVERAL,
      mode: word(['copy', 'move'], '', REQUIRED),
      to_library_id: libraryField('Where they go.', REQUIRED),
      to_folder: path('The folder that they go to.', REQUIRED),
      replace: texts('Names that are replaced where they are taken; the others get a number.'),
    },
    answer: TRANSFER_STARTED,
    refuses: [...CHANGE_REFUSALS, 'library-locked', 'quota-exceeded'],
  },
  'GET transfers/:task_id/': {
    summary: 'How far a move or copy between libraries is.',
    answer: TRANSFER_PROGRESS,
    refuses: ['task-not-found'],
  },
  'DELETE transfers/:task_id/': {
    summary: 'Ends a move or copy; nothing of it stays.',
    answer: SUCCESS,
    refuses: ['task-not-found'],
  },
  'POST libraries/:library_id/items/existing/': {
    summary: 'Which of these paths are taken now.',
    body: { paths: texts('At most 10,000.', REQUIRED) },
    answer: EXISTING_ITEMS,
    refuses: ['path-invalid'],
  },
  'POST libraries/:library_id/items/undo/': {
    summary: 'Takes back what commits changed; whatever was changed since stays.',
    body: { commit_ids: texts('Newest first; at most 1,000.', REQUIRED) },
    answer: UNDONE_ITEMS,
    refuses: ['commit-not-found', 'item-not-found', 'name-taken'],
  },
  'POST libraries/:library_id/upload-link/': {
    summary: 'An address to upload files to, for an hour.',
    body: { path: path('The folder that they go to.', REQUIRED) },
    answer: ITEMS_LINK,
    refuses: [...PLACE_REFUSALS, 'quota-exceeded'],
  },
  'POST libraries/:library_id/zip-link/': {
    summary: 'An address to download items of one folder from, as one archive.',
    body: SEVERAL,
    answer: ITEMS_LINK,
    refuses: [...PLACE_REFUSALS, 'library-locked'],
  },
} as const satisfies CallSpecs;
