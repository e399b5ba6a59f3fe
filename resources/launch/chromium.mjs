import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findOnPath, installDebianPackage } from './debian-packages.mjs';
import { say } from './project.mjs';

/**
 * The path of a Chromium to test in; on a Debian machine it is installed when it is missing and this is root. Null,
 * with a line that says what to do, when there is none.
 * @returns {Promise<string | null>}
 */
export async function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  const installed = (await installDebianPackage('chromium')) ? findChromium() : null;
  if (!installed)
    say('Chromium is missing, so the tests in a browser will fail: install it, or set CHROMIUM to its path');
  return installed;
}

function findChromium() {
  const named = process.env['CHROMIUM'];
  if (named) return existsSync(named) ? named : null;
  const paths = applicationPaths();
  if (paths !== null) return paths.find((path) => existsSync(path)) ?? null;
  return findOnPath(['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']);
}

/** Null where programs are found by their names. */
function applicationPaths() {
  if (process.platform === 'darwin') {
    return ['Chromium', 'Google Chrome'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  }
  if (process.platform !== 'win32') return null;
  const folders = [
    process.env['PROGRAMFILES'],
    process.env['PROGRAMFILES(X86)'],
    process.env['LOCALAPPDATA'],
  ];
  return folders.flatMap((folder) => (folder ? [join(folder, 'Google/Chrome/Application/chrome.exe')] : []));
}
