import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ServeProcess } from '../support/serve-process.ts';
import { expectAccessible, watchForProblems } from './page-checks.ts';

// The guide, as somebody reads it who is stuck.

test.describe('the help of Keepfold', () => {
  let place: string;
  let server: ServeProcess;

  test.beforeEach(async () => {
    place = mkdtempSync(join(tmpdir(), 'keepfold-e2e-'));
    server = await ServeProcess.start(join(place, 'data'));
  });

  test.afterEach(async () => {
    await server.stop();
    rmSync(place, { recursive: true, force: true });
  });

  test('F1 opens the page for the screen; links, headings and the search lead on', async ({ page }) => {
    const problems = watchForProblems(page);
    await page.goto(server.signInUrl);
    await page.getByRole('link', { name: 'Deleted libraries' }).click();
    // The page hears of a new address a moment after it is there.
    await expect(page.getByRole('heading', { level: 1, name: 'Deleted libraries' })).toBeVisible();
    await page.keyboard.press('F1');
    await expect(
      page.getByRole('heading', { level: 1, name: 'Trash and how long things stay' }),
    ).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('article').getByRole('link', { name: 'history', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'History and restore' })).toBeVisible();
    await page.goBack();
    await page.getByRole('link', { name: 'Help' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'First steps' })).toBeVisible();

    await page.keyboard.press('/');
    await page.keyboard.type('rclone');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'rclone Connect programs' }).click();
    await expect(page.getByRole('heading', { name: 'rclone' })).toBeFocused();
    await expect(page.getByText('rclone lsd keepfold:')).toBeVisible();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    expect(problems).toEqual([]);
  });
});
