import type { FolderProgressJson, FolderState, LinkedFolderJson } from '../../src-shared/local-api.ts';
import type { LinkedFolder } from '../core/folder/linked-folder.ts';
import type { IngestStep } from './ingest.ts';
import { ProblemList } from './problem-list.ts';

/** What a linked folder is doing, for those who watch it. */
export class LinkedFolderActivity {
  readonly problems = new ProblemList();
  /** Null: whatever `work` says. */
  trouble: { readonly state: 'error' | 'away'; readonly message: string } | null = null;
  work: 'idle' | 'scanning' | 'syncing' = 'idle';
  progress: FolderProgressJson | null = null;
  isPaused = false;
  fileCount = 0;
  /** Differences found and not yet committed. */
  pendingInRound = 0;
  /** Files and folders whose deletion waits for a person. */
  heldCount = 0;

  get state(): FolderState {
    if (this.isPaused) return 'paused';
    if (this.trouble !== null) return this.trouble.state;
    return this.work === 'idle' && this.heldCount > 0 ? 'held' : this.work;
  }

  startScan({ isWhole }: { isWhole: boolean }): void {
    if (isWhole) this.work = 'scanning';
    this.progress = isWhole ? progressOf('scan', this.fileCount, 0) : null;
  }

  scanned(entries: number): void {
    if (this.progress?.phase === 'scan') this.progress.files_done += entries;
  }

  startRound(files: number, bytes: number): void {
    this.work = 'syncing';
    this.pendingInRound = files;
    this.progress = progressOf('hash', files, bytes);
  }

  ingested(step: IngestStep): void {
    if (this.progress === null) return;
    this.progress.phase = step.phase;
    if (step.phase === 'commit') return;
    this.progress.files_done += step.files;
    this.progress.bytes_done += step.bytes;
    this.progress.current = step.current;
  }

  endRound({ isWhole }: { isWhole: boolean }): void {
    this.pendingInRound = 0;
    this.startScan({ isWhole });
    if (!isWhole) this.work = 'idle';
  }

  rest(): void {
    this.work = 'idle';
    this.progress = null;
    this.pendingInRound = 0;
  }

  toJson(
    folder: LinkedFolder,
    also: { libraryName: string; waiting: number; isWatching: boolean; isSettled: boolean },
  ): LinkedFolderJson {
    return {
      id: folder.id,
      library_id: folder.libraryId,
      library_name: also.libraryName,
      path: folder.path,
      // Whoever reads 'idle' relies on everything seen being committed.
      state: this.state === 'idle' && !also.isSettled ? 'scanning' : this.state,
      pending: this.pendingInRound + this.heldCount + also.waiting,
      progress: this.progress === null ? null : { ...this.progress },
      problems: this.problems.list(),
      problem_count: this.problems.count,
      file_count: this.fileCount,
      last_scan_at: folder.lastScanAtSeconds,
      last_commit_at: folder.lastCommitAtSeconds,
      message: this.isPaused ? '' : (this.trouble?.message ?? ''),
      watching: also.isWatching,
    };
  }
}

function progressOf(phase: FolderProgressJson['phase'], files: number, bytes: number): FolderProgressJson {
  return { phase, files_done: 0, files_total: files, bytes_done: 0, bytes_total: bytes, current: '' };
}
