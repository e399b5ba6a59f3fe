import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findAppBrowser, openAppWindow } from './app-window.mjs';
import { hasDisplay } from './display.mjs';

/** A browser that starts on a slow computer has read the page by then. */
const pageLivesMs = 120_000;

/**
 * Shows the address in an app window where a browser is installed that has them, else in the person's own browser. That it opens is a convenience: the address is
 * printed as well, so failing to open it is no trouble.
 *
 * The address signs in whoever is first to open it, and every account of the computer can read command lines. So the
 * browser is given a page that leads there, which nobody else can read and which is soon gone.
 * @param {string} address
 * @param {string | null} [appBrowser] the browser for an app window
 */
export function openAddress(address, appBrowser = findAppBrowser()) {
  if (process.env['CI'] || !hasDisplay()) return;
  const folder = mkdtempSync(join(tmpdir(), 'keepfold-sign-in-'));
  const page = join(folder, 'sign-in.html');
  writeFileSync(page, pageTo(address), { mode: 0o600 });
  const remove = () => rmSync(folder, { recursive: true, force: true });
  setTimeout(remove, pageLivesMs).unref();
  process.once('exit', remove);
  if (appBrowser === null) openTab(page);
  else openAppWindow(appBrowser, page, { onFailure: () => openTab(page) });
}

/**
 * Nothing once the page is gone: an app window that ends badly later had been seen.
 * @param {string} page
 */
function openTab(page) {
  if (!existsSync(page)) return;
  const [command, ...args] = opener(page);
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.once('error', () => undefined);
  child.unref();
}

/** @param {string} address */
function pageTo(address) {
  const quoted = address.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${quoted}">
<title>Keepfold</title>
<a href="${quoted}">Sign in to Keepfold</a>
`;
}

/**
 * @param {string} page
 * @returns {[string, ...string[]]}
 */
function opener(page) {
  if (process.platform === 'darwin') return ['open', page];
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', page];
  return ['xdg-open', page];
}
