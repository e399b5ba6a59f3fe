import type { CallSpecs } from './contract/call-spec.ts';
import { commitField, cursor, path, REQUIRED } from './contract/field-spec.ts';
import { type Json, list, named, object, oneOf } from './contract/shape.ts';

/** A row of the versions of a file. */
const VERSION = named(
  'LocalFileVersion',
  object({
    commit_id: 'string',
    time: 'integer',
    description: 'string',
    author: 'string',
    author_name: 'string',
    device: 'string',
    /**
     * `added`: the file is new. `edited`: other contents. `moved`: another name or folder, and perhaps other contents.
     * `kept`: the oldest version that is still here; what came before it is not known.
     */
    origin: oneOf('added', 'edited', 'moved', 'kept'),
    /** Where the file was after the commit. */
    path: 'string',
    /** Where it was before, when the commit renamed or moved it; else empty. */
    old_path: 'string',
    /** Equal for equal contents. */
    file_id: 'string',
    size: 'integer',
    mtime: 'integer',
  }),
);
export type VersionJson = Json<typeof VERSION>;

/**
 * `GET libraries/{id}/versions/?path=&commit=&cursor=`: all that a file has been, newest first and under the names it
 * had, 50 a page. `commit` names a moment at which the path is looked up; absent: now.
 */
const VERSIONS_PAGE = named('VersionsPage', object({ versions: list(VERSION), cursor: 'string?' }));
export type VersionsPageJson = Json<typeof VERSIONS_PAGE>;

const RESTORED_VERSION = named(
  'RestoredVersion',
  object({
    path: 'string',
    commit_id: 'string',
    /** The head before, which still holds what was replaced. */
    previous_commit_id: 'string',
    /** False when the file already held the same. */
    changed: 'boolean',
  }),
);
export type RestoredVersionJson = Json<typeof RESTORED_VERSION>;

/** The versions of files. */
export const VERSIONS_CALLS = {
  'GET libraries/:library_id/versions/': {
    summary: 'All that a file has been, newest first, under the names it had.',
    query: {
      path: path('The file.', REQUIRED),
      commit: commitField('A moment at which the path is looked up; absent: now.'),
      cursor: cursor(),
    },
    answer: VERSIONS_PAGE,
    refuses: ['file-not-found', 'item-not-found'],
  },
  'POST libraries/:library_id/versions/restore/': {
    summary: 'Gives a file the contents that it had, as a new commit.',
    body: {
      path: path('The file.', REQUIRED),
      version_path: path('Its name then; absent: the same.'),
      commit_id: commitField('The moment.', REQUIRED),
    },
    answer: RESTORED_VERSION,
    refuses: ['file-not-found', 'name-taken'],
  },
} as const satisfies CallSpecs;
