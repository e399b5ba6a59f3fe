import type { WatchStart } from '../ports.ts';

const COMING = 0;
const PAST = 1;

export function awaitWatchStart(): WatchStart {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** The folder is watched from now on, or no caller has to wait for it any longer. */
export function passWatchStart(start: WatchStart): void {
  Atomics.store(start, 0, PAST);
  Atomics.notify(start, 0);
}

export function isWatchStartPast(start: WatchStart): boolean {
  return Atomics.load(start, 0) === PAST;
}

/** Holds up its thread until then, at most for `limitMs`. False: it did not come in that time. */
export function holdUntilWatchStart(start: WatchStart, limitMs: number): boolean {
  Atomics.wait(start, 0, COMING, limitMs);
  return isWatchStartPast(start);
}
