import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ServeProcess } from '../support/serve-process.ts';
import { expectAccessible, watchForProblems } from './page-checks.ts';

let place: string;
let server: ServeProcess;

test.beforeEach(async () => {
  place = mkdtempSync(join(tmpdir(), 'keepfold-e2e-'));
  mkdirSync(join(place, 'home', 'Documents'), { recursive: true });
  server = await ServeProcess.start(join(place, 'data'), { HOME: join(place, 'home') });
});

test.afterEach(async () => {
  await server.stop();
  rmSync(place, { recursive: true, force: true });
});

test('a sample is there after one click, counts for nothing, and is gone after another', async ({ page }) => {
  const problems = watchForProblems(page);
  const command = async (name: string) => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Command palette' })).toBeFocused();
    await page.keyboard.type('sample');
    await page.getByRole('option', { name }).click();
  };
  await page.goto(server.signInUrl);
  await page.getByRole('button', { name: 'Look around with a sample' }).click();
  await expect(page.getByRole('heading', { name: 'Sample' })).toBeVisible();
  await expect(page.getByText('This is a sample')).toBeVisible();
  await expect(page.getByRole('row', { name: /Pictures/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'History', exact: true }).click();
  await expect(page.getByText(/Renamed/).first()).toBeVisible();

  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { name: 'What should we keep safe?' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open the sample' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Open the sample' }).click();
  await page.getByRole('button', { name: 'Remove the sample' }).click();
  await expect(page.getByText('“Sample” was deleted')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: /^Sample/ })).toBeVisible();
  await command('Remove the sample');
  await expect(page.getByRole('button', { name: 'Look around with a sample' })).toBeVisible();
  await command('Look around with a sample');
  await expect(page.getByRole('heading', { name: 'Sample' })).toBeVisible();
  expect(problems).toEqual([]);
});
