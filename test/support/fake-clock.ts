import type { Clock } from '../../src-main/services/ports.ts';

export interface FakeClock extends Clock {
  advance(seconds: number): void;
}

/** A clock that stands still at 2024-05-01T12:00:00Z until it is told to move. */
export function fakeClock(startSeconds = 1_714_564_800): FakeClock {
  let nowMs = startSeconds * 1000;
  return {
    nowSeconds: () => Math.floor(nowMs / 1000),
    nowMs: () => nowMs,
    advance(seconds: number): void {
      nowMs += seconds * 1000;
    },
  };
}
