import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ServeProcess } from '../support/serve-process.ts';
import { expectAccessible } from './page-checks.ts';

// Home is drawn first; all other screens come in a file of their own.

const SCREENS = '**/assets/Screens-*.js';

test.describe('the file of the other screens', () => {
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

  test('leaves home alone when it does not come, and is asked for again', async ({ page }) => {
    await page.route(SCREENS, (route) => route.abort());
    await page.goto(server.signInUrl);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.getByRole('link', { name: 'Libraries', exact: true }).click();
    const error = page.getByRole('alert').filter({ hasText: 'This screen could not be loaded.' });
    await expect(error).toBeVisible();
    await expectAccessible(page);
    await page.unroute(SCREENS);
    await error.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Libraries' })).toBeVisible();
  });

  test('is waited for by an address that needs it', async ({ page }) => {
    const asked = Promise.withResolvers<void>();
    await page.route(SCREENS, async (route) => {
      await asked.promise;
      await route.continue();
    });
    await page.goto(server.signInUrl);
    await page.getByRole('link', { name: 'Trash', exact: true }).click();
    await expect(page.getByRole('link', { name: 'Trash', exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await expect(page.getByRole('status', { name: 'Loading', exact: true })).toBeVisible();
    asked.resolve();
    await expect(page.getByRole('heading', { level: 1, name: 'Trash' })).toBeVisible();
  });

  // The sign to compile it all at once counts in the first line only, and the build puts other lines before it once the
  // file asks for a further one.
  test('is compiled as it arrives', async ({ page }) => {
    const [file] = await Promise.all([page.waitForResponse(SCREENS), page.goto(server.signInUrl)]);
    expect(await file.text()).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
  });
});
