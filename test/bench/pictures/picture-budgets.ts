import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium, type Page, type Request } from '@playwright/test';
import { filesHref } from '../../../src-renderer/format/address.ts';
import { ServeProcess } from '../../support/serve-process.ts';
import { memoryOf } from '../memory/process-memory.ts';
import { type Budget, formatted, megabytes, milliseconds, slowOf, tableOf } from '../pages/budget-table.ts';
import { median, timeToShow } from '../pages/page-timing.ts';
import { askThumbnails } from './asked-thumbnails.ts';
import { framesWhile, longestTaskWhile } from './frames.ts';
import {
  fillHostile,
  fillPhotos,
  fillPictures,
  HOSTILE_KINDS,
  LONG_LINE,
  pictureName,
} from './sample-pictures.ts';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const REPEATS = 7;
const VIEW = { width: 1280, height: 800 };
const LIST = '[role="grid"]';
const WHEEL_PIXELS = 480;
const DRAG_STEPS = 240;
/** What a scroll bar has at its ends. */
const ARROW_PIXELS = 24;
/** So many of each hostile kind. */
const HOSTILE = 40;
const PHOTOS = 120;
const QUIET_MS = 2_000;
const IMPORT_DEADLINE_MS = 600_000;

/** Measures folders of pictures as a grid, in Chromium and against the built server, and answers that as a table. */
export async function measurePictures(work: string, scale: number): Promise<string> {
  const sizes = { pictures: Math.round(10_000 * scale), asked: Math.round(100_000 * scale) };
  const folder = join(work, 'folder');
  mkdirSync(folder);
  fillPictures(join(folder, 'pictures'), sizes.pictures);
  await fillPhotos(join(folder, 'photos'), PHOTOS);
  await fillHostile(join(folder, 'hostile'), HOSTILE);
  const server = await ServeProcess.start(join(work, 'data'));
  // A scroll bar is there to be dragged.
  const ignoreDefaultArgs = ['--hide-scrollbars'];
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox'],
    ignoreDefaultArgs,
  });
  try {
    const library = await server.link(folder, { everyMs: 500, deadlineMs: IMPORT_DEADLINE_MS });
    const run = new PictureRun({ browser, server, library });
    return tableOf([...(await run.grid(sizes.pictures)), ...(await run.hostile()), await run.asked(sizes)]);
  } finally {
    await browser.close();
    await server.stop();
  }
}

class PictureRun {
  readonly #browser: Browser;
  readonly #server: ServeProcess;
  readonly #library: string;

  constructor({ browser, server, library }: { browser: Browser; server: ServeProcess; library: string }) {
    this.#browser = browser;
    this.#server = server;
    this.#library = library;
  }

  async grid(count: number): Promise<Budget[]> {
    const page = await this.#page();
    const opened = await this.#openings(page, 'pictures');
    const what = `a grid of ${formatted(count)} pictures`;
    let wheel: number[] = [];
    const task = await longestTaskWhile(page, async () => {
      wheel = await framesWhile(page, () => turnWheel(page));
    });
    const empty = await this.#framesOfEmptyPage();
    await page
      .locator(LIST)
      .locator('[role="rowgroup"]')
      .last()
      .evaluate((list) => list.scrollTo(0, 0));
    const drag = await framesWhile(page, () => dragScrollBar(page));
    const rested = await timeOfPicturesInView(page);
    const photos = await this.#openings(page, 'photos');
    await page.close();
    return [
      milliseconds(`First picture of ${what} (median of ${REPEATS})`, median(opened), 300),
      milliseconds(
        `Turn the wheel through ${what} (${slowOf(wheel)}; of a page with nothing in it ${slowOf(empty)}; the slowest)`,
        Math.max(...wheel),
        50,
      ),
      milliseconds('Longest task meanwhile, in processor time', task, 50),
      milliseconds(`Drag the scroll bar there (${slowOf(drag)}; the slowest)`, Math.max(...drag), 50),
      milliseconds('All pictures in view after that', rested, 1_000),
      milliseconds(
        `First of ${PHOTOS} photographs of 12 million pixels (median of ${REPEATS})`,
        median(photos),
        300,
      ),
    ];
  }

  /** What costs more than it looks, until nothing more is asked for. */
  async hostile(): Promise<Budget[]> {
    const page = await this.#page();
    const quiet = untilQuiet(page);
    const task = await longestTaskWhile(page, async () => {
      const first = { selector: '[role="gridcell"]', text: 'animated' };
      await timeToShow(page, filesHref(this.#library, '/hostile'), first);
      await turnWheel(page);
      await quiet();
    });
    const looks = await longestTaskWhile(page, () => lookAtHostile(page));
    await page.close();
    const what = `a grid of ${HOSTILE} PNGs of 50,000 × 50,000 pixels, broken JPEGs and GIFs of a gigabyte each`;
    return [
      milliseconds(`Longest task, in processor time, of ${what}`, task, 200),
      milliseconds('The same while one of each, and a line of 50 MB, is looked at', looks, 200),
      megabytes('Memory of the server at most by then', memoryOf(this.#server.pid, 'at most'), 600),
    ];
  }

  async asked({ pictures, asked }: { pictures: number; asked: number }): Promise<Budget> {
    const { made, refused } = await askThumbnails(this.#server, { library: this.#library, pictures, asked });
    const what = `Memory of the server at most, asked for ${formatted(asked)} thumbnails by 64 at once`;
    const how = `${formatted(made)} made, ${formatted(refused)} told to come again`;
    return megabytes(`${what} (${how})`, memoryOf(this.#server.pid, 'at most'), 600);
  }

  /** A page that shows folders as grids. */
  async #page(): Promise<Page> {
    const page = await this.#browser.newPage({ viewport: VIEW });
    await page.addInitScript((token) => sessionStorage.setItem('keepfold.token', token), this.#server.token);
    await page.goto(`${this.#server.url}/${filesHref(this.#library, '/pictures')}`);
    await page.getByRole('button', { name: 'As a grid' }).click();
    return page;
  }

  /** What this machine makes of a page that has nothing to do. */
  async #framesOfEmptyPage(): Promise<number[]> {
    const page = await this.#browser.newPage({ viewport: VIEW });
    const [list, inside] = ['height: 600px; overflow: auto', 'height: 250000px'];
    await page.setContent(
      `<div role="grid"><div role="rowgroup" style="${list}"><div style="${inside}"></div></div></div>`,
    );
    const frames = await framesWhile(page, () => turnWheel(page));
    await page.close();
    return frames;
  }

  /** Milliseconds until the first picture of a folder is there, each time without those that the page has kept. */
  async #openings(page: Page, folder: string): Promise<number[]> {
    const opened: number[] = [];
    for (let at = 0; at < REPEATS; at += 1) {
      await timeToShow(page, '#/libraries', { selector: 'h1', text: 'Libraries' });
      await page.reload();
      await page.locator('h1').waitFor();
      const first = { selector: '[role="gridcell"]:has(img)', text: pictureName(0) };
      opened.push(await timeToShow(page, filesHref(this.#library, `/${folder}`), first));
    }
    return opened;
  }
}

/** As fast as a hand does, to the end of the list. */
async function turnWheel(page: Page): Promise<void> {
  await page.mouse.move(VIEW.width / 2, VIEW.height / 2);
  const list = page.locator(LIST).locator('[role="rowgroup"]').last();
  const isAtEnd = () => list.evaluate((each) => each.scrollTop + each.clientHeight >= each.scrollHeight - 1);
  while (!(await isAtEnd())) await page.mouse.wheel(0, WHEEL_PIXELS);
}

/** From its upper end to its lower end and back, in small steps. */
async function dragScrollBar(page: Page): Promise<void> {
  const list = page.locator(LIST).locator('[role="rowgroup"]').last();
  const box = await list.boundingBox();
  if (box === null) throw new Error('there is no list to scroll');
  const [x, top, bottom] = [box.x + box.width - 5, box.y + ARROW_PIXELS, box.y + box.height - ARROW_PIXELS];
  await page.mouse.move(x, top);
  await page.mouse.down();
  await page.mouse.move(x, bottom, { steps: DRAG_STEPS });
  await page.mouse.move(x, (top + bottom) / 2, { steps: DRAG_STEPS });
  await page.mouse.up();
  if (await list.evaluate((each) => each.scrollTop === 0)) throw new Error('the scroll bar was not dragged');
}

/** Opens what costs more than it looks, and waits for what is shown of it: itself or words. */
async function lookAtHostile(page: Page): Promise<void> {
  const list = page.locator(LIST).locator('[role="rowgroup"]').last();
  await list.evaluate((each) => each.scrollTo(0, 0));
  for (const name of [LONG_LINE, ...HOSTILE_KINDS.map((kind) => `${pictureName(0)}-${kind}`)]) {
    await page.locator('[role="gridcell"]', { hasText: name }).first().click();
    await page.keyboard.press('Space');
    const shown = page.getByRole('dialog').locator('textarea, img, .none');
    await shown.first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  }
}

/** Milliseconds until every tile in view has its picture. */
async function timeOfPicturesInView(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const from = performance.now();
    const isBare = (tile: Element) => {
      const { top, bottom } = tile.getBoundingClientRect();
      return bottom > 0 && top < innerHeight && tile.querySelector('img') === null;
    };
    while ([...document.querySelectorAll('[role="gridcell"]')].some(isBare)) {
      if (performance.now() - from > 60_000) throw new Error('some pictures did not come');
      await new Promise(requestAnimationFrame);
    }
    return performance.now() - from;
  });
}

/** Waits until no thumbnail was asked for or answered for a while. */
function untilQuiet(page: Page): () => Promise<void> {
  const asked = new Set<Request>();
  let lastMs = performance.now();
  page.on('request', (request) => {
    if (request.url().includes('/thumbnail/')) asked.add(request);
  });
  const end = (request: Request) => {
    if (asked.delete(request)) lastMs = performance.now();
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return async () => {
    while (asked.size > 0 || performance.now() - lastMs < QUIET_MS) await delay(100);
  };
}
