import { type Caller, requireAdministrator } from '../../core/access/caller.ts';
import { DomainError, type ErrorDetail, passingRefusal } from '../../core/errors.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { Check, CheckReport } from '../../engine/objects/check.ts';
import type { Ports } from '../../engine/ports.ts';
import type { ExportedHistory } from '../../engine/reading/history-stream.ts';
import { Exclusive } from '../../engine/scheduling/exclusive.ts';
import type { FinishedJobRow } from '../../store/sqlite/finished-jobs.ts';
import type { CollectedGarbage, Garbage } from './garbage.ts';
import type { RestoredLibrary } from './library-import.ts';
import type { RehearsalReport } from './rehearsal-run.ts';
import type { WatchedWork } from './watched-work.ts';

/** What can be done with all libraries at once. */
const SERVER_JOB_KINDS = ['check', 'full-check', 'clean-up'] as const;
const JOB_KINDS = [...SERVER_JOB_KINDS, 'restore', 'export', 'rehearsal', 'repair', 'erasure'] as const;

export type ServerJobKind = (typeof SERVER_JOB_KINDS)[number];
export type JobKind = (typeof JOB_KINDS)[number];

/** A check whose report was kept; versions before this one told nothing of what is untrue. */
export type FinishedCheck = Omit<CheckReport, 'untrue' | 'untrueCount'> &
  Partial<Pick<CheckReport, 'untrue' | 'untrueCount'>>;

/** What came of replacing what is damaged by what the backup has. */
export interface RepairReport {
  readonly repaired: number;
  /** That the backup has not either, or only damaged. */
  readonly left: number;
}

/** What a job found, by its kind. */
export interface JobOutcome {
  readonly check?: FinishedCheck;
  readonly garbage?: CollectedGarbage;
  readonly restored?: readonly RestoredLibrary[];
  readonly exported?: ExportedHistory;
  readonly rehearsal?: RehearsalReport;
  readonly repair?: RepairReport;
  /** Code of why it failed; `fault` for what is no refusal. */
  readonly reason?: string;
  /** What the refusal says besides. */
  readonly why?: Pick<ErrorDetail, 'reason' | 'value'>;
  /** Of a fault: its text, for finding its cause. */
  readonly details?: string;
}

export interface Job {
  readonly id: string;
  readonly kind: JobKind;
  /** Null: it is about several, or none. */
  readonly libraryId: LibraryId | null;
  readonly state: 'running' | 'done' | 'canceled' | 'failed';
  readonly startedBy: string;
  readonly startedAtSeconds: number;
  /** Null while it runs. */
  readonly endedAtSeconds: number | null;
  /** Libraries; bytes of what is restored, versions of what is exported, files and objects of what is rehearsed and repaired, steps of what is erased. */
  readonly done: number;
  /** 0 until they are counted. */
  readonly total: number;
  readonly outcome: JobOutcome;
}

export interface JobsDependencies extends Pick<Ports, 'finishedJobs' | 'clock' | 'ids'> {
  readonly check: Check;
  readonly garbage: Pick<Garbage, 'collect'>;
}

/** What a job does, besides telling how far it is. Null: it came to nothing, which leaves no record. */
export type JobWork = (watched: WatchedWork) => Promise<JobOutcome | null>;

interface RunningJob {
  job: Job;
  readonly end: AbortController;
  /** Settles after its end; never rejects but for a fault of the database. */
  over: Promise<void>;
}

/** Of those that are over. */
const KEPT_JOBS = 50;
/** A damaged library may have a problem for each of a million objects; a person reads the first. */
const PROBLEMS_KEPT = 100;
const RETRY_SECONDS = 30;
/** After which it makes sense to ask for a check again. */
const CHECK_RETRY_SECONDS = 5;

/** The reason of a job that its user cancelled. */
const CANCELED = new Error('canceled');

/** Long work over all libraries, one piece at a time. What was found is remembered over restarts. */
export class Jobs {
  readonly #deps: JobsDependencies;
  readonly #stopping = new AbortController();
  readonly #checking = new Exclusive(CHECK_RETRY_SECONDS);
  #running: RunningJob | null = null;
  /** The last one, where its end could not be put on record. */
  #unrecorded: Job | null = null;

  constructor(deps: JobsDependencies) {
    this.#deps = deps;
  }

  /** @throws DomainError `permission-denied`; `busy` while another job runs */
  start(caller: Caller, kind: ServerJobKind): Job {
    requireAdministrator(caller);
    return this.run(caller, kind, (watched) => this.#workOf(caller, kind, watched));
  }

  #workOf(caller: Caller, kind: ServerJobKind, watched: WatchedWork): Promise<JobOutcome> {
    switch (kind) {
      case 'check':
      case 'full-check':
        return this.#deps
          .check({ full: kind === 'full-check', ...watched })
          .then((check) => ({ check: { ...check, problems: check.problems.slice(0, PROBLEMS_KEPT) } }));
      case 'clean-up':
        return this.#deps.garbage
          .collect(caller, watched.signal, watched.onProgress)
          .then((garbage) => ({ garbage }));
    }
  }

  /**
   * Begins work that the caller may have done, which the asking use case decides.
   * @throws DomainError `busy` while another job runs, and once the service ends
   */
  run(caller: Caller, kind: JobKind, work: JobWork, libraryId: LibraryId | null = null): Job {
    if (this.#running !== null || this.#stopping.signal.aborted)
      throw new DomainError('busy', { retryAfterSeconds: RETRY_SECONDS });
    const { ids, clock } = this.#deps;
    const job: Job = {
      ...{ id: ids.uuid(), kind, libraryId, state: 'running', startedBy: caller.email },
      ...{ startedAtSeconds: clock.nowSeconds(), endedAtSeconds: null, done: 0, total: 0, outcome: {} },
    };
    const started: RunningJob = { job, end: new AbortController(), over: Promise.resolve() };
    this.#running = started;
    started.over = this.#carryOut(started, work).finally(() => {
      this.#running = null;
    });
    return job;
  }

  /** Never rejects: what went wrong is part of the record. */
  async #carryOut(own: RunningJob, work: JobWork): Promise<void> {
    const { signal } = own.end;
    const onProgress = (done: number, total: number) => {
      own.job = { ...own.job, done, total };
    };
    let state: FinishedJobRow['state'] = 'done';
    let outcome: JobOutcome | null;
    try {
      outcome = await work({ signal, onProgress });
    } catch (error) {
      state = signal.reason === CANCELED ? 'canceled' : 'failed';
      outcome = state === 'canceled' ? {} : whyOf(error);
    }
    if (outcome !== null) this.#record(own.job, state, outcome);
  }

  #record(job: Job, state: FinishedJobRow['state'], outcome: JobOutcome): void {
    const { clock, finishedJobs } = this.#deps;
    const { id, kind, libraryId, startedBy, startedAtSeconds } = job;
    const row: FinishedJobRow = {
      ...{ id, kind, state, startedBy, startedAtSeconds, endedAtSeconds: clock.nowSeconds() },
      outcome: JSON.stringify({ ...outcome, ...(libraryId !== null && { libraryId }) }),
    };
    this.#unrecorded = { ...job, ...{ state, outcome }, endedAtSeconds: row.endedAtSeconds };
    try {
      finishedJobs.add(row);
      this.#unrecorded = null;
      finishedJobs.keepNewest(KEPT_JOBS);
    } catch (error) {
      // On a full disk the work is over anyway; what came of it is told until another one ends, or the service does.
      if (passingRefusal(error) === null) throw error;
    }
  }

  /** Null: none runs. */
  running(): Job | null {
    return this.#running?.job ?? null;
  }

  /** Resolves once none runs that runs now, and its end is on record. */
  async settled(): Promise<void> {
    await this.#running?.over;
  }

  /** Whether a job runs, or a check beside them. */
  isRunning(): boolean {
    return this.#running !== null || this.#checking.isTaken();
  }

  /** The one that runs, then those that are over, newest first. @throws DomainError `permission-denied` */
  list(caller: Caller): Job[] {
    requireAdministrator(caller);
    const over = this.#over();
    return this.#running === null ? over : [this.#running.job, ...over];
  }

  /** Newest first. */
  #over(): Job[] {
    const recorded = this.#deps.finishedJobs.newest(KEPT_JOBS).filter(isKnown).map(jobOf);
    return this.#unrecorded === null ? recorded : [this.#unrecorded, ...recorded];
  }

  /** The last of a kind that is over, or that ended so; null: none is on record. */
  lastOf(kind: JobKind, state: FinishedJobRow['state'] | null = null): Job | null {
    const row = this.#deps.finishedJobs.lastOf(kind, state);
    return row !== null && isKnown(row) ? jobOf(row) : null;
  }

  /** The last of a kind that was about the library, among those that are kept; null: none is. */
  lastOfLibrary(kind: JobKind, id: LibraryId): Job | null {
    return this.#over().find((job) => job.kind === kind && job.libraryId === id) ?? null;
  }

  /**
   * A check beside the jobs, whose report only its caller gets. One at a time: a full one reads everything there is.
   * @throws DomainError `permission-denied`; `busy` while another one runs
   */
  async checkNow(caller: Caller, full: boolean): Promise<CheckReport> {
    requireAdministrator(caller);
    return this.#checking.run(() => this.#deps.check({ full, signal: this.#stopping.signal }));
  }

  /** Ends the job that runs; one that is over stays as it is. @throws DomainError `permission-denied`, `task-not-found` */
  async cancel(caller: Caller, id: string): Promise<Job> {
    requireAdministrator(caller);
    const running = this.#running;
    if (running?.job.id === id) {
      running.end.abort(CANCELED);
      await running.over;
    }
    const job = this.list(caller).find((known) => known.id === id);
    if (job === undefined) throw new DomainError('task-not-found', { value: id });
    return job;
  }

  /** Ends what runs, and waits for the job: it does not use the store any more. */
  async stop(): Promise<void> {
    this.#stopping.abort(CANCELED);
    this.#running?.end.abort(CANCELED);
    await this.#running?.over;
  }
}

type KnownJobRow = FinishedJobRow & { readonly kind: JobKind };

/** Other versions have other kinds, which nothing here could tell of. */
function isKnown(row: FinishedJobRow): row is KnownJobRow {
  return (JOB_KINDS as readonly string[]).includes(row.kind);
}

function jobOf(row: KnownJobRow): Job {
  const { libraryId = null, ...outcome } = JSON.parse(row.outcome) as JobOutcome & { libraryId?: LibraryId };
  return { ...row, libraryId, ...{ done: 0, total: 0 }, outcome };
}

function whyOf(error: unknown): JobOutcome {
  const refusal = passingRefusal(error) ?? error;
  if (refusal instanceof DomainError) {
    const { reason, value } = refusal.detail;
    const why = { ...(reason ? { reason } : {}), ...(value ? { value } : {}) };
    return { reason: refusal.code, ...(reason ? { why } : {}) };
  }
  return { reason: 'fault', details: error instanceof Error ? error.message : String(error) };
}
