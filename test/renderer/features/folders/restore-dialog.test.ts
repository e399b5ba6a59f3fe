import { describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { ApiError } from '../../../../src-renderer/api/api-error.ts';
import type { BackupContentsJson, BackupLibraryJson } from '../../../../src-shared/backup-api.ts';
import type { JobJson } from '../../../../src-shared/upkeep-api.ts';
import { answering } from '../../fake-http.ts';
import BackupFixture from './BackupFixture.svelte';

const FOLDER = '/media/stick/Backup';
const KEPT = {
  ...{ folder: FOLDER, is_daily: true, state: 'idle', progress: null },
  ...{ last_success_at: 1_700_000_000, last_files: 3, last_bytes: 5_000_000 },
  ...{ failing_since: 0, last_error: null, last_run: null },
};
const LETTERS: BackupLibraryJson = {
  ...{ library_id: 'letters', library_name: 'Letters', owner: 'anna@example.com' },
  ...{ new_owner: 'anna@example.com', new_name: 'Letters', file_count: 2, size: 2_000 },
  ...{ updated_at: 1_700_000_000, encrypted: false, here: 'absent', refused: false },
};
const CONTENTS: BackupContentsJson = {
  folder: FOLDER,
  made_at: 1_700_000_000,
  libraries: [
    LETTERS,
    {
      ...{ ...LETTERS, library_id: 'photos', library_name: 'Photos', here: 'newer' },
      ...{ new_name: 'Photos (from backup 2023-11-14)', new_owner: 'me@example.com' },
    },
    {
      ...{ ...LETTERS, library_id: 'secret', library_name: 'Secret', here: 'deleted' },
      ...{ encrypted: true, refused: true },
    },
  ],
};
const JOB: JobJson = {
  ...{ id: 'job', kind: 'restore', state: 'running', started_by: 'me@example.com' },
  ...{ started_at: 1_700_000_000, ended_at: 0, done: 500, total: 2_000, reason: '', details: '' },
  ...{ check: null, garbage: null, restored: null, exported: null },
  ...{ rehearsed: null, repaired: null },
};

async function look(contents: BackupContentsJson | Error, answers: Readonly<Record<string, unknown>> = {}) {
  const http = answering({
    'GET backup/': KEPT,
    'GET browse/': { path: FOLDER, parent: '/media/stick', folders: [] },
    'POST backup/contents/': () => {
      if (contents instanceof Error) throw contents;
      return contents;
    },
    ...answers,
  });
  const screen = await render(BackupFixture, { http });
  await screen.getByRole('button', { name: 'Restore from a backup…' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Restore from a backup' });
  await dialog.getByRole('button', { name: 'Show contents' }).click();
  return { dialog, http };
}

describe('restoring from a backup', () => {
  it('begins with the folder of the backup, and chooses what is not here', async () => {
    const { dialog, http } = await look(CONTENTS, {
      'POST backup/restore/': JOB,
      'GET admin/jobs/': { jobs: [JOB] },
    });
    await expect.element(dialog.getByRole('checkbox', { name: 'Letters' })).toBeChecked();
    await expect.element(dialog.getByRole('checkbox', { name: 'Photos' })).not.toBeChecked();
    await expect.element(dialog.getByRole('checkbox', { name: 'Secret' })).toBeDisabled();
    await expect.element(dialog.getByText('Already here, newer')).toBeVisible();
    await expect
      .element(
        dialog.getByText(
          'Restored as “Photos (from backup 2023-11-14)”, next to the one here. Becomes yours, because its owner has no account here.',
        ),
      )
      .toBeVisible();
    await dialog.getByRole('checkbox', { name: 'Photos' }).click();
    await dialog.getByRole('button', { name: 'Restore 2 libraries' }).click();
    await expect.element(dialog.getByRole('progressbar')).toBeVisible();
    await expect.element(dialog.getByText(/^Restoring: 500.B of 2/)).toBeVisible();
    expect(http.calls.filter(({ call }) => call.startsWith('POST backup/'))).toEqual([
      { call: 'POST backup/contents/', body: { folder: FOLDER, name_suffix: '(from backup {date})' } },
      {
        call: 'POST backup/restore/',
        body: {
          ...{ folder: FOLDER, library_ids: ['letters', 'photos'] },
          name_suffix: '(from backup {date})',
        },
      },
    ]);
  });

  it('says why a folder is refused, and lets another be chosen', async () => {
    const words = 'A newer Keepfold made this backup. Install that version, and try again.';
    const { dialog } = await look(new ApiError('backup-unusable', 'Server words.', { reason: 'newer' }));
    await expect.element(dialog.getByText(words)).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Show contents' })).toBeEnabled();
  });

  it('tells what was damaged, and what did not come back', async () => {
    const over: JobJson = {
      ...{ ...JOB, state: 'done' },
      restored: [
        { library_id: 'letters', library_name: 'Letters', unreadable: 2, reason: '' },
        { library_id: 'photos', library_name: 'Photos', unreadable: 0, reason: 'object-missing' },
      ],
    };
    const { dialog } = await look(CONTENTS, {
      'POST backup/restore/': JOB,
      'GET admin/jobs/': { jobs: [over] },
    });
    await dialog.getByRole('button', { name: 'Restore 1 library' }).click();
    await expect.element(dialog.getByText('1 library is back:')).toBeVisible();
    await expect.element(dialog.getByText('2 pieces of it could not be read')).toBeVisible();
    await expect.element(dialog.getByText('“Photos” was not restored')).toBeVisible();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('can be cancelled, and says what stays', async () => {
    const { dialog } = await look(CONTENTS, {
      'POST backup/restore/': JOB,
      'GET admin/jobs/': { jobs: [JOB] },
      'DELETE admin/jobs/job/': { ...JOB, state: 'canceled' },
    });
    await dialog.getByRole('button', { name: 'Restore 1 library' }).click();
    await dialog.getByRole('button', { name: 'Cancel restoring' }).click();
    await expect
      .element(dialog.getByText('Restoring was cancelled. Libraries that were complete stay.'))
      .toBeVisible();
  });
});
