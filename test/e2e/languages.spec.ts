import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { LANGUAGES } from '../../src-shared/languages.ts';
import { ServeProcess } from '../support/serve-process.ts';
import { expectAccessible, watchForProblems } from './page-checks.ts';

// Whatever the language: everything that is said is said in it, fits, and can be used by everybody.

// Names without letters, so that a word on a page that is no message is one that nobody can translate.
const FOLDER = '2024';
// Names of programs, languages and licences, and the first account's address.
const SAME_IN_ALL = ['Keepfold', ...LANGUAGES.map(({ name }) => name), 'MIT', 'rclone', 'me@keepfold.local'];
const FILES = ['1.2.3', '4 5 6', '07-08'];

test.describe('another language', () => {
  test.slow();
  let place: string;
  let server: ServeProcess;
  let library: string;
  let problems: string[];

  test.beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'keepfold-e2e-'));
    const folder = join(place, FOLDER);
    mkdirSync(join(folder, '99'), { recursive: true });
    for (const name of FILES) writeFileSync(join(folder, name), `${name}\n`);
    server = await ServeProcess.start(join(place, 'data'));
    library = await server.link(folder);
    await server.untilCommits(library, 2);
    rmSync(join(folder, '07-08'));
    await server.untilCommits(library, 3);
    renameSync(join(folder, '4 5 6'), join(folder, '6 5 4'));
    await server.untilCommits(library, 4);
  });

  test.afterAll(async () => {
    await server.stop();
    rmSync(place, { recursive: true, force: true });
  });

  async function open(page: Page, language: string): Promise<void> {
    problems = watchForProblems(page);
    await page.addInitScript(
      ([token, chosen]) => {
        sessionStorage.setItem('keepfold.token', token ?? '');
        localStorage.setItem('keepfold.language', chosen ?? '');
      },
      [server.token, language],
    );
    await page.setViewportSize({ width: 900, height: 600 });
    await page.goto(server.url);
  }

  function screens(): string[] {
    const tabs = ['files', 'history', 'trash', 'folder', 'settings'].map(
      (tab) => `libraries/${library}/${tab}`,
    );
    const admin = ['libraries', 'deleted', 'users', 'groups', 'storage', 'jobs'].map((tab) => `admin/${tab}`);
    const plain = [
      '',
      'libraries',
      'activity',
      'issues',
      'trash',
      'deleted-libraries',
      'shared',
      'storage',
      `storage/${library}`,
      'settings',
      'search?q=1',
    ];
    return [...plain, ...tabs, ...admin].map((path) => `#/${path}`);
  }

  async function visit(page: Page, hash: string): Promise<void> {
    await page.evaluate((target) => {
      location.hash = target;
    }, hash);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  }

  /** Words that can be seen, or that a screen reader says, and that no message showed. */
  async function wordsOutsideMessages(page: Page): Promise<string[]> {
    return page.evaluate(
      (sameInAll) => {
        const found: string[] = [];
        const look = (text: string | null) => {
          // A message is in brackets, in several elements when a part of it is shown in another way.
          const rest = (text ?? '')
            .replace(/\[[^[\]]*\]/g, '')
            .replace(/^[^[\]]*\]/, '')
            .replace(/\[[^[\]]*$/, '');
          const words = rest.match(/\p{L}{3,}/gu) ?? [];
          const isMessage = /[åçéĝîñöŕšûýž]/i.test(rest);
          if (words.length > 0 && !isMessage && !sameInAll.some((same) => rest.trim() === same))
            found.push(rest.trim());
        };
        const walker = document.createTreeWalker(
          document.body,
          NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
        );
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const parent = node instanceof Element ? node : node.parentElement;
          if (!parent || parent.closest('script, style, code, kbd, time, [data-verbatim]')) continue;
          if (node instanceof Element) {
            for (const name of ['aria-label', 'title', 'placeholder', 'alt']) look(node.getAttribute(name));
          } else look(node.textContent);
        }
        return [...new Set(found)];
      },
      [...SAME_IN_ALL, join(place, FOLDER), join(place, 'data'), server.url],
    );
  }

  test('shows no word that cannot be translated, and has room for longer ones', async ({ page }) => {
    await open(page, 'en-XA');
    const untranslated: Record<string, string[]> = {};
    for (const hash of screens()) {
      await visit(page, hash);
      const words = await wordsOutsideMessages(page);
      if (words.length > 0) untranslated[hash] = words;
      expect(await sideways(page), hash).toBe(0);
    }
    expect(untranslated).toEqual({});
    expect(problems).toEqual([]);
  });

  test('may run from right to left', async ({ page }) => {
    await open(page, 'ar-XB');
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    for (const hash of screens()) {
      await visit(page, hash);
      expect(await sideways(page), hash).toBe(0);
    }
    const sidebar = await page.getByRole('navigation').first().boundingBox();
    expect(sidebar?.x).toBeGreaterThan(450);
    await expectAccessible(page);
    expect(problems).toEqual([]);
  });

  test('is German for those who prefer it, from the first word on', async ({ page }) => {
    await page.addInitScript(() => {
      const said: string[] = [];
      Object.assign(globalThis, { said });
      const note = () => said.push(document.body?.textContent ?? '');
      new MutationObserver(note).observe(document, { childList: true, subtree: true, characterData: true });
    });
    await open(page, 'de');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const said = await page.evaluate(() => (globalThis as unknown as { said: string[] }).said.join('\n'));
    expect(said).toContain('Papierkorb');
    expect(said).not.toMatch(/Trash|Settings|Libraries/);
    for (const [hash, title] of [
      ['#/trash', 'Papierkorb'],
      ['#/settings', 'Einstellungen'],
      ['#/libraries', 'Bibliotheken'],
      ['#/help', 'Erste Schritte'],
    ] as const) {
      await visit(page, hash);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
      await expectAccessible(page);
    }
    expect(problems).toEqual([]);
  });

  test('is asked for by no page in English, which is also what a page is in that cannot have it', async ({
    page,
  }) => {
    const asked: string[] = [];
    await page.route('**/assets/de-*.js', (route) => {
      asked.push(route.request().url());
      return route.abort();
    });
    await open(page, 'en');
    await expect(page.getByRole('link', { name: 'Trash' })).toBeVisible();
    expect(asked).toEqual([]);
    await open(page, 'de');
    await expect(page.getByRole('link', { name: 'Trash' })).toBeVisible();
    expect(asked).not.toEqual([]);
  });
});

/** How far the page can be scrolled to the side, in pixels. */
async function sideways(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
