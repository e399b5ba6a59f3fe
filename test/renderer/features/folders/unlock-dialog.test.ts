import { describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { ApiError } from '../../../../src-renderer/api/api-error.ts';
import { linkedFolder } from '../../builders.ts';
import { answering } from '../../fake-http.ts';
import FolderFixture from './FolderFixture.svelte';

async function show(unlock: unknown) {
  const http = answering({
    'GET folders/folder-1/activity/': { begins_at: 1_700_000_000, entries: [] },
    'GET secrets/': { secrets: 'available', secrets_reason: '' },
    'POST folders/folder-1/unlock/': unlock,
  });
  const screen = await render(FolderFixture, {
    http,
    folder: linkedFolder({ encryption: 'locked', state: 'error' }),
  });
  await screen.getByRole('button', { name: 'Unlock…' }).first().click();
  return { screen, http, dialog: screen.getByRole('dialog', { name: 'Unlock “Documents”' }) };
}

describe('unlocking a library', () => {
  it('does not remember the password unless it is told to', async () => {
    const { dialog, http } = await show(linkedFolder({ encryption: 'unlocked' }));
    await expect.element(dialog.getByLabelText('Password of the library')).toHaveFocus();
    await dialog.getByLabelText('Password of the library').fill('correct horse');
    await dialog.getByRole('button', { name: 'Unlock' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(http.calls.at(-1)?.body).toEqual({ password: 'correct horse', remember: false });
  });

  it('says that the password is wrong and forgets it', async () => {
    const { dialog } = await show(new ApiError('password-wrong', 'no'));
    await dialog.getByLabelText('Password of the library').fill('wrong');
    await dialog.getByRole('button', { name: 'Unlock' }).click();
    await expect.element(dialog.getByText(/This password does not open the library\./)).toBeVisible();
    await expect.element(dialog.getByLabelText('Password of the library')).toHaveValue('');
  });

  it('says when the password could not be remembered', async () => {
    const notice = { secrets: 'unavailable', secrets_reason: 'The keyring is locked.' };
    const { screen, dialog } = await show({ ...linkedFolder({ encryption: 'unlocked' }), ...notice });
    await dialog.getByLabelText('Password of the library').fill('correct horse');
    await dialog.getByRole('checkbox', { name: 'Remember on this computer' }).click();
    await dialog.getByRole('button', { name: 'Unlock' }).click();
    await expect
      .element(screen.getByText('The password was not remembered. The keyring is locked.'))
      .toBeVisible();
  });
});
