/** Wire shapes of the search through all libraries and through the past; see `local-api.ts` for what holds for all. */

/** `older`: under another name, or with other contents. */
export type SearchStateJson = 'now' | 'older' | 'deleted';

export type SearchPartJson = 'names' | 'text' | 'all';

/**
 * `GET search/?q=&in=&state=&library=&cursor=`: files and folders whose names hold all the words, newest first, then
 * files whose texts do. A page may hold few results, or none, and be followed by others.
 */
export interface SearchPageJson {
  results: SearchResultJson[];
  cursor: string | null;
  indexing: SearchIndexingJson;
  /** Encrypted libraries: neither their names nor their texts are searched. */
  not_searched: { id: string; name: string }[];
}

export interface SearchResultJson {
  library_id: string;
  library_name: string;
  /** Where it is; of the past, where it was. */
  path: string;
  is_dir: boolean;
  state: SearchStateJson;
  /** Now: of its last change. Older or deleted: of the change that ended it. */
  time: number;
  /** A commit at which it can be opened under its path; null: now. */
  commit_id: string | null;
  /** Of the text that was found; null: the name was found. */
  snippet: SearchSnippetJson | null;
}

export interface SearchSnippetJson {
  text: string;
  /** Start and end of each hit, in UTF-16 units. */
  marks: [number, number][];
}

/** How far the index has come: until then, results are a part of all. */
export interface SearchIndexingJson {
  /** In the libraries that were searched. */
  files: number;
  files_done: number;
  /** Of those done: the index has no room for them, because their libraries have more than it takes of one. */
  files_left_out: number;
  /** Contents that are still to be read, of the whole server. */
  texts_waiting: number;
}
