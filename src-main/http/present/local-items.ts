import type { EntriesPageJson, EntryJson, EntrySort } from '../../../src-shared/contents-api.ts';
import type { MarkedEntriesPageJson } from '../../../src-shared/history-browsing-api.ts';
import type {
  ChangedItemsJson,
  MadeCommitJson,
  TransferProgressJson,
} from '../../../src-shared/items-api.ts';
import type { BodyOf } from '../../../src-shared/local-api.ts';
import { DomainError } from '../../core/errors.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { parsePath } from '../../core/library/path.ts';
import { MOST_ITEMS_AT_ONCE } from '../../core/limits.ts';
import type { Dirent } from '../../core/objects/dir-object.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import { filterInSteps, inSteps, SHORT_KEYS_RUN_ROWS, type Steps, sortInSteps } from '../../core/steps.ts';
import { yieldToEventLoop } from '../../engine/scheduling/yield-to-event-loop.ts';
import type { ModifierOf } from '../../usecases/accounts/modifiers.ts';
import type { CopyProgress, MadeCommit } from '../../usecases/files/copy-tasks.ts';
import type { MoveRequest } from '../../usecases/files/item-moves.ts';
import type { MeasuredItem } from '../../usecases/files/library-items.ts';
import type { MarkedListing } from '../../usecases/history/snapshots.ts';
import { type Fields, parseLibraryId } from '../declared-fields.ts';

const EXECUTE_BITS = 0o111;

export function localEntry(dirent: Dirent, modifierOf: ModifierOf): EntryJson {
  const isFile = dirent.kind === 'file';
  const { email, name } = modifierOf(isFile ? dirent.modifier : '');
  return {
    name: dirent.name,
    kind: dirent.kind,
    id: dirent.id,
    size: isFile ? dirent.sizeBytes : 0,
    mtime: dirent.mtimeSeconds,
    modifier: email,
    modifier_name: name,
    executable: isFile && (dirent.mode & EXECUTE_BITS) !== 0,
  };
}

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
  const place = parseCursor(query.optional('cursor'));
  return {
    path: parsePath(query.optional('path') ?? '/'),
    commitId: place?.commitId ?? query.optionalCommitId('commit'),
    sort: parseSort(query.optional('sort') ?? 'name'),
    isDescending: query.optional('order') === 'desc',
    offset: place?.offset ?? 0,
  };
}

/** Of a snapshot, which has to be named. @throws DomainError also `argument-missing` */
export function parseSnapshotEntries(query: Fields): EntriesRequest & { readonly commitId: CommitId } {
  const { commitId, ...request } = parseEntriesRequest(query);
  if (commitId === null) throw new DomainError('argument-missing', { field: 'commit' });
  return { ...request, commitId };
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

/** A page of a folder as it was, with what has become of each item. */
export async function markedEntriesPage(
  listing: MarkedListing,
  request: EntriesRequest & { readonly commitId: NonNullable<EntriesRequest['commitId']> },
  modifierOf: ModifierOf,
): Promise<MarkedEntriesPageJson> {
  const entryOf = (dirent: Dirent) => ({ ...localEntry(dirent, modifierOf), mark: listing.markOf(dirent) });
  return {
    ...(await entriesPage(listing.dirents, request, entryOf)),
    differing: listing.differing,
    added_since: listing.addedSince,
  };
}

/** Values of a list that must hold at least one, and not more than a number. @throws DomainError `argument-missing`, `argument-invalid` */
export function requiredList(fields: Fields, field: string, most: number): readonly string[] {
  const values = fields.list(field).filter((value) => value !== '');
  if (values.length === 0) throw new DomainError('argument-missing', { field });
  if (values.length > most) throw new DomainError('argument-invalid', { field });
  return values;
}

/** Items of one folder. @throws DomainError `argument-missing`, `argument-invalid`, `path-invalid` */
export function parseSeveral(body: Fields) {
  return {
    folder: parsePath(body.required('folder')),
    names: requiredList(body, 'names', MOST_ITEMS_AT_ONCE),
  };
}

/** @throws DomainError `argument-missing`, `argument-invalid`, `path-invalid` */
export function parseTransfer(
  body: Fields<BodyOf<'POST libraries/:library_id/items/transfer/'>>,
  libraryId: LibraryId,
): MoveRequest {
  return {
    mode: body.required('mode'),
    from: { libraryId, ...parseSeveral(body) },
    to: {
      libraryId: parseLibraryId(body.required('to_library_id'), 'to_library_id'),
      folder: parsePath(body.required('to_folder')),
      replaces: new Set(body.list('replace')),
    },
  };
}

export function measuredItem(
  { item: { name, kind }, fileCount, sizeBytes, modifier }: MeasuredItem,
  modifierOf: ModifierOf,
) {
  const { email, name: shown } = modifierOf(modifier);
  const who = { modifier: email, modifier_name: shown };
  return { name, is_dir: kind === 'dir', files: fileCount, bytes: sizeBytes, ...who };
}

export function existingItem({ path, item }: { readonly path: string; readonly item: Dirent }) {
  return { path, kind: item.kind, size: sizeOf(item), mtime: item.mtimeSeconds };
}

/** The commits of one library as the wire has them; none for null. */
export function madeIn(libraryId: LibraryId, ...commitIds: readonly (CommitId | null)[]): MadeCommitJson[] {
  return commitIds.flatMap((commitId) => (commitId === null ? [] : madeCommit({ libraryId, commitId })));
}

export function madeCommit({ libraryId, commitId }: MadeCommit): MadeCommitJson {
  return { library_id: libraryId, commit_id: commitId };
}

export function changedItem(
  libraryId: LibraryId,
  { path, commitId }: { readonly path: string; readonly commitId: CommitId | null },
): ChangedItemsJson {
  return { path, commits: madeIn(libraryId, commitId) };
}

export function transferProgress({
  state,
  done,
  total,
  reason,
  commits,
}: CopyProgress): TransferProgressJson {
  return { state, done, total, reason, commits: commits.map(madeCommit) };
}
