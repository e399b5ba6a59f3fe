import type { RunningClock } from '../../src-main/engine/ports.ts';

export interface FakeClock extends RunningClock {
  /** Lets time pass while everything runs. */
  advance(seconds: number): void;
  /** Sets the wall clock that much on or back. */
  jump(seconds: number): void;
}

/** A clock that stands still at 2024-05-01T12:00:00Z until it is told to move. */
export function fakeClock(startSeconds = 1_714_564_800): FakeClock {
  let nowMs = startSeconds * 1000;
  let steadyMs = 5_000;
  return {
    nowSeconds: () => Math.floor(nowMs / 1000),
    nowMs: () => nowMs,
    steadyMs: () => steadyMs,
    advance(seconds: number): void {
      nowMs += seconds * 1000;
      steadyMs += seconds * 1000;
    },
    jump(seconds: number): void {
      nowMs += seconds * 1000;
    },
  };
}
