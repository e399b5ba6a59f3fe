import { describe, expect, it } from 'vitest';
import { createPacedReads } from '../../../../src-main/usecases/upkeep/paced-reads.ts';

/** Reads that take so long, with a clock that only they and waiting move. */
function pacedReads({ tookMs, busyLooks = 0 }: { readonly tookMs: number; readonly busyLooks?: number }) {
  let nowMs = 0;
  let looks = 0;
  const waits: number[] = [];
  const states: string[] = [];
  const ending = new AbortController();
  const paced = createPacedReads(
    { steadyMs: () => nowMs },
    {
      signal: ending.signal,
      isBusy: () => ++looks <= busyLooks,
      wait: async (ms) => {
        waits.push(ms);
        nowMs += ms;
      },
    },
    (state) => states.push(state),
  );
  const read = (bytes: number) =>
    paced(async () => {
      nowMs += tookMs;
    }, bytes);
  return { read, waits, states, ending };
}

describe('paced reads', () => {
  it('rest as long as they took', async () => {
    const { read, waits } = pacedReads({ tookMs: 60 });
    for (let count = 0; count < 3; count += 1) await read(1_000);
    expect(waits).toEqual([60, 60]);
  });

  it('rest once some small ones have taken a while', async () => {
    const { read, waits } = pacedReads({ tookMs: 10 });
    for (let count = 0; count < 6; count += 1) await read(1_000);
    expect(waits).toEqual([50]);
  });

  it('are no faster than 20 MB a second, on whatever disk', async () => {
    const { read, waits } = pacedReads({ tookMs: 1 });
    await read(2_000_000);
    await read(2_000_000);
    expect(waits).toEqual([99]);
  });

  it('wait while others are at work, and say so', async () => {
    const { read, waits, states } = pacedReads({ tookMs: 1, busyLooks: 2 });
    await read(1);
    expect(waits).toEqual([2_000, 2_000]);
    expect(states).toEqual(['waiting', 'waiting', 'reading']);
  });

  it('end with their signal', async () => {
    const { read, ending } = pacedReads({ tookMs: 1, busyLooks: 1_000 });
    ending.abort(new Error('ended'));
    await expect(read(1)).rejects.toThrow('ended');
  });
});
