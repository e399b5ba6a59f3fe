import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findOnPath } from '../../resources/launch/debian-packages.mjs';
import { looseCheckout, type Start, startIn } from './loose-checkout.ts';
import { RunningServer } from './serve-process.ts';

const DEADLINE_MS = 30_000;
const browser = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
/** No server answers there, so Electron's runtime cannot be fetched. */
const NOWHERE = 'http://127.0.0.1:9/';

/** Keepfold as `npm start` shows it without Electron: its app window, on a virtual screen. */
export class StartedWindow {
  readonly server: RunningServer;
  readonly #start: Start;
  readonly #screen: ChildProcess;
  readonly #checkout: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #driven: Browser[] = [];

  private constructor(parts: { server: RunningServer; start: Start } & Surroundings) {
    this.server = parts.server;
    this.#start = parts.start;
    this.#screen = parts.screen;
    this.#checkout = parts.checkout;
    this.#env = parts.env;
  }

  static isPossible(): boolean {
    return process.platform === 'linux' && findOnPath(['Xvfb']) !== null && existsSync(browser);
  }

  /** @param place a folder for all that it keeps, the data in `data` */
  static async start(place: string): Promise<StartedWindow> {
    const checkout = join(place, 'checkout');
    looseCheckout(checkout, Buffer.alloc(0));
    const { screen, display } = await openScreen();
    const dataDir = join(place, 'data');
    const env = {
      ...{ DISPLAY: display, WAYLAND_DISPLAY: '', CI: '', ELECTRON_MIRROR: NOWHERE },
      ...{ KEEPFOLD_BROWSER: driven(place), KEEPFOLD_DATA_DIR: dataDir },
      ...{ XDG_CONFIG_HOME: join(place, 'config'), electron_config_cache: join(place, 'cache') },
      // Node warns where a test runner says both.
      NO_COLOR: undefined,
    };
    const start = startIn(checkout, env);
    await start.said('Closing its window does not end Keepfold');
    const signInUrl = /it signs in once: (\S+)/.exec(start.all())?.[1] ?? '';
    const token = readFileSync(join(dataDir, 'cli-token'), 'utf8');
    const server = new RunningServer({ url: new URL(signInUrl).origin, token });
    return new StartedWindow({ server, start, screen, checkout, env });
  }

  /** The page in the window that is open, once it is there: that of the app, or one that asks. */
  async page(): Promise<Page> {
    const deadline = Date.now() + DEADLINE_MS;
    for (;;) {
      const page = await this.#connect().catch(() => null);
      if (page !== null) return page;
      if (Date.now() > deadline) throw new Error(`no window has opened:\n${this.#start.all()}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Closes the window as its person does. */
  async close(page: Page): Promise<void> {
    const [port] = globSync(PORT_FILE, { cwd: this.#checkout });
    if (port !== undefined) rmSync(join(this.#checkout, port));
    await page.close();
  }

  /** `npm start` once more, to its end. */
  async startAgain(): Promise<{ code: number | null; said: string }> {
    const again = startIn(this.#checkout, this.#env);
    const code = await again.ended();
    return { code, said: again.all() };
  }

  /** What `npm start` has said. */
  said(text: string): Promise<void> {
    return this.#start.said(text);
  }

  /** The exit code, once it ended by itself. */
  ended(): Promise<number | null> {
    return this.#start.ended();
  }

  async end(): Promise<void> {
    // Releases them; what started them ends them.
    await Promise.all(this.#driven.map((driven) => driven.close()));
    await this.#start.end();
    this.#screen.kill();
    await once(this.#screen, 'exit');
  }

  async #connect(): Promise<Page | null> {
    const [port] = globSync(PORT_FILE, { cwd: this.#checkout });
    if (port === undefined) return null;
    const [number] = readFileSync(join(this.#checkout, port), 'utf8').split('\n');
    const connected = await chromium.connectOverCDP(`http://127.0.0.1:${number}`);
    const page = connected.contexts()[0]?.pages()[0];
    if (page?.url().startsWith('http:')) {
      this.#driven.push(connected);
      return page;
    }
    await connected.close();
    return null;
  }
}

interface Surroundings {
  readonly screen: ChildProcess;
  readonly checkout: string;
  readonly env: NodeJS.ProcessEnv;
}

const PORT_FILE = '.setup/windows/*/profile/DevToolsActivePort';

/** The browser of the tests, which a test may drive, and which may be started by root. */
function driven(place: string): string {
  const path = join(place, 'browser');
  writeFileSync(path, `#!/bin/sh\nexec ${browser} --no-sandbox --test-type --remote-debugging-port=0 "$@"\n`);
  chmodSync(path, 0o755);
  return path;
}

async function openScreen(): Promise<{ screen: ChildProcess; display: string }> {
  const args = ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'];
  const screen = spawn('Xvfb', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const [number] = await once(screen.stdout, 'data', { signal: AbortSignal.timeout(DEADLINE_MS) });
  return { screen, display: `:${String(number).trim()}` };
}
