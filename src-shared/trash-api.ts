import type { CallSpecs } from './contract/call-spec.ts';
import { cursor, integer, libraryField, path, REQUIRED, text, texts, word } from './contract/field-spec.ts';
import { type Json, joined, list, named, object, SUCCESS } from './contract/shape.ts';
import { MADE_COMMIT } from './items-api.ts';

/** A row of `GET libraries/{id}/trash/?cursor=&path=`; newest deletion first, 100 a page. */
export const TRASH_ITEM = named(
  'LocalTrashItem',
  object({
    /** Identity of the deletion, for `restore`. */
    id: 'integer',
    name: 'string',
    parent_path: 'string',
    is_dir: 'boolean',
    size: 'integer',
    deleted_at: 'integer',
    deleted_by: 'string',
    deleted_by_name: 'string',
    /** The last commit that held the item. */
    commit_id: 'string',
    /** Equal for equal contents. */
    object_id: 'string',
    /** Where it was deleted; empty where not known. */
    device: 'string',
    /** When retention removes it; null: never. */
    expires_at: 'integer?',
  }),
);
export type TrashItemJson = Json<typeof TRASH_ITEM>;

export const TRASH_PAGE = named('LocalTrashPage', object({ items: list(TRASH_ITEM), cursor: 'string?' }));
export type TrashPageJson = Json<typeof TRASH_PAGE>;

const LIBRARY_TRASH_ITEM = joined(
  TRASH_ITEM,
  object({
    library_id: 'string',
    library_name: 'string',
    /** Whether the caller may bring it back. */
    can_restore: 'boolean',
  }),
);
export type LibraryTrashItemJson = Json<typeof LIBRARY_TRASH_ITEM>;

/**
 * `GET trash/?search=&type=&library=&since=&until=&order=&cursor=`: what was deleted from all libraries that the caller has
 * access to, newest deletion first unless `order` is `asc`. `since` and `until` are times. A page has at most 100 rows; one
 * that took long to search has fewer, perhaps none, and continues at its cursor.
 */
const ALL_TRASH_PAGE = named('AllTrashPage', object({ items: list(LIBRARY_TRASH_ITEM), cursor: 'string?' }));
export type AllTrashPageJson = Json<typeof ALL_TRASH_PAGE>;

/** `GET libraries/{id}/trash/here/?path=&cursor=`: what was deleted directly from one folder, by name. */
const TRASH_HERE = named('TrashHere', object({ items: list(TRASH_ITEM), cursor: 'string?' }));
export type TrashHereJson = Json<typeof TRASH_HERE>;

/**
 * `POST libraries/{id}/trash/restore/` with `ids`: brings items back to where they were, in one commit; missing parent
 * folders are made again. Where a name is taken by something else and the id is neither in `replace` nor in `keep_both`,
 * nothing is changed and `clashes` names the ids to decide on.
 */
const TRASH_RESTORED = named(
  'TrashRestored',
  object({
    restored: list(object({ id: 'integer', path: 'string' })),
    clashes: list('integer'),
    /** Ids that are no longer in the trash. */
    gone: list('integer'),
    commits: list(MADE_COMMIT),
  }),
);
export type TrashRestoredJson = Json<typeof TRASH_RESTORED>;

/** `GET libraries/{id}/trash/amount/`. What is in deleted folders is not counted, nor how large it is. */
const TRASH_AMOUNT = named(
  'TrashAmount',
  object({
    items: 'integer',
    /** Of these. */
    folders: 'integer',
    /** Of the files. */
    bytes: 'integer',
    /** False: there are more, which were not counted. */
    is_all: 'boolean',
  }),
);
export type TrashAmountJson = Json<typeof TRASH_AMOUNT>;

/** Ids of those that were in the trash until then. */
const TRASH_PURGED = named('TrashPurged', object({ purged: list('integer') }));

/** What was deleted. */
export const TRASH_CALLS = {
  'GET libraries/:library_id/trash/': {
    summary: 'What was deleted, newest first, by pages.',
    query: {
      path: path('Only what was below this folder.', { fallback: '/' }),
      cursor: cursor(),
    },
    answer: TRASH_PAGE,
    refuses: ['path-invalid'],
  },
  'DELETE libraries/:library_id/trash/': {
    summary: 'Empties the trash; history keeps the contents.',
    answer: SUCCESS,
  },
  'GET libraries/:library_id/trash/amount/': {
    summary: 'How much the trash shows.',
    answer: TRASH_AMOUNT,
  },
  'POST libraries/:library_id/trash/purge/': {
    summary: 'Takes single items out of the trash for good; history keeps the contents.',
    body: { ids: texts('Ids of deletions, at most 10,000.', REQUIRED) },
    answer: TRASH_PURGED,
  },
  'GET trash/': {
    summary: 'What was deleted from all libraries that the caller reaches, by pages.',
    query: {
      search: text('Only items with this in their name.', { fallback: '' }),
      type: word(['file', 'dir'], 'Only files, or only folders.'),
      library: libraryField('Only of this library.'),
      since: integer('Only deletions at or after this time.', { least: 0 }),
      until: integer('Only deletions at or before this time.', { least: 0 }),
      order: word(['asc', 'desc'], '`asc`: the oldest first.', { fallback: 'desc' }),
      cursor: cursor(),
    },
    answer: ALL_TRASH_PAGE,
    refuses: ['cursor-invalid', 'library-not-found'],
  },
  'GET libraries/:library_id/trash/here/': {
    summary: 'What was deleted right out of one folder, by pages.',
    query: { path: path('The folder.', { fallback: '/' }), cursor: cursor() },
    answer: TRASH_HERE,
    refuses: ['path-invalid', 'cursor-invalid'],
  },
  'POST libraries/:library_id/trash/restore/': {
    summary: 'Brings deleted items back, in one commit.',
    body: {
      ids: texts('Ids of deletions, at most 10,000.', REQUIRED),
      to: path('The folder that they go to; absent: where they were.'),
      replace: texts('Ids of those that replace what has their name now.'),
      keep_both: texts('Ids of those that get another name where theirs is taken.'),
    },
    answer: TRASH_RESTORED,
    refuses: ['commit-not-found', 'name-taken'],
  },
} as const satisfies CallSpecs;
