import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { ServeProcess } from '../support/serve-process.ts';
import { expectAccessible, watchForProblems } from './page-checks.ts';

// The first minute with Keepfold: from an empty data folder to a folder that is safe.

const FILES = 10_000;
const FILES_A_FOLDER = 100;
/** From the first page to the end of the saving: what a person's first minute is. */
const JOURNEY_SECONDS = 60;
const MOST_CLICKS = 3;

test.describe('the first minute', () => {
  let place: string;
  let home: string;
  let server: ServeProcess;

  test.beforeEach(async () => {
    place = mkdtempSync(join(tmpdir(), 'keepfold-first-'));
    home = join(place, 'home');
    mkdirSync(join(home, 'Documents'), { recursive: true });
    mkdirSync(join(home, 'Pictures'));
  });

  test.afterEach(async () => {
    await server.stop();
    rmSync(place, { recursive: true, force: true });
  });

  const start = async () => {
    server = await ServeProcess.start(join(place, 'data'), { HOME: home });
  };

  test('keeps 10,000 files safe within three clicks', async ({ page }) => {
    makeFiles(join(home, 'Documents'), FILES);
    await start();
    const problems = watchForProblems(page);
    const click = countClicks();
    const startedAt = performance.now();
    const elapsed = () => Math.round((performance.now() - startedAt) / 100) / 10;

    await page.goto(server.signInUrl);
    await expect(page.getByRole('heading', { name: 'What should we keep safe?' })).toBeVisible();
    const suggestions = page.getByRole('list', { name: 'Suggested folders' });
    await expect(suggestions.getByText(/10,000.files/)).toBeVisible();
    await click(suggestions.getByRole('button', { name: /Documents/ }));
    await expect(page.getByText('Keeps every version forever')).toBeVisible();
    await click(page.getByRole('button', { name: 'Keep it safe' }));

    await expect(
      page
        .getByRole('list', { name: 'Last changes' })
        .getByText(/^Added/)
        .first(),
    ).toBeVisible({
      timeout: JOURNEY_SECONDS * 1000,
    });
    const firstCommitAfter = elapsed();
    await expect(page.getByRole('link', { name: /^\s*Documents/ })).toBeVisible();
    await expect(page.getByRole('heading', { name: /^Saved: 10,000.files$/ })).toBeVisible({
      timeout: JOURNEY_SECONDS * 1000,
    });
    const safeAfter = elapsed();
    process.stdout.write(
      `first minute: first commit visible after ${firstCommitAfter} s, ${FILES} files safe after ${safeAfter} s, ${click.count()} clicks\n`,
    );
    expect(click.count()).toBeLessThanOrEqual(MOST_CLICKS);
    expect(safeAfter).toBeLessThan(JOURNEY_SECONDS);
    expect(problems).toEqual([]);
  });

  test('shows what it will do before it does it, in light and dark', async ({ page }) => {
    makeFiles(join(home, 'Documents'), 3);
    writeFileSync(join(home, 'Documents', 'half.tmp'), 'half');
    await start();
    await page.goto(server.signInUrl);
    await expect(page.getByText(/3.files, /)).toBeVisible();
    await expectBothThemes(page);

    await page.getByRole('button', { name: 'I have a data folder' }).click();
    await expect(page.getByRole('dialog').getByText('--data-dir', { exact: false }).first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Choose the folder…' }).click();
    await expect(page.getByRole('dialog', { name: 'Restore from a backup' })).toBeVisible();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: /^Documents/ }).click();
    await expect(page.getByText(/1.item of this folder is left out/)).toBeVisible();
    await page.getByRole('button', { name: 'Show the list' }).click();
    await expect(page.getByText('$RECYCLE.BIN/')).toBeVisible();
    await expectBothThemes(page);
    await page.getByLabel('Name').fill('My papers');
    await page.getByRole('button', { name: 'Keep it safe' }).click();
    await expect(page.getByRole('heading', { name: /^Saved: 3.files$/ })).toBeVisible();
    await expect(page.getByRole('link', { name: /My papers/ }).first()).toBeVisible();
    await expectBothThemes(page);

    // One step at a time: a backup first, then a phone.
    await expect(page.getByText('Next: a backup')).toBeVisible();
    await expect(page.getByText('Next: your phone')).toHaveCount(0);
    await page.getByRole('button', { name: 'Later' }).click();
    await page.getByRole('button', { name: 'Connect a phone…' }).click();
    await expect(page.getByRole('dialog', { name: 'Connect a phone' })).toBeVisible();
    await expect(page.getByText('Set a password first')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Browse the files' }).click();
    await expect(page.getByText('folder-0')).toBeVisible();
    await page.getByRole('link', { name: 'Home' }).click();
    await expect(page.getByRole('heading', { name: 'All changes are in the history' })).toBeVisible();
  });

  test('takes another folder by keyboard alone', async ({ page }) => {
    makeFiles(join(home, 'Letters'), 3);
    await start();
    await page.goto(server.signInUrl);
    const other = page.getByRole('button', { name: 'Choose another folder…' });
    await other.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.getByLabel('Folder on this computer').focus();
    await page.keyboard.type(join(home, 'Letters'));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Keep this folder safe?' })).toBeVisible();
    await expect(page.getByLabel('Name')).toHaveValue('Letters');
    await page.getByLabel('Name').focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: /^Saved: 3.files$/ })).toBeVisible();
  });
});

function makeFiles(folder: string, count: number): void {
  for (let file = 0; file < count; file++) {
    const inside = join(folder, `folder-${Math.floor(file / FILES_A_FOLDER)}`);
    if (file % FILES_A_FOLDER === 0) mkdirSync(inside, { recursive: true });
    writeFileSync(join(inside, `file-${file}.txt`), `The contents of file ${file}.`);
  }
}

/** Clicks, and knows how often. */
function countClicks() {
  let clicks = 0;
  async function click(target: Locator): Promise<void> {
    clicks += 1;
    await target.click();
  }
  return Object.assign(click, { count: () => clicks });
}

async function expectBothThemes(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
}
