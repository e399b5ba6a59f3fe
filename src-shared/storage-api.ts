import type { CallSpecs } from './contract/call-spec.ts';
import { flag, integer, path, REQUIRED } from './contract/field-spec.ts';
import { type Json, list, named, object } from './contract/shape.ts';

/**
 * `GET libraries/{id}/storage/`: what the files of the library on the disk are needed for; the parts add up to everything
 * that they take up.
 */
const LIBRARY_BYTES = named(
  'LibraryBytes',
  object({
    library_id: 'string',
    /** Contents of the files as they are now. */
    live: 'integer',
    /** Contents of earlier versions alone. */
    history: 'integer',
    /** Contents of deleted items alone that can be brought back. */
    trash: 'integer',
    /** Needed for nothing; the next clean-up removes it. */
    reclaimable: 'integer',
    /** Needed for nothing, and less than 24 hours old: kept for uploads that are not finished. */
    young: 'integer',
    /** Lists of folders, files and commits, and space in files that is no longer used. */
    overhead: 'integer',
    measured_at: 'integer',
    /** How long measuring took, in milliseconds. */
    took_ms: 'integer',
  }),
);
export type LibraryBytesJson = Json<typeof LIBRARY_BYTES>;

/** `GET libraries/{id}/storage/retention/`: what another retention does, by the plan of the clean-up itself. */
const RETENTION_PLAN = named(
  'RetentionPlan',
  object({
    keep_days: 'integer',
    /** Versions that can be looked at now. */
    versions: 'integer',
    /** Of them, those that no longer could be. */
    removed_versions: 'integer',
    /** Hidden now, and visible again then: no clean-up has removed them yet. */
    returned_versions: 'integer',
    /** When the oldest version that can be looked at then was made. */
    oldest_kept_at: 'integer',
    /** Deletions that would leave the trash. */
    removed_deletions: 'integer',
    /** What the next clean-up would remove from the disk because of it. */
    bytes: 'integer',
    /** What later clean-ups would remove: it is less than 24 hours old, or a linked folder still needs it. */
    later_bytes: 'integer',
    /** What the next clean-up removes in any case. */
    bytes_anyhow: 'integer',
    /** As in `LocalGarbage`. */
    waiting_for_clock: 'boolean',
  }),
);
export type RetentionPlanJson = Json<typeof RETENTION_PLAN>;

const SIZED = { name: 'string', is_dir: 'boolean', bytes: 'integer', files: 'integer' } as const;
const SIZED_ITEM = object({ ...SIZED, inside: list(object(SIZED)) });
export type SizedItemJson = Json<typeof SIZED_ITEM>;

/** `GET libraries/{id}/storage/folder/?path=`: what a folder holds now, at any depth, measured by the lengths of its files. */
const SIZED_FOLDER = named(
  'SizedFolder',
  object({
    path: 'string',
    bytes: 'integer',
    files: 'integer',
    /** The 100 largest, the first 12 of them with the 12 largest items in each. */
    items: list(SIZED_ITEM),
    /** What else is in the folder. */
    other_items: 'integer',
    other_bytes: 'integer',
    other_files: 'integer',
  }),
);
export type SizedFolderJson = Json<typeof SIZED_FOLDER>;

const LARGEST_FILE = object({
  path: 'string',
  /** As it is now. */
  size: 'integer',
  versions: 'integer',
  /** There are more versions than were counted. */
  has_more: 'boolean',
  /** Contents of these versions; shared content counts once. */
  bytes: 'integer',
});
export type LargestFileJson = Json<typeof LARGEST_FILE>;

/** `GET libraries/{id}/storage/largest/`: up to 20 files, largest first. */
const LARGEST_FILES = named('LargestFiles', object({ files: list(LARGEST_FILE) }));
export type LargestFilesJson = Json<typeof LARGEST_FILES>;

const SIZE_AT = object({ at: 'integer', bytes: 'integer', files: 'integer' });
export type SizeAtJson = Json<typeof SIZE_AT>;

/** `GET libraries/{id}/storage/growth/`: oldest first, by day for two months of history and by week for two years. */
const GROWTH = named('StorageGrowth', object({ sizes: list(SIZE_AT) }));
export type GrowthJson = Json<typeof GROWTH>;

/**
 * What one library takes, and why. For its managers; the first two, which reveal nothing about its contents, for
 * administrators as well. The work ends if the caller disconnects.
 */
export const STORAGE_CALLS = {
  'GET libraries/:library_id/storage/': {
    summary: 'Says what the library takes on the disk, by what it is needed for.',
    query: { fresh: flag(false, 'Measures anew although nothing seems to have changed.') },
    answer: LIBRARY_BYTES,
    refuses: ['busy'],
  },
  'GET libraries/:library_id/storage/retention/': {
    summary: 'Says what another retention would free and remove; changes nothing.',
    query: { keep_days: integer('Days of history; 0 only the present, −1 everything.', REQUIRED) },
    answer: RETENTION_PLAN,
    refuses: ['busy'],
  },
  'GET libraries/:library_id/storage/folder/': {
    summary: 'What takes most in a folder of the library as it is now.',
    query: { path: path('A folder.', { fallback: '/' }) },
    answer: SIZED_FOLDER,
    refuses: ['busy', 'folder-not-found', 'not-a-folder'],
  },
  'GET libraries/:library_id/storage/largest/': {
    summary: 'The files that take most, with their versions.',
    answer: LARGEST_FILES,
    refuses: ['busy'],
  },
  'GET libraries/:library_id/storage/growth/': {
    summary: 'How the files of the library grew.',
    answer: GROWTH,
    refuses: ['busy'],
  },
} as const satisfies CallSpecs;
