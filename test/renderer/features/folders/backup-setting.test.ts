import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { ApiError } from '../../../../src-renderer/api/api-error.ts';
import type { BackupJson } from '../../../../src-shared/backup-api.ts';
import { answering } from '../../fake-http.ts';
import BackupFixture from './BackupFixture.svelte';

const NONE: BackupJson = {
  folder: null,
  is_daily: false,
  state: 'idle',
  progress: null,
  last_success_at: 0,
  last_files: 0,
  last_bytes: 0,
  failing_since: 0,
  last_error: null,
  last_run: null,
  ...{ same_disk: false, in_memory: false, data_since: 1_690_000_000 },
};
const KEPT: BackupJson = {
  ...NONE,
  ...{ folder: '/media/stick/Backup', is_daily: true },
  ...{ last_success_at: 1_700_000_000, last_files: 3, last_bytes: 5_000_000 },
};

async function show(status: BackupJson | Error, answers: Readonly<Record<string, unknown>> = {}) {
  let current = status;
  const http = answering({ 'GET backup/': () => current, ...answers });
  const screen = await render(BackupFixture, { http });
  const change = (next: BackupJson) => {
    current = next;
  };
  return { screen, http, change };
}

describe('the backup in the settings', () => {
  it('begins with the choice of a folder, and then with the first backup', async () => {
    const { screen, http, change } = await show(NONE, {
      'GET browse/': { path: '/media', parent: '/', folders: [{ name: 'stick', path: '/media/stick' }] },
      'POST backup/check/': { folder: '/media/stick', same_disk: false },
      'PUT backup/': () => {
        change(KEPT);
        return KEPT;
      },
      'POST backup/run/': KEPT,
    });
    await screen.getByRole('button', { name: 'Choose a folder…' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Where should the backup go?' });
    await dialog.getByRole('button', { name: 'stick' }).click();
    await dialog.getByRole('button', { name: 'Use this folder' }).click();
    await expect.element(screen.getByText('/media/stick/Backup')).toBeVisible();
    await expect.element(screen.getByText(/^Last backup .* copied$/)).toBeVisible();
    const sent = http.calls.filter(({ call }) => !call.startsWith('GET'));
    expect(sent).toEqual([
      { call: 'POST backup/check/', body: { folder: '/media/stick' } },
      { call: 'PUT backup/', body: { folder: '/media/stick', is_daily: true } },
      { call: 'POST backup/run/', body: {} },
    ]);
  });

  it('says in the dialog why the folder is refused', async () => {
    const { screen } = await show(NONE, {
      'GET browse/': { path: '/media', parent: '/', folders: [{ name: 'stick', path: '/media/stick' }] },
      'POST backup/check/': new ApiError('backup-refused', 'Server words.', { reason: 'not-empty' }),
    });
    await screen.getByRole('button', { name: 'Choose a folder…' }).click();
    await screen.getByRole('dialog').getByRole('button', { name: 'stick' }).click();
    await screen.getByRole('button', { name: 'Use this folder' }).click();
    await expect.element(screen.getByText(/^This folder is not empty/)).toBeVisible();
  });

  it('makes a new folder for it, and chooses that', async () => {
    const { screen, http } = await show(NONE, {
      'GET browse/': ({ query }: { query: { path: string | null } }) => ({
        ...{ path: query.path ?? '/media', parent: '/', folders: [] },
      }),
      'POST browse/': { path: '/media/Backup' },
    });
    await screen.getByRole('button', { name: 'Choose a folder…' }).click();
    const dialog = screen.getByRole('dialog');
    await dialog.getByRole('button', { name: 'New folder…' }).click();
    await dialog.getByRole('textbox', { name: 'Name of the new folder' }).fill('Backup');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog.getByRole('textbox')).toHaveValue('/media/Backup');
    expect(http.calls.find(({ call }) => call === 'POST browse/')?.body).toEqual({
      path: '/media',
      name: 'Backup',
    });
  });

  it('says once that a folder is not there, and nothing more when another path is typed', async () => {
    const { screen } = await show(NONE, {
      'GET browse/': ({ query }: { query: { path: string | null } }) => {
        if (query.path !== null) throw new ApiError('folder-not-found', 'Server words.');
        return { path: '/media', parent: '/', folders: [] };
      },
      'POST backup/check/': new ApiError('backup-away', 'Server words.'),
    });
    await screen.getByRole('button', { name: 'Choose a folder…' }).click();
    const field = screen.getByRole('dialog').getByRole('textbox');
    await field.fill('/no/such');
    await userEvent.tab();
    await expect.element(field).toHaveAccessibleDescription('There is no folder with this path.');
    await screen.getByRole('button', { name: 'Use this folder' }).click();
    const refusal = screen.getByText('The backup cannot go there');
    await expect.element(refusal).toBeVisible();
    await expect.element(field).not.toHaveAccessibleDescription();
    await field.fill('/no/suc');
    await expect.element(refusal).not.toBeInTheDocument();
  });

  it('says in the dialog that a folder on the same disk is no backup, and takes it only when told twice', async () => {
    const { screen, http } = await show(NONE, {
      'GET browse/': { path: '/home/ada', parent: '/', folders: [{ name: 'copy', path: '/home/ada/copy' }] },
      'POST backup/check/': { folder: '/home/ada/copy', same_disk: true },
      'PUT backup/': KEPT,
      'POST backup/run/': KEPT,
    });
    await screen.getByRole('button', { name: 'Choose a folder…' }).click();
    await screen.getByRole('dialog').getByRole('button', { name: 'copy' }).click();
    await screen.getByRole('button', { name: 'Use this folder' }).click();
    await expect.element(screen.getByText('This is no backup yet')).toBeVisible();
    expect(http.calls.map(({ call }) => call)).not.toContain('PUT backup/');
    await screen.getByRole('button', { name: 'Use it anyway' }).click();
    await expect.poll(() => http.calls.map(({ call }) => call)).toContain('POST backup/run/');
  });

  it('says in the dialog, and ever after, that a folder in memory is no backup', async () => {
    const { screen } = await show(NONE, {
      'GET browse/': { path: '/dev', parent: '/', folders: [{ name: 'shm', path: '/dev/shm' }] },
      'POST backup/check/': { folder: '/dev/shm', same_disk: false, in_memory: true },
    });
    await screen.getByRole('button', { name: 'Choose a folder…' }).click();
    await screen.getByRole('dialog').getByRole('button', { name: 'shm' }).click();
    await screen.getByRole('button', { name: 'Use this folder' }).click();
    await expect.element(screen.getByText(/^The folder is in the memory of the computer/)).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Use it anyway' })).toBeVisible();
    await screen.unmount();
    const kept = await show({ ...KEPT, in_memory: true });
    await expect.element(kept.screen.getByText(/^The folder is in the memory of the computer/)).toBeVisible();
  });

  it('says of a backup on the same disk that it is none', async () => {
    const { screen } = await show({ ...KEPT, same_disk: true });
    await expect.element(screen.getByText('This is no backup yet')).toBeVisible();
  });

  it('shows how far it is, and that nothing else can be begun', async () => {
    const progress = { files: 1, total_files: 4, bytes: 1_000_000, total_bytes: 4_000_000 };
    const { screen } = await show({ ...KEPT, state: 'running', progress });
    await expect.element(screen.getByText(/^Copying: 1.MB of 4.MB$/)).toBeVisible();
    await expect
      .element(screen.getByRole('progressbar', { name: 'Progress of the backup' }))
      .toHaveAttribute('aria-valuenow', '25');
    await expect.element(screen.getByRole('button', { name: 'Back up now' })).toBeDisabled();
  });

  it('says what went wrong and what helps', async () => {
    const { screen } = await show({
      ...{ ...KEPT, state: 'away', failing_since: 1_700_000_100 },
      last_error: { code: 'backup-away', reason: '', value: '/media/stick/Backup', message: 'Away.' },
    });
    await expect.element(screen.getByText('The backup folder is unavailable')).toBeVisible();
    await expect.element(screen.getByText(/^Connect its disk/)).toBeVisible();
  });

  it('says that its folder is away before a backup was tried', async () => {
    const { screen } = await show({ ...KEPT, state: 'away' });
    await expect.element(screen.getByText('The backup folder is unavailable')).toBeVisible();
    await expect.element(screen.getByText(/^Connect its disk/)).toBeVisible();
  });

  it('follows what the service tells', async () => {
    const { screen, http, change } = await show({ ...KEPT, last_success_at: 0 });
    await expect.element(screen.getByText('No backup in this folder yet.')).toBeVisible();
    change({ ...KEPT, last_bytes: 0 });
    http.say({ type: 'backup' });
    await expect.element(screen.getByText(/nothing new$/)).toBeVisible();
  });

  it('ends when told, and is taken up again with Undo', async () => {
    const { screen, http } = await show(KEPT, { 'PUT backup/': NONE });
    await screen.getByRole('button', { name: 'Turn off backups' }).click();
    await screen.getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(() => http.calls.filter(({ call }) => call.startsWith('PUT')).map(({ body }) => body))
      .toEqual([
        { folder: '', is_daily: true },
        { folder: '/media/stick/Backup', is_daily: true },
      ]);
  });

  it('can be asked again when it is not known', async () => {
    const { screen } = await show(new ApiError('unreachable', 'down'));
    await expect.element(screen.getByText('Keepfold could not read the backup status.')).toBeVisible();
  });
});
