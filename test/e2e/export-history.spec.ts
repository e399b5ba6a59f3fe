import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { gitAnswer } from '../support/git.ts';
import { ServeProcess } from '../support/serve-process.ts';
import { expectAccessible, watchForProblems } from './page-checks.ts';

// A library leaves Keepfold with all its versions: in a real browser, against a real server and a real git.

const LOOKS = [
  { colorScheme: 'light', width: 1280, height: 800 },
  { colorScheme: 'dark', width: 900, height: 600 },
] as const;

test.describe('exporting a library with its history', () => {
  let place: string;
  let server: ServeProcess;

  test.beforeEach(async () => {
    place = mkdtempSync(join(tmpdir(), 'keepfold-e2e-'));
    server = await ServeProcess.start(join(place, 'data'));
    const papers = join(place, 'Papers');
    mkdirSync(join(papers, 'empty'), { recursive: true });
    writeFileSync(join(papers, 'letter.txt'), 'dear Anna');
    const library = await server.link(papers);
    const before = await server.call<{ commit_count: number }>('GET', `libraries/${library}/`);
    writeFileSync(join(papers, 'letter.txt'), 'dear Ben');
    await server.untilCommits(library, before.commit_count + 1);
  });

  test.afterEach(async () => {
    await server.stop();
    rmSync(place, { recursive: true, force: true });
  });

  test('makes a git repository of it in a folder', async ({ page }) => {
    const problems = watchForProblems(page);
    await page.goto(server.signInUrl);
    await openExport(page, 'Export…');
    const dialog = page.getByRole('dialog', { name: 'Export “Papers”' });
    await inBothLooks(page, 'moment');
    await dialog.getByText('With its history').click();
    const folder = dialog.getByRole('textbox', { name: 'New or empty folder' });
    await folder.fill(join(place, 'Papers'));
    await inBothLooks(page, 'folder');
    await dialog.getByRole('button', { name: 'Export into this folder' }).click();
    await expect(dialog.getByText(/is a folder with something in it/)).toBeVisible();
    await inBothLooks(page, 'refused');

    const to = join(place, 'history');
    await folder.fill(to);
    await dialog.getByRole('button', { name: 'Export into this folder' }).click();
    await expect(dialog.getByText(/versions were written to/)).toBeVisible();
    await expect(dialog.getByText(/Git keeps no empty folders, so 1/)).toBeVisible();
    await inBothLooks(page, 'done');
    await dialog.getByRole('button', { name: 'Done' }).click();
    expect(readFileSync(join(to, 'letter.txt'), 'utf8')).toBe('dear Ben');
    expect(gitAnswer(to, 'show', 'main~1:letter.txt')).toBe('dear Anna');
    await page.goto(`${page.url().split('#')[0]}#/admin/jobs`);
    await expect(page.getByText('Exporting with history')).toBeVisible();
    await inBothLooks(page, 'jobs');
    // The refusal, which browsers note as trouble of the page.
    expect(problems.filter((text) => !text.includes('400'))).toEqual([]);
  });

  test('says so in German, too', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('keepfold.language', 'de'));
    await page.goto(server.signInUrl);
    await openExport(page, 'Exportieren…');
    const dialog = page.getByRole('dialog', { name: '„Papers“ exportieren' });
    await dialog.getByText('Mit Verlauf').click();
    await dialog.getByRole('textbox', { name: 'Neuer oder leerer Ordner' }).fill(join(place, 'Verlauf'));
    await inBothLooks(page, 'ordner');
    await dialog.getByRole('button', { name: 'In diesen Ordner exportieren' }).click();
    await expect(dialog.getByText(/Versionen wurden nach .* geschrieben/)).toBeVisible();
    await inBothLooks(page, 'fertig');
  });
});

async function openExport(page: Page, item: string): Promise<void> {
  await page.getByRole('link', { name: /^(Libraries|Bibliotheken)$/ }).click();
  await page.getByRole('button', { name: /^(Actions for|Aktionen für) .?Papers/ }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function inBothLooks(page: Page, name: string): Promise<void> {
  for (const { colorScheme, width, height } of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    await expectAccessible(page);
    await page.screenshot({ path: test.info().outputPath(`${name}-${colorScheme}.png`) });
  }
}
