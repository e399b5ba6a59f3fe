import { describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { ApiError } from '../../../../src-renderer/api/api-error.ts';
import { answering } from '../../fake-http.ts';
import PasswordFixture from './PasswordFixture.svelte';

const NEW = 'correct horse battery';

async function show(isSet: boolean, changePassword = vi.fn(async () => undefined)) {
  const http = answering({ 'GET account/password/': { is_set: isSet } });
  const screen = await render(PasswordFixture, { http, changePassword });
  await screen.getByRole('button', { name: isSet ? 'Change password…' : 'Set a password…' }).click();
  const dialog = screen.getByRole('dialog');
  const type = async (label: string, text: string) =>
    await dialog.getByLabelText(label, { exact: true }).fill(text);
  return { screen, dialog, type, changePassword };
}

describe('the own password', () => {
  it('is changed with the current one and a new one typed twice', async () => {
    const { screen, dialog, type, changePassword } = await show(true);
    const save = dialog.getByRole('button', { name: 'Change password' });
    await expect.element(dialog.getByLabelText('Current password')).toHaveFocus();
    await type('Current password', 'old');
    await type('New password', NEW);
    await expect.element(save).toBeDisabled();
    await type('New password again', NEW);
    await save.click();
    await expect.element(screen.getByText('Your password was changed')).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(changePassword).toHaveBeenCalledExactlyOnceWith('old', NEW);
  });

  it('is asked for again when the current one is wrong', async () => {
    const refused = vi.fn(() => Promise.reject(new ApiError('password-wrong', 'no')));
    const { dialog, type } = await show(true, refused);
    await type('Current password', 'wrong');
    await type('New password', NEW);
    await type('New password again', NEW);
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await expect.element(dialog.getByText('This is not your current password.')).toBeVisible();
    await expect.element(dialog.getByLabelText('Current password')).toHaveFocus();
    await expect.element(dialog.getByLabelText('Current password')).toHaveValue('');
  });

  it('says that there were too many tries', async () => {
    const refused = vi.fn(() => Promise.reject(new ApiError('throttled', 'wait')));
    const { dialog, type } = await show(true, refused);
    await type('Current password', 'wrong');
    await type('New password', NEW);
    await type('New password again', NEW);
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await expect.element(dialog.getByText('The password was not changed.')).toBeVisible();
    await expect.element(dialog.getByText(/^Too many attempts/)).toBeVisible();
  });

  it('is set without a current one where there is none', async () => {
    const { screen, dialog, type, changePassword } = await show(false);
    await type('Password', NEW);
    await type('Password again', NEW);
    await dialog.getByRole('button', { name: 'Set password' }).click();
    expect(changePassword).toHaveBeenCalledExactlyOnceWith('', NEW);
    await expect.element(screen.getByText('Your password was set')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Change password…' })).toBeVisible();
  });
});
