import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findOnPath } from './debian-packages.mjs';
import { setupFolder } from './project.mjs';

/** Sessions lie in it, so it is for its person alone. */
const profile = join(setupFolder, 'window');
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

/**
 * A browser that can show one page in a window of its own; null when there is none. Not as root, whom none gives a
 * sandbox, and none in a snap, which reads neither the page nor a profile that it is told of.
 * @returns {string | null}
 */
export function findAppBrowser() {
  if (process.getuid?.() === 0) return null;
  const path =
    process.platform === 'linux' ? findOnPath(programs) : installedPlaces().find((at) => existsSync(at));
  return path && !realpathSync(path).endsWith('/snap') ? path : null;
}

/**
 * Opens the page in a window with a profile of its own, and calls `onFailure` when there was none.
 * @param {string} browser
 * @param {string} page
 * @param {{ onFailure: () => void, userData?: string }} options
 */
export function openAppWindow(browser, page, { onFailure, userData = profile }) {
  mkdirSync(userData, { recursive: true, mode: 0o700 });
  const args = [
    `--app=${pathToFileURL(page).href}`,
    `--user-data-dir=${userData}`,
    ...['--no-first-run', '--no-default-browser-check', '--class=Keepfold'],
  ];
  const child = spawn(browser, args, { stdio: 'ignore', detached: true });
  child.once('error', onFailure);
  child.once('exit', (code) => {
    if (code !== 0) onFailure();
  });
  child.unref();
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
