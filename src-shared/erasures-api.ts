import type { CallSpecs } from './contract/call-spec.ts';
import { commitField, path, REQUIRED, requiredWhen, text, texts } from './contract/field-spec.ts';
import { type Json, list, named, object, oneOf, orNull } from './contract/shape.ts';

/**
 * `POST libraries/{id}/erasures/plan/`: what erasing an item from a whole history would do. Changes nothing. Lists hold
 * 1,000 rows at most, and places twenty.
 */
const ERASURE_PLAN = named(
  'ErasurePlan',
  object({
    library_name: 'string',
    /**
     * Paths that the file had before, newest first, a hundred at most: none for folders, and none where the item is given by
     * its content. Something else may be at these paths now.
     */
    former_names: list(object({ path: 'string', until: 'integer', is_taken: 'boolean' })),
    /** It had older ones, which are not listed: what was at those paths stays unless it is erased by its own path. */
    has_more_names: 'boolean',
    /** What the plan was made for. */
    head: 'string',
    /** Commits that get new ids, those of folder libraries included. */
    commits: 'integer',
    /** Of these, those that held the item. */
    holding: 'integer',
    /** Of the library, oldest first. */
    commit_ids: list('string'),
    /** When the first and the last commit that held it were made. */
    first_held_at: 'integer',
    last_held_at: 'integer',
    versions: list(object({ path: 'string', object_id: 'string', size: 'integer' })),
    version_count: 'integer',
    /** Of content that nothing else has; pieces that it shares with other files are counted as well. */
    bytes: 'integer',
    /** It exists now, and is removed from there too. */
    is_current: 'boolean',
    /** Names of pinned moments that held it. */
    pins: list('string'),
    /** Deletions that can no longer be taken back. */
    trash_items: 'integer',
    /** Other places with the same content, which therefore stays. */
    elsewhere: list('string'),
    folder_libraries: list(object({ name: 'string', ends: 'boolean' })),
    is_encrypted: 'boolean',
    /** Linked folders on this computer that lose it as well. */
    linked_folders: list('string'),
    /** Share and upload links to it or into it. */
    links: 'integer',
    /** Devices that synchronize the library. */
    devices: 'integer',
    /** A backup holds it until the next one is made. */
    has_backup: 'boolean',
  }),
);
export type ErasurePlanJson = Json<typeof ERASURE_PLAN>;

const ERASURE = object({
  /** The commit that records it; null: no longer kept. */
  commit_id: 'string?',
  erased_by: 'string',
  erased_by_name: 'string',
  erased_at: 'integer',
  /** How many got new ids. */
  commits: 'integer',
  /** `waiting`: no commit holds the item, and its content goes once linked folders have applied that. */
  state: oneOf('removing', 'waiting', 'done'),
  /** What was found afterwards; null until then. */
  proof: orNull(
    object({
      commits_read: 'integer',
      /** Of those, how many still hold the item. What was put in its place since does not count. */
      holding: 'integer',
      removed_objects: 'integer',
      removed_bytes: 'integer',
      disk_bytes: 'integer',
      ended_at: 'integer',
    }),
  ),
});
export type ErasureJson = Json<typeof ERASURE>;

/** What was erased from a library, newest first, without saying what it was. */
const ERASURES = named(
  'Erasures',
  object({
    /** An erasure is under way, and the history is being rewritten. */
    is_rewriting: 'boolean',
    /** Code of why the last one was not made or not finished, `canceled` where it was ended; empty: it was. */
    failure: 'string',
    erasures: list(ERASURE),
  }),
);
export type ErasuresJson = Json<typeof ERASURES>;

const ITEM = {
  path: path('The file or folder, at this path in every commit.', requiredWhen('there is no `object_id`')),
  also: texts(
    'Further paths that are erased with the first one, as those that the file had before. At most 100.',
  ),
  object_id: text('In place of a path: the content of a file, wherever it is.', { maxBytes: 40 }),
};
const REFUSALS = ['path-invalid', 'item-not-found', 'object-missing', 'object-corrupt'] as const;

/** Erasing items from a whole history. */
export const ERASURES_CALLS = {
  'GET libraries/:library_id/erasures/': {
    summary: 'That items were erased from the history, by whom and when, and what was found afterwards.',
    answer: ERASURES,
  },
  'POST libraries/:library_id/erasures/plan/': {
    summary: 'What erasing an item from every commit comes to. Changes nothing.',
    body: ITEM,
    answer: ERASURE_PLAN,
    refuses: [...REFUSALS, 'busy'],
  },
  'POST libraries/:library_id/erasures/': {
    summary:
      'Begins to erase an item from every commit, for good. Needs the head of the plan, and the name of the library.',
    body: {
      ...ITEM,
      head: commitField('The head of the plan.', REQUIRED),
      library_name: text('The name of the library, typed once more.', REQUIRED),
    },
    answer: ERASURES,
    refuses: [...REFUSALS, 'head-moved', 'library-read-only', 'busy'],
  },
} as const satisfies CallSpecs;
