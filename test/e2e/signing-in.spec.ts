import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ServeProcess } from '../support/serve-process.ts';
import { expectAccessible } from './page-checks.ts';

// How its person comes in again by a browser, on the computer that Keepfold runs on.

test.describe('signing in on the own computer', () => {
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

  test('a used sign-in link says so, and how to get another one', async ({ page, context }) => {
    await page.goto(server.signInUrl);
    await expect(page.getByRole('button', { name: 'Account' })).toBeVisible();
    const later = await context.newPage();
    await later.goto(server.signInUrl);
    await expect(
      later.getByRole('alert').getByText('This sign-in link has been used.').first(),
    ).toBeVisible();
    await expect(later.getByLabel('Password')).toBeVisible();
    await expect(later.getByText(`npm run cli -- sign-in --data-dir ${join(place, 'data')}`)).toBeVisible();
    await expect(later.getByLabel('E-mail')).toHaveValue('me@keepfold.local');
    await expectAccessible(later);
    const { address } = await server.call<{ address: string }>('POST', 'session/links/');
    await later.goto(address);
    await expect(later.getByRole('button', { name: 'Account' })).toBeVisible();
  });

  test('whoever chose so is still signed in when the browser was closed', async ({ page, context }) => {
    await page.goto(server.signInUrl);
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Stay signed in on this browser' }).click();
    await expect(page.getByText('You stay signed in in this browser')).toBeVisible();
    await page.close();
    const later = await context.newPage();
    await later.goto(server.url);
    await later.getByRole('button', { name: 'Account' }).click();
    await expectAccessible(later);
    await later.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(later.getByLabel('Password')).toBeVisible();
    await later.reload();
    await expect(later.getByLabel('Password')).toBeVisible();
  });
});
