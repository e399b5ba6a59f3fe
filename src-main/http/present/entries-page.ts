import type { EntriesPageJson, EntrySort } from '../../../src-shared/local-api.ts';
import { DomainError } from '../../core/errors.ts';
import { parsePath } from '../../core/library/path.ts';
import type { Dirent } from '../../core/objects/dir-object.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import type { People } from '../../services/people.ts';
import type { Fields } from '../declared-fields.ts';
import { localEntry } from './local-contents.ts';
import { optional, parseOptionalCommitId } from './parse-fields.ts';

const ROWS_PER_PAGE = 1000;

export interface EntriesRequest {
  readonly path: string;
  /** Null: the head at the time of the first page. */
  readonly commitId: CommitId | null;
  readonly sort: EntrySort;
  readonly isDescending: boolean;
  readonly offset: number;
}

/** @throws DomainError `path-invalid`, `argument-invalid`, `cursor-invalid` */
export function parseEntriesRequest(query: Fields): EntriesRequest {
  const place = parseCursor(optional(query, 'cursor'));
  return {
    path: parsePath(optional(query, 'path') ?? '/'),
    commitId: place?.commitId ?? parseOptionalCommitId(query, 'commit'),
    sort: parseSort(optional(query, 'sort') ?? 'name'),
    isDescending: optional(query, 'order') === 'desc',
    offset: place?.offset ?? 0,
  };
}

function parseSort(text: string): EntrySort {
  if (text === 'name' || text === 'size' || text === 'mtime') return text;
  throw new DomainError('argument-invalid', { field: 'sort' });
}

/** A cursor names the commit of the first page and how many rows came before. */
function parseCursor(text: string | undefined): { commitId: CommitId; offset: number } | null {
  if (text === undefined) return null;
  const match = /^([0-9a-f]{40})-(\d{1,9})$/.exec(text);
  if (match === null) throw new DomainError('cursor-invalid', { field: 'cursor' });
  return { commitId: match[1] as CommitId, offset: Number(match[2]) };
}

/** @param dirents folders first, each kind by name. */
export function entriesPage(
  dirents: readonly Dirent[],
  request: EntriesRequest & { readonly commitId: CommitId },
  people: Pick<People, 'displayName'>,
): EntriesPageJson {
  const { path, commitId, offset } = request;
  const end = offset + ROWS_PER_PAGE;
  return {
    path,
    commit_id: commitId,
    total: dirents.length,
    entries: sorted(dirents, request)
      .slice(offset, end)
      .map((dirent) => localEntry(dirent, people.displayName)),
    cursor: end < dirents.length ? `${commitId}-${end}` : null,
  };
}

function sorted(dirents: readonly Dirent[], { sort, isDescending }: EntriesRequest): readonly Dirent[] {
  if (sort === 'name' && !isDescending) return dirents;
  const folders = dirents.filter(({ kind }) => kind === 'dir');
  const files = dirents.filter(({ kind }) => kind === 'file');
  // Sorting is stable, so equal sizes and times stay in the order of their names.
  for (const rows of [folders, files]) {
    if (sort === 'size') rows.sort((a, b) => sizeOf(a) - sizeOf(b));
    if (sort === 'mtime') rows.sort((a, b) => a.mtimeSeconds - b.mtimeSeconds);
    if (isDescending) rows.reverse();
  }
  return [...folders, ...files];
}

function sizeOf(dirent: Dirent): number {
  return dirent.kind === 'file' ? dirent.sizeBytes : 0;
}
