import type { Clock } from '../../engine/ports.ts';
import { type FaultListener, guarded } from '../../engine/scheduling/background.ts';
import type { Halt } from '../link/halt.ts';
import type { Timers } from '../ports.ts';
import type { EventDebouncer } from '../watch/event-debouncer.ts';
import type { RetryList } from '../watch/retry-list.ts';

/** Waiting times of a linked folder, in milliseconds. */
export const TIMINGS = {
  /** Long enough for a program to finish a burst of writes, short enough that a save is in history at once. */
  quietMs: 100,
  longestQuietMs: 1500,
  /** People plug disks in, which takes seconds. */
  awayPollMs: 2000,
  /** People change what a library refuses, which takes longer. */
  errorRetryMs: 10_000,
  longestTimerMs: 60_000,
  /** Nearly every watcher is ready by then; the scan of a tree with very many folders starts without it. */
  watchWaitMs: 1000,
  /**
   * Reading threads stay warm while a person works in the folder; afterwards their heaps of 15 MB would only take
   * memory.
   */
  keepReaderMs: 10_000,
} as const;

type Wait = 'rescan' | 'retry' | 'error' | 'reader' | 'pending' | 'resume';

interface WaitsOptions {
  readonly timers: Timers;
  readonly clock: Clock;
  /** While halted, waits end without effect; the next start scans everything. */
  readonly halt: Halt;
}

/** The timers of an idle linked folder: one of each kind; a new one replaces the old. */
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

  /** Scans the folders of files that are due to be read again, again and again. */
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

  /** For a paused folder; 0: it does not resume by itself. */
  forResuming(atSeconds: number, resume: () => void): void {
    if (atSeconds === 0) return;
    const waitMs = Math.max(0, atSeconds * 1000 - this.#options.clock.nowMs());
    // Checked again now and then: timers cannot wait for weeks, and stand still while the computer sleeps.
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

/** The timers of this process. They do not keep it alive, and an error in their work does not end it. */
export function systemTimers(onFault: FaultListener): Timers {
  return {
    after(delayMs, work) {
      const timer = setTimeout(guarded(work, onFault), delayMs);
      timer.unref();
      return () => clearTimeout(timer);
    },
  };
}
