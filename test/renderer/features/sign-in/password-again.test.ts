import { describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { ApiError } from '../../../../src-renderer/api/api-error.ts';
import PasswordAgainDialog from '../../../../src-renderer/features/sign-in/PasswordAgainDialog.svelte';

async function show(givePassword: (password: string) => Promise<void>) {
  const onclose = vi.fn();
  const screen = await render(PasswordAgainDialog, { givePassword, onclose });
  return { dialog: screen.getByRole('dialog'), onclose };
}

describe('the password that is asked for again', () => {
  it('is given once', async () => {
    const give = vi.fn(async () => undefined);
    const { dialog } = await show(give);
    await expect.element(dialog.getByLabelText('Password', { exact: true })).toHaveFocus();
    await expect.element(dialog.getByRole('button', { name: 'Continue' })).toBeDisabled();
    await dialog.getByLabelText('Password', { exact: true }).fill('secret');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    expect(give).toHaveBeenCalledExactlyOnceWith('secret');
  });

  it('is asked for until it is right', async () => {
    const { dialog } = await show(() => Promise.reject(new ApiError('password-wrong', 'no')));
    await dialog.getByLabelText('Password', { exact: true }).fill('wrong');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect.element(dialog.getByText('This is not your password.')).toBeVisible();
    await expect.element(dialog.getByLabelText('Password', { exact: true })).toHaveValue('');
  });

  it('need not be given', async () => {
    const { dialog, onclose } = await show(async () => undefined);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(onclose).toHaveBeenCalledOnce();
  });
});
