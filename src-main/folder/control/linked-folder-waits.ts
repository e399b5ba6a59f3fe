import type { Clock } from '../../engine/ports.ts';
import type { Halt } from '../link/halt.ts';
import type { Timers } from '../ports.ts';
import type { EventDebouncer } from '../watch/event-debouncer.ts';
import type { RetryList } from '../watch/retry-list.ts';

/** How long a linked folder waits for what, in milliseconds. */
export const TIMINGS = {
  /** Long enough for a program to write all it writes in one go, short enough that a save is in history at once. */
  quietMs: 100,
  longestQuietMs: 1500,
  /** A disk is plugged in at the pace of people. */
  awayPollMs: 2000,
  /** What the library refuses is allowed at the pace of people, too. */
  errorRetryMs: 10_000,
  longestTimerMs: 60_000,
  /** Nearly every watcher is ready by then; a tree of very many folders is not left alone for longer. */
  watchWaitMs: 1000,
  /** The reading threads are warm while someone works in the folder; at rest their heaps of 15 MB only lie there. */
  keepReaderMs: 10_000,
} as const;

export interface WaitsOptions {
  readonly timers: Timers;
  readonly clock: Clock;
  /** What was waited for does not come then; the next start looks at everything. */
  readonly halt: Halt;
}

/** What a linked folder waits for while it has nothing to do. */
export class LinkedFolderWaits {
  readonly #wakeUps: WakeUps<'rescan' | 'retry' | 'error' | 'reader' | 'pending' | 'resume'>;
  readonly #clock: Clock;
  readonly #halt: Halt;

  constructor({ timers, clock, halt }: WaitsOptions) {
    this.#wakeUps = new WakeUps(timers);
    this.#clock = clock;
    this.#halt = halt;
  }

  later(what: 'rescan' | 'error' | 'reader', delayMs: number, work: () => void): void {
    this.#set(what, delayMs, work);
  }

  cancel(what: 'reader' | 'resume'): void {
    this.#wakeUps.cancel(what);
  }

  cancelAll(): void {
    this.#wakeUps.cancelAll();
  }

  /** Folders of the files whose time to be read again has come are scanned, time after time. */
  forRetries(retries: RetryList, debouncer: EventDebouncer): void {
    const waitMs = retries.nextWaitMs();
    if (waitMs === null) return;
    this.#set('retry', waitMs, () => {
      debouncer.notify(retries.takeDue(), []);
      this.forRetries(retries, debouncer);
    });
  }

  forPending(pending: { nextWaitMs(nowMs: number): number | null }, wake: () => void): void {
    const waitMs = pending.nextWaitMs(this.#clock.nowMs());
    if (waitMs !== null) this.#set('pending', waitMs, wake);
  }

  /** For a folder that is halted; 0 seconds: it does not go on by itself. */
  forResuming(atSeconds: number, resume: () => void): void {
    if (atSeconds === 0) return;
    const waitMs = Math.max(0, atSeconds * 1000 - this.#clock.nowMs());
    // Asked again now and then: timers cannot wait for weeks, and stand still while the computer sleeps.
    const isNear = waitMs <= TIMINGS.longestTimerMs;
    this.#wakeUps.set('resume', isNear ? waitMs : TIMINGS.longestTimerMs, () =>
      isNear ? resume() : this.forResuming(atSeconds, resume),
    );
  }

  #set(what: 'rescan' | 'retry' | 'error' | 'reader' | 'pending', delayMs: number, work: () => void): void {
    this.#wakeUps.set(what, delayMs, () => {
      if (!this.#halt.isOn) work();
    });
  }
}

/** Calls that a linked folder waits for; one of each name, and a new one replaces the old. */
class WakeUps<Name extends string> {
  readonly #timers: Timers;
  readonly #cancels = new Map<Name, () => void>();

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  set(name: Name, delayMs: number, work: () => void): void {
    this.cancel(name);
    this.#cancels.set(name, this.#timers.after(delayMs, work));
  }

  cancel(name: Name): void {
    this.#cancels.get(name)?.();
    this.#cancels.delete(name);
  }

  cancelAll(): void {
    for (const cancel of this.#cancels.values()) cancel();
    this.#cancels.clear();
  }
}
