import type { Ports } from '../../engine/ports.ts';

/** How reading makes way for others. */
export interface Pace {
  readonly signal: AbortSignal;
  /** Whether a person, a client or other upkeep is at work. */
  readonly isBusy: () => boolean;
  /** Ends early, without an error, when the signal does. */
  readonly wait: (ms: number) => Promise<unknown>;
}

/** 20 MB a second of an otherwise idle disk: the 100 GB of an office take three minutes a day. */
const BYTES_A_MS = 20_000;
const REST_MS = 50;
const BUSY_LOOK_MS = 2_000;

/**
 * Carries out reads one after the other, so that half of the time, and of a disk most of it, is left to others.
 * @param tell whether it reads or waits, each time that it has rested
 * @returns what carries out a read of so many bytes; it throws the signal's reason
 */
export function createPacedReads(
  clock: Pick<Ports['clock'], 'steadyMs'>,
  { signal, isBusy, wait }: Pace,
  tell: (state: 'reading' | 'waiting') => void,
): (read: () => Promise<void>, bytes: number) => Promise<void> {
  /** The first one looks whether others are at work, as if a rest had been due. */
  let restMs = Number.POSITIVE_INFINITY;

  async function rest(): Promise<void> {
    if (Number.isFinite(restMs)) await wait(restMs);
    restMs = 0;
    while (isBusy() && !signal.aborted) {
      tell('waiting');
      await wait(BUSY_LOOK_MS);
    }
    signal.throwIfAborted();
    tell('reading');
  }

  return async (read, bytes) => {
    if (restMs >= REST_MS) await rest();
    const startedMs = clock.steadyMs();
    await read();
    const tookMs = clock.steadyMs() - startedMs;
    restMs += Math.max(tookMs, bytes / BYTES_A_MS - tookMs);
  };
}
