import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ServeProcess } from '../support/serve-process.ts';
import { expectAccessible, watchForProblems } from './page-checks.ts';

// What somebody changed says so, and goes back with one click.

test.describe('settings that were changed', () => {
  let place: string;
  let server: ServeProcess;

  test.beforeEach(async () => {
    place = mkdtempSync(join(tmpdir(), 'keepfold-changed-'));
    server = await ServeProcess.start(join(place, 'data'));
  });

  test.afterEach(async () => {
    await server.stop();
    rmSync(place, { recursive: true, force: true });
  });

  test('say so and are reset, with Undo', async ({ page }) => {
    const problems = watchForProblems(page);
    const { id } = await server.call<{ id: string }>('POST', 'libraries/', { name: 'Papers' });
    await page.goto(server.signInUrl);
    await page.goto(`${server.url}/#/settings?part=look`);
    const look = page.getByRole('region', { name: 'Appearance' });
    await expect(look.getByText('Changed')).toHaveCount(0);
    await look.getByText('Dark', { exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expectAccessible(page);
    await look.getByRole('button', { name: 'Reset: Appearance' }).click();
    await expect(page.locator('html')).not.toHaveAttribute('data-theme');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

    const history = page.getByRole('region', { name: 'History' });
    await history.getByRole('combobox').selectOption('30');
    await expect(history.getByRole('button', { name: /^Reset: / })).toBeVisible();
    await page.goto(`${server.url}/#/libraries/${id}/settings`);
    await page.getByRole('button', { name: 'Reset: Keep history for' }).click();
    await expect(page.getByLabel('Exact number of days')).toHaveValue('30');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('Changed', { exact: true })).toHaveCount(0);
    expect(problems).toEqual([]);
  });
});
