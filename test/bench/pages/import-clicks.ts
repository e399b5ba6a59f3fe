import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { type Patience, ServeProcess } from '../../support/serve-process.ts';
import { slowestOfFifty, timeToShow } from './page-timing.ts';

/** Seldom asked for: what measures must not take the processors from what it measures. */
export const IMPORT_PATIENCE: Patience = { everyMs: 500, deadlineMs: 600_000 };
/** As fast as a person goes from screen to screen. Without a pause, screens that are drawn would be the load. */
const CLICK_PAUSE_MS = 250;
const START_MS = 2_000;
const BROWSER_DEADLINE_MS = 20_000;

/** Milliseconds that clicks take until the work is over. */
export async function clicksDuring(page: Page, work: Promise<unknown>): Promise<number[]> {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  const clicks: number[] = [];
  while (!isOver) {
    clicks.push(await timeToShow(page, '#/libraries', { selector: 'h1', text: 'Libraries' }));
    await delay(CLICK_PAUSE_MS);
    clicks.push(await timeToShow(page, '#/activity', { selector: 'h1', text: 'Activity' }));
    await delay(CLICK_PAUSE_MS);
  }
  await over;
  return clicks;
}

/** What `clicksDuring` answered, in words. */
export function asText(clicks: readonly number[]): string {
  const slowest = Math.round(Math.max(...clicks));
  return `the slowest of ${clicks.length} clicks ${slowest} ms, 98 of 100 within ${Math.round(slowestOfFifty(clicks))} ms`;
}

/**
 * Has the measuring program do what it will do, with a screen that is there. Its own first time takes as much of a
 * processor as the page's does, and the app has no such program beside it. The page ends its start meanwhile, which has a
 * budget of its own: whoever opens a window does not add a folder within the same second.
 */
export async function rehearse(page: Page, service: ServeProcess): Promise<void> {
  await delay(START_MS);
  await service.call('GET', 'folders/');
  await timeToShow(page, '#/', { selector: 'body', text: '' });
}

/**
 * Milliseconds that clicks take while the app's service takes a folder in for the first time.
 * @param work a folder that is not there yet, for the data of the service and of the browser
 */
export async function clicksOfApp(
  folder: string,
  { work, executablePath }: { work: string; executablePath: string },
): Promise<number[]> {
  const service = await ServeProcess.startOfApp(join(work, 'data'));
  try {
    const window = await BrowserBeside.open(executablePath, join(work, 'browser'));
    try {
      const page = await window.browser.newPage({ viewport: { width: 1280, height: 800 } });
      await page.addInitScript((token) => sessionStorage.setItem('keepfold.token', token), service.token);
      await page.goto(service.url);
      await page.locator('h1').waitFor();
      await rehearse(page, service);
      return await clicksDuring(page, service.link(folder, IMPORT_PATIENCE));
    } finally {
      await window.close();
    }
  } finally {
    await service.stop();
  }
}

/**
 * Chromium among the tasks of this program, as the app and its service are among each other's. Playwright starts it as a
 * group of its own; Linux gives each group the same share of the processors, whatever the priorities within are.
 */
class BrowserBeside {
  readonly browser: Browser;
  readonly #child: ChildProcess;

  private constructor(browser: Browser, child: ChildProcess) {
    this.browser = browser;
    this.#child = child;
  }

  static async open(executablePath: string, profile: string): Promise<BrowserBeside> {
    const quiet = [
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ];
    const own = ['--headless', '--no-sandbox', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
    const child = spawn(executablePath, [...own, ...quiet], { stdio: ['ignore', 'ignore', 'pipe'] });
    try {
      return new BrowserBeside(await chromium.connectOverCDP(await debuggingAddress(child)), child);
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    }
  }

  async close(): Promise<void> {
    const gone = once(this.#child, 'exit');
    await this.browser.close();
    this.#child.kill('SIGTERM');
    await gone;
  }
}

async function debuggingAddress(child: ChildProcess): Promise<string> {
  const { stderr } = child;
  if (stderr === null) throw new Error('nothing is heard of the browser');
  const lines = createInterface({ input: stderr, signal: AbortSignal.timeout(BROWSER_DEADLINE_MS) });
  for await (const line of lines) {
    const [, address] = /DevTools listening on (\S+)/.exec(line) ?? [];
    if (address === undefined) continue;
    // What it says later is not read; it must not wait for that.
    stderr.resume();
    return address;
  }
  throw new Error('the browser did not say where it listens');
}
