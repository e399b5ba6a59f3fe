import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ServeProcess } from '../support/serve-process.ts';
import { expectAccessible, expectAccessibleInBothLooks, watchForProblems } from './page-checks.ts';

// What is it doing right now, and what did it do? In a real browser, against the real server and a real folder.

test.describe('the activity', () => {
  let place: string;
  let folder: string;
  let server: ServeProcess;

  test.beforeEach(async () => {
    place = mkdtempSync(join(tmpdir(), 'keepfold-activity-'));
    folder = join(place, 'Papers');
    mkdirSync(folder);
    for (let file = 0; file < 20; file++) writeFileSync(join(folder, `letter-${file}.txt`), `letter ${file}`);
    server = await ServeProcess.start(join(place, 'data'));
  });

  test.afterEach(async () => {
    await server.stop();
    rmSync(place, { recursive: true, force: true });
  });

  test('of folders and libraries is followed, filtered and steered', async ({ page }) => {
    const problems = watchForProblems(page);
    await server.link(folder);
    await page.goto(server.signInUrl);
    await page.getByRole('link', { name: 'Activity', exact: true }).click();
    await expect(page.getByText(/^Up to date\. Last change .+, last full scan /)).toBeVisible();
    const log = page.getByRole('grid', { name: 'Finished changes' });
    await expect(log.getByText(/^Added/)).toBeVisible();

    writeFileSync(join(folder, 'new.txt'), 'new');
    await expect(log.getByText('Added new.txt')).toBeVisible();
    rmSync(join(folder, 'new.txt'));
    await expect(log.getByText('Deleted new.txt')).toBeVisible();
    await expectAccessibleInBothLooks(page);

    await page.getByLabel('Kind of change').selectOption('Deletions');
    await expect(log.getByText('Added new.txt')).toHaveCount(0);
    await expect(log.getByText('Deleted new.txt')).toBeVisible();
    await page.getByLabel('Find in the log').fill('nobody did this');
    await expect(page.getByText('No matches in the log')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();

    const row = page.getByRole('list', { name: 'Linked folders' });
    await row.getByRole('link', { name: 'Papers' }).focus();
    await page.keyboard.press('p');
    await expect(row.getByText(/^Paused/)).toBeVisible();
    await page.keyboard.press('p');
    await expect(row.getByText('Up to date')).toBeVisible();
    await page.keyboard.press('r');

    // The look that was just asked for may see some of them go before the others.
    for (let file = 0; file < 15; file++) rmSync(join(folder, `letter-${file}.txt`));
    await expect(row.getByText(/1\d.files disappeared from the folder all at once/)).toBeVisible();
    await expectAccessible(page);
    await row.getByRole('link', { name: 'Decide in Issues' }).click();
    await expect(page.getByRole('button', { name: 'Review…' })).toBeVisible();

    await page.goBack();
    await log.getByText('Deleted new.txt').dblclick();
    await expect(page.getByLabel('Selected change').getByText('new.txt').first()).toBeVisible();
    expect(problems).toEqual([]);
  });

  test('of a folder is listed by day, also after a restart', async ({ page }) => {
    const id = await server.link(folder);
    await server.stop();
    server = await ServeProcess.startAgain(join(place, 'data'));
    await page.addInitScript((token) => sessionStorage.setItem('keepfold.token', token), server.token);
    await page.goto(`${server.url}/#/libraries/${id}/folder`);
    const lines = page.getByRole('group', { name: 'Last activity' });
    await expect(lines.getByRole('heading', { name: 'Today' })).toBeVisible();
    await expect(lines.getByText('letter-0.txt')).toHaveCount(0);
    await page.getByRole('button', { name: /Show \d.more/ }).click();
    await expect(lines.getByText('letter-0.txt')).toBeVisible();
    await expectAccessible(page);
  });
});
