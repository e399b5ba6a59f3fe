import { describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { ApiError } from '../../../../src-renderer/api/api-error.ts';
import SignInScreen from '../../../../src-renderer/features/sign-in/SignInScreen.svelte';

const UNTOLD = { commands: null, email: null };

describe('the sign-in screen', () => {
  it('signs in with e-mail and password', async () => {
    const signIn = vi.fn(async () => undefined);
    const screen = await render(SignInScreen, {
      problem: null,
      isOnThisComputer: false,
      terminal: UNTOLD,
      signIn,
    });
    const button = screen.getByRole('button', { name: 'Sign in' });
    await expect.element(button).toBeDisabled();
    await screen.getByLabelText('E-mail').fill(' ada@example.org ');
    await screen.getByLabelText('Password').fill('secret');
    await button.click();
    expect(signIn).toHaveBeenCalledExactlyOnceWith('ada@example.org', 'secret');
  });

  it('says why it did not work and forgets the password', async () => {
    const signIn = () => Promise.reject(new ApiError('credentials-wrong', 'no'));
    const screen = await render(SignInScreen, {
      problem: null,
      isOnThisComputer: false,
      terminal: UNTOLD,
      signIn,
    });
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
    const signIn = async () => undefined;
    const screen = await render(SignInScreen, { problem, isOnThisComputer: false, terminal: UNTOLD, signIn });
    await expect.element(screen.getByText('The sign-in has ended. Sign in again.')).toBeVisible();
  });

  it.each([
    ['link-used', 'This sign-in link has been used. Each link signs in once.'],
    [
      'link-over',
      'This sign-in link is not valid. A link lasts 15 minutes, and no longer than Keepfold runs.',
    ],
  ])('says of a link that does not sign in (%s) what became of it', async (reason, words) => {
    const problem = { code: 'credentials-wrong', details: '', reason } as const;
    const signIn = async () => undefined;
    const screen = await render(SignInScreen, { problem, isOnThisComputer: true, terminal: UNTOLD, signIn });
    await expect.element(screen.getByRole('alert').getByText(words)).toBeVisible();
  });

  it('says on the own computer how to get another link, to copy', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const signIn = async () => undefined;
    const commands = {
      ...{ folder: '/home/ada/keepfold', start: 'npm start -- --data-dir /tmp/data --port 8791' },
      open: 'npm start -- --data-dir /tmp/data',
      sign_in: 'npm run cli -- sign-in --data-dir /tmp/data',
      add_user: null,
    };
    const terminal = { commands, email: 'me@keepfold.local' };
    const props = { problem: null, isOnThisComputer: true, terminal, signIn };
    const screen = await render(SignInScreen, props);
    await expect.element(screen.getByText('/home/ada/keepfold')).toBeVisible();
    await screen.getByRole('button', { name: `Copy “${commands.open}”` }).click();
    await expect.element(screen.getByRole('button', { name: 'Copied' })).toBeVisible();
    await screen.getByRole('button', { name: `Copy “${commands.sign_in}”` }).click();
    expect(write.mock.calls).toEqual([[commands.open], [commands.sign_in]]);
    await screen.unmount();
    const untold = await render(SignInScreen, { ...props, terminal: UNTOLD });
    await expect.element(untold.getByText('npm run cli -- sign-in')).toBeVisible();
    await expect.element(untold.getByText('--data-dir', { exact: true })).toBeVisible();
  });

  it('knows who may sign in where that is told, and takes another', async () => {
    const signIn = vi.fn(async () => undefined);
    const terminal = { commands: null, email: 'me@keepfold.local' };
    const screen = await render(SignInScreen, { problem: null, isOnThisComputer: true, terminal, signIn });
    const email = screen.getByLabelText('E-mail');
    await expect.element(email).toHaveValue('me@keepfold.local');
    await email.fill('');
    await expect.element(email).toHaveValue('');
    await email.fill('ada@example.org');
    await screen.getByLabelText('Password').fill('secret');
    await screen.getByRole('button', { name: 'Sign in' }).click();
    expect(signIn).toHaveBeenCalledExactlyOnceWith('ada@example.org', 'secret');
  });

  it('tells nobody elsewhere about commands', async () => {
    const signIn = async () => undefined;
    const screen = await render(SignInScreen, {
      problem: null,
      isOnThisComputer: false,
      terminal: UNTOLD,
      signIn,
    });
    await expect.element(screen.getByText('npm start')).not.toBeInTheDocument();
  });
});
