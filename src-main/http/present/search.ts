import type { QueryOf } from '../../../src-shared/local-api.ts';
import type { SearchPageJson, SearchResultJson, SearchTypeJson } from '../../../src-shared/search-api.ts';
import { DomainError } from '../../core/errors.ts';
import type { ItemFilter, NumberRange } from '../../core/library/item-filter.ts';
import { isLibraryId } from '../../core/library/library-id.ts';
import type { SearchHit, SearchResult, SearchScope } from '../../usecases/files/search.ts';
import type {
  SearchLimits,
  SearchPlace,
  TimeSearchHit,
  TimeSearchPage,
  TimeSearchRequest,
} from '../../usecases/history/time-search.ts';
import type { LibraryKind } from '../../usecases/libraries/library-listing.ts';
import { type Fields, integerOf, parsePage } from '../declared-fields.ts';
import { optionalPath } from './item-requests.ts';
import { folderPath, timestamp } from './values.ts';

/** What clients call a group of libraries. Nothing is public here. */
const SCOPES: Readonly<Record<string, readonly LibraryKind[]>> = {
  all: ['mine', 'shared', 'group'],
  mine: ['mine'],
  shared: ['shared'],
  group: ['group'],
  public: [],
};

/** Endings of the kinds of files that real servers tell apart. */
const FILE_TYPES: Readonly<Record<string, readonly string[]>> = {
  text: words(
    'txt log csv tsv json xml yml yaml ini conf html htm css js ts py c cc cpp h java go rs sh sql',
  ),
  document: words('doc docx odt rtf xls xlsx ods ppt pptx odp fodt fods fodp'),
  image: words('gif jpeg jpg png ico bmp tif tiff webp svg heic psd'),
  video: words('mp4 ogv webm mov mkv avi wmv m4v'),
  audio: words('mp3 oga ogg wav flac opus m4a aac'),
  pdf: ['pdf'],
  markdown: words('md markdown'),
  '3d': words('stl obj'),
};

function words(text: string): string[] {
  return text.split(' ');
}

/** @throws DomainError `argument-missing`, `argument-invalid`, `path-invalid` */
export function parseSearch(query: Fields) {
  const name = query.requiredWords('q');
  const scope = parseScope(query);
  const type = query.optional('obj_type');
  const filter: ItemFilter = {
    ...nameFilter(name),
    kind: type === 'file' || type === 'dir' ? type : null,
    extensions: parseExtensions(query),
    mtimeSeconds: parseRange(query, 'time'),
    sizeBytes: parseRange(query, 'size'),
  };
  const { page, perPage } = parsePage(query);
  return { scope, filter, skip: (page - 1) * perPage, limit: perPage };
}

/** Nothing but the name counts. */
export function nameFilter(name: string): ItemFilter {
  const open = { from: null, to: null };
  return { words: name, kind: null, extensions: null, mtimeSeconds: open, sizeBytes: open };
}

function parseScope(query: Fields): SearchScope {
  const text = query.optional('search_repo') ?? 'all';
  const path = optionalPath(query, 'search_path') ?? '/';
  if (isLibraryId(text)) return { libraryId: text, path };
  const kinds = Object.hasOwn(SCOPES, text) ? SCOPES[text] : undefined;
  if (kinds === undefined) throw new DomainError('argument-invalid', { field: 'search_repo' });
  return { kinds: new Set(kinds) };
}

/** Null: any. The endings that a person types and those of the kinds that were chosen count alike. */
function parseExtensions(query: Fields): ReadonlySet<string> | null {
  if (query.optional('search_ftypes') !== 'custom') return null;
  const chosen = query.list('ftype').flatMap((type) => {
    const known = type.toLowerCase();
    return Object.hasOwn(FILE_TYPES, known) ? (FILE_TYPES[known] ?? []) : [];
  });
  const typed = (query.optional('input_fexts') ?? '').split(',');
  const endings = typed.map((ending) => ending.trim().replace(/^\./, '').toLowerCase()).filter(Boolean);
  return new Set([...chosen, ...endings]);
}

function parseRange(query: Fields, name: string): NumberRange {
  const end = (which: string) => integerOf(query.optional(`${name}_${which}`));
  return { from: end('from'), to: end('to') };
}

/** `GET /api2/search/`. `incomplete` is ours: some of the libraries was not looked at. */
export function searchAnswer({ hits, seen, more, isComplete }: SearchResult) {
  return {
    total: seen,
    has_more: more,
    results: hits.map(searchRow),
    ...(isComplete ? {} : { incomplete: true }),
  };
}

function searchRow({ library, path, dirent }: SearchHit) {
  const isDir = dirent.kind === 'dir';
  return {
    repo_id: library.id,
    repo_name: library.name,
    name: dirent.name,
    // The desktop client tells folders by the slash.
    fullpath: isDir ? folderPath(path) : path,
    oid: dirent.id,
    is_dir: isDir,
    size: dirent.kind === 'file' ? dirent.sizeBytes : 0,
    last_modified: dirent.mtimeSeconds,
  };
}

/** `GET /api/v2.1/search-file/`: folders first, changed last first. */
export function searchFileRows(hits: readonly SearchHit[]) {
  const rank = ({ dirent }: SearchHit) => (dirent.kind === 'dir' ? 0 : 1);
  const sorted = [...hits].sort((a, b) => rank(a) - rank(b) || b.dirent.mtimeSeconds - a.dirent.mtimeSeconds);
  return sorted.map(({ path, dirent }) => ({
    path,
    size: dirent.kind === 'file' ? dirent.sizeBytes : 0,
    mtime: timestamp(dirent.mtimeSeconds),
    type: dirent.kind === 'dir' ? 'folder' : 'file',
  }));
}

/** @throws DomainError `argument-missing`, `argument-invalid`, `cursor-invalid` */
export function parseTimeSearch(query: Fields<QueryOf<'GET search/'>>): TimeSearchRequest {
  const parts = query.optional('in') ?? 'all';
  const state = query.optional('state') ?? 'all';
  return {
    words: query.requiredWords('q'),
    parts,
    state: state === 'all' ? null : state,
    libraryId: query.optionalLibraryId('library') ?? null,
    limits: {
      ...limitsOf(query.optional('type')),
      after: integerOf(query.optional('after')),
      before: integerOf(query.optional('before')),
    },
    place: decodePlace(query.optional('cursor')),
  };
}

/** What each kind of the search is to the interface of real servers. */
const TYPE_PARTS: Readonly<Record<Exclude<SearchTypeJson, 'folder'>, readonly string[]>> = {
  text: ['text', 'markdown'],
  document: ['document', 'pdf'],
  picture: ['image'],
  sound: ['audio'],
  film: ['video'],
};

function limitsOf(type: SearchTypeJson | undefined): Pick<SearchLimits, 'kind' | 'extensions'> {
  if (type === undefined) return { kind: null, extensions: null };
  if (type === 'folder') return { kind: 'dir', extensions: null };
  return { kind: 'file', extensions: new Set(TYPE_PARTS[type].flatMap((part) => FILE_TYPES[part] ?? [])) };
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

function searchResult({
  library,
  item,
  timeSeconds,
  commitId,
  nowPath,
  snippet,
}: TimeSearchHit): SearchResultJson {
  return {
    library_id: library.id,
    library_name: library.name,
    path: item.path,
    is_dir: item.isDir,
    state: item.state,
    time: timeSeconds,
    commit_id: commitId,
    now_path: nowPath,
    snippet: snippet && { text: snippet.text, marks: snippet.marks.map(([start, end]) => [start, end]) },
  };
}

function decodePlace(text: string | undefined): SearchPlace | null {
  if (text === undefined) return null;
  const match = /^(names|text):(\d{1,15})$/.exec(Buffer.from(text, 'base64url').toString('latin1'));
  if (match === null) throw new DomainError('cursor-invalid', { field: 'cursor' });
  return { part: match[1] === 'text' ? 'text' : 'names', below: Number(match[2]) };
}
