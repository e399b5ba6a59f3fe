import type { Caller } from '../../core/access/caller.ts';
import { clockTextOf, describeSnapshotRestore } from '../../core/history/describe.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import { planRestoreBeside, planRestoreInPlace, type RestorePlan } from '../../core/tree/restore-plan.ts';
import {
  commitPlanned,
  type PlannedCommitsDependencies,
  type PlanOutcome,
} from '../../engine/edits/planned-commits.ts';
import { createReadDir } from '../../engine/reading/directory-reader.ts';
import type { LibraryContents } from '../../engine/reading/library-contents.ts';
import { type RetainedReaderDependencies, retainedReader } from '../../engine/reading/retained-reader.ts';
import type { LibraryAccess } from '../access/library-access.ts';

export interface SnapshotRestoresDependencies extends PlannedCommitsDependencies, RetainedReaderDependencies {
  readonly libraries: PlannedCommitsDependencies['libraries'];
  readonly access: LibraryAccess;
  readonly contents: Pick<LibraryContents, 'commitAt' | 'measure'>;
}

export interface SnapshotRestoreRequest {
  readonly libraryId: LibraryId;
  readonly commitId: CommitId;
  /** Items; `/` for everything. */
  readonly paths: readonly string[];
  /** In the place of what is there now, or as copies beside it. */
  readonly mode: 'in-place' | 'beside';
  /** Steps at or below these paths are left out. */
  readonly except: readonly string[];
  readonly isDryRun: boolean;
}

/** A step and how much it moves; a folder counts with what is in it. */
export type MeasuredStep = RestorePlan['steps'][number] & { readonly files: number; readonly bytes: number };

export interface MeasuredPlan extends RestorePlan {
  readonly steps: readonly MeasuredStep[];
}

/** Bringing back what was at a moment: items, or everything, as one commit. */
export type SnapshotRestores = ReturnType<typeof createSnapshotRestores>;

export function createSnapshotRestores(deps: SnapshotRestoresDependencies) {
  const { access, contents } = deps;

  async function planFor(library: Library, request: SnapshotRestoreRequest): Promise<MeasuredPlan> {
    const commit = contents.commitAt(library, request.commitId);
    const readDir = createReadDir(retainedReader(deps, library));
    const roots = { was: commit.rootId, now: library.rootId };
    // No colon: folders that follow the library may be on a disk that takes none in names.
    const rootName = `Restored ${clockTextOf(commit).replaceAll(':', '.')}`;
    const plan =
      request.mode === 'in-place'
        ? await planRestoreInPlace(readDir, roots, request)
        : await planRestoreBeside(readDir, roots, { ...request, rootName });
    const steps: MeasuredStep[] = [];
    for (const step of plan.steps) {
      const { fileCount, sizeBytes } = await contents.measure(library, step.item);
      steps.push({ ...step, files: fileCount, bytes: sizeBytes });
    }
    return { ...plan, steps };
  }

  return {
    /**
     * Brings items back as they were at a commit, or says what that would do. Durable on return.
     * @throws DomainError `library-not-found`, `permission-denied`, `library-read-only`, `commit-not-found`, `head-moved`
     */
    async restore(caller: Caller, request: SnapshotRestoreRequest): Promise<PlanOutcome<MeasuredPlan>> {
      const { libraryId, commitId, isDryRun } = request;
      const { library } = access.writable(caller, libraryId);
      return commitPlanned(deps, {
        libraryId,
        author: caller.email,
        description: describeSnapshotRestore(contents.commitAt(library, commitId)),
        isDryRun,
        plan: (now) => planFor(now, request),
      });
    },
  };
}
