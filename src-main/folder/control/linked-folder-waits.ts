import type { Clock } from '../../engine/ports.ts';
import type { Timers } from '../ports.ts';
import type { RetryList } from '../watch/retry-list.ts';
import { WakeUps } from '../watch/wake-ups.ts';
import { TIMINGS } from './linked-folder-setup.ts';

export interface WaitsOptions {
  readonly timers: Timers;
  readonly clock: Clock;
  /** What was waited for does not come then; the next start looks at everything. */
  readonly isHalted: () => boolean;
}

/** What a linked folder waits for while it has nothing to do. */
export class LinkedFolderWaits {
  readonly #wakeUps: WakeUps<'rescan' | 'retry' | 'error' | 'reader' | 'pending' | 'resume'>;
  readonly #clock: Clock;
  readonly #isHalted: () => boolean;

  constructor({ timers, clock, isHalted }: WaitsOptions) {
    this.#wakeUps = new WakeUps(timers);
    this.#clock = clock;
    this.#isHalted = isHalted;
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

  /** Folders of the files whose time to be read again has come are handed to `scan`, time after time. */
  forRetries(retries: RetryList, scan: (dirs: readonly string[]) => void): void {
    const waitMs = retries.nextWaitMs();
    if (waitMs === null) return;
    this.#set('retry', waitMs, () => {
      scan(retries.takeDue());
      this.forRetries(retries, scan);
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
      if (!this.#isHalted()) work();
    });
  }
}
