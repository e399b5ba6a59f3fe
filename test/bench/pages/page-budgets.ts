import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { filesHref, tabHref } from '../../../src-renderer/format/address.ts';
import type { EntriesPageJson } from '../../../src-shared/contents-api.ts';
import type { SearchPageJson } from '../../../src-shared/search-api.ts';
import { ServeProcess } from '../../support/serve-process.ts';
import { memoryOf } from '../memory/process-memory.ts';
import { type Budget, formatted, megabytes, milliseconds, slowOf, tableOf } from './budget-table.ts';
import { asText, clicksDuring, clicksOfApp, IMPORT_PATIENCE, rehearse } from './import-clicks.ts';
import { type Awaited, framesOfScroll, median, timeToShow } from './page-timing.ts';
import { fileName, fillFolder } from './sample-folders.ts';

interface Sizes {
  readonly list: number;
  readonly folder: number;
  readonly commits: number;
  /** How often the list is copied beside itself, to have names enough for the search. */
  readonly copies: number;
}

const ROW = '[role="grid"] [role="row"]';
const REPEATS = 7;
const IDLE_MS = 60_000;
const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
/** One import lasts for some sixty clicks. */
const IMPORTS = 3;

/**
 * Measures how fast pages have to be, in Chromium and against the built server, and answers that as a table.
 *
 * @param work an empty folder
 * @param scale 1 for the sizes of the budgets, less for a quick try
 */
export async function measurePages(work: string, scale: number): Promise<string> {
  const sizes: Sizes = {
    list: Math.round(100_000 * scale),
    folder: Math.round(10_000 * scale),
    commits: 120,
    copies: 9,
  };
  const folder = join(work, 'folder');
  fillFolder(join(folder, 'many'), sizes.list);
  fillFolder(join(folder, 'folder'), sizes.folder);
  const importing = await measureAppImports(folder, { work, files: sizes.list });
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  try {
    const measured = await new PageRun(browser, { work, folder, sizes }).measure();
    return tableOf([importing, ...measured]);
  } finally {
    await browser.close();
    rmSync(work, { recursive: true, force: true });
  }
}

/** The clicks that the app's window answers while its service takes the folder in, several times over. */
async function measureAppImports(
  folder: string,
  { work, files }: { work: string; files: number },
): Promise<Budget> {
  const clicks: number[] = [];
  for (let at = 0; at < IMPORTS; at += 1)
    clicks.push(...(await clicksOfApp(folder, { work: join(work, `app ${at}`), executablePath: CHROMIUM })));
  const what = `A click while the app takes in ${formatted(files)} files, ${IMPORTS} times (${asText(clicks)})`;
  return milliseconds(what, Math.max(...clicks), 100);
}

class PageRun {
  readonly #browser: Browser;
  readonly #dataDir: string;
  readonly #folder: string;
  readonly #sizes: Sizes;

  constructor(browser: Browser, { work, folder, sizes }: { work: string; folder: string; sizes: Sizes }) {
    this.#browser = browser;
    this.#dataDir = join(work, 'data');
    this.#folder = folder;
    this.#sizes = sizes;
  }

  async measure(): Promise<Budget[]> {
    const server = await ServeProcess.start(this.#dataDir);
    const page = await this.#openPage();
    await page.goto(server.signInUrl);
    await page.locator('h1').waitFor();
    await rehearse(page, server);
    const meanwhile = await this.#measureImport(server, page);
    const library = await this.#library(server);
    await this.#makeHistory(server, library);
    // What the lists take, not what is left of two cores beside the search index of a million names.
    const names = await this.#indexed(server, library);
    const measured = [
      meanwhile,
      ...(await this.#measureLists(page, library)),
      await this.#measureSearch(server, page, names),
    ];
    await page.close();
    await delay(IDLE_MS);
    const after = memoryBudget('Memory without a window, a minute after all this', server.pid);
    await server.stop();
    return [...(await this.#measureStart()), ...measured, after];
  }

  async #openPage(): Promise<Page> {
    return this.#browser.newPage({ viewport: { width: 1280, height: 800 } });
  }

  /** The clicks of a browser to which a server that was started by itself is as important as anything else. */
  async #measureImport(server: ServeProcess, page: Page): Promise<Budget> {
    const clicks = await clicksDuring(page, server.link(this.#folder, IMPORT_PATIENCE));
    const copy = `${this.#folder} copy`;
    const beside = await clicksDuring(page, promisify(execFile)('cp', ['-r', this.#folder, copy]));
    rmSync(copy, { recursive: true });
    const what =
      `The same in a browser, by a server of equal priority (${asText(clicks)}; ` +
      `while cp copies the folder ${asText(beside)})`;
    return milliseconds(what, Math.max(...clicks), 100);
  }

  async #library(server: ServeProcess): Promise<string> {
    const { folders } = await server.call<{ folders: { library_id: string }[] }>('GET', 'folders/');
    return folders[0]?.library_id ?? '';
  }

  async #makeHistory(server: ServeProcess, library: string): Promise<void> {
    const verb = (name: string) => `libraries/${library}/items/${name}/`;
    for (let at = 0; at < this.#sizes.commits; at += 1)
      await server.call('POST', verb('new-folder'), { path: `/moment ${at}` });
    const names = Array.from({ length: this.#sizes.copies }, (_, at) => `copy ${at}`);
    const made = await server.call<{ id: string }>('POST', 'libraries/', { name: 'Copies' });
    for (const name of names) {
      const path = `/${name}`;
      await server.call('POST', `libraries/${made.id}/items/new-folder/`, { path });
      const wanted = { mode: 'copy', folder: '/', names: ['many'], to_library_id: made.id, to_folder: path };
      const { task_id } = await server.call<{ task_id: string | null }>('POST', verb('transfer'), wanted);
      while (task_id !== null) {
        const { state } = await server.call<{ state: string }>('GET', `transfers/${task_id}/`);
        if (state === 'done') break;
        if (state === 'failed' || state === 'canceled') throw new Error(`a copy was ${state}`);
        await delay(100);
      }
    }
  }

  async #measureLists(page: Page, library: string): Promise<Budget[]> {
    const row = { selector: ROW, text: fileName(0) };
    const home: Awaited = { selector: 'h1', text: 'Libraries' };
    const folders: number[] = [];
    const histories: number[] = [];
    for (let at = 0; at < REPEATS; at += 1) {
      folders.push(await timeToShow(page, filesHref(library, '/folder'), row));
      await timeToShow(page, '#/libraries', home);
      histories.push(await timeToShow(page, tabHref(library, 'history'), { selector: ROW, text: 'moment' }));
      await timeToShow(page, '#/libraries', home);
    }
    await timeToShow(page, filesHref(library, '/many'), row);
    const frames = await framesOfScroll(page, '[role="grid"], [role="grid"] *', 4_000);
    const empty = await this.#framesOfEmptyPage();
    const scroll = `Scroll through ${formatted(this.#sizes.list)} rows (${slowOf(frames)}; of a page with nothing in it ${slowOf(empty)}; the slowest)`;
    return [
      milliseconds(
        `Open a folder of ${formatted(this.#sizes.folder)} (median of ${REPEATS})`,
        median(folders),
        150,
      ),
      milliseconds(`Open a history, a page of 100 (median of ${REPEATS})`, median(histories), 100),
      milliseconds(scroll, Math.max(...frames), 50),
    ];
  }

  /** What this machine makes of a page that has nothing to do. */
  async #framesOfEmptyPage(): Promise<number[]> {
    const page = await this.#openPage();
    await page.setContent(
      '<div id="list" style="height: 600px; overflow: auto"><div style="height: 3400000px"></div></div>',
    );
    const frames = await framesOfScroll(page, '#list', 4_000);
    await page.close();
    return frames;
  }

  /** From the question to its rows; what somebody waits for while typing is not counted. */
  async #measureSearch(server: ServeProcess, page: Page, names: number): Promise<Budget> {
    const answers: number[] = [];
    for (let at = 0; at < REPEATS; at += 1) {
      const name = fileName(Math.floor(((at + 0.5) * this.#sizes.list) / REPEATS));
      const from = performance.now();
      const { results } = await server.call<SearchPageJson>('GET', `search/?q=${name}&in=names`);
      if (results.length === 0) throw new Error(`${name} was not found`);
      answers.push(performance.now() - from);
    }
    const first = fileName(1);
    await timeToShow(page, `#/search?q=${first}`, { selector: ROW, text: first });
    return milliseconds(`Search among ${formatted(names)} names (median of ${REPEATS})`, median(answers), 80);
  }

  async #indexed(server: ServeProcess, library: string): Promise<number> {
    for (;;) {
      const { indexing } = await server.call<SearchPageJson>('GET', `search/?q=zzz&in=names`);
      const { total } = await server.call<EntriesPageJson>('GET', `libraries/${library}/entries/?path=/many`);
      const { files, files_done, texts_waiting } = indexing;
      if (files_done >= files && texts_waiting === 0 && total !== undefined) return files;
      await delay(500);
    }
  }

  async #measureStart(): Promise<Budget[]> {
    const from = performance.now();
    const server = await ServeProcess.startAgain(this.#dataDir);
    const page = await this.#openPage();
    await page.addInitScript((token) => sessionStorage.setItem('keepfold.token', token), server.token);
    await page.goto(server.url);
    await page.getByRole('link', { name: 'folder' }).first().waitFor();
    const usable = performance.now() - from;
    await page.close();
    await delay(IDLE_MS);
    const memory = memoryBudget('Memory without a window, a minute after a start', server.pid);
    await server.stop();
    return [milliseconds('Cold start to the first library on the page', usable, 2_000), memory];
  }
}

function memoryBudget(what: string, pid: number): Budget {
  return megabytes(what, memoryOf(pid, 'now'), 150);
}
