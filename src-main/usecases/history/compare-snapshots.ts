import { LRUCache } from 'lru-cache';
import type { Caller } from '../../core/access/caller.ts';
import type { Change } from '../../core/history/change.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { CommitId, ObjectId } from '../../core/objects/object-id.ts';
import { isStepDue } from '../../core/steps.ts';
import { diffTrees } from '../../core/tree/diff.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';
import { treeCounter } from '../../core/tree/statistics.ts';
import { createReadDir } from '../../engine/reading/directory-reader.ts';
import type { HeavyReading } from '../../engine/reading/heavy-reading.ts';
import type { LibraryContents } from '../../engine/reading/library-contents.ts';
import { type RetainedReaderDependencies, retainedReader } from '../../engine/reading/retained-reader.ts';
import { createSingleFlight } from '../../engine/scheduling/single-flight.ts';
import { yieldToEventLoop } from '../../engine/scheduling/yield-to-event-loop.ts';
import type { LibraryAccess } from '../access/library-access.ts';
import type { CommitView, HistoryService } from './history.ts';

export interface CompareSnapshotsDependencies extends RetainedReaderDependencies {
  readonly access: LibraryAccess;
  readonly contents: Pick<LibraryContents, 'commitAt'>;
  readonly views: Pick<HistoryService, 'viewOf'>;
  readonly reading: HeavyReading;
}

export type DifferenceKind = 'added' | 'modified' | 'removed' | 'renamed';

/** A change with what is in it: one file, or all in a folder. */
export interface Difference extends Change {
  readonly kind: DifferenceKind;
  readonly files: number;
  readonly bytes: number;
}

export interface DifferencesRequest {
  readonly libraryId: LibraryId;
  readonly commitId: CommitId;
  /** Null: what is there now. */
  readonly otherId: CommitId | null;
  /** Null: all. */
  readonly kind: DifferenceKind | null;
  /** How many come before. */
  readonly from: number;
  readonly limit: number;
}

export interface DifferencesPage {
  readonly older: CommitView;
  readonly newer: CommitView;
  readonly rows: readonly Difference[];
  /** Files of each kind, those in folders included. */
  readonly files: Readonly<Record<DifferenceKind, number>>;
  readonly bytesDelta: number;
  /** Rows of the kind that was asked for. */
  readonly total: number;
  /** Where the next page begins; null: this was the last. */
  readonly next: number | null;
}

/** Comparisons that are kept for their next pages. */
const MOST_KEPT = 4;
/** Longer ones are made again for each page, rather than fill the memory. */
const MOST_ROWS_KEPT = 200_000;

const KINDS: Readonly<Record<Change['op'], DifferenceKind>> = {
  new: 'added',
  newdir: 'added',
  modified: 'modified',
  removed: 'removed',
  deldir: 'removed',
  renamed: 'renamed',
};

/** What differs between a library at two moments, whatever happened in between. */
export type CompareSnapshots = ReturnType<typeof createCompareSnapshots>;

export function createCompareSnapshots(deps: CompareSnapshotsDependencies) {
  const { access, contents, views, reading } = deps;
  /** By library and the ids of both trees, which say everything: a comparison is never out of date. */
  const kept = new LRUCache<string, readonly Difference[]>({ max: MOST_KEPT });
  const once = createSingleFlight<string, readonly Difference[]>();

  async function compare(
    caller: Caller,
    library: Library,
    roots: { readonly oldId: ObjectId; readonly newId: ObjectId },
  ): Promise<readonly Difference[]> {
    const key = `${library.id} ${roots.oldId} ${roots.newId}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const rows = await once(key, () =>
      reading.run(caller.email, (own) =>
        differences(own.through(createReadDir(retainedReader(deps, library))), roots),
      ),
    );
    if (rows.length <= MOST_ROWS_KEPT) kept.set(key, rows);
    return rows;
  }

  return {
    /**
     * Differences from the older to the newer of two moments, by path. Costs what differs, not what is there.
     * @throws DomainError `library-not-found`, `permission-denied`, `commit-not-found`, `busy`; `argument-invalid` when
     * more differs than can be compared
     */
    async page(caller: Caller, wanted: DifferencesRequest): Promise<DifferencesPage> {
      const { libraryId, commitId, otherId, kind, from, limit } = wanted;
      const { library } = access.readable(caller, libraryId);
      const one = contents.commitAt(library, commitId);
      const other = contents.commitAt(library, otherId ?? library.headId);
      const [older, newer] = one.seq <= other.seq ? [one, other] : [other, one];
      const all = await compare(caller, library, { oldId: older.rootId, newId: newer.rootId });
      const rows = kind === null ? all : all.filter((row) => row.kind === kind);
      const next = from + limit;
      return {
        ...{
          older: views.viewOf(libraryId, older),
          newer: views.viewOf(libraryId, newer),
          rows: rows.slice(from, next),
        },
        ...{ ...totalsOf(all), total: rows.length, next: next < rows.length ? next : null },
      };
    },
  };
}

async function differences(
  readDir: ReadDir,
  { oldId, newId }: { readonly oldId: ObjectId; readonly newId: ObjectId },
): Promise<readonly Difference[]> {
  const countTree = treeCounter(readDir);
  const rows: Difference[] = [];
  for (const [at, change] of (await diffTrees(readDir, oldId, newId, { yieldToEventLoop })).entries()) {
    if (isStepDue(at)) await yieldToEventLoop();
    const { isDir, objectId, sizeBytes } = change;
    const content = isDir ? await countTree(objectId) : { fileCount: 1, sizeBytes };
    const measured = { files: content.fileCount, bytes: content.sizeBytes };
    rows.push({ ...change, ...measured, kind: KINDS[change.op] });
  }
  return rows;
}

function totalsOf(rows: readonly Difference[]): Pick<DifferencesPage, 'files' | 'bytesDelta'> {
  const files = { added: 0, modified: 0, removed: 0, renamed: 0 };
  let bytesDelta = 0;
  for (const row of rows) {
    files[row.kind] += row.files;
    if (row.kind === 'added') bytesDelta += row.bytes;
    if (row.kind === 'removed') bytesDelta -= row.bytes;
    if (row.kind === 'modified') bytesDelta += row.sizeBytes - row.oldSizeBytes;
  }
  return { files, bytesDelta };
}
