import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { isLongProof } from '../support/proof-size.ts';
import { ServeProcess } from '../support/serve-process.ts';
import { expectAccessible } from './page-checks.ts';

// From a window of 1280 by 1024 at 400 % to one of a large screen, and whichever way lines run.

const WINDOWS = [
  { name: '1280 by 1024 at 400 %', width: 320, height: 256 },
  { name: '900 by 600', width: 900, height: 600 },
  { name: '2560 by 1440', width: 2560, height: 1440 },
  // Those between are in the long run.
  ...(isLongProof
    ? [
        { name: '320 by 640', width: 320, height: 640 },
        { name: '1440 by 900', width: 1440, height: 900 },
      ]
    : []),
];
const DIRECTIONS = [
  { direction: 'ltr', language: 'en' },
  { direction: 'rtl', language: 'ar-XB' },
];
const LETTER = 'A letter with a long name, as letters of offices have it.txt';
const DEEP = ['One', 'Two', 'Three', 'Four', 'Five'];

test.describe('a window of any size', () => {
  test.slow();
  let place: string;
  let server: ServeProcess;
  let library: string;
  let letters: string;
  let last: string;

  test.beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'keepfold-e2e-'));
    const folder = join(place, 'Documents');
    mkdirSync(join(folder, ...DEEP), { recursive: true });
    writeFileSync(join(folder, LETTER), 'a\n');
    writeFileSync(join(folder, ...DEEP, 'deep.txt'), 'b\n');
    server = await ServeProcess.start(join(place, 'data'));
    await server.addUser('anna@example.com', 'correct horse battery', 'Anna');
    library = await server.link(folder);
    const edited = join(place, 'Letters');
    mkdirSync(edited);
    writeFileSync(join(edited, LETTER), 'a\n');
    letters = await server.link(edited);
    await server.untilCommits(letters, 2);
    writeFileSync(join(edited, LETTER), 'a\nb\n');
    await server.untilCommits(letters, 3);
    for (let number = 1; number <= 20; number += 1) {
      const made = await server.call<{ id: string }>('POST', 'libraries/', { name: `Library ${number}` });
      last = made.id;
    }
  });

  test.afterAll(async () => {
    await server.stop();
    rmSync(place, { recursive: true, force: true });
  });

  async function open(page: Page, hash: string, { language = 'en', theme = 'light' } = {}): Promise<void> {
    await page.addInitScript(
      (kept) => {
        sessionStorage.setItem('keepfold.token', kept.token);
        localStorage.setItem('keepfold.language', kept.language);
        localStorage.setItem('keepfold.theme', kept.theme);
      },
      { token: server.token, language, theme },
    );
    await page.goto(`${server.url}/${hash}`);
    await shown(page);
  }

  async function visit(page: Page, hash: string): Promise<void> {
    await page.evaluate((target) => {
      location.hash = target;
    }, hash);
    await shown(page);
  }

  async function shown(page: Page): Promise<void> {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  }

  function screens(): string[] {
    const tabs = ['files', 'history', 'trash', 'folder', 'settings'].map(
      (tab) => `libraries/${library}/${tab}`,
    );
    const admin = ['libraries', 'users', 'groups', 'storage', 'jobs'].map((tab) => `admin/${tab}`);
    const plain = ['', 'libraries', 'activity', 'issues', 'trash', 'deleted-libraries', 'shared', 'settings'];
    const compare = `libraries/${letters}/compare/${encodeURIComponent(LETTER)}`;
    const storage = ['storage', `storage/${library}`];
    return [...plain, 'search?q=letter', 'help', compare, ...storage, ...tabs, ...admin].map(
      (path) => `#/${path}`,
    );
  }

  for (const { name, width, height } of WINDOWS)
    for (const { direction, language } of DIRECTIONS)
      test(`of ${name} has every control within it, ${direction}`, async ({ page }) => {
        await page.setViewportSize({ width, height });
        await open(page, '#/', { language });
        await expect(page.locator('html')).toHaveAttribute('dir', direction);
        const found: Record<string, string[]> = {};
        for (const hash of screens()) {
          await visit(page, hash);
          const here = [...(await page.evaluate(outside)), ...(await page.evaluate(overlapsInSidebar))];
          if (here.length > 0) found[hash] = here;
        }
        expect(found).toEqual({});
      });

  test('shows the open library among many in a low window', async ({ page }) => {
    await page.setViewportSize({ width: 900, height: 600 });
    await open(page, `#/libraries/${last}/files`);
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Library 20' });
    await expect(link).toBeInViewport({ ratio: 1 });
    await link.click({ trial: true });
  });

  test('has pages no wider than eyes can follow, and larger text, on a large screen', async ({ page }) => {
    await page.setViewportSize({ width: 2560, height: 1440 });
    await open(page, '#/');
    const home = await page.locator('main h1').boundingBox();
    expect(home?.x).toBeGreaterThan(600);
    expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe('14.5px');
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe('13px');
  });

  for (const { language } of DIRECTIONS)
    for (const theme of ['light', 'dark'])
      test(`is fit for everybody in the ${theme} look, in ${language}`, async ({ page }) => {
        await page.setViewportSize({ width: 900, height: 600 });
        await open(page, '#/admin/libraries', { language, theme });
        await expectAccessible(page);
        await visit(page, `#/libraries/${library}/files/${DEEP.join('/')}`);
        await expectAccessible(page);
        await visit(page, `#/libraries/${library}/history`);
        await expectAccessible(page);
      });

  test('shows where a deep folder is in one line, and the folders between in a menu', async ({ page }) => {
    await page.setViewportSize({ width: 900, height: 600 });
    await open(page, `#/libraries/${library}/files/${DEEP.join('/')}`);
    await expect(page).toHaveTitle('Five – Documents – Keepfold');
    const path = page.getByRole('navigation', { name: 'Folder' });
    await expect(path.getByRole('listitem')).toHaveText(['Documents', '…', 'Four', 'Five']);
    await path.getByRole('button', { name: '3 folders between' }).click();
    await page.getByRole('menuitem', { name: 'Two' }).click();
    await expect(page).toHaveTitle('Two – Documents – Keepfold');
    await visit(page, `#/libraries/${library}/history`);
    await expect(page).toHaveTitle('History – Documents – Keepfold');
  });

  test('keeps names readable beside the time bar on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await open(page, `#/libraries/${library}/files`);
    await page.getByRole('button', { name: 'Time bar' }).click();
    const name = page.getByRole('grid', { name: 'Files' }).getByTitle(LETTER, { exact: true });
    await expect(name).toBeVisible();
    const box = await name.boundingBox();
    expect(box?.width).toBeGreaterThan(90);
    expect(box?.height).toBeLessThan(24);
    await expectAccessible(page);
  });

  test('shortens names at their own end, whichever way lines run', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await open(page, '#/', { language: 'ar-XB' });
    const cut: Record<string, string[]> = {};
    for (const hash of screens()) {
      await visit(page, hash);
      const here = await page.evaluate(cutAtTheirBeginning);
      if (here.length > 0) cut[hash] = here;
    }
    expect(cut).toEqual({});
  });

  test('saves a name when its field is left, and takes it back', async ({ page }) => {
    await page.setViewportSize({ width: 900, height: 600 });
    await open(page, `#/libraries/${last}/settings`);
    const field = page.getByRole('textbox', { name: 'Name' });
    await field.fill('Renamed');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('heading', { level: 1, name: 'Renamed' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Library 20' })).toBeVisible();
    await expect(field).toHaveValue('Library 20');
    const button = await page.getByRole('button', { name: 'Delete library' }).boundingBox();
    expect(button?.height).toBeLessThan(36);
  });

  test('turns arrow keys around with the lines', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, `#/libraries/${library}/history`, { language: 'ar-XB' });
    const sidebar = await page.getByRole('navigation').first().boundingBox();
    expect(sidebar?.x).toBeGreaterThan(1_200);
    const rows = page.locator('main').getByRole('row');
    const closed = rows.and(page.locator('[aria-expanded="false"]')).first();
    await closed.focus();
    await page.keyboard.press('ArrowRight');
    await expect(rows.and(page.locator('[aria-expanded="true"]'))).toHaveCount(0);
    await page.keyboard.press('ArrowLeft');
    await expect(rows.and(page.locator('[aria-expanded="true"]'))).toHaveCount(1);
  });
});

/** Controls that reach over the side of the window, but for those of a strip that scrolls. */
function outside(): string[] {
  const page = document.documentElement;
  const wide = page.scrollWidth > page.clientWidth ? ['the page'] : [];
  const isInStrip = (element: Element | null): boolean => {
    if (element === null) return false;
    const { overflowX } = getComputedStyle(element);
    const isStrip = overflowX === 'auto' && element.scrollWidth > element.clientWidth + 1;
    return (isStrip && element.matches('nav')) || isInStrip(element.parentElement);
  };
  const controls = [...document.querySelectorAll('button, a, input, select, h1, h2')].filter((control) => {
    const { left, right, width } = control.getBoundingClientRect();
    if (width <= 1 || control.closest('.sr-only') !== null) return false;
    return (left < -1 || right > innerWidth + 1) && !isInStrip(control);
  });
  return [...wide, ...controls.map((control) => control.outerHTML.slice(0, 120))];
}

/** Parts of the sidebar that lie over the next one. Where the places scroll, they do so behind none. */
function overlapsInSidebar(): string[] {
  const nav = document.querySelector('.shell > aside > nav');
  const isScrolled = nav !== null && nav.scrollHeight > nav.clientHeight + 1;
  const rows = [
    ...document.querySelectorAll('.shell > aside > *'),
    ...(isScrolled ? [] : (nav?.children ?? [])),
  ];
  const boxes = rows
    .map((row) => ({ row, box: row.getBoundingClientRect() }))
    .filter(({ box }) => box.height > 0);
  const over = boxes.filter(({ row, box }) =>
    boxes.some(
      (other) =>
        other.row.parentElement === row.parentElement &&
        other.row !== row &&
        other.box.top >= box.top &&
        other.box.top < box.bottom - 1,
    ),
  );
  return over.map(({ row }) => `${row.tagName} ${row.className}`);
}

/** What is written from left to right alone, and whose beginning is not to be seen in its line. */
function cutAtTheirBeginning(): string[] {
  return [...document.querySelectorAll('main .truncate')].flatMap((line) => {
    const text = document.createTreeWalker(line, NodeFilter.SHOW_TEXT).nextNode();
    if (!(text instanceof Text) || !/^[!-~ ·›]{2,}$/.test(line.textContent ?? '') || !line.checkVisibility())
      return [];
    const first = document.createRange();
    first.setStart(text, 0);
    first.setEnd(text, 1);
    return first.getBoundingClientRect().left < line.getBoundingClientRect().left - 1 ? [text.data] : [];
  });
}
