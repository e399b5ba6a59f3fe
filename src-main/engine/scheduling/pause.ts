import { setTimeout as wait } from 'node:timers/promises';

/** Waits, without keeping the process alive. Ends early, without an error, when the signal does. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal, ref: false }).catch(() => undefined);
}
