import type { EntriesPageJson, EntrySort } from '../../../src-shared/contents-api.ts';
import { DomainError } from '../../core/errors.ts';
import { parsePath } from '../../core/library/path.ts';
import type { Dirent } from '../../core/objects/dir-object.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import { filterInSteps, inSteps, SHORT_KEYS_RUN_ROWS, type Steps, sortInSteps } from '../../core/steps.ts';
import { yieldToEventLoop } from '../../engine/scheduling/yield-to-event-loop.ts';
import type { ModifierOf } from '../../usecases/accounts/modifiers.ts';
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
export async function entriesPage<Entry>(
  dirents: readonly Dirent[],
  request: EntriesRequest & { readonly commitId: CommitId },
  entryOf: (dirent: Dirent) => Entry,
): Promise<Omit<EntriesPageJson, 'entries'> & { entries: Entry[] }> {
  const { path, commitId, offset } = request;
  const end = offset + ROWS_PER_PAGE;
  const rows = await inSteps(sorted(dirents, request), yieldToEventLoop);
  return {
    path,
    commit_id: commitId,
    total: dirents.length,
    entries: rows.slice(offset, end).map(entryOf),
    cursor: end < dirents.length ? `${commitId}-${end}` : null,
  };
}

/** Makes the entries of a page. */
export const localEntries = (modifierOf: ModifierOf) => (dirent: Dirent) => localEntry(dirent, modifierOf);

function* sorted(
  dirents: readonly Dirent[],
  { sort, isDescending }: EntriesRequest,
): Steps<readonly Dirent[]> {
  if (sort === 'name' && !isDescending) return dirents;
  const kinds: Dirent[][] = [];
  for (const kind of ['dir', 'file']) {
    const own = yield* filterInSteps(dirents, (dirent) => dirent.kind === kind);
    // Sorting is stable, so equal sizes and times stay in the order of their names.
    const rows = sort === 'name' ? own : yield* sortInSteps(own, ORDERS[sort], SHORT_KEYS_RUN_ROWS);
    kinds.push(isDescending ? rows.reverse() : rows);
  }
  return kinds.flat();
}

const ORDERS: Readonly<Record<Exclude<EntrySort, 'name'>, (a: Dirent, b: Dirent) => number>> = {
  size: (a, b) => sizeOf(a) - sizeOf(b),
  mtime: (a, b) => a.mtimeSeconds - b.mtimeSeconds,
};

function sizeOf(dirent: Dirent): number {
  return dirent.kind === 'file' ? dirent.sizeBytes : 0;
}
