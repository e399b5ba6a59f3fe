import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import type { PublicLinkJson } from '../../src-shared/sharing-api.ts';
import { ServeProcess } from '../support/serve-process.ts';
import { SMALL_JPEG, SMALL_PNG } from '../support/small-pictures.ts';
import { expectAccessibleInBothLooks, watchForProblems } from './page-checks.ts';

// What somebody sees who has nothing but a link.

const PHONE = { width: 360, height: 740 };
const DESK = { width: 1280, height: 800 };
const HOSTILE = `<img src=x onerror="document.title='run'">.txt`;

test.describe('the pages behind links', () => {
  let place: string;
  let server: ServeProcess;
  let library: string;
  const links = new Map<string, PublicLinkJson>();

  test.beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'keepfold-links-'));
    const folder = join(place, 'Holiday');
    mkdirSync(join(folder, 'Lake', 'Boat'), { recursive: true });
    mkdirSync(join(folder, 'Inbox'));
    const files = {
      ...{ 'a.png': SMALL_PNG, 'b.jpg': SMALL_JPEG, 'c.png': SMALL_PNG, 'notes.md': '# Notes <script>' },
      ...{
        [HOSTILE]: 'x',
        [`${'n'.repeat(251)}.txt`]: 'x',
        'turned\u202egpj.exe': 'x',
        'Boat/d.png': SMALL_PNG,
      },
    };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, 'Lake', name), content);
    server = await ServeProcess.start(join(place, 'data'));
    library = await server.link(folder);
  });

  test.afterAll(async () => {
    await server.stop();
    rmSync(place, { recursive: true, force: true });
  });

  /** Its maker has one link of a kind to an item. */
  async function linkTo(
    path: string,
    more: { kind?: string; password?: string; expire_days?: number } = {},
  ): Promise<string> {
    const request = { kind: 'share', library_id: library, path, ...more };
    const name = `${request.kind} ${path}`;
    const made = links.get(name) ?? (await server.call<PublicLinkJson>('POST', 'public-links/', request));
    links.set(name, made);
    return made.url;
  }

  async function visitor(browser: Browser, more: object = {}): Promise<Page> {
    return (await browser.newContext(more)).newPage();
  }

  test('a folder shows its pictures, its rows and each file, at every width and in both looks', async ({
    browser,
  }) => {
    const page = await visitor(browser);
    const problems = watchForProblems(page);
    await page.goto(await linkTo('/Lake', { expire_days: 7 }));
    await expect(page.getByRole('heading', { name: 'Lake' })).toBeVisible();
    // Nobody knows an owner by the name of an account that nobody named.
    await expect(page.getByText(/Shared by/)).toHaveCount(0);
    await expect(page.getByText(/^until /)).toBeVisible();
    await page.getByRole('link', { name: 'Pictures' }).click();
    await expect.poll(() => drawnPictures(page)).toBe(3);
    await everywhere(page);
    await page.getByRole('link', { name: 'List', exact: true }).click();
    await expect(page.getByRole('row')).toHaveCount(9);
    await expect(page.getByText('U+202E')).toBeVisible();
    await everywhere(page);

    await page.getByRole('link', { name: 'a.png' }).first().click();
    await expect(page.getByRole('img', { name: 'a.png' })).toHaveJSProperty('naturalWidth', 96);
    await everywhere(page);
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('heading', { name: 'b.jpg' })).toBeVisible();
    await page.getByRole('link', { name: 'Next file' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'c.png' })).toBeVisible();
    await page.getByRole('navigation', { name: 'Folders above' }).getByRole('link', { name: 'Lake' }).click();
    await page.getByRole('link', { name: 'notes.md' }).first().click();
    await expect(page.getByLabel('Text of notes.md')).toHaveText('# Notes <script>');
    await everywhere(page);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('notes.md');
    await page.goBack();
    await page.getByRole('link', { name: 'Boat', exact: true }).click();
    const archive = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download all' }).click();
    expect((await archive).suggestedFilename()).toBe('Boat.zip');
    expect(problems).toEqual([]);
  });

  test('a password and what went wrong are asked and told in plain words', async ({ browser }) => {
    const page = await visitor(browser, { locale: 'de-DE' });
    await page.goto(await linkTo('/Lake/a.png', { password: 'long enough' }));
    await expect(page.getByRole('heading', { name: 'Passwort erforderlich' })).toBeVisible();
    await everywhere(page);
    await page.getByLabel('Passwort').fill('a wrong one');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('Falsches Passwort.');
    await everywhere(page);
    await page.getByLabel('Passwort').fill('long enough');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('img', { name: 'a.png' })).toHaveJSProperty('naturalWidth', 96);
    await page.goto(`${server.url}/d/${'0'.repeat(20)}/`);
    await expect(page.getByRole('heading', { name: 'Diesen Link gibt es nicht' })).toBeVisible();
    await everywhere(page);
  });

  test('files are chosen, dropped, sent with progress, cancelled and sent again', async ({ browser }) => {
    const page = await visitor(browser);
    const problems = watchForProblems(page);
    await page.goto(await linkTo('/Inbox', { kind: 'upload' }));
    const files = ['one.txt', 'two.txt', 'three.txt'].map((name) => ({
      ...{ name, mimeType: 'text/plain', buffer: Buffer.from(`of ${name}`) },
    }));
    await page.getByLabel('Choose files').setInputFiles(files);
    await everywhere(page);
    await page.getByRole('button', { name: 'Remove three.txt' }).click();
    const list = page.getByRole('list', { name: 'Chosen files' });
    await expect(list.getByRole('listitem')).toHaveText([/^one\.txt10 bytes/, /^two\.txt/]);

    // Held back until it is let through.
    const gate = Promise.withResolvers<void>();
    await page.route('**/upload/**', async (route) => {
      await gate.promise;
      await route.continue().catch(() => undefined);
    });
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(page.getByRole('progressbar', { name: 'Uploading' })).toBeVisible();
    await expect(page.getByText('0 bytes of 20 bytes')).toBeVisible();
    await everywhere(page);
    // The browser hears of it after the page: until then it would still send what is let through.
    const cancelled = page.waitForEvent('requestfailed', (request) => request.url().includes('/upload/'));
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await cancelled;
    gate.resolve();
    await page.unroute('**/upload/**');
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Everything is uploaded' })).toBeFocused();
    await expect(list.getByRole('listitem')).toHaveText(['one.txtUploaded', 'two.txtUploaded']);
    await everywhere(page);
    for (const name of ['one.txt', 'two.txt']) {
      const path = join(place, 'Holiday', 'Inbox', name);
      await expect(() => expect(readFileSync(path, 'utf8')).toBe(`of ${name}`)).toPass();
    }

    await drop(page, 'one.txt', 'another one');
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(list.getByText('Uploaded as one (1).txt')).toBeVisible();
    expect(problems).toEqual([]);
  });

  test('a file that is refused is told of, and the others are kept', async ({ browser }) => {
    const page = await visitor(browser);
    await page.goto(await linkTo('/Inbox', { kind: 'upload' }));
    await drop(page, 'good.txt', 'good');
    await drop(page, 'bad\n.txt', 'bad');
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Not everything was uploaded' })).toBeFocused();
    const list = page.getByRole('list', { name: 'Chosen files' });
    await expect(list.getByText('Uploaded', { exact: true })).toHaveCount(1);
    await expect(list.getByText('This name is not allowed.')).toBeVisible();
    await everywhere(page);
    await page.route('**/upload/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(list.getByText('The connection was lost.')).toBeVisible();
  });

  test('without a script everything but progress is there', async ({ browser }) => {
    const page = await visitor(browser, { javaScriptEnabled: false });
    await page.goto(await linkTo('/Inbox', { kind: 'upload' }));
    const file = { name: 'plain.txt', mimeType: 'text/plain', buffer: Buffer.from('plain') };
    await page.getByLabel('Choose files').setInputFiles(file);
    await page.getByRole('button', { name: 'Upload' }).click();
    await expect(page.getByRole('heading', { name: 'The file was uploaded' })).toBeVisible();
    await expect(page.getByRole('listitem')).toHaveText('plain.txt');
    await page.goto(await linkTo('/Lake'));
    await page.getByRole('link', { name: 'Pictures' }).click();
    await page.getByRole('link', { name: 'c.png' }).click();
    await expect(page.getByRole('heading', { name: 'c.png' })).toBeVisible();
  });
});

/** Fit for everybody in light and dark, and never wider than the window, down to a phone and at twice the size. */
async function everywhere(page: Page): Promise<void> {
  for (const viewport of [PHONE, { width: 640, height: 400 }, { width: 2560, height: 1400 }, DESK]) {
    await page.setViewportSize(viewport);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThan(
      1,
    );
  }
  await expectAccessibleInBothLooks(page);
}

/** How many pictures have been drawn that could be. */
function drawnPictures(page: Page): Promise<number> {
  return page.evaluate(
    () => [...document.images].filter(({ complete, naturalWidth }) => complete && naturalWidth > 0).length,
  );
}

function drop(page: Page, name: string, content: string): Promise<void> {
  return page.evaluate(
    ([fileName = '', text = '']) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], fileName));
      document.querySelector('.drop')?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }));
    },
    [name, content],
  );
}
