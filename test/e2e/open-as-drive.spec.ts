import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { ServeProcess } from '../support/serve-process.ts';
import { expectAccessible } from './page-checks.ts';

let place: string;
let server: ServeProcess;
let library: string;

test.beforeEach(async ({ page }) => {
  place = mkdtempSync(join(tmpdir(), 'keepfold-e2e-'));
  const folder = join(place, 'Photos');
  mkdirSync(folder);
  writeFileSync(join(folder, 'a.txt'), 'first');
  server = await ServeProcess.start(join(place, 'data'));
  library = await server.link(folder);
  await server.untilCommits(library, 2);
  await page.goto(server.signInUrl);
  await expect(page.getByRole('button', { name: 'Account' })).toBeVisible();
  await page.goto(`${server.url}/#/libraries/${library}/files`);
  await expect(page.getByText('a.txt')).toBeVisible();
});

test.afterEach(async () => {
  await server.stop();
  rmSync(place, { recursive: true, force: true });
});

/** In both themes. */
async function expectBothThemes(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
}

async function propfind(address: string, password: string): Promise<number> {
  const authorization = `Basic ${Buffer.from(`me@keepfold.local:${password}`).toString('base64')}`;
  const headers = { authorization, depth: '1' };
  return (await fetch(address, { method: 'PROPFIND', headers })).status;
}

test('a library is opened as a drive from the palette, with a password of its own', async ({ page }) => {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command palette' }).fill('webdav');
  await page.getByRole('option', { name: /^Open as a drive…/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Open “Photos” as a drive' });
  await dialog.getByText('macOS').click();
  const address = await dialog.getByText(/^http:.*\/dav\/Photos\/$/).innerText();
  await dialog.getByRole('button', { name: 'Create a password' }).click();
  const password = await dialog.getByText(/^[0-9a-f]{40}$/).innerText();
  expect(await propfind(address, password)).toBe(207);
  await expectBothThemes(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.goto(`${server.url}/#/settings?part=devices`);
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Drive of “Photos” (macOS)' })
    .getByRole('button')
    .click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByText(/was signed out$/)).toBeVisible();
  expect(await propfind(address, password)).toBe(401);
});

test('a moment of the past is opened as a drive from the time bar', async ({ page }) => {
  await page.keyboard.press('Control+t');
  await page.getByRole('button', { name: 'One change back' }).click();
  await page.getByRole('button', { name: 'Open as a drive…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Open “Photos” as a drive, as of/ });
  await dialog.getByText('macOS').click();
  const address = await dialog.getByText(/\/dav\/\.history\/Photos\/.*Z\/$/).innerText();
  await dialog.getByRole('button', { name: 'Create a password' }).click();
  const password = await dialog.getByText(/^[0-9a-f]{40}$/).innerText();
  expect(await propfind(address, password)).toBe(207);
  await expectAccessible(page);
});

test('a token of a library is made, shown once, and ended', async ({ page }) => {
  await page.goto(`${server.url}/#/libraries/${library}/settings`);
  await page.getByRole('button', { name: 'New token…' }).click();
  await page.getByLabel('Purpose').fill('Scanner');
  await expectBothThemes(page);
  await page.getByRole('button', { name: 'Create token' }).click();
  const token = await page.getByText(/^[0-9a-f]{40}$/).innerText();
  const info = async () => {
    const headers = { authorization: `Token ${token}` };
    return (await fetch(`${server.url}/api/v2.1/via-repo-token/repo-info/`, { headers })).status;
  };
  expect(await info()).toBe(200);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Revoke…' }).click();
  await page.getByRole('button', { name: 'Revoke token' }).click();
  await expect(page.getByText('The token “Scanner” was revoked')).toBeVisible();
  expect(await info()).toBe(403);
});
