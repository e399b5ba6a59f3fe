import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { ServeProcess } from '../support/serve-process.ts';
import { expectAccessible, watchForTrouble } from './page-checks.ts';

// What takes files away says how many and which before it does, and one undo brings them back.

const MANY = 12_000;
/** What thousands of files take on a machine that has other work. */
const BUSY = { timeout: 30_000 };
const ROOMS = ['House', 'Letters', 'Taxes'];

test.describe('taking files away', () => {
  test.setTimeout(120_000);

  let place: string;
  let folder: string;
  let server: ServeProcess;
  let docs: string;
  let big: string;

  test.beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'keepfold-e2e-'));
    folder = join(place, 'Home docs');
    for (const room of ROOMS) {
      mkdirSync(join(folder, room), { recursive: true });
      for (let at = 0; at < 9; at += 1) writeFileSync(join(folder, room, `${at}.txt`), `${room} ${at}\n`);
    }
    server = await ServeProcess.start(join(place, 'data'));
    docs = await server.link(folder);
    const before = await server.call<{ commit_count: number }>('GET', `libraries/${docs}/`);
    writeFileSync(join(folder, 'Later.txt'), 'later\n');
    await server.untilCommits(docs, before.commit_count + 1);
    big = await makeBig();
  });

  test.afterAll(async () => {
    await server.stop();
    rmSync(place, { recursive: true, force: true });
  });

  /** A library of very many small files in one folder. */
  async function makeBig(): Promise<string> {
    const { id } = await server.call<{ id: string }>('POST', 'libraries/', { name: 'Big' });
    const { url } = await server.call<{ url: string }>('POST', `libraries/${id}/upload-link/`, { path: '/' });
    for (let start = 0; start < MANY; start += 1_000) {
      const form = new FormData();
      form.append('parent_dir', '/');
      for (let at = start; at < start + 1_000; at += 1)
        form.append('file', new Blob(['text\n']), `item ${String(at).padStart(5, '0')}.txt`);
      const answer = await fetch(url, { method: 'POST', body: form });
      if (!answer.ok) throw new Error(`upload: ${answer.status} ${await answer.text()}`);
    }
    return id;
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

  async function expectAccessibleInBoth(page: Page): Promise<void> {
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'light' });
  }

  test('undoing a change shows what it removes; Ctrl+Z elsewhere asks, and brings it back', async ({
    page,
  }) => {
    const trouble = watchForTrouble(page);
    await signIn(page);
    await open(page, docs, 'history');
    const history = page.getByRole('grid', { name: 'History' });
    const first = history.getByRole('row').filter({ hasText: 'House' }).last();
    await first.click();
    await page.keyboard.press('u');
    const sheet = page.getByRole('dialog', { name: /^Remove 27.files that this change added\?$/ });
    await expect(sheet.getByRole('listitem').first()).toHaveText(/House\s*9.files/);
    await expect(sheet.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectAccessibleInBoth(page);
    await page.keyboard.press('Enter');
    await expect(sheet).toHaveCount(0);
    expect(existsSync(join(folder, 'House', '8.txt'))).toBe(true);

    await page.getByRole('button', { name: 'Undo this change' }).click();
    await sheet.getByRole('button', { name: /^Remove 27.files$/ }).click();
    await expect(page.getByText(/^27.files moved to the trash$/)).toBeVisible();
    await expect(page.getByText('Later changes are kept.')).toBeVisible();

    await open(page, big, 'files');
    await page.keyboard.press('Control+z');
    const question = page.getByRole('dialog', { name: /^Undo removing 27.files in Home docs\?$/ });
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectAccessibleInBoth(page);
    await question.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText(/^Undid removing 27.files in Home docs$/)).toBeVisible();
    await expect.poll(() => existsSync(join(folder, 'House', '8.txt'))).toBe(true);
    expect(trouble).toEqual([]);
  });

  test('a folder with everything in it is deleted in one go, and comes back with one undo', async ({
    page,
  }) => {
    const trouble = watchForTrouble(page);
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
    await expectAccessibleInBoth(page);
    await sheet.getByRole('button', { name: /^Delete 12,000.files$/ }).click();
    await expect(page.getByText('This library is empty')).toBeVisible(BUSY);
    await page.keyboard.press('Control+z');
    await expect(page.getByText(/^Undid deleting 12,000.items in Big$/)).toBeVisible(BUSY);
    await expect(files.getByText('item 00000.txt')).toBeVisible();
    expect(trouble).toEqual([]);
  });

  test('going back to a moment says what comes back and what goes', async ({ page }) => {
    await signIn(page);
    await open(page, docs, 'files');
    await page.keyboard.press('Control+t');
    await page.keyboard.press(',');
    const bar = page.getByRole('region', { name: 'Time bar' });
    await bar.getByRole('slider', { name: 'Moment' }).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await bar.getByRole('button', { name: 'Restore everything…' }).click();
    const sheet = page.getByRole('dialog', { name: 'Restore' });
    await expect(sheet.getByText('Will be removed', { exact: true })).toBeVisible();
    await expect(sheet.getByRole('button', { name: /^Remove 1.file$/ })).toBeVisible();
    await expectAccessibleInBoth(page);
  });
});
