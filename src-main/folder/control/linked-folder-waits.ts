import type { Clock } from '../../engine/ports.ts';
import { type FaultListener, guarded } from '../../engine/scheduling/background.ts';
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

type Wait = 'rescan' | 'retry' | 'error' | 'reader' | 'pending' | 'resume';

interface WaitsOptions {
  readonly timers: Timers;
  readonly clock: Clock;
  /** What was waited for does not come then; the next start looks at everything. */
  readonly halt: Halt;
}

/** What a linked folder waits for while it has nothing to do: one of each, and a new one replaces the old. */
export class LinkedFolderWaits {
  readonly #options: WaitsOptions;
  readonly #cancels = new Map<Wait, () => void>();

  constructor(options: WaitsOptions) {
    this.#options = options;
  }

  later(what: 'rescan' | 'error' | 'reader', delayMs: number, work: () => void): void {
    this.#set(what, delayMs, () => this.#unlessHalted(work));
  }

  cancel(what: Wait): void {
    this.#cancels.get(what)?.();
    this.#cancels.delete(what);
  }

  cancelAll(): void {
    for (const cancel of this.#cancels.values()) cancel();
    this.#cancels.clear();
  }

  /** Folders of the files whose time to be read again has come are scanned, time after time. */
  forRetries(retries: RetryList, debouncer: EventDebouncer): void {
    const waitMs = retries.nextWaitMs();
    if (waitMs === null) return;
    const scan = () => {
      debouncer.notify(retries.takeDue(), []);
      this.forRetries(retries, debouncer);
    };
    this.#set('retry', waitMs, () => this.#unlessHalted(scan));
  }

  forPending(pending: { nextWaitMs(nowMs: number): number | null }, wake: () => void): void {
    const waitMs = pending.nextWaitMs(this.#options.clock.nowMs());
    if (waitMs !== null) this.#set('pending', waitMs, () => this.#unlessHalted(wake));
  }

  /** For a folder that is halted; 0 seconds: it does not go on by itself. */
  forResuming(atSeconds: number, resume: () => void): void {
    if (atSeconds === 0) return;
    const waitMs = Math.max(0, atSeconds * 1000 - this.#options.clock.nowMs());
    // Asked again now and then: timers cannot wait for weeks, and stand still while the computer sleeps.
    const isNear = waitMs <= TIMINGS.longestTimerMs;
    this.#set('resume', isNear ? waitMs : TIMINGS.longestTimerMs, () =>
      isNear ? resume() : this.forResuming(atSeconds, resume),
    );
  }

  #set(what: Wait, delayMs: number, work: () => void): void {
    this.cancel(what);
    this.#cancels.set(what, this.#options.timers.after(delayMs, work));
  }

  #unlessHalted(work: () => void): void {
    if (!this.#options.halt.isOn) work();
  }
}

/** The timers of this process. They do not keep it alive, and no work of theirs ends it. */
export function systemTimers(onFault: FaultListener): Timers {
  return {
    after(delayMs, work) {
      const timer = setTimeout(guarded(work, onFault), delayMs);
      timer.unref();
      return () => clearTimeout(timer);
    },
  };
}
