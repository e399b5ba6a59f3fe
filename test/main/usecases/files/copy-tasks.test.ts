import { describe, expect, it } from 'vitest';
import { DomainError } from '../../../../src-main/core/errors.ts';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { CopyTasks } from '../../../../src-main/usecases/files/copy-tasks.ts';
import type { MoveRequest, PlannedMove } from '../../../../src-main/usecases/files/item-moves.ts';
import { ADMIN, ANNA, BERT, refusalOf } from '../../../support/account-services.ts';
import { countingIds } from '../../../support/counting-ids.ts';
import { fakeClock } from '../../../support/fake-clock.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
const PLACE = { libraryId: LIBRARY, folder: '/' };
const REQUEST = { mode: 'copy', from: { ...PLACE, names: ['a'] }, to: PLACE } as unknown as MoveRequest;

/** Copies of three files, each of which goes on when it is let. */
function openTasks(run: PlannedMove['run'] = async () => []) {
  const clock = fakeClock();
  const plan = { isWithinLibrary: false, countFiles: async () => 3, run };
  const tasks = new CopyTasks({
    moves: { plan: async () => plan as PlannedMove },
    clock,
    ids: countingIds(),
  });
  const start = async (caller = ANNA) => {
    const id = await tasks.start(caller, REQUEST);
    if (id === null) throw new Error('a task expected');
    return id;
  };
  return { clock, tasks, start, codeOf: async (work: () => unknown) => (await refusalOf(work)).code };
}

/** Each runs until all are let go on, or it is cancelled. */
function held() {
  const { promise: all, resolve: letGo } = Promise.withResolvers<void>();
  const run: PlannedMove['run'] = async (options) => {
    const { promise: end, resolve } = Promise.withResolvers<void>();
    options?.signal?.addEventListener('abort', () => resolve());
    await Promise.race([all, end]);
    options?.signal?.throwIfAborted();
    return [];
  };
  return { run, letGo };
}

describe('a copy that takes long', () => {
  it('is told to who began it, and ends with all files done', async () => {
    const { run, letGo } = held();
    const { tasks, start, codeOf } = openTasks(run);
    const id = await start();
    expect(tasks.progress(ANNA, id).state).toMatch(/waiting|running/);
    expect(await codeOf(() => tasks.progress(BERT, id))).toBe('task-not-found');
    expect(await codeOf(() => tasks.cancel(BERT, id))).toBe('task-not-found');
    letGo();
    await expect.poll(() => tasks.progress(ANNA, id)).toMatchObject({ state: 'done', done: 3, total: 3 });
  });

  it('is ended by who began it, or by an administrator of the server', async () => {
    const { tasks, start, codeOf } = openTasks(held().run);
    const [one, two] = [await start(), await start()];
    tasks.cancel(ANNA, one);
    expect(await codeOf(() => tasks.cancelOfAnybody(ANNA, two))).toBe('permission-denied');
    expect(await codeOf(() => tasks.all(ANNA))).toBe('permission-denied');
    tasks.cancelOfAnybody(ADMIN, two);
    expect(await codeOf(() => tasks.cancelOfAnybody(ADMIN, 'no-task'))).toBe('task-not-found');
    await expect.poll(() => tasks.all(ADMIN).map(({ state }) => state)).toEqual(['canceled', 'canceled']);
  });

  it('says by a code what it was refused with, and a fault as that', async () => {
    const refused = openTasks(async () => Promise.reject(new DomainError('name-taken', {})));
    const id = await refused.start();
    const failed = { state: 'failed', reason: 'name-taken' };
    await expect.poll(() => refused.tasks.progress(ANNA, id)).toMatchObject(failed);
    const broken = openTasks(async () => Promise.reject(new Error('broken')));
    const other = await broken.start();
    await expect.poll(() => broken.tasks.all(ADMIN)).toMatchObject([{ state: 'failed', reason: '' }]);
    expect(() => broken.tasks.progress(ANNA, other)).toThrow('broken');
  });

  it('is forgotten an hour after its end', async () => {
    const { tasks, start, clock, codeOf } = openTasks();
    const id = await start();
    await expect.poll(() => tasks.progress(ANNA, id).state).toBe('done');
    clock.advance(3_600);
    expect(await codeOf(() => tasks.progress(ANNA, id))).toBe('task-not-found');
  });

  it('is forgotten before that when a thousand others of the same person were begun later and have ended', async () => {
    const { tasks, start, codeOf } = openTasks();
    const [first, second, others] = [await start(), await start(), await start(BERT)];
    for (let count = 0; count < 999; count += 1) await start();
    await expect.poll(() => tasks.all(ADMIN).every(({ state }) => state === 'done')).toBe(true);
    expect(await codeOf(() => tasks.progress(ANNA, first))).toBe('task-not-found');
    expect(tasks.progress(ANNA, second).state).toBe('done');
    expect(tasks.progress(BERT, others).state).toBe('done');
  });

  it('is refused while many wait, and all end when the service does', async () => {
    const { tasks, start, codeOf } = openTasks(held().run);
    let begun = 0;
    const all = async () => {
      for (; begun < 1_000; begun += 1) await start();
    };
    expect(await codeOf(all)).toBe('busy');
    await tasks.stop();
    expect(new Set(tasks.all(ADMIN).map(({ state }) => state))).toEqual(new Set(['canceled']));
  });
});
