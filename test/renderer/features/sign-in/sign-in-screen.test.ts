import { describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { ApiError } from '../../../../src-renderer/api/api-error.ts';
import SignInScreen from '../../../../src-renderer/features/sign-in/SignInScreen.svelte';

describe('the sign-in screen', () => {
  it('signs in with e-mail and password', async () => {
    const signIn = vi.fn(async () => undefined);
    const screen = await render(SignInScreen, { problem: null, signIn });
    const button = screen.getByRole('button', { name: 'Sign in' });
    await expect.element(button).toBeDisabled();
    await screen.getByLabelText('E-mail').fill(' ada@example.org ');
    await screen.getByLabelText('Password').fill('secret');
    await button.click();
    expect(signIn).toHaveBeenCalledExactlyOnceWith('ada@example.org', 'secret');
  });

  it('says why it did not work and forgets the password', async () => {
    const signIn = () => Promise.reject(new ApiError('credentials-wrong', 'no'));
    const screen = await render(SignInScreen, { problem: null, signIn });
    await screen.getByLabelText('E-mail').fill('ada@example.org');
    await screen.getByLabelText('Password').fill('wrong');
    await screen.getByRole('button', { name: 'Sign in' }).click();
    await expect
      .element(screen.getByText('E-mail and password do not match. Check both and try again.'))
      .toBeVisible();
    await expect.element(screen.getByLabelText('Password')).toHaveValue('');
  });

  it('tells that a session has ended', async () => {
    const problem = { code: 'signed-out', details: '' } as const;
    const screen = await render(SignInScreen, { problem, signIn: async () => undefined });
    await expect.element(screen.getByText('The sign-in has ended. Sign in again.')).toBeVisible();
  });
});
