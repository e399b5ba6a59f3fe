import { describe, expect, it } from 'vitest';
import { Semaphore } from '../../../../src-main/folder/control/semaphore.ts';

const NEVER = new Promise<void>(() => undefined);

/** Work that goes on until it is told to end, and says so in `steps`. */
function work(steps: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const run = async () => {
    steps.push(`${name} begins`);
    await promise;
    steps.push(`${name} ends`);
  };
  return { run, end: resolve };
}

describe('turns', () => {
  it('let so many run at a time, the others in order', async () => {
    const turns = new Semaphore(2);
    const steps: string[] = [];
    const works = ['a', 'b', 'c', 'd'].map((name) => work(steps, name));
    const runs = works.map(({ run }) => turns.run(run, NEVER));
    await Promise.resolve();
    expect(steps).toEqual(['a begins', 'b begins']);
    works[1]?.end();
    await runs[1];
    for (const { end } of works) end();
    await Promise.all(runs);
    expect(steps.indexOf('c begins')).toBeGreaterThan(steps.indexOf('b ends'));
    expect(steps.indexOf('d begins')).toBeGreaterThan(steps.indexOf('c begins'));
    expect(steps).toHaveLength(8);
  });

  it('are waited for no longer by who is in a hurry, and come to the next one then', async () => {
    const turns = new Semaphore(1);
    const steps: string[] = [];
    const [first, hurried, last] = [work(steps, 'first'), work(steps, 'hurried'), work(steps, 'last')];
    const runs = [
      turns.run(first.run, NEVER),
      turns.run(hurried.run, Promise.resolve()),
      turns.run(last.run, NEVER),
    ];
    hurried.end();
    await runs[1];
    expect(steps).toEqual(['first begins', 'hurried begins', 'hurried ends']);
    first.end();
    last.end();
    await Promise.all(runs);
    expect(steps.slice(3)).toEqual(['first ends', 'last begins', 'last ends']);
  });

  it('come back from work that failed', async () => {
    const turns = new Semaphore(1);
    const failing = turns.run(async () => {
      throw new Error('broken');
    }, NEVER);
    await expect(failing).rejects.toThrow('broken');
    expect(await turns.run(async () => 'done', NEVER)).toBe('done');
  });
});
