import type { QueryOf } from '../../../src-shared/local-api.ts';
import type { SearchPageJson, SearchResultJson } from '../../../src-shared/search-api.ts';
import { DomainError } from '../../core/errors.ts';
import type {
  SearchPlace,
  TimeSearchHit,
  TimeSearchPage,
  TimeSearchRequest,
} from '../../usecases/history/time-search.ts';
import type { Fields } from '../declared-fields.ts';
import { optional, parseLibraryId, requiredWords } from './parse-fields.ts';

/** @throws DomainError `argument-missing`, `argument-invalid`, `cursor-invalid` */
export function parseTimeSearch(query: Fields<QueryOf<'GET search/'>>): TimeSearchRequest {
  const parts = optional(query, 'in') ?? 'all';
  const [state, library] = [optional(query, 'state') ?? 'all', optional(query, 'library')];
  return {
    words: requiredWords(query, 'q'),
    parts,
    state: state === 'all' ? null : state,
    libraryId: library === undefined ? null : parseLibraryId(library, 'library'),
    place: decodePlace(optional(query, 'cursor')),
  };
}

export function searchPage({ hits, next, progress, notSearched }: TimeSearchPage): SearchPageJson {
  return {
    results: hits.map(searchResult),
    cursor: next && Buffer.from(`${next.part}:${next.below}`).toString('base64url'),
    indexing: {
      files: progress.files,
      files_done: progress.filesInIndex,
      files_left_out: progress.filesLeftOut,
      texts_waiting: progress.textsWaiting,
    },
    not_searched: notSearched.map(({ id, name }) => ({ id, name })),
  };
}

function searchResult({ library, item, timeSeconds, commitId, snippet }: TimeSearchHit): SearchResultJson {
  return {
    library_id: library.id,
    library_name: library.name,
    path: item.path,
    is_dir: item.isDir,
    state: item.state,
    time: timeSeconds,
    commit_id: commitId,
    snippet: snippet && { text: snippet.text, marks: snippet.marks.map(([start, end]) => [start, end]) },
  };
}

function decodePlace(text: string | undefined): SearchPlace | null {
  if (text === undefined) return null;
  const match = /^(names|text):(\d{1,15})$/.exec(Buffer.from(text, 'base64url').toString('latin1'));
  if (match === null) throw new DomainError('cursor-invalid', { field: 'cursor' });
  return { part: match[1] === 'text' ? 'text' : 'names', below: Number(match[2]) };
}
