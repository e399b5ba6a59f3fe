import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ServeProcess } from '../support/serve-process.ts';
import { textOf } from '../support/text-of.ts';
import { expectAccessible, watchForProblems } from './page-checks.ts';

// What differs between two moments of a library, and bringing some of it back.

test.describe('comparing moments with Keepfold', () => {
  let place: string;
  let folder: string;
  let server: ServeProcess;
  let library: string;

  test.beforeEach(async () => {
    place = mkdtempSync(join(tmpdir(), 'keepfold-e2e-'));
    folder = join(place, 'folder');
    mkdirSync(join(folder, 'Trip'), { recursive: true });
    writeFileSync(join(folder, 'Budget.txt'), 'rent 700\n');
    writeFileSync(join(folder, 'Trip', 'Plan.txt'), 'Rome\n');
    server = await ServeProcess.start(join(place, 'data'));
    library = await server.link(folder);
    writeFileSync(join(folder, 'Budget.txt'), 'rent 900 a month\n');
    await server.untilCommits(library, 3);
    renameSync(join(folder, 'Trip', 'Plan.txt'), join(folder, 'Trip', 'Route.txt'));
    await server.untilCommits(library, 4);
    writeFileSync(join(folder, 'Later.txt'), 'later\n');
    await server.untilCommits(library, 5);
  });

  test.afterEach(async () => {
    await server.stop();
    rmSync(place, { recursive: true, force: true });
  });

  test('two moments are chosen by key, their differences looked at and one restored', async ({ page }) => {
    const problems = watchForProblems(page);
    await page.goto(server.signInUrl);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto(`${server.url}/#/libraries/${library}/history`);
    await page.getByRole('button', { name: 'Group changes made in a row' }).click();
    const history = page.getByRole('grid', { name: 'History' });
    await history.getByRole('row').nth(4).click();
    await page.keyboard.press('c');
    await expect(page.getByText(/^Compare “/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Now', exact: true }).click();

    await expect(page.getByRole('heading', { name: 'Between two moments' })).toBeVisible();
    const rows = page.getByRole('grid', { name: 'Differences' }).getByRole('row');
    await expect(rows).toHaveCount(3);
    await expect(
      page.getByText('Moved from Trip/Plan.txt').or(page.getByText('Renamed from Trip/Plan.txt')),
    ).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
    await page.getByText('Added 1').click();
    await expect(rows).toHaveCount(1);
    await page.getByText('Deleted 0').click();
    await page.getByRole('button', { name: 'Show all' }).click();

    await page.getByText('Budget.txt', { exact: true }).dblclick();
    const lines = page.getByRole('grid', { name: 'Compared lines' });
    await expect(lines.getByText(/900/).first()).toBeVisible();
    await page.goBack();
    await page.getByText('Budget.txt', { exact: true }).click();
    await page.getByRole('button', { name: 'Restore 1\u00a0item…' }).click();
    await page.getByRole('button', { name: 'Bring back 1\u00a0file' }).click();
    await expect.poll(() => textOf(join(folder, 'Budget.txt'))).toBe('rent 700\n');
    expect(problems).toEqual([]);
  });
});
