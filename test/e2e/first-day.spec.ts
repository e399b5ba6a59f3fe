import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, watchForProblems } from './page-checks.ts';
import { test } from './shells.ts';

// What somebody does on the first day, against the real server and a real folder: in a tab of a browser, and in the app
// window as `npm start` opens it. There only `@window` is done in the short run.

test.describe('the first day with Keepfold', () => {
  test('a folder becomes a library; edits, renames and deletions appear by themselves', {
    tag: '@window',
  }, async ({ page, place, enter }) => {
    const problems = watchForProblems(page);
    const folder = makeFolder(place);
    await enter();
    await expect(page).not.toHaveURL(/code=/);
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Libraries', exact: true }).click();
    await page.getByRole('button', { name: 'Add folder' }).first().click();
    await page.getByLabel('Folder on this computer').fill(folder);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('to save')).toBeVisible();
    await expectAccessible(page);
    await page
      .getByRole('button', { name: /^(Add|Link|Save)/ })
      .last()
      .click();

    await expect(page.getByText('Up to date').first()).toBeVisible();
    await expect(files(page).getByText('Thesis.txt')).toBeVisible();
    await expectAccessible(page);

    writeFileSync(join(folder, 'new.txt'), 'new');
    await expect(files(page).getByText('new.txt')).toBeVisible();
    renameSync(join(folder, 'Letters'), join(folder, 'Old letters'));
    await expect(files(page).getByText('Old letters')).toBeVisible();
    rmSync(join(folder, 'Thesis.txt'));
    await expect(files(page).getByText('Thesis.txt')).toHaveCount(0);

    await openTab(page, 'History');
    await expect(page.getByText('Deleted Thesis.txt').first()).toBeVisible();
    await expect(page.getByText('Renamed Letters to Old letters').first()).toBeVisible();
    await expectAccessible(page);

    await openTab(page, 'Trash');
    await expect(page.getByText('Thesis.txt').first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Restore Thesis.txt' }).click();
    await openTab(page, 'Files');
    await expect(page.getByText('Thesis.txt').first()).toBeVisible();

    await openTab(page, 'Settings');
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    expect(problems).toEqual([]);
  });

  test('a past moment can be looked at and a file of it downloaded', async ({
    page,
    place,
    server,
    enter,
  }) => {
    const folder = makeFolder(place);
    const library = await server.link(folder);
    writeFileSync(join(folder, 'Thesis.txt'), 'second thoughts');
    await server.untilCommits(library, 3);
    await enter();
    await page
      .getByRole('link', { name: /folder/ })
      .first()
      .click();
    await openTab(page, 'History');
    // The newest commit is the edit; the one below it brought the folder in.
    const moments = page.getByRole('grid', { name: 'History' }).getByText(/^(Added|Edited)/);
    await expect(moments).toHaveCount(2);
    await moments.last().click();
    const detail = page.getByLabel('Selected change');
    await expect(detail.getByText('Letters', { exact: true }).first()).toBeVisible();
    await detail.getByText('Browse this moment').click();
    await expect(page.getByText(/looking at/i)).toBeVisible();

    await page.getByRole('grid', { name: 'Files' }).getByText('Thesis.txt').dblclick();
    const look = page.getByRole('dialog');
    await expect(look.getByRole('textbox')).toHaveValue('first thoughts');
    const download = page.waitForEvent('download');
    await look.getByRole('button', { name: 'Download' }).click();
    const stream = await (await download).createReadStream();
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(part as Buffer);
    expect(Buffer.concat(parts).toString()).toBe('first thoughts');
  });

  test('everything on the way to a file can be reached by keyboard', async ({
    page,
    place,
    server,
    enter,
  }) => {
    await server.link(makeFolder(place));
    await enter();
    await expect(page.getByText('Up to date').first()).toBeVisible();
    await focusByTab(page, /^\s*folder/);
    await page.keyboard.press('Enter');
    await expect(files(page).getByText('Letters')).toBeVisible();
    await focusByTab(page, /^\s*Letters/);
    await page.keyboard.press('Enter');
    await expect(files(page).getByText('Landlord.txt')).toBeVisible();
    await page.keyboard.press('Alt+ArrowUp');
    await expect(files(page).getByText('Thesis.txt')).toBeVisible();
  });

  test('a mass deletion is held until somebody decides, and can be put back', async ({
    page,
    place,
    server,
    enter,
  }) => {
    const folder = join(place, 'folder');
    mkdirSync(folder);
    for (let file = 0; file < 20; file++) writeFileSync(join(folder, `photo-${file}.jpg`), `picture ${file}`);
    await server.link(folder);
    await enter();
    await page
      .getByRole('link', { name: /folder/ })
      .first()
      .click();
    await expect(files(page).getByText('photo-7.jpg')).toBeVisible();

    for (let file = 0; file < 15; file++) rmSync(join(folder, `photo-${file}.jpg`));
    await expect(page.getByText(/15.files disappeared from the folder all at once/)).toBeVisible();
    await expect(files(page).getByText('photo-7.jpg')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Review…' }).click();
    await expect(page.getByRole('dialog').getByText('photo-7.jpg')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Put 15.files back$/ }).click();

    await expect(page.getByText('Up to date').first()).toBeVisible();
    expect(readFileSync(join(folder, 'photo-7.jpg'), 'utf8')).toBe('picture 7');
  });

  test('a linked folder can be paused, left out in part and given ignore rules', async ({
    page,
    place,
    server,
    enter,
  }) => {
    const folder = makeFolder(place);
    const problems = watchForProblems(page);
    await server.link(folder);
    await enter();
    await page
      .getByRole('link', { name: /folder/ })
      .first()
      .click();
    await openTab(page, 'Folder');
    await expect(page.getByText('The folder and the library have the same content.')).toBeVisible();
    const activity = page.getByRole('group', { name: 'Last activity' });
    await expect(activity.getByText('Saved in the library').first()).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('menuitem', { name: 'For 30 minutes' }).click();
    await expect(page.getByRole('heading', { name: /^Paused until/ })).toBeVisible();
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect(page.getByRole('heading', { name: 'Up to date' })).toBeVisible();

    await page.getByRole('button', { name: 'Edit…' }).click();
    await page.getByLabel('Your patterns, one per line').fill('*.txt\n');
    await expect(page.getByText(/2.files · /)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('button', { name: 'Choose…' }).click();
    await page.getByRole('checkbox', { name: 'Letters' }).uncheck();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save choice' }).click();
    await expect(page.getByText(/^Remove 1.file from this computer\?$/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Remove 1.file$/ }).click();
    await expect.poll(() => existsSync(join(folder, 'Letters', 'Landlord.txt'))).toBe(false);
    await openTab(page, 'Files');
    await expect(files(page).getByText('Letters')).toBeVisible();
    expect(problems).toEqual([]);
  });

  test('a folder can be encrypted, locked and unlocked, and moved', async ({ page, place, enter }) => {
    const folder = makeFolder(place);
    await enter();
    await page.getByRole('link', { name: 'Libraries', exact: true }).click();
    await page.getByRole('button', { name: 'Add folder' }).first().click();
    await page.getByLabel('Folder on this computer').fill(folder);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('checkbox', { name: 'Encrypt with a password' }).check();
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await page.getByLabel('Password again').fill('correct horse battery');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add folder' }).last().click();
    await expect(page.getByText('Up to date').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Recovery sheet…' })).toBeVisible();
    await openTab(page, 'Folder');

    // The one of the library, in its head, is for who looks at it; this one stops what the folder takes in.
    await page.getByLabel('About the folder').getByRole('button', { name: 'Lock', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'The library is locked' })).toBeVisible();
    await page.getByRole('button', { name: 'Unlock…' }).first().click();
    await page.getByLabel('Password of the library').fill('wrong');
    await page.getByRole('button', { name: 'Unlock', exact: true }).click();
    await expect(page.getByText(/This password does not open the library/)).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Password of the library').fill('correct horse battery');
    await page.getByRole('button', { name: 'Unlock', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Up to date' })).toBeVisible();

    renameSync(folder, join(place, 'moved'));
    await expect(page.getByRole('heading', { name: 'The folder is unavailable' })).toBeVisible();
    await page.getByRole('button', { name: 'Locate…' }).click();
    await page.getByLabel('Folder on this computer').fill(join(place, 'moved'));
    await page.getByRole('button', { name: 'Use this folder' }).click();
    await expect(page.getByRole('heading', { name: 'Up to date' })).toBeVisible();
    await expect(page.getByLabel('About the folder').getByText(join(place, 'moved'))).toBeVisible();
  });
});

function makeFolder(place: string): string {
  const folder = join(place, 'folder');
  mkdirSync(join(folder, 'Letters'), { recursive: true });
  writeFileSync(join(folder, 'Thesis.txt'), 'first thoughts');
  writeFileSync(join(folder, 'Letters', 'Landlord.txt'), 'Dear Sir');
  return folder;
}

/** The list of files: the other tabs name the same files. */
function files(page: Page): Locator {
  return page.getByRole('grid', { name: 'Files' });
}

async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).or(page.getByRole('tab', { name })).last().click();
}

/** Moves on with Tab until something with this name has the focus. */
async function focusByTab(page: Page, name: RegExp): Promise<void> {
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => document.activeElement?.textContent ?? '');
    if (name.test(focused)) return;
  }
  throw new Error(`nothing named ${name} takes the focus`);
}
