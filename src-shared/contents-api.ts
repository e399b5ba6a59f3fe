import type { CallSpecs } from './contract/call-spec.ts';
import {
  commitField,
  cursor,
  type FieldValue,
  integer,
  path,
  REQUIRED,
  text,
  word,
} from './contract/field-spec.ts';
import { type Json, list, named, object, oneOf } from './contract/shape.ts';

/** What a commit did, of one kind. */
const COMMIT_SUMMARY_PART = named(
  'CommitSummaryPart',
  object({
    kind: oneOf('added', 'modified', 'removed', 'renamed', 'moved'),
    /** Changes of the kind: a folder added or removed with everything in it counts as one. */
    items: 'integer',
    /** Of these, folders. */
    dirs: 'integer',
    /** Those in folders included; null: what is in the folders was not counted. */
    files: 'integer?',
    /** Those in folders included, as far as they were counted. */
    folders: 'integer',
    /** The name of the first item before the commit. */
    name: 'string',
    /** Renamed: the new name of the first. Moved: the folder that all were moved to, `/` for the top, empty for several. */
    to: 'string',
  }),
);
export type CommitSummaryPartJson = Json<typeof COMMIT_SUMMARY_PART>;

/** What a commit did, for a title in any language. */
export const COMMIT_SUMMARY = named(
  'CommitSummary',
  object({
    /** `changes`: nothing is known except what changed. */
    reason: oneOf(
      'changes',
      'creation',
      'library-name',
      'library-description',
      'record',
      'password',
      'merge',
      'undo',
      'redo',
      'restore',
      'recovery',
      'resolution',
      'revert',
      'erasure',
    ),
    /** The moment that a restore went back to. */
    at: 'integer?',
    /** One of each kind there is, always in the order of the kinds. `library-name`: the library itself, if that is known. */
    parts: list(COMMIT_SUMMARY_PART),
  }),
);
export type CommitSummaryJson = Json<typeof COMMIT_SUMMARY>;

/** A row of `GET libraries/{id}/history/?cursor=&path=`; newest first, 100 a page. */
export const COMMIT = named(
  'LocalCommit',
  object({
    id: 'string',
    time: 'integer',
    description: 'string',
    author: 'string',
    author_name: 'string',
    device: 'string',
    is_merge: 'boolean',
    /** How many changes of each kind the commit holds; folded folders count once. */
    added: 'integer',
    modified: 'integer',
    removed: 'integer',
    renamed: 'integer',
    /** Absent: the commit was made by an older version and changed much. Use the description then. */
    'summary?': COMMIT_SUMMARY,
    /** The note that a user wrote on it. */
    'note?': 'string',
  }),
);
export type CommitJson = Json<typeof COMMIT>;

/** One change of a commit. Paths are absolute inside the library. */
export const CHANGE = named(
  'LocalChange',
  object({
    op: oneOf('new', 'modified', 'removed', 'renamed', 'newdir', 'deldir'),
    path: 'string',
    /** Set for renames only. */
    new_path: 'string',
    is_dir: 'boolean',
    size: 'integer',
  }),
);
export type ChangeJson = Json<typeof CHANGE>;

/** A row of a folder listing; folders come first, then by name. */
export const ENTRY = named(
  'LocalEntry',
  object({
    name: 'string',
    kind: oneOf('file', 'dir'),
    id: 'string',
    /** 0 for folders. */
    size: 'integer',
    mtime: 'integer',
    /** Empty for folders. */
    modifier: 'string',
    /** How to show them; empty for folders. */
    modifier_name: 'string',
    executable: 'boolean',
  }),
);
export type EntryJson = Json<typeof ENTRY>;

/**
 * `GET libraries/{id}/entries/?path=/a/b&commit=<id>&sort=name&order=asc&cursor=`; `commit` absent: now. At most
 * 1,000 rows a page; the pages of one listing show the commit of its first page.
 */
export const ENTRIES_PAGE = named(
  'LocalEntriesPage',
  object({ path: 'string', commit_id: 'string', total: 'integer', entries: list(ENTRY), cursor: 'string?' }),
);
export type EntriesPageJson = Json<typeof ENTRIES_PAGE>;

/** `DELETE libraries/{id}/entries/?path=`: removes one file or folder as a new commit. */
const REMOVED = named(
  'LocalRemoved',
  object({
    commit_id: 'string',
    /** The head before, which still holds the item; `restore` takes it. */
    previous_commit_id: 'string',
  }),
);

export const DOWNLOAD_LINK = named(
  'LocalDownloadLink',
  object({
    /** Absolute, or absolute path on this server. */
    url: 'string',
  }),
);
export type DownloadLinkJson = Json<typeof DOWNLOAD_LINK>;

export const HISTORY_PAGE = named('LocalHistoryPage', object({ commits: list(COMMIT), cursor: 'string?' }));
export type HistoryPageJson = Json<typeof HISTORY_PAGE>;

/** `GET libraries/{id}/commits/{commit}/?cursor=`; 1,000 changes a page. */
export const COMMIT_DETAIL = named(
  'LocalCommitDetail',
  object({
    commit: COMMIT,
    /** What the changes are against, for a merge the first one; its content may no longer be kept. */
    parent_id: 'string?',
    changes: list(CHANGE),
    cursor: 'string?',
  }),
);
export type CommitDetailJson = Json<typeof COMMIT_DETAIL>;

export type ChangeOp = ChangeJson['op'];

/** How a listing is ordered within folders and within files; folders come first in every order. */
export const ENTRY_SORT = word(['name', 'size', 'mtime'], '', { fallback: 'name' });
export type EntrySort = FieldValue<typeof ENTRY_SORT>;

/** What is in a library, and its commits. */
export const CONTENTS_CALLS = {
  'GET libraries/:library_id/entries/': {
    summary: 'What is in a folder, now or at a commit, by pages.',
    query: {
      cursor: cursor(),
      path: path('The folder.', { fallback: '/' }),
      commit: commitField('Absent: as it is now.'),
      sort: ENTRY_SORT,
      order: text('`desc`: backwards.'),
    },
    answer: ENTRIES_PAGE,
    refuses: ['cursor-invalid', 'folder-not-found', 'path-invalid'],
  },
  'DELETE libraries/:library_id/entries/': {
    summary: 'Deletes an item.',
    query: { path: path('The item.', REQUIRED) },
    answer: REMOVED,
  },
  'POST libraries/:library_id/download-link/': {
    summary: 'An address to download a file from.',
    body: { path: path('The item.', REQUIRED), commit_id: commitField('Absent: as it is now.') },
    answer: DOWNLOAD_LINK,
    refuses: ['file-not-found', 'item-not-found', 'library-locked'],
  },
  'GET libraries/:library_id/thumbnail/': {
    summary: 'A small picture of a picture, in its own shape.',
    query: {
      path: path('The file.', REQUIRED),
      commit: commitField('Absent: as it is now.'),
      size: integer('Pixels of the longer side.', { least: 1, cap: 512, fallback: 256 }),
    },
    answer: null,
    media: ['image/png'],
    refuses: ['path-invalid', 'file-not-found', 'file-too-large', 'library-locked', 'busy'],
  },
  'GET libraries/:library_id/history/': {
    summary: 'Commits, newest first, by pages.',
    query: { cursor: cursor(), path: path('The folder.', { fallback: '/' }) },
    answer: HISTORY_PAGE,
  },
  'GET libraries/:library_id/commits/:commit_id/': {
    summary: 'A commit and what it changed, by pages.',
    query: { cursor: cursor() },
    answer: COMMIT_DETAIL,
    refuses: ['commit-not-found', 'cursor-invalid'],
  },
} as const satisfies CallSpecs;
