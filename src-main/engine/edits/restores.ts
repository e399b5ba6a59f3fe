import { DomainError } from '../../core/errors.ts';
import {
  clockTextOf,
  describeRecovered,
  describeReverted,
  describeRevertedLibrary,
  describeSnapshotRestore,
  describeUndone,
} from '../../core/history/describe.ts';
import type { Library } from '../../core/library/library.ts';
import { nameOf } from '../../core/library/path.ts';
import type { Dirent } from '../../core/objects/dir-object.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import { isStepDue } from '../../core/steps.ts';
import type { TreeChange } from '../../core/tree/apply.ts';
import { diffTrees } from '../../core/tree/diff.ts';
import {
  type LookedUpTree,
  type OnTaken,
  type PlacingPlan,
  placeItems,
  type WantedItem,
} from '../../core/tree/place-items.ts';
import {
  planRestoreBeside,
  planRestoreInPlace,
  planRestoreRoot,
  type RestorePlan,
  type RestoreStep,
} from '../../core/tree/restore-plan.ts';
import type { TreeTotals } from '../../core/tree/statistics.ts';
import { planUndo, type UndoPlan, type UndoStep } from '../../core/tree/undo.ts';
import type { HistoryEntry, HistoryTable } from '../../store/sqlite/history.ts';
import type { TrashTable } from '../../store/sqlite/trash.ts';
import type { CommitResult } from '../heads/commit-changes.ts';
import { createReadDir } from '../reading/directory-reader.ts';
import type { HeavyReading, Reading } from '../reading/heavy-reading.ts';
import { placesSince } from '../reading/item-places.ts';
import type { LibraryContents } from '../reading/library-contents.ts';
import { type RetainedReaderDependencies, retainedReader } from '../reading/retained-reader.ts';
import { type RetentionClock, retainedSince } from '../reading/retention.ts';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.ts';
import {
  type ApplyPlanDependencies,
  applyPlan,
  type EditCommand,
  type EditPlan,
  pathAfter,
} from './apply-plan.ts';

export interface RestoresDependencies extends ApplyPlanDependencies, RetainedReaderDependencies {
  readonly libraryTable: RetainedReaderDependencies['libraryTable'];
  readonly contents: LibraryContents;
  readonly trashTable: Pick<TrashTable, 'find'>;
  readonly historyTable: HistoryTable;
  readonly retention: Pick<RetentionClock, 'nowSeconds'>;
  readonly reading: HeavyReading;
}

/** What is brought back: a deletion in the trash, or what had a path at a commit; `/` for all that the library held. */
export type RestoreSource =
  | { readonly trashId: number }
  | { readonly path: string; readonly commitId: CommitId; readonly kind?: 'file' };

/** As one commit. Folders on the way are made again; where something is `taken`, nothing is changed. */
export interface RestoreItems<From extends RestoreSource = RestoreSource> extends EditCommand {
  readonly items: readonly {
    readonly from: From;
    /** Absent: where it was. */
    readonly to?: string;
    readonly onTaken: OnTaken;
    /** @see WantedItem */
    readonly isVersion?: boolean;
  }[];
}

/** Items, or everything for `/`, as they were at a commit. */
export interface RestoreSnapshot extends EditCommand {
  readonly commitId: CommitId;
  readonly paths: readonly string[];
  /** In the place of what is there now, or as copies beside it. */
  readonly mode: 'in-place' | 'beside';
  /** Steps at or below these paths are left out. */
  readonly except: readonly string[];
}

/** Takes back what one commit did, to its first parent if it is a merge; what was changed since stays, and is told. */
export interface UndoCommit extends EditCommand {
  readonly commitId: CommitId;
  /** Only what the commit did at these paths, by their names before it; null: everything. */
  readonly paths: readonly string[] | null;
}

export interface ItemsRestored<From extends RestoreSource> {
  /** Where each is now, folders before what was in them. */
  readonly restored: readonly { readonly from: From; readonly path: string; readonly replaces: boolean }[];
  /** Their names are taken, and they are to be decided on. */
  readonly taken: readonly From[];
  /** In the trash no more. */
  readonly gone: readonly From[];
  /** Of what comes from commits. */
  readonly totals: TreeTotals;
  readonly made: CommitResult;
}

/** A plan each step of which says how much it moves; a folder counts with what is in it. */
export interface MeasuredPlan<Step> extends EditPlan {
  readonly steps: readonly (Step & { readonly files: number; readonly bytes: number })[];
}

export interface Previewed<Plan> {
  readonly plan: Plan;
  /** Null: there was nothing to do, or it was only asked for. */
  readonly made: CommitResult | null;
}

export type SnapshotRestored = Previewed<MeasuredPlan<RestoreStep> & Pick<RestorePlan, 'blocked'>>;
export type Undone = Previewed<MeasuredPlan<UndoStep> & Pick<UndoPlan, 'leftAlone'>>;

/** What comes back; of what comes from a commit, that commit. */
interface Found<From> extends WantedItem {
  readonly source: From;
  readonly commit: HistoryEntry | null;
}

/** Bringing back what was. Every plan is committed on the head that it was made for, or made again. */
export function createRestores(deps: RestoresDependencies) {
  return {
    /**
     * @throws DomainError `commit-not-found`, `item-not-found`, `file-not-found` for what is to be a file; `name-taken` when
     * a file is where a folder on the way would be; `library-read-only`, `head-moved`
     */
    async restore<From extends RestoreSource>({
      items,
      ...command
    }: RestoreItems<From>): Promise<ItemsRestored<From>> {
      const { plan, made } = await applyPlan(deps, command, {
        holdsFor: 'head',
        plan: (library) => planItems(deps, library, items),
        describe: ({ placed }) => describeRestored(placed.map(({ wanted }) => wanted)),
      });
      const { placed, taken, gone, totals } = plan;
      const restored = placed.map(({ wanted, path, replaces }) => {
        return { from: wanted.source, path: pathAfter(made, path), replaces };
      });
      return { restored, taken, gone, totals, made };
    },

    /** @throws DomainError `commit-not-found`, `library-read-only`, `head-moved` */
    async restoreSnapshot(command: RestoreSnapshot): Promise<SnapshotRestored> {
      const { plan, made } = await applyPlan(deps, command, {
        holdsFor: 'head',
        plan: (library) => planSnapshot(deps, library, command),
        describe: ({ commit }) => describeSnapshotRestore(commit),
      });
      return { plan, made: made.changed ? made : null };
    },

    /**
     * @throws DomainError `commit-not-found`, also when what was there before the commit is not kept any more;
     * `library-read-only`, `head-moved`, `busy`; `argument-invalid` for a commit that changed too much
     */
    async undo(command: UndoCommit): Promise<Undone> {
      const { plan, made } = await applyPlan(deps, command, {
        holdsFor: 'head',
        plan: async (library) => {
          const plan = await deps.reading.run(command.author, (reading) =>
            planUndoing(deps, library, command, reading),
          );
          return { ...plan, ...(await measured(deps.contents, library, plan.steps)) };
        },
        describe: ({ commit }) => describeUndone(commit),
      });
      return { plan, made: made.changed ? made : null };
    },
  };
}

/** Null: it is in the trash no more. */
async function find<From extends RestoreSource>(
  { contents, trashTable, retention }: RestoresDependencies,
  library: Library,
  { from: source, to, ...facts }: RestoreItems<From>['items'][number],
): Promise<Found<From> | null> {
  if ('trashId' in source) {
    const since = retainedSince(library, retention.nowSeconds());
    const row = since === null ? null : trashTable.find(library.id, source.trashId, since);
    const item = row && (await contents.entryAt(library, row.path, row.commitId));
    return item && { source, item, path: to ?? row.path, ...facts, commit: null };
  }
  const { path, commitId, kind } = source;
  const item = await contents.entryAt(library, path, commitId);
  if (item === null || (kind ?? item.kind) !== item.kind)
    throw new DomainError(kind === undefined ? 'item-not-found' : 'file-not-found', { value: path });
  return { source, item, path: to ?? path, ...facts, commit: contents.commitAt(library, commitId) };
}

async function planItems<From extends RestoreSource>(
  deps: RestoresDependencies,
  library: Library,
  items: RestoreItems<From>['items'],
) {
  const { contents } = deps;
  const found: Found<From>[] = [];
  const gone: From[] = [];
  for (const item of items) {
    const one = await find(deps, library, item);
    if (one === null) gone.push(item.from);
    else found.push(one);
  }
  const totals = { fileCount: 0, sizeBytes: 0 };
  for (const { item, commit } of found) {
    if (commit === null) continue;
    const { fileCount, sizeBytes } = await contents.measure(library, item);
    totals.fileCount += fileCount;
    totals.sizeBytes += sizeBytes;
  }
  const { placed, taken } = await place(contents.lookUp(library), found);
  const changes = placed.flatMap((one) => one.changes);
  return { placed, taken: taken.map(({ source }) => source), gone, totals, changes };
}

async function place<From>(
  tree: LookedUpTree,
  found: readonly Found<From>[],
): Promise<PlacingPlan<Found<From>>> {
  const [wanted] = found;
  if (wanted?.path === '/' && found.length === 1) {
    const roots = { was: wanted.item.id, now: tree.rootId };
    const changes = await planRestoreRoot(tree.lookup, roots, yieldToEventLoop);
    return { placed: [{ wanted, path: '/', replaces: roots.was !== roots.now, changes }], taken: [] };
  }
  const { placed, taken } = await placeItems(tree, found.toSorted(byPath));
  // In the order that they were asked for in.
  return { placed, taken: found.filter((one) => taken.includes(one)) };
}

async function planSnapshot(
  deps: RestoresDependencies,
  library: Library,
  { commitId, mode, ...wanted }: RestoreSnapshot,
) {
  const { contents } = deps;
  const commit = contents.commitAt(library, commitId);
  const readDir = createReadDir(retainedReader(deps, library));
  const roots = { was: commit.rootId, now: library.rootId };
  // No colon: folders that follow the library may be on a disk that takes none in names.
  const rootName = `Restored ${clockTextOf(commit).replaceAll(':', '.')}`;
  const plan =
    mode === 'in-place'
      ? await planRestoreInPlace(readDir, roots, wanted)
      : await planRestoreBeside(readDir, roots, { ...wanted, rootName });
  return { ...plan, ...(await measured(contents, library, plan.steps)), commit };
}

async function planUndoing(
  deps: RestoresDependencies,
  library: Library,
  { commitId, paths }: UndoCommit,
  reading: Reading,
) {
  const { contents } = deps;
  const commit = contents.commitAt(library, commitId);
  if (commit.parentId === null) return { steps: [], leftAlone: [], commit };
  const parent = contents.commitAt(library, commit.parentId);
  const readDir = reading.through(createReadDir(retainedReader(deps, library)));
  const changes = await diffTrees(readDir, parent.rootId, commit.rootId, { yieldToEventLoop });
  const wanted = paths === null ? changes : changes.filter(({ path }) => paths.includes(path));
  const roots = { before: parent.rootId, after: commit.rootId, now: library.rootId };
  const placeOf = placesSince(deps.historyTable, library, commit);
  return { ...(await planUndo(readDir, roots, wanted, { placeOf, yieldToEventLoop })), commit };
}

/** Measured with the plan: what is read may be gone right after the commit, and the commit stands. */
async function measured<Step extends { readonly item: Dirent; readonly change: TreeChange }>(
  contents: LibraryContents,
  library: Library,
  planned: readonly Step[],
): Promise<MeasuredPlan<Step>> {
  const steps: MeasuredPlan<Step>['steps'][number][] = [];
  for (const [at, step] of planned.entries()) {
    if (isStepDue(at)) await yieldToEventLoop();
    const { fileCount, sizeBytes } = await contents.measure(library, step.item);
    steps.push({ ...step, files: fileCount, bytes: sizeBytes });
  }
  return { steps, changes: planned.map(({ change }) => change) };
}

function describeRestored(found: readonly Found<unknown>[]): string {
  const [first] = found;
  if (first === undefined || first.commit === null) return describeRecovered(found.map(({ item }) => item));
  if (first.path === '/') return describeRevertedLibrary(first.commit);
  return describeReverted({ kind: first.item.kind, name: nameOf(first.path) }, first.commit);
}

/** A folder comes back before what was deleted out of it earlier. */
function byPath(a: WantedItem, b: WantedItem): number {
  return a.path < b.path ? -1 : 1;
}
