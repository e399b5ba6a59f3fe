import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { filesHref, tabHref } from '../../src-renderer/format/address.ts';
import type { LibrariesJson } from '../../src-shared/libraries-api.ts';
import { ServeProcess } from '../support/serve-process.ts';
import { buildSample, SAMPLE_PASSWORD } from './build-sample.ts';
import { PEOPLE } from './sample-step.ts';

// Takes the pictures of README.md anew, of the sample: build, then
//   node test/sample/take-pictures.ts --folders DIR --backup DIR
// DIR for new folders that are linked, as their paths are seen, and an empty one on another disk, as a backup must be.

const OUT = join(import.meta.dirname, '../../resources/readme');
const VIEW = {
  viewport: { width: 1280, height: 800 },
  deviceScaleFactor: 1.5,
  colorScheme: 'light',
} as const;
const LINKED = ['Documents', 'Family photos'];
const YEARS = 4;
const QUALITY = 85;
const GRID = { name: 'As a grid' };

const { values } = parseArgs({
  options: { folders: { type: 'string', default: join(tmpdir(), 'mara') }, backup: { type: 'string' } },
});
const folders = resolve(values.folders);
const work = mkdtempSync(join(tmpdir(), 'keepfold-pictures-'));
const dataDir = join(work, 'data');
await buildSample({ dataDir, seed: 1, years: YEARS, untilSeconds: Date.now() / 1_000 });
const server = await ServeProcess.startAgain(dataDir);
const browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium' });
try {
  const ids = await linkFolders();
  if (values.backup !== undefined) await backUp(resolve(values.backup));
  const page = await signedIn(browser);
  await takeHome(page);
  await takeHistory(page, ids.get('Documents') ?? '');
  await takeGrid(page, ids.get('Family photos') ?? '');
  await takeTimeBar(page);
} finally {
  await browser.close();
  await server.stop();
  for (const name of LINKED) rmSync(join(folders, name), { recursive: true, force: true });
  rmSync(work, { recursive: true, force: true });
}

/** Links new folders to libraries of the sample. Their ids by their names. */
async function linkFolders(): Promise<ReadonlyMap<string, string>> {
  const { libraries } = await server.call<LibrariesJson>('GET', 'libraries/');
  const ids = new Map(libraries.map(({ name, id }) => [name ?? '', id]));
  for (const name of LINKED) {
    const path = join(folders, name);
    mkdirSync(path, { recursive: true });
    await server.call('POST', 'folders/', { path, library: ids.get(name) });
  }
  await until('folders/', (text) => !/"state":"(?!idle)|"pending":[1-9]/.test(text));
  return ids;
}

async function backUp(folder: string): Promise<void> {
  await server.call('PUT', 'backup/', { folder, is_daily: false });
  await server.call('POST', 'backup/run/');
  await until('backup/', (text) => /"last_success_at":[1-9]/.test(text) && /"state":"idle"/.test(text));
  await server.call('POST', 'backup/rehearsal/run/');
  await until('backup/rehearsal/', (text) => /"last_at":[1-9]/.test(text));
}

async function until(call: string, isSo: (answer: string) => boolean): Promise<void> {
  while (!isSo(JSON.stringify(await server.call('GET', call)))) await delay(200);
}

async function signedIn(from: Browser): Promise<Page> {
  const page = await from.newPage(VIEW);
  await page.goto(server.url);
  await page.getByLabel('E-mail').fill(PEOPLE.mara.email);
  await page.getByLabel('Password', { exact: true }).fill(SAMPLE_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Last changes' }).waitFor();
  return page;
}

async function takeHome(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Not now' }).click();
  await take(page, 'home');
}

async function takeHistory(page: Page, library: string): Promise<void> {
  await page.goto(`${server.url}/${tabHref(library, 'history')}`);
  await page
    .getByRole('row', { name: /^Edited .*\.(md|txt)/ })
    .nth(2)
    .click();
  await page.getByRole('button', { name: 'Undo this change' }).waitFor();
  await take(page, 'history');
}

async function takeGrid(page: Page, library: string): Promise<void> {
  await page.goto(`${server.url}/${filesHref(library, '/For the calendar')}`);
  await page.getByRole('button', GRID).click();
  await page.getByRole('gridcell').nth(5).click();
  await page.getByRole('grid', { name: 'Versions' }).waitFor();
  await take(page, 'files');
}

/** The same folder a year before, without the details of a file. */
async function takeTimeBar(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Close' }).first().click();
  await page.getByRole('button', { name: 'Time bar' }).click();
  const aYearAgo = new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10);
  await page.locator('input[type="date"]').fill(aYearAgo);
  await page.getByText('You are looking at').waitFor();
  await page.locator('input[type="date"]').blur();
  await take(page, 'time-bar');
}

/** Once nothing moves and everything that is shown has come. */
async function take(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await delay(3_000);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  writeFileSync(join(OUT, `${name}.webp`), data, 'base64');
  await session.detach();
}
