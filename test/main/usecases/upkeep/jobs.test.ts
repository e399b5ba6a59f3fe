import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../../support/account-services.ts';
import { ADMIN, ANNA, libraryWorld } from '../../../support/library-world.ts';

describe('background jobs', () => {
  it('run one at a time, and are remembered with what they found', async () => {
    const { jobs, addLibrary } = await libraryWorld();
    await addLibrary('Papers');
    const started = jobs.start(ADMIN, 'full-check');
    expect(started).toMatchObject({ kind: 'full-check', state: 'running', startedBy: ADMIN.email });
    expect(await refusalOf(() => jobs.start(ADMIN, 'measure'))).toMatchObject({ code: 'busy' });
    await expect.poll(() => jobs.list(ADMIN)[0]?.state).toBe('done');
    expect(jobs.list(ADMIN)).toMatchObject([
      { id: started.id, state: 'done', outcome: { check: { full: true, libraries: 1, problems: [] } } },
    ]);
  });

  it('end when they are cancelled', async () => {
    const { jobs, addLibrary } = await libraryWorld();
    for (const name of ['Papers', 'Photos']) await addLibrary(name);
    const { id } = jobs.start(ADMIN, 'measure');
    expect(await jobs.cancel(ADMIN, id)).toMatchObject({ id, state: 'canceled', outcome: {} });
    expect(await jobs.cancel(ADMIN, id)).toMatchObject({ id, state: 'canceled' });
    expect(await refusalOf(() => jobs.cancel(ADMIN, 'none'))).toMatchObject({ code: 'task-not-found' });
  });

  it('end with the service', async () => {
    const { jobs, addLibrary } = await libraryWorld();
    for (const name of ['Papers', 'Photos']) await addLibrary(name);
    jobs.start(ADMIN, 'measure');
    await jobs.stop();
    expect(jobs.list(ADMIN)).toMatchObject([{ state: 'canceled' }]);
  });

  it('are for administrators', async () => {
    const { jobs } = await libraryWorld();
    expect(await refusalOf(() => jobs.start(ANNA, 'check'))).toMatchObject({ code: 'permission-denied' });
    expect(await refusalOf(() => jobs.list(ANNA))).toMatchObject({ code: 'permission-denied' });
  });
});
