import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ServeProcess } from '../support/serve-process.ts';
import { textOf } from '../support/text-of.ts';
import { expectAccessible, watchForProblems } from './page-checks.ts';

// Looking back, and knowing whether one is safe: what somebody does on the days after the first.

const COPY = 'Notes (SFConflict bob@example.org 2026-11-20-10-11-12).txt';

test.describe('looking back with Keepfold', () => {
  let place: string;
  let folder: string;
  let server: ServeProcess;
  let library: string;

  test.beforeEach(async () => {
    place = mkdtempSync(join(tmpdir(), 'keepfold-e2e-'));
    folder = join(place, 'folder');
    mkdirSync(folder);
    writeFileSync(join(folder, 'Draft.txt'), 'title\nfirst thoughts\nend\n');
    server = await ServeProcess.start(join(place, 'data'));
    library = await server.link(folder);
    renameSync(join(folder, 'Draft.txt'), join(folder, 'Thesis.txt'));
    await server.untilCommits(library, 3);
    writeFileSync(join(folder, 'Thesis.txt'), 'title\nsecond thoughts\nend\n');
    await server.untilCommits(library, 4);
  });

  test.afterEach(async () => {
    await server.stop();
    rmSync(place, { recursive: true, force: true });
  });

  test('an older version of a renamed file is found, compared and brought back', async ({ page }) => {
    const problems = watchForProblems(page);
    await page.goto(server.signInUrl);
    await page
      .getByRole('link', { name: /folder/ })
      .first()
      .click();
    await page.getByText('Thesis.txt').click();
    const details = page.getByRole('complementary', { name: 'Details' });
    await expect(details.getByRole('textbox')).toHaveValue(/second thoughts/);
    await expect(details.getByRole('grid', { name: 'Versions' }).getByRole('row')).toHaveCount(3);
    await expect(details.getByText('Renamed from Draft.txt')).toBeVisible();
    await expectAccessible(page);

    await details.getByText('Added', { exact: true }).click();
    await expect(details.getByRole('textbox')).toHaveValue(/first thoughts/);
    await details.getByRole('button', { name: 'Compare' }).click();
    const lines = page.getByRole('grid', { name: 'Compared lines' });
    await expect(lines.getByText('first', { exact: true })).toBeVisible();
    await expect(lines.getByText('second', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.getByText('Side by side').click();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Restore the older version' }).click();
    await expect.poll(() => textOf(join(folder, 'Thesis.txt'))).toContain('first thoughts');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => textOf(join(folder, 'Thesis.txt'))).toContain('second thoughts');

    await page.keyboard.press('Escape');
    await expect(details.getByRole('textbox')).toBeVisible();
    await expectAccessible(page);
    await details.getByRole('button', { name: 'Close the details' }).click();
    await expect(details).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('grid', { name: 'Files' }).getByText('Thesis.txt')).toBeVisible();
    await expect(details).toHaveCount(0);
    expect(problems).toEqual([]);
  });

  test('versions are reached by keyboard, and what a change did to a file from the history', async ({
    page,
  }) => {
    await page.goto(server.signInUrl);
    await page.goto(`${server.url}/#/libraries/${library}/files`);
    await expect(page.getByRole('grid', { name: 'Files' }).getByText('Thesis.txt')).toBeVisible();
    await page.getByRole('grid', { name: 'Files' }).getByRole('row').nth(1).focus();
    await page.keyboard.press('Alt+Enter');
    await expect(page.getByRole('complementary', { name: 'Details' })).toBeVisible();
    await page.keyboard.press('Alt+Enter');
    await expect(page.getByRole('complementary', { name: 'Details' })).toHaveCount(0);
    await page.keyboard.press('Alt+Enter');
    await expect(page.getByRole('grid', { name: 'Versions' })).toBeVisible();

    await page.goto(`${server.url}/#/libraries/${library}/history`);
    await page.getByRole('button', { name: 'Group changes made in a row' }).click();
    const change = page.getByRole('grid', { name: 'Changed items' }).getByRole('row').first();
    await change.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('grid', { name: 'Compared lines' })).toBeVisible();
    await page.keyboard.press('s');
    await expect(page.getByRole('radio', { name: 'Side by side' })).toBeChecked();
  });

  test('changes made in a row are opened, looked into beside the list, noted and found again', async ({
    page,
  }) => {
    const problems = watchForProblems(page);
    mkdirSync(join(folder, 'Garden'));
    writeFileSync(join(folder, 'Garden', 'bed.txt'), 'roses\n');
    await server.untilCommits(library, 5);
    await page.goto(server.signInUrl);
    await page.goto(`${server.url}/#/libraries/${library}/history`);
    const history = page.getByRole('treegrid', { name: 'History' });
    const session = history.getByRole('row', { expanded: false });
    await expect(session).toBeVisible();
    await expectAccessible(page);
    await session.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    const changed = page.getByRole('treegrid', { name: 'Changed items' });
    await changed.getByRole('button', { name: 'Show the files in Garden' }).click();
    await changed.getByText('bed.txt').click();
    const lines = page.getByRole('grid', { name: 'Compared lines' });
    await expect(lines.getByText('roses', { exact: true })).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
    await page.setViewportSize({ width: 900, height: 600 });
    await expectAccessible(page);

    await history.getByText('Edited Thesis.txt', { exact: true }).click();
    await expect(lines.getByText('second', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Note…' }).click();
    await page.keyboard.type('Asked for by Bruno');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save note' }).click();
    await expect(page.getByRole('note')).toHaveText('Asked for by Bruno');
    await page.getByRole('searchbox').fill('edited bruno today');
    const found = page.getByRole('grid', { name: 'History' });
    await expect(found.getByText('Edited Thesis.txt')).toBeVisible();
    await expect(found.getByRole('row')).toHaveCount(2);
    await expectAccessible(page);
    expect(problems).toEqual([]);
  });

  test('home says that all is well, then what is not; the issues are ended in place', async ({ page }) => {
    const problems = watchForProblems(page);
    await page.goto(server.signInUrl);
    await expect(page.getByRole('heading', { name: 'All changes are in the history' })).toBeVisible();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);

    writeFileSync(join(folder, 'Notes.txt'), 'mine\n');
    writeFileSync(join(folder, COPY), 'theirs\n');
    const waits = page.getByRole('heading', { name: 'One thing needs your attention' });
    await expect(waits).toBeVisible();
    await expect(page.getByRole('link', { name: /Issues.*1 waiting/ })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'All issues' }).click();
    await expect(page.getByText('“Notes.txt” was changed on two sides at once')).toBeVisible();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'light' });
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Compare' }).click();
    await expect(page.getByText('theirs')).toBeVisible();
    await page.goBack();
    await page.getByRole('button', { name: 'Keep other' }).click();
    await expect(page.getByText('No issues')).toBeVisible();
    await expectAccessible(page);
    await expect.poll(() => textOf(join(folder, 'Notes.txt'))).toBe('theirs\n');
    expect(problems).toEqual([]);
  });
});
