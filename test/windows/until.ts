import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';

/** Wine is slow, and slower on a machine that does other things: only what never comes takes so long. */
export const PATIENCE_MS = 90_000;
const EVERY_MS = 100;

/** Asks again and again until there is an answer. What is thrown ends it. */
export async function until<T>(what: string, ask: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > deadline) throw new Error(`not within ${PATIENCE_MS / 1_000} s: ${what}`);
    await delay(EVERY_MS);
  }
}

/** Expects something of the first answer that fulfils it. */
export function eventually<T>(ask: () => T) {
  return expect.poll(ask, { timeout: PATIENCE_MS, interval: EVERY_MS });
}
