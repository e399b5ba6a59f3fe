import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ServeProcess } from '../support/serve-process.ts';
import { textOf } from '../support/text-of.ts';
import { expectAccessible, watchForProblems } from './page-checks.ts';

const COPY = 'Notes (SFConflict bob@example.org 2026-11-20-10-11-12).txt';

test.describe('a conflict of texts', () => {
  let place: string;
  let folder: string;
  let server: ServeProcess;

  test.beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'keepfold-e2e-'));
    folder = join(place, 'folder');
    mkdirSync(folder);
    writeFileSync(join(folder, 'Notes.txt'), 'title\nfirst\nsecond\nthird\nend\n');
    server = await ServeProcess.start(join(place, 'data'));
    const library = await server.link(folder);
    writeFileSync(join(folder, 'Notes.txt'), 'title\nfirst\nsecond\nour third\nend\n');
    await server.untilCommits(library, 3);
    writeFileSync(join(folder, COPY), 'TITLE\nfirst\nsecond\ntheir third\nend\n');
    await server.untilCommits(library, 4);
  });

  test.afterAll(async () => {
    await server.stop();
    rmSync(place, { recursive: true, force: true });
  });

  test('ends as one text of both, also on the disk, and can be brought back', async ({ page }) => {
    const problems = watchForProblems(page);
    await page.addInitScript((token) => sessionStorage.setItem('keepfold.token', token), server.token);
    await page.goto(`${server.url}/#/issues`);
    await expect(page.getByText('our third')).toBeVisible();
    await page.getByRole('button', { name: 'Merge…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Merge both versions of “Notes.txt”' });
    await expect(dialog.getByText(/^1.place was changed on both sides and is open\.$/)).toBeVisible();
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
    await dialog.getByRole('button', { name: 'Next open place' }).press('Enter');
    await page.keyboard.press('Space');
    await expect(dialog.getByText('Everything is decided.')).toBeVisible();
    await dialog.getByText('Take both').last().click();
    await dialog.getByText('Whole text').click();
    await expect(dialog.getByRole('group', { name: 'Whole text' })).toHaveText(
      'TITLE\nfirst\nsecond\nour third\ntheir third\nend',
    );
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save merged text' }).click();
    await expect(page.getByText('No issues')).toBeVisible();
    await expectAccessible(page);
    await expect
      .poll(() => textOf(join(folder, 'Notes.txt')))
      .toBe('TITLE\nfirst\nsecond\nour third\ntheir third\nend\n');
    await expect.poll(() => existsSync(join(folder, COPY))).toBe(false);

    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => textOf(join(folder, COPY))).toBe('TITLE\nfirst\nsecond\ntheir third\nend\n');
    await expect.poll(() => textOf(join(folder, 'Notes.txt'))).toBe('title\nfirst\nsecond\nour third\nend\n');
    await expect(page.getByRole('button', { name: 'Merge…' })).toBeVisible();
    expect(problems).toEqual([]);
  });
});
