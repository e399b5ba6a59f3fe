import { parentPath } from '../../core/folder/folder-entry.ts';
import type { Clock } from '../../engine/ports.ts';

/** Time until a changing file is read again; doubles while it goes on changing. */
const FIRST_WAIT_MS = 1000;

/** Time until a file is read again whose last change may be within a tick. */
const RACY_WAIT_MS = 50;

/** A file is committed at the latest this long after its last change, plus the time to read it. */
const LONGEST_WAIT_MS = 8000;

/** Reading a large file again and again while it is written would only load the disk. */
const LARGE_BYTES = 64 * 1024 * 1024;
const LONGEST_LARGE_WAIT_MS = 60_000;

/** Beyond this many, the periodic full rescan has to suffice. */
const MAX_RETRIES = 10_000;

interface Retry {
  readonly waitMs: number;
  readonly notBeforeMs: number;
  /** Asked for by `takeDue`, and not added again since. */
  readonly isAsked: boolean;
}

/** Files that could not be read in one piece, and when to try again. */
export class RetryList {
  readonly #byPath = new Map<string, Retry>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get count(): number {
    return this.#byPath.size;
  }

  /** The file was found changing again. `isRacy`: its times cannot rule that out. */
  add(path: string, file: { readonly sizeBytes: number; readonly isRacy?: boolean }): void {
    const { sizeBytes, isRacy = false } = file;
    const longestMs = sizeBytes >= LARGE_BYTES ? LONGEST_LARGE_WAIT_MS : LONGEST_WAIT_MS;
    const before = this.#byPath.get(path);
    if (before === undefined && this.#byPath.size >= MAX_RETRIES) return;
    const firstMs = isRacy ? RACY_WAIT_MS : FIRST_WAIT_MS;
    const waitMs = before === undefined ? firstMs : Math.min(Math.max(before.waitMs * 2, firstMs), longestMs);
    this.#byPath.set(path, { waitMs, notBeforeMs: this.#clock.nowMs() + waitMs, isAsked: false });
  }

  /** When the file is read again; 0 when it does not wait. */
  tryAtMs(path: string): number {
    return this.#byPath.get(path)?.notBeforeMs ?? 0;
  }

  /** Whether events about the file are still to be ignored. */
  isHeldOff(path: string): boolean {
    const retry = this.#byPath.get(path);
    return retry !== undefined && !isOver(retry, this.#clock.nowMs());
  }

  /** Folders of the files that are due. A file that is not added again until `endScan` is dropped. */
  takeDue(): string[] {
    const nowMs = this.#clock.nowMs();
    const dirs = new Set<string>();
    for (const [path, retry] of this.#byPath) {
      if (retry.isAsked || !isOver(retry, nowMs)) continue;
      dirs.add(parentPath(path));
      this.#byPath.set(path, { ...retry, isAsked: true });
    }
    return [...dirs];
  }

  /** After a scan: forgets the files that were read without a new problem. */
  endScan(): void {
    for (const [path, { isAsked }] of this.#byPath) if (isAsked) this.#byPath.delete(path);
  }

  /** Time until the next file is due; null when none waits. */
  nextWaitMs(): number | null {
    const nowMs = this.#clock.nowMs();
    let shortestMs: number | null = null;
    for (const retry of this.#byPath.values()) {
      if (retry.isAsked) continue;
      const leftMs = isOver(retry, nowMs) ? 0 : retry.notBeforeMs - nowMs;
      shortestMs = Math.min(shortestMs ?? leftMs, leftMs);
    }
    return shortestMs;
  }

  clear(): void {
    this.#byPath.clear();
  }
}

/** A time that is further away than the whole wait comes from a clock that was set back since. */
function isOver({ notBeforeMs, waitMs }: Retry, nowMs: number): boolean {
  return notBeforeMs <= nowMs || notBeforeMs - nowMs > waitMs;
}
