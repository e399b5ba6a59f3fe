import { describe, expect, it } from 'vitest';
import { inLanes } from '../../../src-main/core/in-lanes.ts';

async function* counting(made: number[], end: number): AsyncGenerator<number> {
  for (let number = 1; number <= end; number++) {
    made.push(number);
    yield number;
  }
}

describe('work in lanes', () => {
  it('is done for every item, so many at once', async () => {
    let running = 0;
    let most = 0;
    const done: number[] = [];
    await inLanes([1, 2, 3, 4, 5], 2, async (number) => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running--;
      done.push(number);
    });
    expect({ done, most }).toEqual({ done: [1, 2, 3, 4, 5], most: 2 });
  });

  it('goes on with a list where one fails, and then fails', async () => {
    const done: number[] = [];
    const failing = inLanes([1, 2, 3, 4], 2, async (number) => {
      if (number === 1) throw new Error('broken');
      done.push(number);
    });
    await expect(failing).rejects.toThrow('broken');
    expect(done).toEqual([2, 3, 4]);
  });

  it('asks a generator for nothing more once one fails, and ends what is running', async () => {
    const made: number[] = [];
    const done: number[] = [];
    const first = Promise.withResolvers<void>();
    const failing = inLanes(counting(made, 100), 2, async (number) => {
      if (number === 1) throw new Error('broken');
      await first.promise;
      done.push(number);
    });
    first.resolve();
    await expect(failing).rejects.toThrow('broken');
    expect(made).toEqual([1, 2]);
    expect(done).toEqual([2]);
  });

  it('takes nothing ahead of a generator', async () => {
    const made: number[] = [];
    const waiting = Promise.withResolvers<void>();
    const run = inLanes(counting(made, 5), 2, () => waiting.promise);
    await new Promise(setImmediate);
    expect(made).toEqual([1, 2]);
    waiting.resolve();
    await run;
    expect(made).toEqual([1, 2, 3, 4, 5]);
  });
});
