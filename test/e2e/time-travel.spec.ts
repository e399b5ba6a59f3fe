import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { ServeProcess } from '../support/serve-process.ts';
import { textOf } from '../support/text-of.ts';
import { expectAccessible, watchForProblems } from './page-checks.ts';

// Undoing one change, finding changes, and going back in time.

test.describe('travelling in time with Keepfold', () => {
  let place: string;
  let folder: string;
  let server: ServeProcess;
  let library: string;

  const text = (name: string) => textOf(join(folder, name));

  async function commit(count: number, change: () => void): Promise<void> {
    change();
    await server.untilCommits(library, count);
  }

  async function openHistory(page: Page): Promise<void> {
    await page.goto(server.signInUrl);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto(`${server.url}/#/libraries/${library}/history`);
    // Each change for itself, however quickly they were made.
    await page.getByRole('button', { name: 'Group changes made in a row' }).click();
    await expect(page.getByRole('grid', { name: 'History' })).toBeVisible();
  }

  test.beforeEach(async () => {
    place = mkdtempSync(join(tmpdir(), 'keepfold-e2e-'));
    folder = join(place, 'folder');
    mkdirSync(join(folder, 'Trip'), { recursive: true });
    writeFileSync(join(folder, 'Budget.txt'), 'rent 700\n');
    writeFileSync(join(folder, 'Trip', 'Plan.txt'), 'Rome\n');
    server = await ServeProcess.start(join(place, 'data'));
    library = await server.link(folder);
    await commit(3, () => writeFileSync(join(folder, 'Budget.txt'), 'rent 900\n'));
    await commit(4, () => renameSync(join(folder, 'Trip', 'Plan.txt'), join(folder, 'Trip', 'Route.txt')));
    await commit(5, () => writeFileSync(join(folder, 'Later.txt'), 'later\n'));
  });

  test.afterEach(async () => {
    await server.stop();
    rmSync(place, { recursive: true, force: true });
  });

  test('one change is undone and everything later stays; what changed since is left alone', async ({
    page,
  }) => {
    const problems = watchForProblems(page);
    await openHistory(page);
    await page.getByRole('grid', { name: 'History' }).getByText('Edited Budget.txt').first().click();
    await expect(page.getByRole('button', { name: 'Undo this change' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Undo this change' }).click();
    await expect.poll(() => text('Budget.txt')).toBe('rent 700\n');
    expect(existsSync(join(folder, 'Later.txt'))).toBe(true);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(() => text('Budget.txt')).toBe('rent 900\n');

    writeFileSync(join(folder, 'Later.txt'), 'much later\n');
    const changesOfLater = page.getByRole('grid', { name: 'History' }).getByText(/Later\.txt$/);
    await expect(changesOfLater).toHaveCount(2);
    await changesOfLater.last().click();
    await page.keyboard.press('u');
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByRole('list', { name: 'Left alone' })).toContainText('Later.txt');
    await expect(sheet).toContainText('Changed since');
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await sheet.getByRole('button', { name: 'Close' }).last().click();
    expect(text('Later.txt')).toBe('much later\n');
    expect(problems).toEqual([]);
  });

  test('changes are found by filters that stay in the address, and moments are pinned', async ({ page }) => {
    const problems = watchForProblems(page);
    await openHistory(page);
    const rows = page.getByRole('grid', { name: 'History' }).getByRole('row');
    const field = page.getByRole('searchbox');
    await page.keyboard.press('Control+f');
    await expect(field).toBeFocused();
    await field.fill('path:Trip type:renamed');
    await expect(page.getByRole('grid', { name: 'History' }).getByText('Renamed')).toHaveCount(1);
    await expect(page).toHaveURL(/filter=path%3ATrip%20type%3Arenamed/);
    await page.reload();
    await expect(field).toHaveValue('path:Trip type:renamed');
    await expect(rows).toHaveCount(2);
    await field.fill('no such words');
    await expect(page.getByText('No change matches')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear the filter' }).last().click();
    await expect(rows).toHaveCount(6);
    await page
      .getByRole('group', { name: 'Activity' })
      .getByRole('button', { name: /[45] changes/ })
      .click();
    await expect(rows).toHaveCount(6);

    await rows.nth(3).focus();
    await rows.nth(3).click();
    await page.keyboard.press('p');
    await page.getByRole('textbox', { name: 'Name' }).fill('Before the trip');
    await page.keyboard.press('Enter');
    await expect(rows.filter({ hasText: 'Before the trip' })).toHaveCount(1);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Pinned', exact: true }).click();
    await page.getByRole('menuitem', { name: /Before the trip/ }).click();
    await expect(page.getByRole('region', { name: 'Time bar' })).toBeVisible();
    expect(problems).toEqual([]);
  });

  test('a library is looked at as it was and brought back, in part and beside', async ({ page }) => {
    const problems = watchForProblems(page);
    await page.goto(server.signInUrl);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto(`${server.url}/#/libraries/${library}/files`);
    const files = page.getByRole('grid', { name: 'Files' });
    await expect(files.getByText('Later.txt')).toBeVisible();
    await page.keyboard.press('Control+t');
    const bar = page.getByRole('region', { name: 'Time bar' });
    await expect(bar.getByText('Now', { exact: true })).toBeVisible();
    await page.keyboard.press(',');
    await expect(files.getByText('Later.txt')).toHaveCount(0);
    await page.keyboard.press(',');
    await page.keyboard.press(',');
    await expect(files.getByRole('row', { name: /Budget\.txt/ })).toContainText('Changed since');
    await expect(page.getByText('2 differ from now', { exact: false })).toBeVisible();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);

    await files.getByRole('checkbox', { name: 'Select Budget.txt' }).check();
    await page.keyboard.press('r');
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByText('1 file will be overwritten', { exact: false })).toBeVisible();
    await expectAccessible(page);
    await sheet.getByText('Next to the original').click();
    await expect(sheet.getByText('Budget (1).txt')).toBeVisible();
    await sheet.getByText('In place').click();
    await sheet.getByRole('button', { name: /^Bring back 1/ }).click();
    await expect.poll(() => text('Budget.txt')).toBe('rent 700\n');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(() => text('Budget.txt')).toBe('rent 900\n');

    const toSecondMoment = async () => {
      await page.keyboard.press('Control+t');
      await bar.getByRole('slider', { name: 'Moment' }).focus();
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowRight');
      await expect(files.getByText('Later.txt')).toHaveCount(0);
    };
    await toSecondMoment();
    await expect(files.getByRole('row', { name: /Budget\.txt/ })).toBeVisible();
    const out = join(place, 'out');
    await files.getByRole('checkbox', { name: 'Select Budget.txt' }).check();
    await files.getByRole('checkbox', { name: 'Select Trip' }).check();
    await page.keyboard.press('r');
    await sheet.getByText('To a folder on disk').click();
    await sheet.getByRole('textbox', { name: 'Folder' }).fill(out);
    await expectAccessible(page);
    await sheet.getByRole('button', { name: 'Write to the folder' }).click();
    await expect(page.getByText('Wrote 2 files')).toBeVisible();
    expect(readdirSync(out, { recursive: true }).sort()).toEqual(['Budget.txt', 'Trip', 'Trip/Plan.txt']);
    await toSecondMoment();
    await bar.getByRole('button', { name: 'Restore everything…' }).click();
    await sheet.getByRole('checkbox', { name: 'Later.txt' }).uncheck();
    await sheet.getByRole('button', { name: /^Bring back/ }).click();
    await expect.poll(() => readdirSync(join(folder, 'Trip'))).toEqual(['Plan.txt']);
    expect(existsSync(join(folder, 'Later.txt'))).toBe(true);
    expect(problems).toEqual([]);
  });
});
