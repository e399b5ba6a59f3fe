import type { CallSpecs } from './contract/call-spec.ts';
import { flag, integer, REQUIRED, type Sent, text, texts } from './contract/field-spec.ts';
import { type Json, list, named, object, oneOf, orNull } from './contract/shape.ts';
import { FOLDER_HELD_ITEM, LINKED_FOLDER, SAID } from './folders-api.ts';

const OFFERED_PATTERNS = object({
  text: 'string',
  /** Patterns that are not in force yet. */
  added: list('string'),
  /** Patterns that would no longer be in force. */
  removed: list('string'),
});
export type OfferedPatternsJson = Json<typeof OFFERED_PATTERNS>;

/**
 * `GET folders/{id}/ignore/`; `PUT` takes `{text}` and answers the same. So does `POST folders/{id}/ignore/agree/`, with the
 * text that was offered.
 */
const IGNORE_RULES = named(
  'LocalIgnoreRules',
  object({
    /** Patterns of the user that are in force, one a line. */
    text: 'string',
    /** Patterns that hold for every folder, one a line. */
    defaults: 'string',
    /** What came through the library and waits for the user's consent; null: nothing does. */
    offered: orNull(OFFERED_PATTERNS),
  }),
);
export type IgnoreRulesJson = Json<typeof IGNORE_RULES>;

const IGNORE_EFFECT = named(
  'LocalIgnoreEffect',
  object({ count: 'integer', bytes: 'integer', examples: list('string') }),
);
export type IgnoreEffectJson = Json<typeof IGNORE_EFFECT>;

/** `POST folders/{id}/ignore/preview/` with `{text}`: what saving these patterns would change. */
const IGNORE_PREVIEW = named(
  'LocalIgnorePreview',
  object({
    newly_ignored: IGNORE_EFFECT,
    newly_taken: IGNORE_EFFECT,
    /** Numbers of lines that are no pattern, from 1. */
    invalid_lines: list('integer'),
    /** The same as a sentence. */
    words: 'string',
  }),
);
export type IgnorePreviewJson = Json<typeof IGNORE_PREVIEW>;

/**
 * A row of `GET folders/{id}/subfolders/?path=`, an array: the folders right below a path, by name, at most 2,000. `PUT
 * …/excluded/` takes `{paths}` and answers the folder.
 */
const SUBFOLDER = named(
  'LocalSubfolder',
  object({
    name: 'string',
    /** Relative to the linked folder. */
    path: 'string',
    /** It is left out, or lies in a folder that is. */
    excluded: 'boolean',
    /** For a very large folder: a lower limit. */
    files: 'integer',
    bytes: 'integer',
  }),
);
export type SubfolderJson = Json<typeof SUBFOLDER>;

const FOLDER_ACTIVITY_ENTRY = named(
  'LocalFolderActivityEntry',
  object({
    /** Unix milliseconds. */
    at_ms: 'integer',
    /** Relative to the folder. */
    path: 'string',
    what: oneOf('taken-in', 'removed', 'moved', 'written', 'deleted-here', 'left-out', 'conflict', 'failed'),
    bytes: 'integer',
    /** Why it failed, where it was before, or other details; may be empty. */
    detail: 'string',
    /** The same; null where there is nothing to say. */
    said: orNull(SAID),
  }),
);
export type FolderActivityEntryJson = Json<typeof FOLDER_ACTIVITY_ENTRY>;

/** `GET folders/{id}/activity/?limit=`: newest first. The list holds the last thousand, and begins when the folder is linked or something is erased. */
const FOLDER_ACTIVITY = named(
  'LocalFolderActivity',
  object({ entries: list(FOLDER_ACTIVITY_ENTRY), begins_at: 'integer' }),
);
export type FolderActivityJson = Json<typeof FOLDER_ACTIVITY>;

/** `GET folders/preflight/?path=` */
const PREFLIGHT = named(
  'LocalPreflight',
  object({
    path: 'string',
    /** Empty: the folder can be linked. Otherwise why not. */
    refusal: 'string',
    /** Why not, as one of the `FOLDER_REFUSALS`; empty: it can. */
    refusal_reason: 'string',
    warnings: list('string'),
    /** The same warnings in their order. */
    said: list(SAID),
    files: 'integer',
    folders: 'integer',
    bytes: 'integer',
    ignored: 'integer',
    /** True when counting stopped early because the folder is very large. */
    truncated: 'boolean',
  }),
);
export type PreflightJson = Json<typeof PREFLIGHT>;

/** `GET folders/{id}/held/?cursor=`: all that is held, by path; 500 a page. */
const FOLDER_HELD_PAGE = named(
  'LocalFolderHeldPage',
  object({
    /** Of what is held now, as in `FolderHeldJson`: pages with different ones do not belong together. */
    token: 'string',
    items: list(FOLDER_HELD_ITEM),
    cursor: 'string?',
  }),
);
export type FolderHeldPageJson = Json<typeof FOLDER_HELD_PAGE>;

const MADE_FOLDER = named('LocalMadeFolder', object({ path: 'string' }));
export type MadeFolderJson = Json<typeof MADE_FOLDER>;

/**
 * `GET browse/?path=`: folders on the server's machine, for choosing one without a native dialog. On Windows, drives are
 * listed in `/`, which is not a folder itself.
 */
export const BROWSE = named(
  'LocalBrowse',
  object({
    path: 'string',
    /** Null at the top. */
    parent: 'string?',
    folders: list(object({ name: 'string', path: 'string' })),
  }),
);
export type BrowseJson = Json<typeof BROWSE>;

/**
 * `taken-in` and `removed` are about the library, `written`, `deleted-here` and `left-out` about the folder; what was left
 * out by choice was removed from it, and is kept in the library.
 */
export type FolderAction = FolderActivityEntryJson['what'];

/** What a user decides about a linked folder, and what it has done. */
export const FOLDER_CHOICES_CALLS = {
  'GET folders/preflight/': {
    summary: 'What linking a folder would mean.',
    access: 'admin',
    passwordAgain: { for: 'host-disk' },
    query: { path: text('The folder, from the top.', REQUIRED) },
    answer: PREFLIGHT,
  },
  'GET browse/': {
    summary: 'Folders of the server’s disk.',
    access: 'admin',
    passwordAgain: { for: 'host-disk' },
    query: { path: text('Absent: where to start.', { fallback: '' }) },
    answer: BROWSE,
    refuses: ['folder-not-found'],
  },
  'POST browse/': {
    summary: 'Makes an empty folder on the server’s disk.',
    access: 'admin',
    passwordAgain: { for: 'host-disk' },
    body: {
      path: text('The folder around it, from the top.', REQUIRED),
      name: text('Its name.', REQUIRED),
    },
    answer: MADE_FOLDER,
    refuses: ['disk-full', 'folder-not-found', 'name-invalid', 'name-taken', 'path-invalid'],
  },
  'POST folders/:folder_id/relink/': {
    summary: 'Says that a folder is at another place now.',
    access: 'admin',
    passwordAgain: { for: 'host-disk' },
    body: {
      path: text('The folder, from the top.', REQUIRED),
      force: flag(false, 'Takes a place that looks like another folder.'),
    },
    answer: LINKED_FOLDER,
    refuses: ['folder-not-found', 'linked-folder-doubtful', 'linked-folder-refused'],
  },
  'POST folders/:folder_id/pause/': {
    summary: 'Lets a folder rest.',
    access: 'admin',
    body: { for_seconds: integer('Absent: until it is resumed.') },
    answer: LINKED_FOLDER,
  },
  'GET folders/:folder_id/ignore/': {
    summary: 'The ignore rules of a folder.',
    access: 'admin',
    answer: IGNORE_RULES,
  },
  'PUT folders/:folder_id/ignore/': {
    summary: 'Changes the ignore rules of a folder.',
    access: 'admin',
    passwordAgain: { for: 'host-disk' },
    body: { text: text('The rules; may be empty.', REQUIRED) },
    answer: IGNORE_RULES,
  },
  'POST folders/:folder_id/ignore/agree/': {
    summary: 'Has ignore rules count that came through the library.',
    access: 'admin',
    passwordAgain: { for: 'host-disk' },
    body: { text: text('The rules that were offered.', REQUIRED) },
    answer: IGNORE_RULES,
    refuses: ['argument-invalid'],
  },
  'POST folders/:folder_id/ignore/preview/': {
    summary: 'What other ignore rules would change.',
    access: 'admin',
    body: { text: text('The rules; may be empty.', REQUIRED) },
    answer: IGNORE_PREVIEW,
  },
  'GET folders/:folder_id/subfolders/': {
    summary: 'Sub-folders, for choosing which to leave out.',
    access: 'admin',
    passwordAgain: { for: 'host-disk' },
    query: { path: text('The folder, from the top.', REQUIRED) },
    answer: list(SUBFOLDER),
  },
  'PUT folders/:folder_id/excluded/': {
    summary: 'Chooses which sub-folders are left out.',
    access: 'admin',
    passwordAgain: { for: 'host-disk' },
    body: { paths: texts('Relative to the folder; may be none.', REQUIRED) },
    answer: LINKED_FOLDER,
    refuses: ['folder-not-found', 'path-invalid'],
  },
  'GET folders/:folder_id/held/': {
    summary: 'All changes of a folder that wait for a person, by path, in pages.',
    access: 'admin',
    query: { cursor: text('From the page before.', { fallback: '' }) },
    answer: FOLDER_HELD_PAGE,
  },
  'GET folders/:folder_id/activity/': {
    summary: 'What was done in a folder lately, newest first.',
    access: 'admin',
    query: { limit: integer('', { fallback: 100, least: 1, cap: 1000 }) },
    answer: FOLDER_ACTIVITY,
  },
} as const satisfies CallSpecs;

/** `POST folders/{id}/pause/`; without a time, the folder is paused until it is resumed. */
export type PauseFolderJson = Sent<(typeof FOLDER_CHOICES_CALLS)['POST folders/:folder_id/pause/']['body']>;

/** `POST folders/{id}/relink/`: `force` accepts a path that looks like another folder. */
export type RelinkFolderJson = Sent<(typeof FOLDER_CHOICES_CALLS)['POST folders/:folder_id/relink/']['body']>;
