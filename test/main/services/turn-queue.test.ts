import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { TurnQueue } from '../../../src-main/services/turn-queue.ts';

/** A task that ends when it is told to. */
function heldTask(begun: string[], name: string) {
  const held = Promise.withResolvers<string>();
  const task = () => {
    begun.push(name);
    return held.promise;
  };
  return { task, end: () => held.resolve(name), fail: () => held.reject(new Error(name)) };
}

describe('a queue for turns', () => {
  it('runs so many at once, the others in the order they came', async () => {
    const begun: string[] = [];
    const queue = new TurnQueue({ atOnce: 2, waiting: 2 });
    const tasks = ['a', 'b', 'c', 'd'].map((name) => heldTask(begun, name));
    const ended = tasks.map(({ task }) => queue.inTurn(task));
    await nextTurn();
    expect(begun).toEqual(['a', 'b']);
    tasks[1]?.end();
    expect(await ended[1]).toBe('b');
    await nextTurn();
    expect(begun).toEqual(['a', 'b', 'c']);
    for (const task of tasks) task.end();
    expect(await Promise.all(ended)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('refuses whoever would be one too many, until there is room again', async () => {
    const begun: string[] = [];
    const queue = new TurnQueue({ atOnce: 1, waiting: 1 });
    const first = heldTask(begun, 'first');
    const running = queue.inTurn(first.task);
    const waiting = queue.inTurn(async () => 'second');
    await expect(queue.inTurn(async () => 'third')).rejects.toMatchObject({
      code: 'busy',
      detail: { retryAfterSeconds: 1 },
    });
    first.end();
    expect(await Promise.all([running, waiting])).toEqual(['first', 'second']);
    expect(await queue.inTurn(async () => 'third')).toBe('third');
  });

  it('goes on after a task that failed', async () => {
    const queue = new TurnQueue({ atOnce: 1, waiting: 1 });
    const failing = heldTask([], 'failing');
    const running = queue.inTurn(failing.task);
    const next = queue.inTurn(async () => 'next');
    failing.fail();
    await expect(running).rejects.toThrow('failing');
    expect(await next).toBe('next');
  });
});
