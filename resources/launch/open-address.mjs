import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A browser that starts on a slow computer has read the page by then. */
const pageLivesMs = 120_000;

/**
 * Writes a page that leads to the address. Every account of the computer can read command lines, and the address lets
 * in whoever is first to open it. So a browser is given a page that nobody else can read, and that is soon gone; its
 * place stays the same, because browsers remember by it how large a window was.
 * @param {string} folder where it is to lie, for its person alone
 * @param {string} name
 * @param {string} address
 * @returns {string}
 */
export function writePageTo(folder, name, address) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const page = join(folder, `${name}.html`);
  // Another one may still be there, with other rights than a new file gets.
  rmSync(page, { force: true });
  writeFileSync(page, pageTo(address), { mode: 0o600 });
  setTimeout(() => rmSync(page, { force: true }), pageLivesMs).unref();
  return page;
}

/**
 * Opens the page in a tab of the person's own browser. That it opens is a convenience: the address is printed as well, so
 * failing to open it is no trouble.
 * @param {string} page
 */
export function openTab(page) {
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
<meta name="color-scheme" content="light dark">
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
