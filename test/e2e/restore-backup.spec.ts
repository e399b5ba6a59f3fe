import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import type { BackupJson } from '../../src-shared/backup-api.ts';
import { ServeProcess } from '../support/serve-process.ts';
import { expectAccessible, watchForProblems } from './page-checks.ts';

// A computer is lost, and its libraries come back from the backup: in a real browser, against real servers.

const LOOKS = [
  { colorScheme: 'light', width: 1280, height: 800 },
  { colorScheme: 'dark', width: 900, height: 600 },
] as const;

test.describe('restoring from a backup', () => {
  let place: string;
  let stick: string;
  let server: ServeProcess;

  test.beforeEach(async () => {
    place = mkdtempSync(join(tmpdir(), 'keepfold-e2e-'));
    stick = join(place, 'stick');
    mkdirSync(stick);
    server = await ServeProcess.start(join(place, 'lost'));
    await fillAndBackUp();
  });

  test.afterEach(async () => {
    await server.stop();
    rmSync(place, { recursive: true, force: true });
  });

  /** A linked folder with a file that was changed once, and an empty library beside it, copied to the stick. */
  async function fillAndBackUp(): Promise<void> {
    const papers = join(place, 'Papers');
    mkdirSync(papers);
    writeFileSync(join(papers, 'letter.txt'), 'dear Anna');
    const library = await server.link(papers);
    const before = await server.call<{ commit_count: number }>('GET', `libraries/${library}/`);
    writeFileSync(join(papers, 'letter.txt'), 'dear Ben');
    await server.untilCommits(library, before.commit_count + 1);
    await server.call('POST', 'libraries/', { name: 'Recipes' });
    await server.call('POST', 'backup/run/', { folder: stick });
    await expect
      .poll(async () => (await server.call<BackupJson>('GET', 'backup/')).last_run?.error)
      .toBe(null);
  }

  test('an empty server gets the libraries back, with their history', async ({ page }) => {
    await server.stop();
    server = await ServeProcess.start(join(place, 'new'));
    const problems = watchForProblems(page);
    await page.goto(server.signInUrl);
    await page.getByRole('button', { name: 'Restore from a backup' }).click();
    await expect(page.getByRole('dialog', { name: 'Restore from a backup' })).toBeVisible();
    await inBothLooks(page, 'choose');

    await look(page, join(place, 'Papers'));
    await expect(page.getByText(/^There is no backup in this folder\./)).toBeVisible();
    await inBothLooks(page, 'refused');
    await look(page, stick);
    await expect(page.getByText(/^Made just now, in /)).toBeVisible();
    await inBothLooks(page, 'contents');
    await expect(page.getByRole('checkbox', { name: 'Papers' })).toBeChecked();
    await page.getByRole('checkbox', { name: 'Recipes' }).uncheck();
    await page.getByRole('button', { name: 'Restore 1 library' }).click();
    await expect(page.getByText('1 library is back:')).toBeVisible();
    await inBothLooks(page, 'done');
    await page.getByRole('button', { name: 'Done' }).click();

    await page
      .getByRole('link', { name: /Papers/ })
      .first()
      .click();
    await page.getByText('letter.txt', { exact: true }).click();
    const details = page.getByRole('complementary', { name: 'Details' });
    await expect(details.getByRole('textbox')).toHaveValue('dear Ben');
    await details.getByText('Added', { exact: true }).click();
    await expect(details.getByRole('textbox')).toHaveValue('dear Anna');
    // The refusal, which browsers note as trouble of the page.
    expect(problems.filter((text) => !text.includes('409'))).toEqual([]);
  });

  test('a library comes back beside the one that is here', async ({ page }) => {
    await page.goto(server.signInUrl);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Control+,');
    await page.getByLabel('Search the settings').fill('restore');
    await page.getByRole('button', { name: 'Restore from a backup…' }).click();
    await look(page, stick);
    await expect(page.getByText(/^Made just now, in /)).toBeVisible();
    await expect(page.getByText('Already here, identical')).toHaveCount(2);
    await inBothLooks(page, 'beside');
    await expect(page.getByRole('button', { name: 'Restore', exact: true })).toBeDisabled();
    await page.getByRole('checkbox', { name: 'Papers' }).check();
    await page.getByRole('button', { name: 'Restore 1 library' }).click();
    await expect(page.getByText(/^Papers \(from backup \d{4}-\d\d-\d\d\)$/).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Done' })).toBeVisible();
    const { libraries } = await server.call<{ libraries: { name: string }[] }>('GET', 'libraries/');
    expect(libraries.map(({ name }) => name.replace(/\d{4}-\d\d-\d\d/, 'day')).sort()).toEqual([
      'Papers',
      'Papers (from backup day)',
      'Recipes',
    ]);
  });
});

async function look(page: Page, folder: string): Promise<void> {
  await page.getByLabel('Backup folder').fill(folder);
  await page.getByRole('button', { name: 'Show contents' }).click();
}

async function inBothLooks(page: Page, name: string): Promise<void> {
  for (const { colorScheme, width, height } of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    await expectAccessible(page);
    await page.screenshot({ path: test.info().outputPath(`${name}-${colorScheme}.png`) });
  }
}
