import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ServeProcess } from '../support/serve-process.ts';
import { expectAccessible, watchForProblems } from './page-checks.ts';

test.describe('erasing from history', () => {
  let place: string;
  let server: ServeProcess;
  let papers: string;

  test.beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'keepfold-e2e-'));
    server = await ServeProcess.start(join(place, 'data'));
    papers = (await server.call<{ id: string }>('POST', 'libraries/', { name: 'Papers' })).id;
    await add('secret.txt', 'the password\n');
    await add('public.txt', 'public\n');
    await server.call('POST', `libraries/${papers}/items/delete/`, { folder: '/', names: ['secret.txt'] });
  });

  test.afterAll(async () => {
    await server.stop();
    rmSync(place, { recursive: true, force: true });
  });

  async function add(name: string, text: string): Promise<void> {
    const link = `libraries/${papers}/upload-link/`;
    const { url } = await server.call<{ url: string }>('POST', link, { path: '/' });
    const form = new FormData();
    form.append('parent_dir', '/');
    form.append('file', new Blob([text]), name);
    const answer = await fetch(url, { method: 'POST', body: form });
    if (!answer.ok) throw new Error(`upload: ${answer.status} ${await answer.text()}`);
  }

  test('says what goes, asks for the name, and proves afterwards that no version holds it', async ({
    page,
  }) => {
    const problems = watchForProblems(page);
    await page.addInitScript((token) => {
      sessionStorage.setItem('keepfold.token', token);
      localStorage.setItem('keepfold.details', 'closed');
    }, server.token);
    await page.goto(`${server.url}/#/libraries/${papers}/trash`);
    await page.getByRole('grid').getByText('secret.txt').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Erase from history…' }).click();
    const dialog = page.getByRole('dialog', { name: /^Erase “secret.txt”/ });
    await expect(dialog.getByText(/^1.version in 2.moments, up to 13/)).toBeVisible();
    await expect(dialog.getByText(/^1.deletion can no longer be taken back/)).toBeVisible();
    await expectAccessible(page);
    const erase = dialog.getByRole('button', { name: /^Erase from 2.moments$/ });
    await expect(erase).toBeDisabled();
    await dialog.getByRole('textbox').fill('Papers');
    await erase.click();
    await expect(dialog.getByText(/read again: it is in none of them\.$/)).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('grid').getByText('secret.txt')).toHaveCount(0);

    await page.goto(`${server.url}/#/libraries/${papers}/history`);
    const history = page.getByRole('grid', { name: 'History' });
    await history.getByText('Erased an item from all of the history').click();
    await expect(page.getByText(/read again: the item is in none of them\./)).toBeVisible();
    await expectAccessible(page);
    expect(problems).toEqual([]);
  });

  test('begins with the menu of a file or folder, with its details and in the palette', async ({ page }) => {
    const problems = watchForProblems(page);
    await add('keys.txt', 'open sesame\n');
    await server.call('POST', `libraries/${papers}/items/new-folder/`, { path: '/Private' });
    await page.addInitScript((token) => sessionStorage.setItem('keepfold.token', token), server.token);
    await page.goto(`${server.url}/#/libraries/${papers}/files`);
    const files = page.getByRole('grid', { name: 'Files' });

    await files.getByText('Private').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Erase from history…' }).click();
    await expect(page.getByRole('dialog', { name: /^Erase “Private”/ })).toBeVisible();
    await page.keyboard.press('Escape');

    await files.getByText('keys.txt').click();
    const details = page.getByRole('complementary', { name: 'Details' });
    await details.getByRole('button', { name: 'Erase from history…' }).click();
    await expect(page.getByRole('dialog', { name: /^Erase “keys.txt”/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await details.getByRole('button', { name: 'Close the details' }).click();

    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('erase');
    await page.getByRole('option', { name: /^Erase from history…/ }).click();
    const dialog = page.getByRole('dialog', { name: /^Erase “keys.txt”/ });
    await expect(dialog.getByText('It is there today, and goes from there too.')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('textbox').fill('Papers');
    await dialog.getByRole('button', { name: /^Erase from 2.moments$/ }).click();
    await expect(dialog.getByText(/read again: it is in none of them\.$/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(files.getByText('keys.txt')).toHaveCount(0);
    await expect(files.getByText('public.txt')).toBeVisible();
    expect(problems).toEqual([]);
  });

  test('takes a renamed file along under the names that it had before', async ({ page }) => {
    const problems = watchForProblems(page);
    await add('draft.txt', 'a film\n');
    await server.call('POST', `libraries/${papers}/items/rename/`, { path: '/draft.txt', name: 'final.txt' });
    await server.call('POST', `libraries/${papers}/items/delete/`, { folder: '/', names: ['final.txt'] });
    await page.addInitScript((token) => sessionStorage.setItem('keepfold.token', token), server.token);
    await page.goto(`${server.url}/#/libraries/${papers}/trash`);
    await page.getByRole('grid').getByText('final.txt').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Erase from history…' }).click();
    const dialog = page.getByRole('dialog', { name: /^Erase “final.txt”/ });
    await expect(dialog.getByText(/^1.version in 1.moment,/)).toBeVisible();
    await dialog.getByText('Under all its names', { exact: true }).click();
    await expect(dialog.getByRole('list', { name: 'Names that the file had before' })).toContainText(
      '/draft.txt',
    );
    await expect(dialog.getByText(/^2.versions in 2.moments,/)).toBeVisible();
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
    await dialog.getByRole('textbox').fill('Papers');
    await dialog.getByRole('button', { name: /^Erase from 2.moments$/ }).click();
    await expect(dialog.getByText(/read again: it is in none of them\.$/)).toBeVisible();
    expect(problems).toEqual([]);
  });
});
