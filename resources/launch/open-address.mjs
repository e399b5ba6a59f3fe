import { spawn } from 'node:child_process';
import { hasDisplay } from './electron-runtime.mjs';

/**
 * Shows the address in the person's browser where there is one. That it opens is a convenience: the address is
 * printed as well, so failing to open it is no trouble.
 * @param {string} address
 */
export function openAddress(address) {
  if (process.env['CI'] || !hasDisplay()) return;
  const [command, ...args] = opener(address);
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.once('error', () => undefined);
  child.unref();
}

/**
 * @param {string} address
 * @returns {[string, ...string[]]}
 */
function opener(address) {
  if (process.platform === 'darwin') return ['open', address];
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', address];
  return ['xdg-open', address];
}
