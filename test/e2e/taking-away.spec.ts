import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { ServeProcess } from '../support/serve-process.ts';
import { expectAccessibleInBothLooks, watchForProblems } from './page-checks.ts';

// What takes files away says how many and which before it does, and one undo brings them back.

const MANY = 12_000;

test.describe('taking files away', () => {
  let place: string;
  let folder: string;
  let server: ServeProcess;
  let docs: string;
  let big: string;
  let notes: string;

  test.beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'keepfold-e2e-'));
    folder = join(place, 'Home docs');
    mkdirSync(folder);
    server = await ServeProcess.start(join(place, 'data'));
    docs = await makeLibrary('Home docs');
    await add(docs, names('page', 27), 'House');
    await add(docs, ['Later.txt']);
    await server.call('POST', 'folders/', { path: folder, library: docs });
    big = await makeLibrary('Big');
    for (let start = 0; start < MANY; start += 1_000) await add(big, names('item', 1_000, start));
    notes = await makeLibrary('Notes');
    await add(notes, ['Old.txt', 'Draft.txt']);
    await add(notes, ['New.txt']);
    await server.call('POST', `libraries/${notes}/items/delete/`, { folder: '/', names: ['Old.txt'] });
  });

  test.afterAll(async () => {
    await server.stop();
    rmSync(place, { recursive: true, force: true });
  });

  function names(stem: string, count: number, start = 0): string[] {
    return Array.from({ length: count }, (_, at) => `${stem} ${String(start + at).padStart(5, '0')}.txt`);
  }

  async function makeLibrary(name: string): Promise<string> {
    return (await server.call<{ id: string }>('POST', 'libraries/', { name })).id;
  }

  /** Small files, in one commit. */
  async function add(library: string, files: readonly string[], into = ''): Promise<void> {
    const link = `libraries/${library}/upload-link/`;
    const { url } = await server.call<{ url: string }>('POST', link, { path: '/' });
    const form = new FormData();
    form.append('parent_dir', '/');
    if (into !== '') form.append('relative_path', into);
    for (const name of files) form.append('file', new Blob(['text\n']), name);
    const answer = await fetch(url, { method: 'POST', body: form });
    if (!answer.ok) throw new Error(`upload: ${answer.status} ${await answer.text()}`);
  }

  async function open(page: Page, library: string, tab: string): Promise<void> {
    await page.goto(`${server.url}/#/libraries/${library}/${tab}`);
    await expect(page.getByRole('link', { name: 'History', exact: true })).toBeVisible();
  }

  async function signIn(page: Page): Promise<void> {
    await page.addInitScript((token) => {
      sessionStorage.setItem('keepfold.token', token);
      // Details of a file that goes while they are open ask about it once more, which browsers call an error.
      localStorage.setItem('keepfold.details', 'closed');
    }, server.token);
  }

  test('undoing a change shows what it removes; Ctrl+Z elsewhere asks, and brings it back', async ({
    page,
  }) => {
    const problems = watchForProblems(page);
    await signIn(page);
    await open(page, docs, 'history');
    const history = page.getByRole('grid', { name: 'History' });
    await expect.poll(() => existsSync(join(folder, 'House', 'page 00026.txt'))).toBe(true);
    await history
      .getByRole('row')
      .filter({ hasText: /27.files in House/ })
      .click();
    await page.keyboard.press('u');
    const sheet = page.getByRole('dialog', { name: /^Remove 27.files that this change added\?$/ });
    await expect(sheet.getByRole('listitem').first()).toHaveText(/House\s*27.files/);
    await expect(sheet.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectAccessibleInBothLooks(page);
    await page.keyboard.press('Enter');
    await expect(sheet).toHaveCount(0);
    expect(existsSync(join(folder, 'House', 'page 00026.txt'))).toBe(true);

    await page.getByRole('button', { name: 'Undo this change' }).click();
    await sheet.getByRole('button', { name: /^Remove 27.files$/ }).click();
    await expect(page.getByText(/^27.files moved to the trash$/)).toBeVisible();
    await expect(page.getByText('Later changes are kept.')).toBeVisible();

    await open(page, big, 'files');
    await page.keyboard.press('Control+z');
    const question = page.getByRole('dialog', { name: /^Undo removing 27.files in Home docs\?$/ });
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectAccessibleInBothLooks(page);
    await question.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText(/^Undid removing 27.files in Home docs$/)).toBeVisible();
    await expect.poll(() => existsSync(join(folder, 'House', 'page 00026.txt'))).toBe(true);
    expect(problems).toEqual([]);
  });

  test('a folder with everything in it is deleted in one go, and comes back with one undo', async ({
    page,
  }) => {
    const problems = watchForProblems(page);
    await signIn(page);
    await open(page, big, 'files');
    const files = page.getByRole('grid', { name: 'Files', exact: true });
    await files.getByRole('row').nth(1).click();
    await page.keyboard.press('Control+a');
    await expect(page.getByText(/12,000 (items )?selected/).first()).toBeVisible();
    await page.keyboard.press('Delete');
    const sheet = page.getByRole('dialog', { name: /^Delete 12,000.files\?$/ });
    await expect(sheet.getByText(/^12,000.files · 60.kB$/)).toBeVisible();
    await expect(sheet.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectAccessibleInBothLooks(page);
    await sheet.getByRole('button', { name: /^Delete 12,000.files$/ }).click();
    await expect(page.getByText('This library is empty')).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(page.getByText(/^Undid deleting 12,000.items in Big$/)).toBeVisible();
    await expect(files.getByText('item 00000.txt')).toBeVisible();
    expect(problems).toEqual([]);
  });

  test('going back to a moment says what comes back and what goes', async ({ page }) => {
    await signIn(page);
    await open(page, notes, 'files');
    const files = page.getByRole('grid', { name: 'Files', exact: true });
    await expect(files.getByText('New.txt')).toBeVisible();
    await page.keyboard.press('Control+t');
    const bar = page.getByRole('region', { name: 'Time bar' });
    await expect(bar.getByText('Now', { exact: true })).toBeVisible();
    await page.keyboard.press(',');
    await expect(files.getByText('Old.txt')).toBeVisible();
    await page.keyboard.press(',');
    await expect(files.getByText('New.txt')).toHaveCount(0);
    await bar.getByRole('button', { name: 'Restore everything…' }).click();
    const sheet = page.getByRole('dialog', { name: 'Restore' });
    await expect(sheet.getByText('Will be removed', { exact: true })).toBeVisible();
    await expect(sheet.getByText('Will be created', { exact: true })).toBeVisible();
    const bringBack = sheet.getByRole('button', { name: 'Bring back 1, remove 1' });
    await expect(sheet.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectAccessibleInBothLooks(page);
    await bringBack.click();
    await expect(page.getByText(/^Restored 1.file$/)).toBeVisible();
    await expect(page.getByText(/^1.file moved to the trash\.$/)).toBeVisible();
  });
});
