import type {
  CheckJson,
  ExportedHistoryJson,
  GarbageJson,
  JobJson,
  RehearsedJson,
  RestoredLibraryJson,
} from '../../../src-shared/upkeep-api.ts';
import type { ExportedHistory } from '../../engine/reading/history-stream.ts';
import type { CopyTasks } from '../../usecases/files/copy-tasks.ts';
import type { CollectedGarbage, GarbagePlan } from '../../usecases/upkeep/garbage.ts';
import type { FinishedCheck, Job } from '../../usecases/upkeep/jobs.ts';
import type { RestoredLibrary } from '../../usecases/upkeep/library-import.ts';
import type { RehearsalReport } from '../../usecases/upkeep/rehearsal-run.ts';

/** What a check found, as the UI and the command line read it. */
export function checkReport({ problems, untrue = [], untrueCount = 0, ...report }: FinishedCheck): CheckJson {
  return {
    sound: problems.length === 0,
    ...report,
    problems: problems.map(({ libraryId, ...found }) => ({ library_id: libraryId, ...found })),
    untrue: untrue.map(({ libraryId, commitId, ...found }) => ({
      library_id: libraryId,
      commit_id: commitId,
      ...found,
    })),
    untrue_count: untrueCount,
  };
}

/** What could be collected, as the UI and the command line read it. */
export function garbagePlan({ skipped, isWaitingForClock, ...found }: GarbagePlan): GarbageJson {
  return {
    ...{
      libraries: found.libraries,
      objects: found.objects,
      bytes: found.bytes,
      // Versions before this one noted no such sum.
      stored_bytes: found.storedBytes ?? found.bytes,
      dry_run: true,
      removed_objects: 0,
      removed_bytes: 0,
      disk_bytes: 0,
    },
    skipped: skipped.map(({ libraryId, reason }) => ({ library_id: libraryId, reason })),
    waiting_for_clock: isWaitingForClock,
  };
}

/** What was collected. */
export function garbageReport(collected: CollectedGarbage): GarbageJson {
  return {
    ...garbagePlan(collected),
    dry_run: false,
    removed_objects: collected.removedObjects,
    removed_bytes: collected.removedBytes,
    disk_bytes: collected.diskBytes,
  };
}

export function jobJson({ outcome, ...job }: Job): JobJson {
  return {
    id: job.id,
    kind: job.kind,
    state: job.state,
    started_by: job.startedBy,
    started_at: job.startedAtSeconds,
    ended_at: job.endedAtSeconds ?? 0,
    done: job.done,
    total: job.total,
    reason: outcome.reason ?? '',
    details: outcome.details ?? '',
    check: outcome.check ? checkReport(outcome.check) : null,
    garbage: outcome.garbage ? garbageReport(outcome.garbage) : null,
    restored: outcome.restored?.map(restoredLibrary) ?? null,
    exported: outcome.exported ? exportedHistory(outcome.exported) : null,
    rehearsed: outcome.rehearsal ? rehearsed(outcome.rehearsal) : null,
    repaired: outcome.repair ?? null,
  };
}

function restoredLibrary({ libraryId, name, unreadable, reason }: RestoredLibrary): RestoredLibraryJson {
  return { library_id: libraryId, library_name: name, unreadable, reason };
}

export function rehearsed({ folder, madeAtSeconds, lost, ...counts }: RehearsalReport): RehearsedJson {
  return {
    folder,
    made_at: madeAtSeconds,
    ...counts,
    lost: lost.map(({ libraryId, libraryName, commitId, path, reason }) => ({
      library_id: libraryId,
      library_name: libraryName,
      commit_id: commitId,
      path,
      reason,
    })),
  };
}

function exportedHistory(exported: ExportedHistory): ExportedHistoryJson {
  return {
    library_id: exported.libraryId,
    library_name: exported.name,
    path: exported.path,
    commits: exported.commits,
    unreadable: exported.unreadable.map(({ path, commitId }) => ({ path, commit_id: commitId })),
    unreadable_count: exported.unreadableCount,
    renamed: exported.renamed.map(({ path, writtenAs }) => ({ path, written_as: writtenAs })),
    renamed_count: exported.renamedCount,
    empty_folders: exported.emptyFolders,
    not_written: exported.notWritten,
  };
}

export function copyJob(task: ReturnType<CopyTasks['all']>[number]): JobJson {
  return {
    id: task.id,
    kind: 'copy',
    state: task.state,
    started_by: task.ownerEmail,
    started_at: task.startedAtSeconds,
    ended_at: task.endedAtSeconds ?? 0,
    done: task.done,
    total: task.total,
    reason: task.reason,
    details: '',
    ...{ check: null, garbage: null, restored: null, exported: null },
    ...{ rehearsed: null, repaired: null },
  };
}
