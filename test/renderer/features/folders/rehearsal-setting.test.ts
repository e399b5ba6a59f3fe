import { describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { ApiError } from '../../../../src-renderer/api/api-error.ts';
import type { RehearsalJson } from '../../../../src-shared/rehearsal-api.ts';
import { answering } from '../../fake-http.ts';
import BackupFixture from './BackupFixture.svelte';

const BACKUP = {
  ...{ folder: '/media/stick/Backup', is_daily: true, state: 'idle', progress: null },
  ...{ last_success_at: 1_700_000_000, last_files: 3, last_bytes: 5_000_000 },
  ...{
    failing_since: 0,
    last_error: null,
    last_run: null,
    same_disk: false,
    in_memory: false,
    data_since: 1_690_000_000,
  },
};
const WAITING: RehearsalJson = {
  ...{
    schedule: 'monthly',
    state: 'waiting',
    ended_at: 0,
    error: '',
    reason: '',
    value: '',
    last_at: 0,
    last: null,
  },
};
const JOB = {
  ...{
    id: 'j1',
    kind: 'rehearsal',
    state: 'running',
    started_by: 'ada@example.org',
    started_at: 1_700_000_000,
  },
  ...{ ended_at: 0, done: 10, total: 40, reason: '', details: '' },
  ...{ check: null, garbage: null, restored: null, exported: null },
  ...{ rehearsed: null, repaired: null },
};

async function show(rehearsal: RehearsalJson, answers: Readonly<Record<string, unknown>> = {}) {
  const http = answering({ 'GET backup/': BACKUP, 'GET backup/rehearsal/': rehearsal, ...answers });
  return { screen: await render(BackupFixture, { http }), http };
}

describe('the rehearsal in the settings', () => {
  it('says that none was made yet, and begins one that can be cancelled', async () => {
    let job = JOB;
    const { screen, http } = await show(WAITING, {
      'POST backup/rehearsal/run/': JOB,
      'GET admin/jobs/': () => ({ jobs: [job] }),
      'DELETE admin/jobs/j1/': () => {
        job = { ...JOB, state: 'canceled' };
        return job;
      },
    });
    await expect.element(screen.getByText(/^No restore from the backup has been tested yet/)).toBeVisible();
    await screen.getByRole('button', { name: 'Test now' }).click();
    const bar = screen.getByRole('progressbar', {
      name: 'Restoring files from the backup and comparing them',
    });
    await expect.element(bar).toBeVisible();
    await screen.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(screen.getByRole('button', { name: 'Test now' })).toBeVisible();
    expect(http.calls.map(({ call }) => call)).toContain('DELETE admin/jobs/j1/');
  });

  it('names the files that did not come back', async () => {
    const lost = [
      {
        library_id: 'l',
        library_name: 'Films',
        commit_id: 'c',
        path: '/a/film.bin',
        reason: 'object-corrupt',
      },
    ];
    const last = { folder: BACKUP.folder, made_at: 1, files: 3, bytes: 9, libraries: 1, lost };
    const { screen } = await show({
      ...WAITING,
      state: 'resting',
      ended_at: 1_700_000_000,
      last_at: 1_700_000_000,
      last,
    });
    await expect.element(screen.getByText(/1.file did not come back from the backup\.$/)).toBeVisible();
    await expect.element(screen.getByText('Films: /a/film.bin')).toBeVisible();
    await expect.element(screen.getByText(/^The backup is damaged there/)).toBeVisible();
  });

  it('says why there was no rehearsal', async () => {
    const { screen } = await show(
      { ...WAITING, state: 'resting', ended_at: 1_700_000_000, error: 'backup-unusable', reason: 'damaged' },
      { 'POST backup/rehearsal/run/': new ApiError('backup-away', 'Server words.', {}) },
    );
    await expect.element(screen.getByText('The restore test could not start')).toBeVisible();
    await expect.element(screen.getByText(/^The database of this backup is damaged/)).toBeVisible();
    await screen.getByRole('button', { name: 'Test now' }).click();
    await expect.element(screen.getByText(/^The backup folder is unavailable/)).toBeVisible();
  });

  it('takes how often that is to be, and takes it back', async () => {
    let schedule = 'monthly';
    const { screen, http } = await show(WAITING, {
      'GET backup/rehearsal/': () => ({ ...WAITING, schedule }),
      'PATCH backup/rehearsal/': ({ body }: { body: { schedule: string } }) => {
        schedule = body.schedule;
        return { ...WAITING, schedule };
      },
    });
    await screen.getByText('Never', { exact: true }).click();
    await expect.element(screen.getByText('Keepfold no longer tests restores')).toBeVisible();
    await screen.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => schedule).toBe('monthly');
    expect(http.calls.filter(({ call }) => call.startsWith('PATCH')).map(({ body }) => body)).toEqual([
      { schedule: 'off' },
      { schedule: 'monthly' },
    ]);
  });
});
