import { expect, it } from 'vitest';
import {
  type SearchJob,
  SearchScheduler,
  type Slices,
  Stopped,
} from '../../../../src-main/engine/reading/search-scheduler.ts';

/** A scheduler, jobs of so many slices, and whose slices were done, in order. */
function scheduling() {
  const done: string[] = [];
  const begun: string[] = [];
  const scheduler = new SearchScheduler(async (slice) => slice());
  async function* slicesOf(id: string, count: number): Slices {
    begun.push(id);
    for (let at = 0; at < count; at += 1) yield () => void done.push(id);
  }
  const job = (id: string, count: number, says: Partial<SearchJob> = {}): SearchJob => ({
    ...{ id, version: 1, begin: () => slicesOf(id, count), isWanted: () => true },
    ...says,
  });
  const counts = () =>
    Object.fromEntries([...Map.groupBy(done, (id) => id)].map(([id, all]) => [id, all.length]));
  return { scheduler, job, begun, counts };
}

it('a job is done in one turn, and again only when there is something to do again', async () => {
  const { scheduler, job, counts } = scheduling();
  expect(await scheduler.round([job('a', 3)])).toBe(true);
  expect(await scheduler.round([job('a', 3)])).toBe(false);
  expect(counts()).toEqual({ a: 3 });
  expect(await scheduler.round([job('a', 3, { version: 2 })])).toBe(true);
  expect(counts()).toEqual({ a: 6 });
});

it('a job without an end has 20 slices a turn, and goes on in the next', async () => {
  const { scheduler, job, begun, counts } = scheduling();
  const jobs = [job('long', 50), job('short', 1)];
  await scheduler.round(jobs);
  expect(counts()).toEqual({ long: 20, short: 1 });
  await scheduler.round(jobs);
  await scheduler.round(jobs);
  expect([counts(), begun]).toEqual([{ long: 50, short: 1 }, ['long', 'short']]);
});

it('beyond four that are open the others wait for one of them to end, and begin again', async () => {
  const { scheduler, job, begun, counts } = scheduling();
  const jobs = ['a', 'b', 'c', 'd', 'e'].map((id) => job(id, id === 'a' ? 30 : 100));
  await scheduler.round(jobs);
  expect(counts()).toEqual({ a: 20, b: 20, c: 20, d: 20, e: 20 });
  await scheduler.round(jobs);
  expect(counts()).toEqual({ a: 30, b: 40, c: 40, d: 40, e: 20 });
  await scheduler.round(jobs);
  expect(counts()).toMatchObject({ e: 40 });
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e', 'e']);
});

it('what fails is left, told afterwards, and keeps no other out', async () => {
  const { scheduler, job, counts } = scheduling();
  const fault = new Error('no such table');
  const failing = job('bad', 0, { begin: () => failingSlices(fault) });
  await scheduler.round([failing, job('good', 1)]);
  expect(counts()).toEqual({ good: 1 });
  expect(() => scheduler.rethrow()).toThrow('no such table');
  expect(await scheduler.round([failing])).toBe(false);
});

it('a library that is gone ends where it is; a stop ends all of the work', async () => {
  const { scheduler, job, counts } = scheduling();
  let isWanted = true;
  const leaving = job('gone', 50, { isWanted: () => isWanted });
  await scheduler.round([leaving]);
  isWanted = false;
  await scheduler.round([]);
  expect(counts()).toEqual({ gone: 20 });
  expect(await scheduler.round([])).toBe(false);
  const stopping = { begin: () => failingSlices(new Stopped('stop')) };
  await scheduler.round([job('gone too', 0, { ...stopping, isWanted: () => false })]);
  await expect(scheduler.round([job('a', 0, stopping)])).rejects.toThrow(Stopped);
  expect(() => scheduler.rethrow()).not.toThrow();
});

/** Work that ends at once, and not well. */
function failingSlices(error: Error): Slices {
  return {
    next: () => Promise.reject(error),
    return: async () => ({ value: undefined, done: true }),
  } as unknown as Slices;
}
