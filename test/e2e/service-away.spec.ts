import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { ServeProcess } from '../support/serve-process.ts';
import { expectAccessible } from './page-checks.ts';

// A page whose service ends or hangs claims nothing any more, and says since when.

test.describe('a page without its service', () => {
  let place: string;
  let server: ServeProcess;
  let isRunning: boolean;

  function kill(): void {
    isRunning = false;
    process.kill(server.pid, 'SIGKILL');
  }

  test.beforeEach(async ({ page }) => {
    place = mkdtempSync(join(tmpdir(), 'keepfold-e2e-'));
    mkdirSync(join(place, 'Documents'));
    writeFileSync(join(place, 'Documents', 'letter.txt'), 'dear Anna\n');
    server = await ServeProcess.start(join(place, 'data'));
    isRunning = true;
    await server.link(join(place, 'Documents'));
    await page.goto(server.signInUrl);
    await expect(page.getByRole('heading', { name: 'All changes are in the history' })).toBeVisible();
    await expect(page.locator('.calm')).not.toHaveCount(0);
  });

  test.afterEach(() => {
    if (isRunning) kill();
    rmSync(place, { recursive: true, force: true });
  });

  /** Nothing on the page is green or says that all is well. */
  async function expectNoClaims(page: Page): Promise<void> {
    await expect(page.locator('.calm')).toHaveCount(0);
    await expect(page.getByText(/Everything is saved|All changes are|Up to date|\bsafe\b/)).toHaveCount(0);
    expect(await page.getByRole('alert').count()).toBe(0);
    await expectAccessible(page);
  }

  test('that was killed is not running, on Home and elsewhere', async ({ page }) => {
    await page.goto(`${server.url}/#/activity`);
    await expect(page.getByText('Up to date').first()).toBeVisible();
    kill();
    await expect(page.getByText('Keepfold is not running.').first()).toBeVisible();
    await expect(page.locator('.calm')).toHaveCount(0);
    await page.getByRole('link', { name: 'Home' }).click();
    await expect(page.getByRole('heading', { name: 'Keepfold is not running' })).toBeVisible();
    await expect(page.getByText(/^Nothing has been saved since \d+:\d\d.[AP]M\.$/)).toBeVisible();
    await expect(page.getByText(`npm start -- --data-dir ${join(place, 'data')} --port`)).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Try now' })).toBeVisible();
    await expect(page.getByRole('button', { name: /Account:.*Keepfold is not running/ })).toBeVisible();
    await expectNoClaims(page);
  });

  test('that hangs claims nothing as soon as an answer is overdue, and is believed again later', async ({
    page,
  }) => {
    process.kill(server.pid, 'SIGSTOP');
    await expect(page.getByRole('heading', { name: 'Keepfold is answering slowly' })).toBeVisible();
    await expectNoClaims(page);
    await expect(page.getByRole('heading', { name: 'Keepfold does not answer' })).toBeVisible();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectNoClaims(page);
    process.kill(server.pid, 'SIGCONT');
    await expect(page.getByRole('heading', { name: 'All changes are in the history' })).toBeVisible();
    await expect(page.getByText('No backup yet: one broken disk could take everything.')).toBeVisible();
  });
});
