import { describe, expect, it } from 'vitest';
import { pause } from '../../../../src-main/engine/scheduling/pause.ts';

describe('a pause', () => {
  it('lasts', async () => {
    const startedMs = performance.now();
    await pause(30, new AbortController().signal);
    // Timers may be early by a fraction of a millisecond.
    expect(performance.now() - startedMs).toBeGreaterThan(28);
  });

  it('ends with its signal, without an error', async () => {
    const ending = new AbortController();
    const over = pause(600_000, ending.signal);
    ending.abort(new Error('stopped'));
    expect(await over).toBe(undefined);
    expect(await pause(600_000, ending.signal)).toBe(undefined);
  });
});
