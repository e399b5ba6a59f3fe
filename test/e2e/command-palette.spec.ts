import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { ServeProcess } from '../support/serve-process.ts';
import { expectAccessible, expectAccessibleInBothLooks, watchForProblems } from './page-checks.ts';

// Everything by the keyboard, and the own password: in a real browser, against the real server.

test.describe('somebody who likes the keyboard', () => {
  let place: string;
  let server: ServeProcess;

  test.beforeEach(async () => {
    place = mkdtempSync(join(tmpdir(), 'keepfold-palette-'));
    const folder = join(place, 'Papers');
    mkdirSync(folder);
    writeFileSync(join(folder, 'letter.txt'), 'Dear Ada');
    server = await ServeProcess.start(join(place, 'data'));
    await server.link(folder);
  });

  test.afterEach(async () => {
    await server.stop();
    rmSync(place, { recursive: true, force: true });
  });

  async function palette(page: Page, typed: string, match: RegExp): Promise<void> {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Command palette' })).toBeFocused();
    await page.keyboard.type(typed);
    await expect(page.getByRole('option', { selected: true })).toHaveText(match);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Command palette' })).toHaveCount(0);
  }

  test('goes everywhere and does everything from the palette', async ({ page }) => {
    const problems = watchForProblems(page);
    await page.goto(server.signInUrl);
    await page.getByRole('button', { name: 'Go to…' }).click();
    await expect(page.getByRole('option', { name: 'Papers' })).toBeVisible();
    await expectAccessibleInBothLooks(page);
    await page.keyboard.type('zzz');
    await expect(page.getByText('No command and no file name matches “zzz”.').first()).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');

    await palette(page, 'pap', /^\s*Papers/);
    await expect(page.getByRole('grid')).toContainText('letter.txt');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('option').first()).toHaveText(/(Open|Share…|Time bar)/);
    await page.keyboard.press('Escape');
    await palette(page, 'hist pap', /^\s*History\s*Papers/);
    await expect(page).toHaveURL(/\/history$/);
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Command palette' })).toBeFocused();
    await page.keyboard.type('lett');
    await expect(page.getByRole('option', { name: 'letter.txt' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await palette(page, 'pause folder', /^\s*Pause the folder “Papers”/);
    await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible();
    await page.keyboard.press('Control+p');
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
    await palette(page, 'new lib', /^\s*New library/);
    await expect(page.getByRole('dialog', { name: 'New library' }).getByLabel('Name')).toBeFocused();
    await page.keyboard.type('Photos');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/files$/);
    await palette(page, 'appear dark', /^\s*Appearance: dark/);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

    await page.keyboard.press('Control+k');
    await expect(page.getByRole('option').first()).toHaveText(/^\s*(Share…|Time bar)/);
    await expect(page.getByRole('group', { name: 'Recent' })).toContainText('New library');
    await page.keyboard.press('Escape');
    expect(problems).toEqual([]);
  });

  test('moves between panes and up by keys, and turns letters off', async ({ page }) => {
    const problems = watchForProblems(page);
    await page.goto(server.signInUrl);
    await page.getByRole('link', { name: 'Papers' }).first().click();
    // The page hears of a new address a moment after it is there.
    const sizes = page.getByRole('columnheader', { name: 'Size' });
    await page.getByText('letter.txt').click();
    await page.keyboard.press('Control+h');
    await expect(page).toHaveURL(/\/history\?filter=path%3A%2Fletter\.txt$/);
    await expect(sizes).toHaveCount(0);
    await page.keyboard.press('Alt+ArrowUp');
    await expect(page).toHaveURL(/\/files$/);
    await expect(sizes).toBeVisible();
    await page.keyboard.press('Alt+ArrowUp');
    await expect(page).toHaveURL(/#\/libraries$/);
    const isOnScreen = () => page.evaluate(() => document.activeElement?.closest('main') !== null);
    await page.getByRole('link', { name: 'Libraries', exact: true }).focus();
    await page.keyboard.press('F6');
    expect(await isOnScreen()).toBe(true);
    await page.keyboard.press('F6');
    expect(await isOnScreen()).toBe(false);

    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Ctrl+K');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+,');
    await page.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck();
    await page.getByRole('link', { name: 'Activity', exact: true }).click();
    await page.keyboard.press('?');
    await page.keyboard.press('p');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
    expect(problems).toEqual([]);
  });

  test('sets a password, signs in with it, and changes it', async ({ page }) => {
    await page.goto(server.signInUrl);
    // Signing in leads to the first screen at its end; before that nobody hears keys.
    await expect(page).not.toHaveURL(/code=/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Control+,');
    await page.getByRole('button', { name: 'Set a password…' }).click();
    const dialog = page.getByRole('dialog');
    await fill(page, 'the first password');
    await dialog.getByRole('button', { name: 'Set password' }).click();
    await expect(page.getByText('Your password was set')).toBeVisible();

    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Command palette' })).toBeFocused();
    await page.keyboard.type('sign out');
    await page.keyboard.press('Enter');
    await page.getByLabel('E-mail').fill('me@keepfold.local');
    await page.getByLabel('Password').fill('the first password');
    await page.getByRole('button', { name: 'Sign in' }).click();

    await page.keyboard.press('Control+,');
    await page.getByRole('button', { name: 'Change password…' }).click();
    await dialog.getByLabel('Current password').fill('a wrong password');
    await fill(page, 'the second password', 'New password');
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await expect(dialog.getByText('This is not your current password.')).toBeVisible();
    await expectAccessibleInBothLooks(page);
    await dialog.getByLabel('Current password').fill('the first password');
    await dialog.getByRole('button', { name: 'Change password' }).click();
    // The message of the first change may still be there: only the dialog says when this one is done.
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('Your password was changed').last()).toBeVisible();
    await expectAccessible(page);
    // This window goes on under a token of its own.
    await page.reload();
    await expect(page.getByRole('button', { name: 'Change password…' })).toBeVisible();
  });
});

async function fill(page: Page, password: string, label = 'Password'): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(label, { exact: true }).fill(password);
  await dialog.getByLabel(`${label} again`).fill(password);
}
