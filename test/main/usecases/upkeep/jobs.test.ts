import { describe, expect, it, vi } from 'vitest';
import { DomainError } from '../../../../src-main/core/errors.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ADMIN, ANNA, libraryWorld } from '../../../support/library-world.ts';

describe('background jobs', () => {
  it('run one at a time, and are remembered with what they found', async () => {
    const { jobs, addLibrary } = await libraryWorld();
    await addLibrary('Papers');
    const started = jobs.start(ADMIN, 'full-check');
    expect(started).toMatchObject({ kind: 'full-check', state: 'running', startedBy: ADMIN.email });
    expect(await refusalOf(() => jobs.start(ADMIN, 'check'))).toMatchObject({ code: 'busy' });
    await expect.poll(() => jobs.list(ADMIN)[0]?.state).toBe('done');
    expect(jobs.list(ADMIN)).toMatchObject([
      { id: started.id, state: 'done', outcome: { check: { full: true, libraries: 1, problems: [] } } },
    ]);
  });

  it('end when they are cancelled', async () => {
    const { jobs, addLibrary } = await libraryWorld();
    for (const name of ['Papers', 'Photos']) await addLibrary(name);
    const { id } = jobs.start(ADMIN, 'check');
    expect(await jobs.cancel(ADMIN, id)).toMatchObject({ id, state: 'canceled', outcome: {} });
    expect(await jobs.cancel(ADMIN, id)).toMatchObject({ id, state: 'canceled' });
    expect(await refusalOf(() => jobs.cancel(ADMIN, 'none'))).toMatchObject({ code: 'task-not-found' });
  });

  it('go on when somebody else asks for their end, even by their id', async () => {
    const { jobs, addLibrary } = await libraryWorld();
    await addLibrary('Papers');
    const { id } = jobs.start(ADMIN, 'check');
    expect(await refusalOf(() => jobs.cancel(ANNA, id))).toMatchObject({ code: 'permission-denied' });
    await jobs.settled();
    expect(jobs.list(ADMIN)).toMatchObject([{ id, state: 'done' }]);
  });

  it('end with the service', async () => {
    const { jobs, addLibrary } = await libraryWorld();
    for (const name of ['Papers', 'Photos']) await addLibrary(name);
    jobs.start(ADMIN, 'check');
    await jobs.stop();
    expect(jobs.list(ADMIN)).toMatchObject([{ state: 'canceled' }]);
    expect(await refusalOf(() => jobs.start(ADMIN, 'check'))).toMatchObject({ code: 'busy' });
  });

  it('of kinds that another version had are not told', async () => {
    const { jobs, stores } = await libraryWorld();
    const row = { id: 'old', state: 'done', startedBy: ADMIN.email, outcome: '{}' } as const;
    stores.finishedJobs.add({ ...row, kind: 'measure', startedAtSeconds: 1, endedAtSeconds: 2 });
    expect(jobs.list(ADMIN)).toEqual([]);
  });

  it('that came to nothing leave no record', async () => {
    const { jobs } = await libraryWorld();
    const { id } = jobs.run(ADMIN, 'erasure', async () => null);
    expect(jobs.running()).toMatchObject({ id, kind: 'erasure' });
    await jobs.settled();
    expect(jobs.running()).toBe(null);
    expect(jobs.list(ADMIN)).toEqual([]);
  });

  it('are told also where a full disk lets their end not be recorded', async () => {
    const { jobs, stores, addLibrary } = await libraryWorld();
    const id = await addLibrary('Papers');
    const full = () => {
      throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    };
    const add = vi.spyOn(stores.finishedJobs, 'add').mockImplementation(full);
    jobs.run(ANNA, 'erasure', () => Promise.reject(new DomainError('disk-full')), id);
    await jobs.settled();
    const failed = { kind: 'erasure', state: 'failed', outcome: { reason: 'disk-full' } };
    expect(jobs.list(ADMIN)).toMatchObject([failed]);
    expect(jobs.lastOfLibrary('erasure', id)).toMatchObject(failed);
    add.mockRestore();
    jobs.run(ANNA, 'erasure', async () => ({}), id);
    await jobs.settled();
    expect(jobs.list(ADMIN)).toMatchObject([{ kind: 'erasure', state: 'done' }]);
  });

  it('of one library are found by it', async () => {
    const { jobs, addLibrary } = await libraryWorld();
    const [papers, photos] = [await addLibrary('Papers'), await addLibrary('Photos')];
    jobs.run(ANNA, 'erasure', async () => ({}), papers);
    await jobs.settled();
    expect(jobs.lastOfLibrary('erasure', papers)).toMatchObject({
      ...{ kind: 'erasure', libraryId: papers, state: 'done', startedBy: ANNA.email, outcome: {} },
    });
    expect(jobs.lastOfLibrary('erasure', photos)).toBe(null);
    expect(jobs.lastOfLibrary('export', papers)).toBe(null);
  });

  it('of one library are told by the last that ran, also where the clock was set back in between', async () => {
    const { jobs, addLibrary, clock } = await libraryWorld();
    const papers = await addLibrary('Papers');
    jobs.run(ANNA, 'erasure', () => Promise.reject(new DomainError('disk-full')), papers);
    await jobs.settled();
    clock.advance(-60);
    jobs.run(ANNA, 'erasure', async () => ({}), papers);
    await jobs.settled();
    expect(jobs.lastOfLibrary('erasure', papers)).toMatchObject({ state: 'done' });
    expect(jobs.list(ADMIN)).toMatchObject([{ state: 'done' }, { state: 'failed' }]);
  });

  it('are for administrators', async () => {
    const { jobs } = await libraryWorld();
    expect(await refusalOf(() => jobs.start(ANNA, 'check'))).toMatchObject({ code: 'permission-denied' });
    expect(await refusalOf(() => jobs.list(ANNA))).toMatchObject({ code: 'permission-denied' });
  });
});

describe('a check right away', () => {
  it('is for administrators, one at a time, and beside the jobs', async () => {
    const { jobs, addLibrary } = await libraryWorld();
    await addLibrary('Papers');
    jobs.start(ADMIN, 'check');
    const first = jobs.checkNow(ADMIN, true);
    const busy = { code: 'busy', detail: { retryAfterSeconds: 5 } };
    expect(await refusalOf(() => jobs.checkNow(ADMIN, false))).toMatchObject(busy);
    expect(await first).toMatchObject({ full: true, libraries: 1, problems: [] });
    expect(await jobs.checkNow(ADMIN, false)).toMatchObject({ full: false });
    expect(await refusalOf(() => jobs.checkNow(ANNA, false))).toMatchObject({ code: 'permission-denied' });
  });

  it('ends with the service, and none begins after it', async () => {
    const { jobs, addLibrary } = await libraryWorld();
    await addLibrary('Papers');
    const running = jobs.checkNow(ADMIN, true);
    const ended = expect(running).rejects.toThrow('canceled');
    await jobs.stop();
    await ended;
    await expect(jobs.checkNow(ADMIN, false)).rejects.toThrow('canceled');
  });
});
