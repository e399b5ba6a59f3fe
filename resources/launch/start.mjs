import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ensureBundle } from './bundle.mjs';
import { ending, endLike } from './child.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { electronNow, findElectron, tellArrival } from './desktop-runtime.mjs';
import { ensureRecentNode } from './node-runtime.mjs';
import { openAddress } from './open-address.mjs';
import { root } from './project.mjs';
import { sandboxTrouble } from './sandbox-trouble.mjs';
import { serverEnvironment } from './server-environment.mjs';

const signInPrefix = 'Sign in: ';

await ensureDependencies();
await ensureRecentNode();
const found = await findElectron();
await ensureBundle();
const electron = await electronNow(found);
const reason = 'path' in electron ? await startDesktop(electron.path) : electron.missing;
console.log(`Keepfold runs without its desktop window, because ${reason}.`);
if ('missing' in electron) tellArrival(found, electron).catch(console.error);
await startHeadless();

/**
 * Ends this process when the app ends. Returns only when Electron itself could not run here, with the reason.
 * @param {string} electronPath
 */
async function startDesktop(electronPath) {
  const child = spawn(electronPath, [root, ...process.argv.slice(2)], { stdio: 'inherit' });
  const { code, signal } = await ending(child).catch(() => ({ code: 127, signal: null }));
  // A sandbox or a graphics library that the system lacks: Electron aborts, or the loader gives 126 and up.
  if (signal === 'SIGTRAP' || signal === 'SIGABRT' || signal === 'SIGSEGV')
    return sandboxTrouble(electronPath) ?? `Electron stopped with ${signal}`;
  if (code !== null && code >= 126 && code < 128) return `Electron stopped with ${code}`;
  return endLike(code, signal);
}

async function startHeadless() {
  const entry = join(root, 'out/main/serve.js');
  const args = [entry, '--print-sign-in', ...process.argv.slice(2)];
  const env = serverEnvironment();
  const child = spawn(process.execPath, args, { stdio: ['inherit', 'inherit', 'pipe'], env });
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (line.startsWith(signInPrefix)) showSignIn(line.slice(signInPrefix.length).trim());
    else process.stderr.write(`${line}\n`);
  });
  const { code, signal } = await ending(child);
  return endLike(code, signal);
}

/** @param {string} address */
function showSignIn(address) {
  console.log(`Open this address in a browser; it signs in once: ${address}`);
  console.log('Closing its window or tab does not end Keepfold, which goes on saving: Ctrl+C here ends it.');
  openAddress(address);
}
