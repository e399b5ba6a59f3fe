import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runStep } from './child.mjs';
import { say } from './project.mjs';

const aptTimeoutMs = 5 * 60_000;

/**
 * The path of a Chromium to test in; on a Debian machine it is installed when it is missing and this is root. Null,
 * with a line that says what to do, when there is none.
 * @returns {Promise<string | null>}
 */
export async function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  const installed = (await installWithApt()) ? findChromium() : null;
  if (!installed)
    say('Chromium is missing, so the tests in a browser will fail: install it, or set CHROMIUM to its path');
  return installed;
}

function findChromium() {
  const named = process.env['CHROMIUM'];
  if (named) return existsSync(named) ? named : null;
  return candidates().find((path) => existsSync(path)) ?? null;
}

function candidates() {
  if (process.platform === 'darwin') {
    return ['Chromium', 'Google Chrome'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  }
  if (process.platform === 'win32') {
    const folders = [
      process.env['PROGRAMFILES'],
      process.env['PROGRAMFILES(X86)'],
      process.env['LOCALAPPDATA'],
    ];
    return folders.flatMap((folder) =>
      folder ? [join(folder, 'Google/Chrome/Application/chrome.exe')] : [],
    );
  }
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
  return ['/usr/bin', ...pathFolders()].flatMap((folder) => names.map((name) => join(folder, name)));
}

async function installWithApt() {
  if (process.getuid?.() !== 0 || !pathFolders().some((folder) => existsSync(join(folder, 'apt-get'))))
    return false;
  say('installing Chromium (apt-get)');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { env, timeoutMs: aptTimeoutMs, quiet: true };
  const install = ['install', '-y', '--no-install-recommends', 'chromium'];
  if ((await runStep('apt-get', install, options)) === 0) return true;
  // The package lists of a fresh machine are empty or old.
  if ((await runStep('apt-get', ['update'], options)) !== 0) return false;
  return (await runStep('apt-get', install, { ...options, quiet: false })) === 0;
}

function pathFolders() {
  return (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
}
