import pLimit from 'p-limit';
import { type Caller, requireAdministrator } from '../../core/access/caller.ts';
import { DomainError, passingRefusal } from '../../core/errors.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { COPIES_AT_ONCE, COPIES_UNFINISHED_MAX } from '../../core/limits.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import type { Ports } from '../../engine/ports.ts';
import type { ItemMoves, MoveRequest, PlannedMove } from './item-moves.ts';

export interface CopyTasksDependencies extends Pick<Ports, 'clock' | 'ids'> {
  readonly moves: ItemMoves;
}

/** A task as administrators see it. */
export interface CopyTask extends Omit<CopyProgress, 'commits'> {
  readonly id: string;
  readonly ownerEmail: string;
  readonly startedAtSeconds: number;
  /** Null while it goes on. */
  readonly endedAtSeconds: number | null;
}

/** How far a task is, in files; `total` is 0 until they are counted. */
export interface CopyProgress {
  readonly done: number;
  readonly total: number;
  readonly state: 'waiting' | 'running' | 'done' | 'canceled' | 'failed';
  /** Code of the refusal that it failed with; empty otherwise. */
  readonly reason: string;
  /** Made so far, oldest first. */
  readonly commits: readonly MadeCommit[];
}

export interface MadeCommit {
  readonly libraryId: LibraryId;
  readonly commitId: CommitId;
}

interface Task {
  readonly ownerEmail: string;
  readonly end: AbortController;
  readonly startedAtMs: number;
  readonly commits: MadeCommit[];
  done: number;
  total: number;
  state: CopyProgress['state'];
  /** Why it failed. */
  error: unknown;
  endedAtMs: number | null;
  /** Settles when it is over. */
  run: Promise<void>;
}

/** Results are asked for within seconds. */
const KEPT_MS = 3_600_000;
/** Of those of one person that are over. */
const KEPT_MAX = 1_000;
/** Garbage collection leaves what was copied alone for half a day at least, until a commit needs it. */
const MAX_RUN_MS = 10 * 3_600_000;

/** Copies and moves that take longer than a request may; they end with the process, and then have changed nothing. */
export class CopyTasks {
  readonly #deps: CopyTasksDependencies;
  readonly #tasks = new Map<string, Task>();
  readonly #queue = pLimit(COPIES_AT_ONCE);

  constructor(deps: CopyTasksDependencies) {
    this.#deps = deps;
  }

  /**
   * Makes a move or copy, or begins it. Null: it is made, durably, because nothing had to be copied; else the id of the
   * task that goes on.
   * @param made gets the commits of what is made at once
   * @throws DomainError as `ItemMoves.plan`; `busy` when too much waits already
   */
  async start(caller: Caller, request: MoveRequest, made: MadeCommit[] = []): Promise<string | null> {
    const { moves, clock, ids } = this.#deps;
    const plan = await moves.plan(caller, request);
    if (plan.isWithinLibrary) {
      await plan.run({ onCommit: notingIn(made) });
      return null;
    }
    this.#forgetOld();
    if (this.#queue.pendingCount + this.#queue.activeCount >= COPIES_UNFINISHED_MAX)
      throw new DomainError('busy', { retryAfterSeconds: 60 });
    const id = ids.uuid();
    const task: Task = {
      ...{ ownerEmail: caller.email, end: new AbortController(), startedAtMs: clock.nowMs() },
      ...{ commits: [], done: 0, total: 0, state: 'waiting', error: null, endedAtMs: null },
      run: Promise.resolve(),
    };
    this.#tasks.set(id, task);
    task.run = this.#queue(() => this.#run(task, plan));
    return id;
  }

  /** Never rejects: what went wrong is part of the progress that clients poll. */
  async #run(task: Task, plan: PlannedMove): Promise<void> {
    const { clock } = this.#deps;
    const { end } = task;
    try {
      task.state = 'running';
      end.signal.throwIfAborted();
      task.total = await plan.countFiles();
      const onFile = () => {
        task.done++;
        if (clock.nowMs() - task.startedAtMs > MAX_RUN_MS) end.abort(new DomainError('head-moved', {}));
      };
      await plan.run({ signal: end.signal, onFile, onCommit: notingIn(task.commits) });
      task.done = task.total;
      task.state = 'done';
    } catch (error) {
      task.error = passingRefusal(error) ?? error;
      task.state = end.signal.reason === CANCELED ? 'canceled' : 'failed';
    } finally {
      task.endedAtMs = clock.nowMs();
    }
  }

  /** @throws DomainError `task-not-found`; what is a fault and no refusal, so that it is logged where faults are */
  progress(caller: Caller, taskId: string): CopyProgress {
    const { done, total, state, error, commits } = this.#own(caller, taskId);
    if (state === 'failed' && !(error instanceof DomainError)) throw error;
    return { done, total, state, reason: reasonOf(error), commits };
  }

  /** Ends a task before its commit; one that is over stays as it is. @throws DomainError `task-not-found` */
  cancel(caller: Caller, taskId: string): void {
    this.#own(caller, taskId).end.abort(CANCELED);
  }

  /** @throws DomainError `task-not-found`, also for the task of another user */
  #own(caller: Caller, taskId: string): Task {
    this.#forgetOld();
    const task = this.#tasks.get(taskId);
    if (task === undefined || task.ownerEmail !== caller.email)
      throw new DomainError('task-not-found', { value: taskId });
    return task;
  }

  /** Tasks of all users that go on or ended within the hour, newest first. @throws DomainError `permission-denied` */
  all(caller: Caller): CopyTask[] {
    requireAdministrator(caller);
    this.#forgetOld();
    return [...this.#tasks].reverse().map(([id, { startedAtMs, endedAtMs, error, ...task }]) => ({
      ...{ id, ownerEmail: task.ownerEmail, done: task.done, total: task.total, state: task.state },
      reason: reasonOf(error),
      startedAtSeconds: Math.floor(startedAtMs / 1000),
      endedAtSeconds: endedAtMs === null ? null : Math.floor(endedAtMs / 1000),
    }));
  }

  /** As `cancel`, for a task of any user. @throws DomainError `permission-denied`, `task-not-found` */
  cancelOfAnybody(caller: Caller, taskId: string): void {
    requireAdministrator(caller);
    const task = this.#tasks.get(taskId);
    if (task === undefined) throw new DomainError('task-not-found', { value: taskId });
    task.end.abort(CANCELED);
  }

  #forgetOld(): void {
    const now = this.#deps.clock.nowMs();
    const kept = new Map<string, number>();
    for (const [id, { ownerEmail, endedAtMs }] of [...this.#tasks].reverse()) {
      if (endedAtMs === null) continue;
      const later = kept.get(ownerEmail) ?? 0;
      kept.set(ownerEmail, later + 1);
      if (later >= KEPT_MAX || now - endedAtMs >= KEPT_MS || now < endedAtMs) this.#tasks.delete(id);
    }
  }

  /** Ends every task and waits for the last: nothing of them uses the store any more. */
  async stop(): Promise<void> {
    for (const { end } of this.#tasks.values()) end.abort(CANCELED);
    await Promise.all([...this.#tasks.values()].map(({ run }) => run));
  }
}

function reasonOf(error: unknown): string {
  return error instanceof DomainError ? error.code : '';
}

function notingIn(commits: MadeCommit[]) {
  return (libraryId: LibraryId, commitId: CommitId) => {
    commits.push({ libraryId, commitId });
  };
}

/** The reason of a task that its user cancelled. */
const CANCELED = new Error('canceled');
