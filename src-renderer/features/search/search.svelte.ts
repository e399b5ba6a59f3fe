import type { EntryJson } from '../../../src-shared/contents-api.ts';
import type { LocalLibraryJson } from '../../../src-shared/libraries-api.ts';
import type {
  SearchPageJson,
  SearchPartJson,
  SearchResultJson,
  SearchSnippetJson,
  SearchStateJson,
} from '../../../src-shared/search-api.ts';
import type { Api } from '../../api/api.ts';
import { Paged } from '../../api/paged.svelte.ts';
import { problemOf } from '../../api/problem.ts';
import { filesHref, itemHref } from '../../format/address.ts';
import { libraryName, visibleName } from '../../format/name.ts';
import { lastName } from '../../format/path.ts';
import { parseSearchFilter } from '../../format/search-filter.ts';
import type { Toasts } from '../../ui/toasts.svelte.ts';
import type { UndoStack } from '../../ui/undo.svelte.ts';
import { t } from './messages.ts';

// Short, because answers are quick: results follow the typing.
const TYPING_PAUSE_MS = 120;
const INDEXING_PAUSE_MS = 2_000;
// A page may hold nothing; how many are fetched in a row before the screen says that nothing was found so far.
const MOST_EMPTY_PAGES = 20;
/** In UTF-8; the service takes no more. */
const MOST_BYTES = 255;

export interface SearchRequest {
  /** The words as typed, including filters. */
  readonly words: string;
  readonly part: SearchPartJson;
  readonly state: SearchStateJson | 'all';
}

type Known = Pick<LocalLibraryJson, 'id' | 'name'>;

/** A row of the list: a heading above results of one kind, or a result. */
export type SearchRow = { readonly heading: 'names' | 'text' } | { readonly result: SearchResultJson };

/** What is looked for, and what is found. */
export class Search {
  #query: SearchRequest = $state.raw({ words: '', part: 'all', state: 'all' });
  /** What the results are for. */
  #asked = $state.raw('');
  readonly list: Paged<SearchPageJson, SearchResultJson>;
  readonly #api: Pick<Api, 'call' | 'events'>;
  readonly #onasked: (words: string) => void;
  readonly #libraries: () => readonly Known[];
  #typing: ReturnType<typeof setTimeout> | null = null;
  #indexing: ReturnType<typeof setTimeout> | null = null;
  #request = new AbortController();

  /**
   * @param libraries those that can be named in a filter
   * @param onasked called with what was searched for, as typed, for the address bar
   */
  constructor(
    api: Pick<Api, 'call' | 'events'>,
    libraries: () => readonly Known[],
    onasked: (words: string) => void,
  ) {
    this.#api = api;
    this.#libraries = libraries;
    this.#onasked = onasked;
    this.list = new Paged<SearchPageJson, SearchResultJson>({
      fetch: (cursor) => this.#fetch(cursor),
      rowsOf: (page) => page.results,
    });
  }

  get query(): SearchRequest {
    return this.#query;
  }

  get isFiltered(): boolean {
    const { words, part, state } = this.#query;
    return part !== 'all' || state !== 'all' || parseSearchFilter(words).words !== words.trim();
  }

  /** The words without the filters. */
  get words(): string {
    return parseSearchFilter(this.#query.words).words;
  }

  /** Typed filters that mean nothing. */
  get unknown(): readonly string[] {
    const { library, unknown } = parseSearchFilter(this.#query.words);
    if (library === null || this.#libraryId(library) !== null) return unknown;
    return [...unknown, `library:${library}`];
  }

  /** The words on screen have been looked for, or begin what has been. */
  get isAsked(): boolean {
    return parseSearchFilter(this.#asked).words !== '';
  }

  get rows(): readonly SearchRow[] {
    const results = this.list.rows;
    const texts = results.findIndex(({ snippet }) => snippet !== null);
    const asRows = (part: readonly SearchResultJson[]): SearchRow[] => part.map((result) => ({ result }));
    if (this.#query.part !== 'all' || results.length === 0) return asRows(results);
    if (texts === -1) return [{ heading: 'names' }, ...asRows(results)];
    const inTexts: SearchRow[] = [{ heading: 'text' }, ...asRows(results.slice(texts))];
    return texts === 0 ? inTexts : [{ heading: 'names' }, ...asRows(results.slice(0, texts)), ...inTexts];
  }

  /** Follows changes of libraries until the returned function is called. */
  start(words: string): () => void {
    if (words !== '') {
      this.#query = { ...this.#query, words };
      this.#ask();
    }
    const stopEvents = this.#api.events.on((event) => {
      if (event.type === 'library' && this.isAsked) this.list.refreshSoon();
    });
    return () => {
      stopEvents();
      this.#request.abort();
      if (this.#typing !== null) clearTimeout(this.#typing);
      if (this.#indexing !== null) clearTimeout(this.#indexing);
      this.list.stop();
    };
  }

  type(words: string): void {
    this.#query = { ...this.#query, words };
    if (this.#typing !== null) clearTimeout(this.#typing);
    this.#typing = setTimeout(() => this.#ask(), TYPING_PAUSE_MS);
  }

  /** The address names other words, as from the command palette. Words that the search itself put there change nothing. */
  follow(words: string): void {
    if (words.trim() === this.#asked) return;
    if (this.#typing !== null) clearTimeout(this.#typing);
    this.filter({ words });
  }

  filter(change: Partial<SearchRequest>): void {
    this.#query = { ...this.#query, ...change };
    this.#ask();
  }

  clearFilters(): void {
    this.filter({ words: this.words, part: 'all', state: 'all' });
  }

  /** Null: there is none with this name or id. */
  #libraryId(text: string): string | null {
    const wanted = text.toLowerCase();
    const named = (one: Known) => libraryName(one).trim().toLowerCase();
    const all = this.#libraries();
    return (
      (all.find(({ id }) => id === wanted) ?? all.find((one) => named(one) === wanted.trim()))?.id ?? null
    );
  }

  #ask(): void {
    const words = this.#query.words.trim();
    if (words !== this.#asked) this.#onasked(words);
    this.#asked = words;
    // What was asked before is of no use any more; the service stops working on it.
    this.#request.abort();
    this.#request = new AbortController();
    void this.list.restart();
  }

  async #fetch(cursor: string | null): Promise<SearchPageJson> {
    const query = { ...this.#query, words: this.#asked };
    if (shortened(parseSearchFilter(query.words).words) === '') return EMPTY;
    const { signal } = this.#request;
    try {
      const page = await this.#findSome(query, cursor, signal);
      // Results grow while the index does.
      this.#askAgainLater(isIndexing(page));
      return page;
    } catch (error) {
      // A busy service will answer soon; without asking again, the results on screen would stay outdated.
      this.#askAgainLater(!signal.aborted && this.list.rows.length > 0);
      throw error;
    }
  }

  /** The next page that holds something. */
  async #findSome(query: SearchRequest, cursor: string | null, signal: AbortSignal): Promise<SearchPageJson> {
    const { part, state } = query;
    const { words, library: named, type, after, before } = parseSearchFilter(query.words);
    const library = named === null ? null : this.#libraryId(named);
    const asked = { q: shortened(words), in: part, state, library, type, after, before };
    const ask = (from: string | null) =>
      this.#api.call('GET search/', { ...asked, cursor: from }, { signal });
    let page = await ask(cursor);
    for (let empty = 0; empty < MOST_EMPTY_PAGES; empty += 1) {
      if (page.results.length > 0 || page.cursor === null) break;
      page = await ask(page.cursor);
    }
    return page;
  }

  /** An answer that indexing is over may be older than one that it is not, so it does not cancel asking again. */
  #askAgainLater(isWanted: boolean): void {
    if (!isWanted) return;
    if (this.#indexing !== null) clearTimeout(this.#indexing);
    this.#indexing = setTimeout(() => void this.list.load(), INDEXING_PAUSE_MS);
  }
}

const EMPTY: SearchPageJson = {
  results: [],
  cursor: null,
  indexing: { files: 0, files_done: 0, files_left_out: 0, texts_waiting: 0 },
  not_searched: [],
};

function isIndexing({ indexing }: SearchPageJson): boolean {
  return indexing.files_done < indexing.files || indexing.texts_waiting > 0;
}

function shortened(words: string): string {
  let text = words;
  while (new TextEncoder().encode(text).length > MOST_BYTES) text = text.slice(0, -1);
  return text.toWellFormed().trim();
}

/** A stretch of a snippet, marked or not. */
export interface SnippetPart {
  readonly text: string;
  readonly isMarked: boolean;
}

/** The stretches of a snippet in their order; marks beyond its end are ignored. */
export function snippetParts({ text, marks }: SearchSnippetJson): SnippetPart[] {
  const parts: SnippetPart[] = [];
  let at = 0;
  for (const [start, end] of marks) {
    parts.push(
      { text: text.slice(at, start), isMarked: false },
      { text: text.slice(start, end), isMarked: true },
    );
    at = end;
  }
  parts.push({ text: text.slice(at), isMarked: false });
  return parts.filter((part) => part.text !== '');
}

/** Where a result opens: a folder itself, a file in its folder; past items at the moment that held them. */
export function resultHref({ library_id, path, is_dir, commit_id }: SearchResultJson): string {
  return is_dir ? filesHref(library_id, path, commit_id) : itemHref(library_id, path, commit_id);
}

/** Where an older or deleted result is now, under another name or in another folder; null: nowhere, or in its old place. */
export function movedTo({ path, now_path: nowPath }: SearchResultJson): string | null {
  return nowPath === path ? null : nowPath;
}

/** A result in the form of a listing entry, for a preview. A result does not say what the item holds or how large it is. */
export function foundEntry({ path, is_dir, commit_id, time }: SearchResultJson): EntryJson {
  return {
    ...{ name: lastName(path), kind: is_dir ? 'dir' : 'file', id: `${path} ${commit_id} ${time}`, size: 1 },
    ...{ mtime: time, modifier: '', modifier_name: '', executable: false },
  };
}

/** Where a result is shown in its folder. */
export function resultFolderHref({ library_id, path, commit_id }: SearchResultJson): string {
  return itemHref(library_id, path, commit_id);
}

/** Brings back what was deleted, and reports the outcome in a toast. @returns whether it is back */
export async function restoreResult(
  {
    api,
    toasts,
    undo,
  }: { readonly api: Pick<Api, 'call'>; readonly toasts: Toasts; readonly undo: UndoStack },
  { library_id, path, commit_id }: SearchResultJson,
): Promise<boolean> {
  const name = visibleName(lastName(path));
  if (commit_id === null) return false;
  try {
    const made = await api.call('POST libraries/:library_id/restore/', { library_id, path, commit_id });
    undo.offer({
      ...{ tone: 'good', title: t('restored', { name }), text: t('restoredWhere') },
      ...{ action: t('actionRestored', { name }), libraryId: library_id },
      back: made.changed && made.commit_id !== null ? [{ library_id, commit_id: made.commit_id }] : [],
    });
    return true;
  } catch (error) {
    toasts.fail(t('restoreFailed', { name }), problemOf(error));
    return false;
  }
}
