import { isWithin, parentPath } from '../../core/folder/folder-entry.ts';
import type { FolderPending, PendingReason } from '../../core/folder/folder-journal.ts';
import type { DirtyPaths } from '../watch/event-debouncer.ts';
import type { StepFailure } from './step-failure.ts';

/** Time until a failed step is retried; doubles with each failure. */
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 60_000;

/** Reasons that a scan of the disk may resolve. */
const SCAN_HELPS: ReadonlySet<PendingReason> = new Set(['changed', 'not-empty']);

/** The same content fails every time, and a person answers when they like. */
const NEVER_BY_ITSELF: ReadonlySet<PendingReason> = new Set(['wrong-size', 'held']);

interface Waiting extends FolderPending {
  readonly waitMs: number;
  readonly notBeforeMs: number;
  /** The folder around it was scanned since it failed, so another scan would show nothing new. */
  readonly isScanned: boolean;
}

/** Paths where the folder differs from its library, and when to try each again. */
export class PendingList {
  readonly #byPath = new Map<string, Waiting>();

  /** What an earlier process left is due at once. */
  constructor(known: readonly FolderPending[]) {
    for (const pending of known)
      this.#byPath.set(pending.path, { ...pending, waitMs: 0, notBeforeMs: 0, isScanned: false });
  }

  get count(): number {
    return this.#byPath.size;
  }

  /** Sorted by path, without the ones that are part of a question. */
  list(): FolderPending[] {
    const told = [...this.#byPath.values()].filter(({ reason }) => reason !== 'held');
    return told.sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** When the path is retried by itself; 0 when it is not pending, or never retried. */
  tryAtMs(path: string): number {
    const tryAtMs = this.#byPath.get(path)?.notBeforeMs ?? 0;
    return Number.isFinite(tryAtMs) ? tryAtMs : 0;
  }

  /** The library has something else at the path by now. */
  free(path: string): void {
    const pending = this.#byPath.get(path);
    if (pending !== undefined) this.#byPath.set(path, { ...pending, notBeforeMs: 0, waitMs: 0 });
  }

  /** Whether the path, or a folder around it, is part of a question. */
  readonly isAsked = (path: string): boolean => {
    for (let at = path; at !== ''; at = parentPath(at))
      if (this.#byPath.get(at)?.reason === 'held') return true;
    return false;
  };

  /** Makes due what was part of a question and is no longer among `asked`. */
  freeUnasked(asked: { has(path: string): boolean }): void {
    for (const [path, { reason }] of this.#byPath) if (reason === 'held' && !asked.has(path)) this.free(path);
  }

  paths(): string[] {
    return [...this.#byPath.keys()];
  }

  /** What a person should know about: not what is about to resolve itself. */
  lasting(): FolderPending[] {
    return this.list().filter(({ path, reason }) => reason !== 'changed' || this.#isStubborn(path));
  }

  due(nowMs: number): string[] {
    return this.paths().filter((path) => !this.isHeldUp(path, nowMs));
  }

  /** Whether the path, or a folder around it, is not due yet. */
  isHeldUp(path: string, nowMs: number): boolean {
    return this.#leftMs(path, nowMs) > 0;
  }

  #leftMs(path: string, nowMs: number): number {
    let leftMs = 0;
    for (let at = path; at !== ''; at = parentPath(at)) {
      const pending = this.#byPath.get(at);
      if (pending !== undefined && !isOver(pending, nowMs))
        leftMs = Math.max(leftMs, pending.notBeforeMs - nowMs);
    }
    return leftMs;
  }

  /** Time until the next one is due; null when none waits. */
  nextWaitMs(nowMs: number): number | null {
    let shortestMs: number | null = null;
    for (const path of this.#byPath.keys()) {
      const leftMs = this.#leftMs(path, nowMs);
      shortestMs = Math.min(shortestMs ?? leftMs, leftMs);
    }
    return shortestMs === Number.POSITIVE_INFINITY ? null : shortestMs;
  }

  /**
   * Makes due what waits for a scan and lies in folders that were scanned; all of it after a full rescan. Files that
   * could not be taken in yet stay as they are.
   */
  scanned({ isEverything, dirs, trees }: DirtyPaths, isHeldOff: (path: string) => boolean): void {
    const alone = new Set(dirs);
    for (const [path, pending] of this.#byPath) {
      const isSeen = alone.has(parentPath(path)) || trees.some((tree) => isWithin(path, tree));
      if (NEVER_BY_ITSELF.has(pending.reason) && pending.waitMs > 0) continue;
      const isWanted = isEverything || (isSeen && SCAN_HELPS.has(pending.reason));
      if (isWanted && !isHeldOff(path))
        this.#byPath.set(path, { ...pending, notBeforeMs: 0, isScanned: true });
    }
  }

  add(
    path: string,
    failure: StepFailure,
    now: { readonly ms: number; readonly seconds: number },
  ): FolderPending {
    const before = this.#byPath.get(path);
    const waitMs = NEVER_BY_ITSELF.has(failure.reason)
      ? Number.POSITIVE_INFINITY
      : nextWait(before?.waitMs ?? 0);
    const pending = {
      path,
      reason: failure.reason,
      said: failure.said,
      sinceSeconds: before?.sinceSeconds ?? now.seconds,
    };
    this.#byPath.set(path, { ...pending, waitMs, notBeforeMs: now.ms + waitMs, isScanned: false });
    return pending;
  }

  /** Postpones everything that is due but could not be done. */
  postponeDue(nowMs: number): void {
    for (const path of this.due(nowMs)) {
      const pending = this.#byPath.get(path);
      if (pending === undefined) continue;
      const waitMs = nextWait(pending.waitMs);
      this.#byPath.set(path, { ...pending, waitMs, notBeforeMs: nowMs + waitMs, isScanned: false });
    }
  }

  has(path: string): boolean {
    return this.#byPath.has(path);
  }

  isScanned(path: string): boolean {
    return this.#byPath.get(path)?.isScanned === true;
  }

  remove(path: string): void {
    this.#byPath.delete(path);
  }

  #isStubborn(path: string): boolean {
    return (this.#byPath.get(path)?.waitMs ?? 0) > FIRST_WAIT_MS * 2;
  }
}

/** A due time further away than the whole wait means that the clock was set back. */
function isOver({ notBeforeMs, waitMs }: Waiting, nowMs: number): boolean {
  return notBeforeMs <= nowMs || notBeforeMs - nowMs > waitMs;
}

function nextWait(waitMs: number): number {
  return Math.min(LONGEST_WAIT_MS, Math.max(FIRST_WAIT_MS, waitMs * 2));
}
