import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { SharedSemaphore } from '../../../../src-main/engine/scheduling/shared-semaphore.ts';
import { heldTask } from '../../../support/held-task.ts';

describe('turns that senders share', () => {
  it('lets others pass by a sender that has its share, in the order they came', async () => {
    const begun: string[] = [];
    const queue = new SharedSemaphore({ atOnce: 2, waiting: 8 });
    const share = (sender: string) => [{ sender, atOnce: 1, waiting: 1 }];
    const tasks = ['a1', 'a2', 'b1', 'c1'].map((name) => heldTask(begun, name));
    const ended = tasks.map(({ task }, at) => queue.run(task, share(['a', 'a', 'b', 'c'][at] ?? '')));
    await yieldToEventLoop();
    expect(begun).toEqual(['a1', 'b1']);
    await expect(queue.run(async () => 'a3', share('a'))).rejects.toMatchObject({ code: 'busy' });
    tasks[2]?.end();
    await ended[2];
    await yieldToEventLoop();
    expect(begun).toEqual(['a1', 'b1', 'c1']);
    for (const task of tasks) task.end();
    expect(await Promise.all(ended)).toEqual(['a1', 'a2', 'b1', 'c1']);
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2']);
  });

  it('end the wait of those whose turn does not come, before their connections end by themselves', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const begun: string[] = [];
    const queue = new SharedSemaphore({ atOnce: 1, waiting: 8, waitSeconds: 240 });
    const [first, second, third] = ['first', 'second', 'third'].map((name) => heldTask(begun, name));
    if (!first || !second || !third) throw new Error('three tasks');
    const done = queue.run(first.task);
    const inVain = expect(queue.run(second.task)).rejects.toMatchObject({
      code: 'busy',
      detail: { retryAfterSeconds: 60 },
    });
    await vi.advanceTimersByTimeAsync(239_000);
    const late = queue.run(third.task);
    await vi.advanceTimersByTimeAsync(2_000);
    await inVain;
    first.end();
    await done;
    await vi.advanceTimersByTimeAsync(600_000);
    third.end();
    expect([await late, begun]).toEqual(['third', ['first', 'third']]);
  });
});
