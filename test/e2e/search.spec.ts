import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ServeProcess } from '../support/serve-process.ts';
import { expectAccessible, watchForProblems } from './page-checks.ts';

// "The file that contained this sentence before I deleted it": finding what is there, what was, and what is gone.

test.describe('searching with Keepfold', () => {
  test.slow();
  let place: string;
  let folder: string;
  let server: ServeProcess;
  let library: string;

  test.beforeEach(async () => {
    place = mkdtempSync(join(tmpdir(), 'keepfold-e2e-'));
    folder = join(place, 'folder');
    mkdirSync(join(folder, 'Travel'), { recursive: true });
    writeFileSync(join(folder, 'Travel', 'Plan.txt'), 'We meet at the café in Venice.\n');
    writeFileSync(join(folder, 'Budget 2025.csv'), 'rent;800\n');
    writeFileSync(join(folder, 'Old letter.txt'), 'Dear Ada, the garden is in bloom.\n');
    server = await ServeProcess.start(join(place, 'data'));
    library = await server.link(folder);
    await server.untilCommits(library, 2);
    renameSync(join(folder, 'Budget 2025.csv'), join(folder, 'Costs.csv'));
    await server.untilCommits(library, 3);
    rmSync(join(folder, 'Old letter.txt'));
    await server.untilCommits(library, 4);
    writeFileSync(join(folder, 'Travel', 'Plan.txt'), 'We stay at home.\n');
    await server.untilCommits(library, 5);
  });

  test.afterEach(async () => {
    await server.stop();
    rmSync(place, { recursive: true, force: true });
  });

  test('names and texts of now and of the past are found, opened and brought back', async ({ page }) => {
    const problems = watchForProblems(page);
    await page.goto(server.signInUrl);
    await expect(page.getByRole('link', { name: 'Search' })).toBeVisible();
    await page.keyboard.press('Control+Shift+F');
    const field = page.getByRole('searchbox');
    await expect(field).toBeFocused();
    await expectAccessible(page);

    await field.fill('cafe venice');
    const results = page.getByRole('grid', { name: 'Results' });
    const plan = results.getByRole('row').filter({ hasText: 'Plan.txt' });
    await expect(plan).toContainText('We meet at the café in Venice.');
    await expect(plan).toContainText('Older');
    await expect(plan.locator('mark')).toHaveText(['café', 'Venice']);
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await page.screenshot({ path: test.info().outputPath('text-dark.png') });
    await page.emulateMedia({ colorScheme: 'light' });

    await field.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/files\/Travel\?commit=[0-9a-f]{40}&item=Plan\.txt/);
    await expect(page.getByRole('complementary', { name: 'Details' }).getByRole('textbox')).toHaveValue(
      /Venice/,
    );
    await page.goBack();
    await expect(field).toHaveValue('cafe venice');
    await expect(plan).toBeVisible();

    await field.fill('budget');
    const budget = results.getByRole('row').filter({ hasText: 'Budget 2025.csv' });
    await expect(budget).toContainText('Older');
    await expect(budget.getByRole('link')).toHaveText('Now: Costs.csv');
    await field.press('Control+Enter');
    await expect(page).toHaveURL(/files\?commit=[0-9a-f]{40}&item=Budget/);
    await page.goBack();

    await field.fill('letter');
    const letter = results.getByRole('row').filter({ hasText: 'Old letter.txt' });
    await expect(letter).toContainText('Deleted');
    await expectAccessible(page);
    await page.screenshot({ path: test.info().outputPath('names-light.png') });
    await letter.getByRole('button', { name: 'Restore Old letter.txt' }).click();
    await expect(page.getByText('“Old letter.txt” is back')).toBeVisible();
    await expect(letter).toContainText('Now');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(letter).toContainText('Deleted');

    await page.getByText('Now', { exact: true }).first().click();
    await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(letter).toBeVisible();
    await page.setViewportSize({ width: 900, height: 600 });
    await field.fill('e');
    await expect(results.getByRole('row').filter({ hasText: 'Travel' }).first()).toBeVisible();
    await page.screenshot({ path: test.info().outputPath('small.png') });
    await expectAccessible(page);
    expect(problems).toEqual([]);
  });

  test('results are narrowed down by lists, and seen beside them', async ({ page }) => {
    const problems = watchForProblems(page);
    await page.goto(server.signInUrl);
    await expect(page.getByRole('link', { name: 'Search' })).toBeVisible();
    await page.keyboard.press('Control+Shift+F');
    const field = page.getByRole('searchbox');
    await field.fill('budget');
    const budget = page.getByRole('row').filter({ hasText: 'Budget 2025.csv' });
    await expect(budget).toContainText('Older');
    await page.getByRole('combobox', { name: 'Type' }).selectOption('Pictures');
    await expect(field).toHaveValue('budget type:picture');
    await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(field).toHaveValue('budget');
    await expect(budget).toBeVisible();
    await field.press('ArrowDown');
    await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('Budget 2025.csv');
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await page.keyboard.press(' ');
    await expect(page.getByRole('complementary', { name: 'Details' })).toBeHidden();
    await budget.getByRole('link').click();
    await expect(page).toHaveURL(/files\?item=Costs\.csv/);
    expect(problems).toEqual([]);
  });
});
