import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import type { LinkedFolderJson } from '../../src-shared/folders-api.ts';
import { DesktopProcess } from '../support/electron-stub/desktop-process.ts';

// The page as the desktop shell serves it, in a real browser: the shell's own bundle answers every request, so its
// policy and its forwarding are the ones at work. Only the scheme differs, because a browser knows no `app:`.
const stage = 'https://keepfold.test';

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly text: string;
}

test.describe('the page of the desktop app', () => {
  let dataDir: string;
  let desktop: DesktopProcess;

  test.beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'keepfold-page-'));
    desktop = new DesktopProcess(dataDir);
    await desktop.started();
  });

  test.afterAll(async () => {
    desktop.quit();
    await desktop.exitCode();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('works under its policy, signed in without holding a token', async ({ page }) => {
    const problems = watchForProblems(page);
    await answerFrom(desktop, page);
    await page.goto(`${stage}/index.html`);
    await expect(page.getByRole('navigation').first()).toBeVisible();
    await expect(page.getByLabel('Password')).toHaveCount(0);
    const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
    expect(stored).not.toMatch(/[0-9a-f]{40}/);
    expect(problems).toEqual([]);
  });

  test('compares versions under its policy, in a worker of its own', async ({ page }) => {
    const problems = watchForProblems(page);
    const folder = await mkdtemp(join(tmpdir(), 'keepfold-compared-'));
    await writeFile(join(folder, 'a.txt'), 'first line\n');
    await answerFrom(desktop, page);
    const { library_id: library } = JSON.parse(
      await tell(desktop, 'POST', 'folders/', { path: folder }),
    ) as LinkedFolderJson;
    await expect.poll(() => tell(desktop, 'GET', `libraries/${library}/entries/`)).toContain('a.txt');
    await page.goto(`${stage}/index.html#/libraries/${library}/compare/a.txt`);
    await expect(page.getByText('first line')).toBeVisible();
    expect(problems).toEqual([]);
    await rm(folder, { recursive: true, force: true });
  });
});

async function tell(desktop: DesktopProcess, method: string, path: string, body?: object): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const asked = { url: `app://keepfold/api/local/v1/${path}`, method, headers };
  const sent = body === undefined ? asked : { ...asked, body: JSON.stringify(body) };
  const { text } = (await desktop.ask('fetch', sent)) as Answer;
  return text;
}

/** Collects what the page's policy refused and what the page did not expect. */
function watchForProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) problems.push(message.text());
  });
  return problems;
}

async function answerFrom(desktop: DesktopProcess, page: Page): Promise<void> {
  await page.addInitScript(() => {
    const bridge = {
      isDesktop: true,
      pickFolder: async () => null,
      revealFolder: async () => undefined,
      logFolder: async () => '/home/ada/logs',
      serviceState: async () => ({ state: 'running', reason: '' }),
      onServiceState: () => () => undefined,
      changeSettings: async () => undefined,
      uploadsLeft: async () => undefined,
    };
    Object.defineProperty(window, 'keepfold', { value: bridge });
  });
  await page.route(`${stage}/**`, async (route) => {
    const request = route.request();
    const url = request.url().replace(stage, 'app://keepfold');
    // An answer that never ends cannot be played back; the shell's own test reads it.
    if (url.includes('/events/')) return await route.abort();
    const body = request.postData();
    const asked = {
      url,
      method: request.method(),
      headers: request.headers(),
      ...(body === null ? {} : { body }),
    };
    const { status, headers, text } = (await desktop.ask('fetch', asked)) as Answer;
    await route.fulfill({ status, headers, body: text });
  });
}
