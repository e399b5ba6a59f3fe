/** Wire shapes of what a linked folder takes in, leaves out and has done lately. The rules of `local-api.ts` hold here too. */

import type { FolderHeldItemJson } from './local-api.ts';

/**
 * `GET folders/{id}/ignore/`; `PUT` takes `{text}` and answers the same. So does `POST folders/{id}/ignore/agree/`, with the
 * text that was offered.
 */
export interface IgnoreRulesJson {
  /** Patterns of the person that count, one a line. */
  text: string;
  /** Patterns that hold for every folder, one a line. */
  defaults: string;
  /** What came through the library and waits for the person's word; null: nothing does. */
  offered: OfferedPatternsJson | null;
}

export interface OfferedPatternsJson {
  text: string;
  /** Patterns that do not count yet. */
  added: string[];
  /** Patterns that would count no more. */
  removed: string[];
}

/** `POST folders/{id}/ignore/preview/` with `{text}`: what saving these patterns would change. */
export interface IgnorePreviewJson {
  newly_ignored: IgnoreEffectJson;
  newly_taken: IgnoreEffectJson;
  /** Numbers of lines that are no pattern, from 1. */
  invalid_lines: number[];
  /** The same as a sentence. */
  words: string;
}

export interface IgnoreEffectJson {
  count: number;
  bytes: number;
  examples: string[];
}

/**
 * A row of `GET folders/{id}/subfolders/?path=`, an array: the folders right below a path, by name, at most 2,000. `PUT
 * …/excluded/` takes `{paths}` and answers the folder.
 */
export interface SubfolderJson {
  name: string;
  /** Relative to the linked folder. */
  path: string;
  /** It is left out, or lies in a folder that is. */
  excluded: boolean;
  /** Of a very large folder: at least so many. */
  files: number;
  bytes: number;
}

/** `GET folders/{id}/activity/?limit=`: newest first. The list begins when the service starts, or the folder is linked. */
export interface FolderActivityJson {
  begins_at: number;
  entries: FolderActivityEntryJson[];
}

/**
 * `taken-in` and `removed` are about the library, `written`, `deleted-here` and `left-out` about the folder; what was left out by
 * choice went from it, and is kept in the library.
 */
export type FolderAction =
  | 'taken-in'
  | 'removed'
  | 'moved'
  | 'written'
  | 'deleted-here'
  | 'left-out'
  | 'conflict'
  | 'failed';

export interface FolderActivityEntryJson {
  /** Unix milliseconds. */
  at_ms: number;
  /** Relative to the folder. */
  path: string;
  what: FolderAction;
  bytes: number;
  /** Why it failed, where it was before, or what else there is to say; may be empty. */
  detail: string;
}

/** `GET folders/preflight/?path=` */
export interface PreflightJson {
  path: string;
  /** Empty: the folder can be linked. Otherwise why not. */
  refusal: string;
  /** Why not, as one of the `FOLDER_REFUSALS`; empty: it can. */
  refusal_reason: string;
  warnings: string[];
  files: number;
  folders: number;
  bytes: number;
  ignored: number;
  /** True when counting stopped early because the folder is very large. */
  truncated: boolean;
}

/** `POST folders/{id}/pause/`; without a time the folder rests until it is resumed. */
export interface PauseFolderJson {
  for_seconds?: number;
}

/** `GET folders/{id}/held/?cursor=`: all that is held, by path; 500 a page. */
export interface FolderHeldPageJson {
  /** Of what is held now, as in `FolderHeldJson`: pages with different ones do not belong together. */
  token: string;
  items: FolderHeldItemJson[];
  cursor: string | null;
}

/** `POST browse/` makes an empty folder `name` in the folder `path` of the service's computer. */
export interface MakeFolderJson {
  path: string;
  name: string;
}

export interface MadeFolderJson {
  path: string;
}
