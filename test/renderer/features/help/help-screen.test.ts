import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import HelpScreen from '../../../../src-renderer/features/help/HelpScreen.svelte';

const show = (page: string | null, section: string | null = null) => render(HelpScreen, { page, section });

describe('the help', () => {
  it('shows the first page when none is asked for, and marks it in the list', async () => {
    const screen = await show(null);
    await expect.element(screen.getByRole('heading', { level: 1, name: 'First steps' })).toBeVisible();
    await expect
      .element(screen.getByRole('navigation', { name: 'Pages of the guide' }).getByText('First steps'))
      .toHaveAttribute('aria-current', 'page');
  });

  it('leads from page to page', async () => {
    const screen = await show('first-steps');
    await expect
      .element(screen.getByRole('article').getByRole('link', { name: 'History and restore' }))
      .toHaveAttribute('href', '#/help/history-and-restore');
    await expect
      .element(screen.getByRole('link', { name: 'Next Linked folders' }))
      .toHaveAttribute('href', '#/help/linked-folders');
  });

  it('puts the focus on the heading that is asked for', async () => {
    const screen = await show('linked-folders', 'the-folder-has-moved');
    await expect.element(screen.getByRole('heading', { name: 'The folder has moved' })).toHaveFocus();
  });

  it('searches all pages, and comes back', async () => {
    const screen = await show('first-steps');
    await userEvent.keyboard('/');
    await userEvent.keyboard('keychain');
    const found = screen.getByRole('region', { name: 'Found in the guide' });
    await expect
      .element(found.getByRole('link', { name: /Unlock and lock.*Encrypted libraries/ }))
      .toHaveAttribute('href', '#/help/encrypted-libraries/unlock-and-lock');
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('heading', { name: 'First steps' })).toBeVisible();
  });

  it('says so when nothing is found', async () => {
    const screen = await show('first-steps');
    await screen.getByRole('searchbox').fill('zeppelin');
    await expect.element(screen.getByText('No matches')).toBeVisible();
    await screen.getByRole('button', { name: 'Clear the search' }).click();
    await expect.element(screen.getByRole('heading', { name: 'First steps' })).toBeVisible();
  });

  it('says that a page is not there', async () => {
    const screen = await show('flying');
    await expect.element(screen.getByText('The guide has no such page')).toBeVisible();
  });

  it('says in the desktop app where its logs are', async () => {
    const desktop = { logFolder: async () => 'C:\\Users\\Ada\\Keepfold\\logs' };
    const screen = await render(HelpScreen, { page: null, section: null, desktop });
    await expect
      .element(screen.getByText('The logs of this computer are in C:\\Users\\Ada\\Keepfold\\logs'))
      .toBeVisible();
  });
});
