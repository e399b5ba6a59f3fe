import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findOnPath } from './debian-packages.mjs';

const programs = [
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'microsoft-edge-stable',
  'microsoft-edge',
];
const windowsPlaces = [
  'Google/Chrome/Application/chrome.exe',
  'Chromium/Application/chrome.exe',
  'Microsoft/Edge/Application/msedge.exe',
];
/** A browser that cannot start has given up by then, on a slow computer too. */
const startsWithinMs = 15_000;

/**
 * How a window came to its end. `failed`: nobody has seen it; `elsewhere`: a browser that was open shows it, so that
 * nobody here sees it close.
 * @typedef {'closed' | 'failed' | 'elsewhere'} WindowEnd
 * @typedef {{ ended: Promise<WindowEnd>, close: () => void }} AppWindow
 */

/**
 * A browser that can show one page in a window of its own; null when there is none. Not as root, whom none gives a
 * sandbox, and none in a snap, which cannot use a profile that it is told of. `KEEPFOLD_BROWSER` names another one.
 * @returns {string | null}
 */
export function findAppBrowser() {
  const named = process.env['KEEPFOLD_BROWSER'];
  if (named) return named;
  if (process.getuid?.() === 0) return null;
  const path =
    process.platform === 'linux' ? findOnPath(programs) : installedPlaces().find((at) => existsSync(at));
  return path && !realpathSync(path).endsWith('/snap') ? path : null;
}

/**
 * Opens the page in a window of a browser that has this profile.
 * @param {string} browser
 * @param {string} page a file
 * @param {{ profile: string, size?: { width: number, height: number } }} options without a size it is as it was last
 * @returns {AppWindow}
 */
export function openAppWindow(browser, page, { profile, size }) {
  mkdirSync(profile, { recursive: true, mode: 0o700 });
  const isShownElsewhere = isInUse(profile);
  const args = [
    `--app=${pathToFileURL(page).href}`,
    `--user-data-dir=${profile}`,
    ...['--no-first-run', '--no-default-browser-check', '--hide-crash-restore-bubble', '--class=Keepfold'],
    ...(size ? [`--window-size=${size.width},${size.height}`] : []),
  ];
  const startedMs = performance.now();
  const child = spawn(browser, args, { stdio: 'ignore', detached: true });
  child.unref();
  /** @type {Promise<WindowEnd>} */
  const ended = new Promise((done) => {
    child.once('error', () => done('failed'));
    child.once('exit', (code) => {
      if (code !== 0 && performance.now() - startedMs < startsWithinMs) done('failed');
      else done(isShownElsewhere ? 'elsewhere' : 'closed');
    });
  });
  return { ended, close: () => void child.kill() };
}

/**
 * Whether a browser runs on the profile. It is given the page then, and the process that was started for it ends.
 * @param {string} profile
 */
function isInUse(profile) {
  if (process.platform === 'win32') return existsSync(join(profile, 'lockfile'));
  try {
    // `<host>-<process>`; a crash leaves it behind.
    const [, pid] = /-(\d+)$/.exec(readlinkSync(join(profile, 'SingletonLock'))) ?? [];
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}

function installedPlaces() {
  if (process.platform === 'darwin') {
    const names = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
    return names.map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  }
  const { env } = process;
  const folders = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']].filter(
    (at) => at !== undefined,
  );
  return windowsPlaces.flatMap((place) => folders.map((folder) => join(folder, place)));
}
