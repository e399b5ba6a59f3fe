import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { FairQueue } from '../../../../src-main/engine/scheduling/fair-queue.ts';
import { heldTask } from '../../../support/held-task.ts';

describe('a queue for turns', () => {
  it('runs so many at once, the others in the order they came', async () => {
    const begun: string[] = [];
    const queue = new FairQueue({ atOnce: 2, waiting: 2 });
    const tasks = ['a', 'b', 'c', 'd'].map((name) => heldTask(begun, name));
    const ended = tasks.map(({ task }) => queue.run(task));
    await yieldToEventLoop();
    expect(begun).toEqual(['a', 'b']);
    tasks[1]?.end();
    expect(await ended[1]).toBe('b');
    await yieldToEventLoop();
    expect(begun).toEqual(['a', 'b', 'c']);
    for (const task of tasks) task.end();
    expect(await Promise.all(ended)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('refuses whoever would be one too many, until there is room again', async () => {
    const begun: string[] = [];
    const queue = new FairQueue({ atOnce: 1, waiting: 1 });
    const first = heldTask(begun, 'first');
    const running = queue.run(first.task);
    const waiting = queue.run(async () => 'second');
    await expect(queue.run(async () => 'third')).rejects.toMatchObject({
      code: 'busy',
      detail: { retryAfterSeconds: 1 },
    });
    first.end();
    expect(await Promise.all([running, waiting])).toEqual(['first', 'second']);
    expect(await queue.run(async () => 'third')).toBe('third');
  });

  it('gives the place of whoever no longer waits to others, and never begins it', async () => {
    const begun: string[] = [];
    const queue = new FairQueue({ atOnce: 1, waiting: 1 });
    const [first, second] = [heldTask(begun, 'first'), heldTask(begun, 'second')];
    const [gone, late] = [new AbortController(), new AbortController()];
    const running = queue.run(first.task, 'a', late.signal);
    const waiting = queue.run(second.task, 'a', gone.signal);
    gone.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    await expect(queue.run(second.task, 'a', gone.signal)).rejects.toThrow('gone');
    const third = queue.run(async () => 'third', 'b');
    // What has begun ends by itself.
    late.abort(new Error('late'));
    first.end();
    expect(await Promise.all([running, third])).toEqual(['first', 'third']);
    expect(begun).toEqual(['first']);
  });

  it('goes on after a task that failed', async () => {
    const queue = new FairQueue({ atOnce: 1, waiting: 1 });
    const failing = heldTask([], 'failing');
    const running = queue.run(failing.task);
    const next = queue.run(async () => 'next');
    failing.fail();
    await expect(running).rejects.toThrow('failing');
    expect(await next).toBe('next');
  });
});

describe('a queue that several clients stand in', () => {
  it('lets each of them have one turn before anybody has another', async () => {
    const begun: string[] = [];
    const queue = new FairQueue({ atOnce: 1, waiting: 8 });
    const enter = (name: string) => queue.run(async () => void begun.push(name), name.slice(0, 1));
    await Promise.all(['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map(enter));
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  });

  it('refuses, when it is full, the client who fills it', async () => {
    const queue = new FairQueue({ atOnce: 1, waiting: 4 });
    const flood = Promise.allSettled([1, 2, 3, 4, 5].map((nth) => queue.run(async () => nth, 'flood')));
    expect(await queue.run(async () => 'served', 'other')).toBe('served');
    expect((await flood).map(({ status }) => status)).toEqual([
      ...['fulfilled', 'fulfilled', 'fulfilled', 'fulfilled', 'rejected'],
    ]);
  });

  it('refuses whoever comes when all that wait have one task each', async () => {
    const queue = new FairQueue({ atOnce: 1, waiting: 2 });
    const served = ['a', 'b', 'c'].map((name) => queue.run(async () => name, name));
    await expect(queue.run(async () => 'd', 'd')).rejects.toMatchObject({ code: 'busy' });
    expect(await Promise.all(served)).toEqual(['a', 'b', 'c']);
  });
});
