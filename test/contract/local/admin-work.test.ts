import { beforeAll, describe, expect, it } from 'vitest';
import type { LocalLibraryJson } from '../../../src-shared/libraries-api.ts';
import type { JobJson, JobsJson, ServerSettingsJson } from '../../../src-shared/upkeep-api.ts';
import { adminCalls } from '../../support/admin-calls.ts';
import { useLinkedLibraries } from '../../support/linked-library.ts';
import { useApp } from '../../support/running-app.ts';

const app = useApp();
const admin = adminCalls(app);
const linkedLibrary = useLinkedLibraries(app);

async function ask(method: string, path: string, json?: object) {
  const token = app().adminToken;
  const options = json === undefined ? { token } : { token, json };
  const answer = await app().call(method, `/api/local/v1/admin/${path}`, options);
  return { status: answer.status, body: answer.json };
}

async function done<T>(method: string, path: string, json?: object): Promise<T> {
  const { status, body } = await ask(method, path, json);
  expect([method, path, status, body]).toEqual([method, path, 200, body]);
  return body as T;
}

async function refusal(method: string, path: string, json?: object): Promise<[number, string]> {
  const { status, body } = await ask(method, path, json);
  return [status, (body as { error_code: string }).error_code];
}

/** Starts a job and waits for its end. */
async function run(kind: string): Promise<JobJson> {
  const { id } = await done<JobJson>('POST', 'jobs/', { kind });
  return expect
    .poll(() => jobOf(id), { timeout: 20_000 })
    .toMatchObject({ id, state: 'done' })
    .then(() => jobOf(id));
}

async function jobOf(id: string): Promise<JobJson> {
  const { jobs } = await done<JobsJson>('GET', 'jobs/');
  const job = jobs.find((known) => known.id === id);
  if (job === undefined) throw new Error('the job is known');
  return job;
}

beforeAll(async () => {
  await linkedLibrary({ name: 'Notes', files: { 'a.txt': 'one', 'b.txt': 'other' } });
}, 40_000);

describe('background jobs on /api/local/v1/admin/', () => {
  it('check everything, and what was found is kept', async () => {
    const job = await run('full-check');
    expect(job).toMatchObject({
      kind: 'full-check',
      started_by: 'admin@example.com',
      reason: '',
      details: '',
    });
    expect(job.check).toMatchObject({ sound: true, full: true, problems: [] });
    expect(job.garbage).toBeNull();
    expect(job.ended_at).toBeGreaterThanOrEqual(job.started_at);
  });

  it('clean up', async () => {
    expect((await run('clean-up')).garbage).toMatchObject({
      dry_run: false,
      removed_objects: 0,
      skipped: [],
    });
  });

  it('refuse what is no job', async () => {
    expect(await refusal('POST', 'jobs/', { kind: 'odd' })).toEqual([400, 'argument-invalid']);
    expect(await refusal('POST', 'jobs/', {})).toEqual([400, 'argument-missing']);
    expect(await refusal('DELETE', 'jobs/none/')).toEqual([404, 'task-not-found']);
  });

  it('stay as they are when they are cancelled after their end', async () => {
    const { id } = await run('check');
    expect(await done<JobJson>('DELETE', `jobs/${id}/`)).toMatchObject({ id, state: 'done' });
  });
});

describe('settings of the server', () => {
  it('are the retention of new libraries', async () => {
    expect(await done<ServerSettingsJson>('GET', 'settings/')).toEqual({ default_keep_days: -1 });
    expect(await done('PATCH', 'settings/', { default_keep_days: 90 })).toEqual({ default_keep_days: 90 });
    const { json } = await app().call('GET', '/api/local/v1/libraries/', { token: app().adminToken });
    expect(json).toMatchObject({ default_keep_days: 90 });
    const id = await admin.makeLibrary('Later');
    expect(await done<LocalLibraryJson>('GET', `libraries/${id}/`)).toMatchObject({ keep_days: 90 });
    expect(await refusal('PATCH', 'settings/', { default_keep_days: 99_999 })).toEqual([
      400,
      'argument-invalid',
    ]);
    expect(await done('PATCH', 'settings/', { default_keep_days: -5 })).toEqual({ default_keep_days: -1 });
  });
});
