import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ensureBundle } from './bundle.mjs';
import { ending, endLike } from './child.mjs';
import { keepChoice } from './closing-choice.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { electronNow, findElectron, tellArrival } from './desktop-runtime.mjs';
import { installedElectron } from './electron-runtime.mjs';
import { askLauncherToOpen } from './launcher-channel.mjs';
import { ensureRecentNode } from './node-runtime.mjs';
import { openTab } from './open-address.mjs';
import { root } from './project.mjs';
import { findRunning } from './running-instance.mjs';
import { sandboxProblem } from './sandbox-problem.mjs';
import { serverEnvironment } from './server-environment.mjs';
import { showAddress, WindowKeeper, windowFolder } from './window-keeper.mjs';

const signInPrefix = 'Sign in: ';
const exitInUse = 4;
const ends = {
  window: 'Closing its window does not end Keepfold unless you say so; Ctrl+C here does.',
  tab: 'Closing its tab does not end Keepfold, which goes on saving; Ctrl+C here does.',
  nowhere: 'Ctrl+C here ends Keepfold.',
};
/** A browser that cannot start has said so by then. */
const failsWithinMs = 3_000;

const askAgain = '--ask-closing';
const words = process.argv.slice(2).filter((word) => word !== askAgain);
const dataDir = parseArgs({ args: words, options: { 'data-dir': { type: 'string' } }, strict: false }).values[
  'data-dir'
];
const dataDirArgs = typeof dataDir === 'string' ? [`--data-dir=${dataDir}`] : [];
const folder = windowFolder(
  resolve(
    process.env['INIT_CWD'] ?? '',
    typeof dataDir === 'string' ? dataDir : (process.env['KEEPFOLD_DATA_DIR'] ?? ''),
  ),
);

await ensureDependencies();
await ensureRecentNode();
if (words.length < process.argv.length - 2) keepChoice('ask');
await showRunning();
const found = await findElectron();
await ensureBundle();
const electron = await electronNow(found);
const reason = 'path' in electron ? await startDesktop(electron.path) : electron.missing;
console.log(`Keepfold runs without its desktop window, because ${reason}.`);
if ('missing' in electron) tellArrival(found, electron).catch(console.error);
await startHeadless();

/** Shows the Keepfold that runs on the data folder, and ends; returns when there is none, or the desktop app shows it. */
async function showRunning() {
  const isHelp = words.includes('--help') || words.includes('-h');
  const running = isHelp ? null : await findRunning(dataDirArgs);
  if (running === null || (running.isDesktop && (await installedElectron()) !== null)) return;
  const shown = (await askLauncherToOpen(folder)) ?? (await show(running.address));
  const where = {
    window: 'Its window opens',
    tab: 'It opens in your browser',
    nowhere: 'Open its address in a browser',
  };
  console.log(`Keepfold is running already. ${where[shown]}.`);
  if (shown === 'nowhere') console.log(`This one signs in once: ${running.address}`);
  process.exit(0);
}

/** @param {string} address */
async function show(address) {
  const opened = showAddress(folder, address);
  if (opened.shown !== 'window') return opened.shown;
  const end = await Promise.race([opened.window.ended, delay(failsWithinMs)]);
  if (end !== 'failed') return 'window';
  openTab(opened.page);
  return 'tab';
}

/**
 * Ends this process when the app ends. Returns only when Electron itself could not run here, with the reason.
 * @param {string} electronPath
 */
async function startDesktop(electronPath) {
  const child = spawn(electronPath, [root, ...words], { stdio: 'inherit' });
  const { code, signal } = await ending(child).catch(() => ({ code: 127, signal: null }));
  // A sandbox or a graphics library that the system lacks: Electron aborts, or the loader gives 126 and up.
  if (signal === 'SIGTRAP' || signal === 'SIGABRT' || signal === 'SIGSEGV')
    return sandboxProblem(electronPath) ?? `Electron stopped with ${signal}`;
  if (code !== null && code >= 126 && code < 128) return `Electron stopped with ${code}`;
  return endLike(code, signal);
}

async function startHeadless() {
  const args = [join(root, 'out/main/serve.js'), '--print-sign-in', ...words];
  const child = spawn(process.execPath, args, {
    stdio: ['inherit', 'inherit', 'pipe', 'ipc'],
    env: serverEnvironment(),
  });
  const keeper = new WindowKeeper(folder, {
    newAddress: async () => (await findRunning(dataDirArgs))?.address ?? null,
    end: () => void child.send('stop'),
  });
  if (child.stderr) {
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (line.startsWith(signInPrefix)) showSignIn(keeper, line.slice(signInPrefix.length).trim());
      else process.stderr.write(`${line}\n`);
    });
  }
  const { code, signal } = await ending(child);
  keeper.end({ hasFailed: code !== null && code !== 0 });
  // One that was started at the same moment was quicker.
  if (code === exitInUse) await showRunning();
  return endLike(code, signal);
}

/**
 * @param {WindowKeeper} keeper
 * @param {string} address
 */
function showSignIn(keeper, address) {
  console.log(`Open this address in a browser; it signs in once: ${address}`);
  keeper.open(address).then((shown) => console.log(ends[shown]), console.error);
}
