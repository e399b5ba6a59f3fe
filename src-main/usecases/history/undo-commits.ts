import type { Caller } from '../../core/access/caller.ts';
import { appendAll } from '../../core/append-all.ts';
import { describeUndone } from '../../core/history/describe.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import { isStepDue } from '../../core/steps.ts';
import { diffTrees } from '../../core/tree/diff.ts';
import { type LeftAlone, planUndo, type UndoPlan } from '../../core/tree/undo.ts';
import {
  commitPlanned,
  type PlannedCommitsDependencies,
  type PlanOutcome,
} from '../../engine/edits/planned-commits.ts';
import { createReadDir } from '../../engine/reading/directory-reader.ts';
import type { HeavyReading, Reading } from '../../engine/reading/heavy-reading.ts';
import type { LibraryContents } from '../../engine/reading/library-contents.ts';
import { type RetainedReaderDependencies, retainedReader } from '../../engine/reading/retained-reader.ts';
import { yieldToEventLoop } from '../../engine/scheduling/yield-to-event-loop.ts';
import type { LibraryAccess } from '../access/library-access.ts';

export interface UndoCommitsDependencies extends PlannedCommitsDependencies, RetainedReaderDependencies {
  readonly libraries: PlannedCommitsDependencies['libraries'];
  readonly access: LibraryAccess;
  readonly contents: Pick<LibraryContents, 'commitAt' | 'measure'>;
  readonly reading: HeavyReading;
}

export interface UndoRequest {
  readonly libraryId: LibraryId;
  readonly commitId: CommitId;
  /** Only what the commit did at these paths, by their names before it; null: everything. */
  readonly paths: readonly string[] | null;
  readonly isDryRun: boolean;
}

/** A step and how much it moves; a folder counts with what is in it. */
type MeasuredUndoStep = UndoPlan['steps'][number] & { readonly files: number; readonly bytes: number };

interface MeasuredUndoPlan extends UndoPlan {
  readonly steps: readonly MeasuredUndoStep[];
}

export type Undone = PlanOutcome<MeasuredUndoPlan>;

export interface SeveralUndone {
  /** Those that were made, oldest first. */
  readonly commitIds: readonly CommitId[];
  /** Items that were changed since and stay as they are. */
  readonly leftAlone: readonly LeftAlone[];
}

/** Taking back what commits did, while everything later stays. */
export type UndoCommits = ReturnType<typeof createUndoCommits>;

export function createUndoCommits(deps: UndoCommitsDependencies) {
  const { access, contents } = deps;

  async function planFor(
    library: Library,
    { commitId, paths }: UndoRequest,
    reading: Reading,
  ): Promise<UndoPlan> {
    const commit = contents.commitAt(library, commitId);
    if (commit.parentId === null) return { steps: [], leftAlone: [] };
    const parent = contents.commitAt(library, commit.parentId);
    const readDir = reading.through(createReadDir(retainedReader(deps, library)));
    const changes = await diffTrees(readDir, parent.rootId, commit.rootId, { yieldToEventLoop });
    const wanted = paths === null ? changes : changes.filter(({ path }) => paths.includes(path));
    const roots = { before: parent.rootId, after: commit.rootId, now: library.rootId };
    return planUndo(readDir, roots, wanted, yieldToEventLoop);
  }

  async function measured(library: Library, plan: UndoPlan): Promise<MeasuredUndoPlan> {
    const steps: MeasuredUndoStep[] = [];
    for (const [at, step] of plan.steps.entries()) {
      if (isStepDue(at)) await yieldToEventLoop();
      const { fileCount, sizeBytes } = await contents.measure(library, step.item);
      steps.push({ ...step, files: fileCount, bytes: sizeBytes });
    }
    return { ...plan, steps };
  }

  /**
   * Commits the inverse of one commit on top of what is there now; what was changed since is left alone and told. Durable on
   * return. A merge is undone against its first parent.
   * @throws DomainError `library-not-found`, `permission-denied`, `library-read-only`; `commit-not-found`, also when
   * what was there before the commit is not kept any more; `head-moved`; `busy`; `argument-invalid` for a commit that
   * changed too much
   */
  async function undo(caller: Caller, request: UndoRequest): Promise<Undone> {
    const { libraryId, commitId, isDryRun } = request;
    const { library } = access.writable(caller, libraryId);
    return commitPlanned(deps, {
      libraryId,
      author: caller.email,
      description: describeUndone(contents.commitAt(library, commitId)),
      isDryRun,
      plan: async (now) =>
        measured(now, await deps.reading.run(caller.email, (reading) => planFor(now, request, reading))),
    });
  }

  /**
   * Takes commits back one after the other, each by a commit of its own. Durable on return.
   * @param commitIds newest first
   * @throws DomainError as `undo`; what was taken back by then stays so
   */
  async function undoSeveral(
    caller: Caller,
    libraryId: LibraryId,
    commitIds: readonly CommitId[],
  ): Promise<SeveralUndone> {
    const made: CommitId[] = [];
    const leftAlone: LeftAlone[] = [];
    for (const commitId of commitIds) {
      const undone = await undo(caller, { libraryId, commitId, paths: null, isDryRun: false });
      if (undone.made?.changed) made.push(undone.made.commitId);
      appendAll(leftAlone, undone.plan.leftAlone);
    }
    return { commitIds: made, leftAlone };
  }

  return { undo, undoSeveral };
}
