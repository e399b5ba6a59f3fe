import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { ServeProcess } from '../support/serve-process.ts';
import { expectAccessible } from './page-checks.ts';

const PASSWORD = 'correct horse battery';
const OTHER = 'staple of another kind';

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

async function enter(page: Page): Promise<void> {
  await page.addInitScript((token) => sessionStorage.setItem('keepfold.token', token), server.token);
  await page.goto(server.url);
}

async function makeSecret(page: Page): Promise<void> {
  await page.goto(`${server.url}/#/libraries`);
  await page.getByRole('button', { name: 'New library' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Secrets');
  await dialog.getByRole('checkbox', { name: 'Encrypt with a password' }).check();
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByLabel('Password again').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Create library' }).click();
}

test('a library is open once it is made, and locked on every page at once', async ({ page, context }) => {
  test.slow();
  await enter(page);
  await makeSecret(page);
  await expect(page.getByRole('heading', { name: 'Secrets' })).toBeVisible();
  await expect(page.getByRole('main').getByText(/open for \d+\smin/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Recovery sheet…' })).toBeVisible();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      ...{ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('hidden words') },
    });
  await expect(page.getByRole('region', { name: 'Uploads' }).getByText('1 file uploaded')).toBeVisible();
  await page.getByRole('row', { name: /note\.txt/ }).click();
  await page.keyboard.press('Space');
  const shown = page.getByRole('dialog').getByRole('textbox', { name: 'Text of note.txt' });
  await expect(shown).toHaveValue('hidden words');

  const other = await context.newPage();
  await enter(other);
  await other.goto(page.url());
  await expect(other.getByRole('main').getByText(/open for \d+\smin/)).toBeVisible();
  await other.getByRole('button', { name: 'Lock', exact: true }).click();
  // What was shown is gone as well.
  await expect(page.getByRole('textbox', { name: 'Text of note.txt' })).toHaveCount(0);
  await expect(page.getByText('The contents are locked.')).toBeVisible();
  await expectAccessible(page);

  const unlock = page.getByRole('form', { name: 'Unlock the library' });
  await expectWholeWhenNarrow(page, unlock);
  await unlock.getByLabel('Password of the library').fill(PASSWORD);
  await unlock.getByLabel('Keep open').selectOption('for eight hours');
  await unlock.getByRole('button', { name: 'Unlock' }).click();
  await expect(other.getByRole('main').getByText(/open for [78]\sh/)).toBeVisible();

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command palette' }).fill('lock all');
  await page.getByRole('option', { name: 'Lock all libraries' }).click();
  await expect(other.getByText('The contents are locked.')).toBeVisible();

  await page.goto(page.url().replace('/files', '/settings'));
  await page.getByRole('button', { name: 'Change password…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByLabel('New password', { exact: true }).fill(OTHER);
  await dialog.getByLabel('New password again').fill(OTHER);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('The password was changed')).toBeVisible();

  await page.getByRole('button', { name: 'Recovery sheet…' }).click();
  await expect(page.getByText('random_key')).toBeVisible();
  await expectAccessible(page);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  const path = await (await saving).path();
  const sheet = readFileSync(path, 'utf8');
  expect(sheet).not.toContain(OTHER);
  expect(sheet).not.toContain('<script');

  // Nothing but the data folder, the sheet and the password is needed.
  const restored = join(place, 'restored');
  const script = join(place, 'data', 'restore-without-keepfold.mjs');
  const words = [script, 'restore', 'Secrets', restored, '--sheet', path, '--password', OTHER];
  expect(spawnSync(process.execPath, words, { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  expect(readFileSync(join(restored, 'note.txt'), 'utf8')).toBe('hidden words');
});

async function expectWholeWhenNarrow(page: Page, panel: Locator): Promise<void> {
  const size = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await panel.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await page.setViewportSize(size);
}
