import type {
  FolderEncryption,
  FolderHeldJson,
  FolderProblemJson,
  FolderProgressJson,
  FolderState,
  LinkedFolderJson,
} from '../../../src-shared/folders-api.ts';
import { inEnglish, type Said } from '../../../src-shared/service-words.ts';
import { isWithin, parentPath } from '../../core/folder/folder-entry.ts';
import type { FolderPending } from '../../core/folder/folder-journal.ts';
import type { LinkedFolder } from '../../core/folder/linked-folder.ts';
import type { Clock } from '../../engine/ports.ts';
import type { FolderProblem, Timers } from '../ports.ts';
import { ActivityEntries, type ActivityEntriesOptions, ThrottledEmitter } from './activity-entries.ts';
import type { Halt } from './halt.ts';

/** More than people read; only the first ones are kept. */
const MAX_PROBLEMS = 10_000;

/** Problems told at once. */
const MAX_LISTED = 100;

/** A problem with the time since when it exists, however often it was found. */
export interface LastingProblem extends FolderProblem {
  readonly sinceSeconds: number;
}

/** The current problems of a linked folder, one per path. */
export class ProblemList {
  readonly #nowSeconds: () => number;
  readonly #byPath = new Map<string, LastingProblem>();
  /** Since when paths had a problem that are being scanned again. */
  readonly #sinceBefore = new Map<string, number>();

  constructor(nowSeconds: () => number) {
    this.#nowSeconds = nowSeconds;
  }

  get count(): number {
    return this.#byPath.size;
  }

  /** In the order in which they were found, at most 100. */
  list(): LastingProblem[] {
    return [...this.#byPath.values()].slice(0, MAX_LISTED);
  }

  add(problem: FolderProblem): void {
    const { path } = problem;
    const sinceSeconds =
      this.#byPath.get(path)?.sinceSeconds ?? this.#sinceBefore.get(path) ?? this.#nowSeconds();
    if (this.#byPath.size < MAX_PROBLEMS || this.#byPath.has(path))
      this.#byPath.set(path, { ...problem, sinceSeconds });
  }

  /** Forgets problems of a folder that is being scanned: its own, and those directly or anywhere inside it. */
  clear(dir: string, { isDeep }: { isDeep: boolean }): void {
    if (this.#byPath.size === 0) return;
    for (const path of this.#byPath.keys()) {
      const isHere = path === dir || parentPath(path) === dir;
      if (isHere || (isDeep && isWithin(path, dir))) this.#drop(path);
    }
  }

  clearAll(): void {
    for (const path of this.#byPath.keys()) this.#drop(path);
  }

  /** A scan ended: problems not found again are resolved. */
  endScan(): void {
    this.#sinceBefore.clear();
  }

  #drop(path: string): void {
    const problem = this.#byPath.get(path);
    if (problem !== undefined) this.#sinceBefore.set(path, problem.sinceSeconds);
    this.#byPath.delete(path);
  }
}

/** This many files at once are an import or a restore, rather than a user at work. */
const BULK_FILES = 500;
/** Longer than the time between two batches of an import. */
const BULK_PAUSE_MS = 2_000;

/** What else is shown of a linked folder. */
export interface FolderSurroundings {
  readonly libraryName: string;
  /** Number of events and files that wait for a scan. */
  readonly waiting: number;
  /** Paths where the folder does not follow the library yet. */
  readonly pending: readonly FolderPending[];
  /** When a path is retried by itself, in Unix milliseconds; 0: only after a change or a scan. */
  readonly tryAtMs: (path: string) => number;
  readonly isWatching: boolean;
  readonly isAtRest: boolean;
  readonly encryption: FolderEncryption;
  readonly isRemembered: boolean;
  /** Subfolders that are left out by choice. */
  readonly excluded: readonly string[];
  /** Notices about the folder's patterns. */
  readonly notices: readonly FolderProblem[];
}

export interface FolderStatusDependencies {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly halt: Halt;
  /** What is shown has changed; at most four times a second. */
  readonly onChange: () => void;
  readonly onEntries: ActivityEntriesOptions['onEntries'];
  readonly folderActivity: ActivityEntriesOptions['folderActivity'];
  readonly folderKey: number;
}

export type IngestStep =
  | {
      readonly phase: 'hash' | 'store';
      /** Read since the last step. */
      readonly files: number;
      readonly bytes: number;
      readonly current: string;
    }
  | { readonly phase: 'commit' };

/** What a linked folder is doing and what is wrong in it, as shown to people. */
export class FolderStatus {
  readonly problems: ProblemList;
  readonly activity: ActivityEntries;
  /** Null: no error; `work` decides. */
  errorState: { readonly state: 'error' | 'away'; readonly said: readonly Said[] } | null = null;
  work: 'idle' | 'scanning' | 'syncing' = 'idle';
  progress: FolderProgressJson | null = null;
  /** A routine rescan is running, which is not shown. */
  isQuiet = false;
  /** Files in the index. */
  fileCount = 0;
  /** Differences found and not yet committed. */
  pendingInBatch = 0;
  /** Changes of the folder that wait for a person before they go to the library. */
  paused: FolderHeldJson | null = null;
  /** Removals in the library that wait for a person before the folder follows. */
  departing: FolderHeldJson | null = null;
  /** The whole folder is being scanned, so the totals are not known yet. */
  #isLooking = false;
  /** When many files were read or written last, in Unix milliseconds; 0 when never. */
  #bulkAtMs = 0;
  readonly #nowMs: () => number;
  readonly #halt: Halt;
  readonly #emitter: ThrottledEmitter;

  constructor({ clock, timers, halt, onChange, ...ofEntries }: FolderStatusDependencies) {
    this.#halt = halt;
    this.#emitter = new ThrottledEmitter(timers, onChange);
    this.#nowMs = () => clock.nowMs();
    this.problems = new ProblemList(() => clock.nowSeconds());
    this.activity = new ActivityEntries({ nowMs: this.#nowMs, timers, ...ofEntries });
  }

  /** What is shown has changed. */
  tell(): void {
    this.#emitter.touch();
  }

  /** As `tell`, except during a routine rescan. */
  tellUnlessQuiet(): void {
    if (!this.isQuiet) this.#emitter.touch();
  }

  close(): void {
    this.#emitter.close();
    this.activity.close();
  }

  get state(): FolderState {
    if (this.#halt.is('paused')) return 'paused';
    if (this.errorState !== null) return this.errorState.state;
    return this.work === 'idle' && this.waiting !== null ? 'held' : this.work;
  }

  /** What a person is asked next. */
  get waiting(): FolderHeldJson | null {
    return this.paused ?? this.departing;
  }

  /** Whether many files are being read or written just now, or were a moment ago. */
  get isInBulk(): boolean {
    if (this.#halt.is('paused') || this.errorState !== null) return false;
    return this.#hasMany || Math.abs(this.#nowMs() - this.#bulkAtMs) < BULK_PAUSE_MS;
  }

  get #hasMany(): boolean {
    return this.progress !== null && this.progress.files_total >= BULK_FILES;
  }

  #noteBulk(): void {
    if (this.#hasMany) this.#bulkAtMs = this.#nowMs();
  }

  startScan({ isFullRescan }: { isFullRescan: boolean }): void {
    const isShown = isFullRescan && !this.isQuiet;
    if (isShown) this.work = 'scanning';
    this.progress = isShown ? progressOf('scan', this.fileCount, 0) : null;
  }

  startLooking(): void {
    this.#isLooking = true;
  }

  /** The totals are complete from now on. */
  endLooking(): void {
    this.#isLooking = false;
    if (this.progress !== null) delete this.progress.grows;
  }

  scanned(entries: number): void {
    if (this.progress?.phase === 'scan') this.progress.files_done += entries;
  }

  noteProblem(problem: FolderProblem): void {
    this.problems.add(problem);
    const { path, reason, said } = problem;
    if (reason === 'conflict') this.activity.add([{ path, what: 'conflict', bytes: 0, said }]);
    // Files that are being written, or just vanished, settle by themselves.
    else if (reason !== 'changing' && reason !== 'vanished') this.activity.addFailure(path, said);
  }

  /** A batch may start before the previous one has ended: both are then shown as one. */
  startBatch(files: number, bytes: number): void {
    const before = this.pendingInBatch > 0 ? this.progress : null;
    this.work = 'syncing';
    this.isQuiet = false;
    this.pendingInBatch += files;
    this.progress = { ...progressOf('hash', files, bytes), ...(this.#isLooking ? { grows: true } : {}) };
    if (before === null) return;
    this.progress.files_total += before.files_total;
    this.progress.files_done = before.files_done;
    this.progress.bytes_total += before.bytes_total;
    this.progress.bytes_done = before.bytes_done;
  }

  startWriting({ files, bytes }: { readonly files: number; readonly bytes: number }): void {
    this.work = 'syncing';
    this.isQuiet = false;
    this.progress = progressOf('write', files, bytes);
  }

  written({ path, sizeBytes }: { readonly path: string; readonly sizeBytes: number }): void {
    if (this.progress !== null) {
      this.progress.files_done++;
      this.progress.bytes_done += sizeBytes;
      this.progress.current = path;
    }
    this.tellUnlessQuiet();
  }

  ingested(step: IngestStep): void {
    if (this.progress !== null) noteStep(this.progress, step);
    this.tellUnlessQuiet();
  }

  /** @param files as many as it was started with */
  endBatch(files: number, { isFullRescan }: { isFullRescan: boolean }): void {
    this.pendingInBatch = Math.max(0, this.pendingInBatch - files);
    if (this.pendingInBatch > 0) return;
    this.#noteBulk();
    this.startScan({ isFullRescan });
    if (!isFullRescan) this.work = 'idle';
  }

  rest(): void {
    this.#noteBulk();
    this.#isLooking = false;
    this.work = 'idle';
    this.progress = null;
    this.pendingInBatch = 0;
  }

  toJson(folder: LinkedFolder, also: FolderSurroundings): LinkedFolderJson {
    const said = this.#halt.is('paused') ? [] : [...(this.errorState?.said ?? [])];
    return {
      id: folder.id,
      library_id: folder.libraryId,
      library_name: also.libraryName,
      path: folder.path,
      // A client that reads 'idle' relies on everything seen being committed.
      state: this.state === 'idle' && !also.isAtRest ? 'scanning' : this.state,
      pending: this.pendingInBatch + (this.waiting?.count ?? 0) + also.waiting + also.pending.length,
      progress: this.progress === null ? null : { ...this.progress },
      problems: [
        ...also.notices.map((notice) => problemJson({ ...notice, sinceSeconds: 0 }, 'in', also)),
        ...this.problems.list().map((problem) => problemJson(problem, 'in', also)),
        ...also.pending.slice(0, MAX_LISTED).map((pending) => problemJson(pending, 'out', also)),
      ],
      problem_count: also.notices.length + this.problems.count + also.pending.length,
      file_count: this.fileCount,
      last_scan_at: folder.lastScanAtSeconds,
      last_commit_at: folder.lastCommitAtSeconds,
      message: inEnglish(...said),
      said,
      watching: also.isWatching,
      resume_at: folder.resumeAtSeconds,
      held: this.waiting,
      encryption: also.encryption,
      remembered: also.isRemembered,
      excluded: [...also.excluded],
    };
  }
}

function noteStep(progress: FolderProgressJson, step: IngestStep): void {
  progress.phase = step.phase;
  if (step.phase === 'commit') return;
  progress.files_done += step.files;
  progress.bytes_done += step.bytes;
  progress.current = step.current;
}

function problemJson(
  problem: LastingProblem | FolderPending,
  direction: 'in' | 'out',
  { tryAtMs }: Pick<FolderSurroundings, 'tryAtMs'>,
): FolderProblemJson {
  const { path, reason, said, sinceSeconds: since } = problem;
  const values = 'values' in problem ? { ...problem.values } : {};
  return {
    path,
    reason,
    message: inEnglish(said),
    said,
    values,
    since,
    next_try_at: Math.ceil(tryAtMs(path) / 1000),
    direction,
  };
}

function progressOf(phase: FolderProgressJson['phase'], files: number, bytes: number): FolderProgressJson {
  return { phase, files_done: 0, files_total: files, bytes_done: 0, bytes_total: bytes, current: '' };
}
