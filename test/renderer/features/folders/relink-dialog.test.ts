import { describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { ApiError } from '../../../../src-renderer/api/api-error.ts';
import type { RequestOptions } from '../../../../src-renderer/api/http-client.ts';
import { linkedFolder } from '../../builders.ts';
import { answering } from '../../fake-http.ts';
import FolderFixture from './FolderFixture.svelte';

const home = { path: '/home/ada', parent: '/home', folders: [{ name: 'Moved', path: '/home/ada/Moved' }] };
const refusal = new ApiError('linked-folder-doubtful', 'Server words.', {
  reason: 'few-shared',
  value: '3/40',
});

async function show(relink: unknown) {
  const http = answering({
    'GET folders/folder-1/activity/': { begins_at: 1_700_000_000, entries: [] },
    'GET browse/': home,
    'POST folders/folder-1/relink/': relink,
  });
  const folder = linkedFolder({ state: 'away' });
  const screen = await render(FolderFixture, { http, folder, opens: 'relink' });
  const bodies = () => http.calls.filter(({ call }) => call.endsWith('relink/')).map(({ body }) => body);
  return { dialog: screen.getByRole('dialog'), bodies };
}

describe('saying where a folder is now', () => {
  it('takes a folder of the list', async () => {
    const { dialog, bodies } = await show(linkedFolder({}));
    await expect.element(dialog.getByRole('button', { name: 'Use this folder' })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Moved' }).click();
    await dialog.getByRole('button', { name: 'Use this folder' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(bodies()).toEqual([{ path: '/home/ada/Moved' }]);
  });

  it('asks once more before it takes a place that looks like another folder', async () => {
    const isForced = ({ body }: RequestOptions) => body !== undefined && 'force' in body;
    const { dialog, bodies } = await show((options: RequestOptions) =>
      isForced(options) ? linkedFolder({}) : refusal,
    );
    await dialog.getByLabelText('Folder on this computer').fill('/mnt/other');
    await dialog.getByRole('button', { name: 'Use this folder' }).click();
    await expect.element(dialog.getByText('This does not look like the same folder')).toBeVisible();
    await expect.element(dialog.getByText(/few files of the linked folder \(3\/40\)/)).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Use it anyway' })).toBeDisabled();
    await dialog.getByRole('checkbox', { name: 'Yes, this is the right folder' }).click();
    await dialog.getByRole('button', { name: 'Use it anyway' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(bodies()).toEqual([{ path: '/mnt/other' }, { path: '/mnt/other', force: true }]);
  });

  it('says what is wrong with a place that nobody can insist on', async () => {
    const { dialog } = await show(
      new ApiError('linked-folder-refused', 'Server words.', { reason: 'not-found' }),
    );
    await dialog.getByLabelText('Folder on this computer').fill('/nowhere');
    await dialog.getByRole('button', { name: 'Use this folder' }).click();
    await expect.element(dialog.getByText('This folder does not exist. Check the path.')).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Use it anyway' })).not.toBeInTheDocument();
  });

  it('goes back to choosing', async () => {
    const { dialog } = await show(refusal);
    await dialog.getByLabelText('Folder on this computer').fill('/mnt/other');
    await dialog.getByRole('button', { name: 'Use this folder' }).click();
    await dialog.getByRole('button', { name: 'Change' }).click();
    await expect.element(dialog.getByLabelText('Folder on this computer')).toHaveValue('/mnt/other');
    await expect.element(dialog.getByRole('button', { name: 'Use this folder' })).toBeEnabled();
  });
});
