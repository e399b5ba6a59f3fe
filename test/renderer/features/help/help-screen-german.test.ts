import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import HelpScreen from '../../../../src-renderer/features/help/HelpScreen.svelte';

function showHelp(page: string | null, section: string | null = null) {
  return render(HelpScreen, { page, section });
}

describe('the help on a German page', () => {
  it('shows German pages, and their titles in the list', async () => {
    const screen = await showHelp(null);
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Erste Schritte' })).toBeVisible();
    await expect
      .element(screen.getByRole('article').getByRole('heading', { name: 'Den ersten Ordner hinzufügen' }))
      .toBeVisible();
    const link = screen
      .getByRole('navigation', { name: 'Seiten der Anleitung' })
      .getByText('Verknüpfte Ordner');
    await expect.element(link).toHaveAttribute('href', '#/help/linked-folders');
    await expect.element(link).toHaveAttribute('lang', 'de');
  });

  it('leads to headings with umlauts', async () => {
    const screen = await showHelp('backup-and-recovery', 'die-datenbank-ist-weg-oder-beschädigt');
    await expect
      .element(screen.getByRole('heading', { name: 'Die Datenbank ist weg oder beschädigt' }))
      .toHaveFocus();
  });

  it('is searched in German', async () => {
    const screen = await showHelp('first-steps');
    await userEvent.keyboard('/');
    await userEvent.keyboard('SCHLÜSSELBUND');
    await expect
      .element(screen.getByRole('region', { name: 'In der Anleitung gefunden' }).getByRole('link'))
      .toHaveAttribute('href', '#/help/encrypted-libraries/entsperren-und-sperren');
  });
});
