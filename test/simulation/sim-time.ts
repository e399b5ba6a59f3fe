import type { RunningClock } from '../../src-main/engine/ports.ts';
import type { Timers } from '../../src-main/folder/ports.ts';

interface Timer {
  readonly dueMs: number;
  readonly order: number;
  readonly work: () => void;
}

/** Where virtual time begins: 2024-05-01T12:00:00Z. */
const START_MS = 1_714_564_800_000;

/**
 * Virtual time. Timers follow the time that passes; the clock on the wall may be set to anything, as a person or a time
 * server does.
 */
export class SimTime implements RunningClock, Timers {
  #passedMs = 0;
  #wallOffsetMs = START_MS;
  /** The clock was set back at some time: it may show one moment twice. */
  hasGoneBack = false;
  #timers: Timer[] = [];
  #order = 0;

  get passedMs(): number {
    return this.#passedMs;
  }

  nowMs(): number {
    return this.#passedMs + this.#wallOffsetMs;
  }

  steadyMs(): number {
    return this.#passedMs;
  }

  nowSeconds(): number {
    return Math.floor(this.nowMs() / 1000);
  }

  after(delayMs: number, work: () => void): () => void {
    const timer = { dueMs: this.#passedMs + Math.max(0, delayMs), order: ++this.#order, work };
    this.#timers.push(timer);
    return () => {
      const at = this.#timers.indexOf(timer);
      if (at !== -1) this.#timers.splice(at, 1);
    };
  }

  /** Sets the clock on the wall forward or back. */
  jump(byMs: number): void {
    this.#wallOffsetMs += byMs;
    if (byMs < 0) this.hasGoneBack = true;
  }

  /** Lets so little time pass that no timer is due. */
  creep(byMs: number): void {
    this.#passedMs += byMs;
  }

  /** Lets time pass up to the next timer and calls it. False when none is due within `withinMs`; then all of it passes. */
  passToTimer(withinMs: number): boolean {
    const next = this.#next();
    const endMs = this.#passedMs + withinMs;
    if (next === undefined || next.dueMs > endMs) {
      this.#passedMs = endMs;
      return false;
    }
    this.#timers.splice(this.#timers.indexOf(next), 1);
    this.#passedMs = Math.max(this.#passedMs, next.dueMs);
    next.work();
    return true;
  }

  /** A process that is killed calls nobody any more. */
  forgetTimers(): void {
    this.#timers = [];
  }

  #next(): Timer | undefined {
    let best: Timer | undefined;
    for (const timer of this.#timers) {
      const isSooner = best === undefined || timer.dueMs < best.dueMs;
      if (isSooner || (timer.dueMs === best?.dueMs && timer.order < best.order)) best = timer;
    }
    return best;
  }
}
