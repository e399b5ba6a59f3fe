import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import type { DesktopSettings } from '../../src-shared/desktop-bridge.ts';
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
    const { id, library_id: library } = JSON.parse(
      await tell(desktop, 'POST', 'folders/', { path: folder }),
    ) as LinkedFolderJson;
    await expect.poll(() => tell(desktop, 'GET', `libraries/${library}/entries/`)).toContain('a.txt');
    await page.goto(`${stage}/index.html#/libraries/${library}/compare/a.txt`);
    await expect(page.getByText('first line')).toBeVisible();
    expect(problems).toEqual([]);
    // Else the system is told that it is unavailable, sooner or later.
    await tell(desktop, 'DELETE', `folders/${id}/`);
    await rm(folder, { recursive: true, force: true });
  });

  test('has the system notify of the kinds that are chosen there, and of no other', async ({ page }) => {
    const place = await mkdtemp(join(tmpdir(), 'keepfold-notified-'));
    const [photos, papers] = [join(place, 'Photos'), join(place, 'Papers')];
    await fill(photos, 1);
    await fill(papers, 40);
    for (const path of [photos, papers]) await tell(desktop, 'POST', 'folders/', { path });
    await expect.poll(() => statesNow(desktop)).toMatchObject({ Photos: 'idle', Papers: 'idle' });
    await answerFrom(desktop, page);
    await page.goto(`${stage}/index.html#/settings`);
    const ofAway = page.getByRole('checkbox', { name: 'Folders and disks that are unavailable' });
    await ofAway.uncheck();
    await expect.poll(() => mutedNow(desktop)).toEqual(['away']);
    await rename(photos, `${photos} elsewhere`);
    await expect.poll(() => statesNow(desktop)).toMatchObject({ Photos: 'away' });
    // A folder with nothing left in it would be taken for one that is away.
    for (const name of (await readdir(papers)).slice(5)) await rm(join(papers, name));
    await expect.poll(() => titlesNow(desktop)).toEqual(['“Papers” waits for your decision']);

    await ofAway.check();
    await expect.poll(() => mutedNow(desktop)).toEqual([]);
    await rename(`${photos} elsewhere`, photos);
    await expect.poll(() => statesNow(desktop)).toMatchObject({ Photos: 'idle' });
    await rename(photos, `${photos} elsewhere`);
    await expect
      .poll(() => titlesNow(desktop))
      .toEqual(['“Papers” waits for your decision', '“Photos” is unavailable']);
    await rm(place, { recursive: true, force: true });
  });
});

async function fill(folder: string, files: number): Promise<void> {
  await mkdir(folder);
  for (let at = 0; at < files; at += 1) await writeFile(join(folder, `${at}.txt`), `text ${at}`);
}

async function statesNow(desktop: DesktopProcess): Promise<Record<string, string>> {
  const { folders } = JSON.parse(await tell(desktop, 'GET', 'folders/')) as { folders: LinkedFolderJson[] };
  return Object.fromEntries(folders.map(({ library_name, state }) => [library_name, state]));
}

async function mutedNow(desktop: DesktopProcess): Promise<readonly string[]> {
  return ((await askShell(desktop, 'settings')) as DesktopSettings).muted;
}

async function titlesNow(desktop: DesktopProcess): Promise<string[]> {
  const shown = (await desktop.ask('notifications')) as readonly { title: string }[];
  return shown.map(({ title }) => title);
}

/** As the page's process asks the shell. */
async function askShell(desktop: DesktopProcess, name: string, ...args: unknown[]): Promise<unknown> {
  const asked = { channel: `keepfold:${name}`, args, frameUrl: 'app://keepfold/index.html' };
  return await desktop.ask('call', asked);
}

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
  await page.exposeFunction('askShell', (name: string, ...args: unknown[]) =>
    askShell(desktop, name, ...args),
  );
  await page.addInitScript(() => {
    const { askShell: ask } = window as unknown as { askShell: (...asked: unknown[]) => Promise<unknown> };
    const bridge = {
      isDesktop: true,
      pickFolder: async () => null,
      revealFolder: async () => undefined,
      logFolder: async () => '/home/ada/logs',
      serviceState: async () => ({ state: 'running', reason: '' }),
      onServiceState: () => () => undefined,
      settings: () => ask('settings'),
      changeSettings: (change: unknown) => ask('change-settings', change),
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
