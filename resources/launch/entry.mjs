import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBundle } from './bundle.mjs';
import { keepCompiledCode } from './compile-cache.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { ensureRecentNode } from './node-runtime.mjs';
import { root } from './project.mjs';
import { serverEnvironment } from './server-environment.mjs';

/**
 * Does what set-up is missing and then runs one entry of the bundle inside this process, with the arguments that were
 * given to the launcher. No second process stands between the caller and the program: its signals, its exit code and
 * its output are the program's own.
 * @param {'serve' | 'cli'} name
 */
export async function runEntry(name) {
  await ensureDependencies();
  await ensureRecentNode();
  await ensureBundle();
  const file = join(root, 'out/main', `${name}.js`);
  if (name === 'serve') becomeServer(file);
  keepCompiledCode();
  process.argv[1] = file;
  await import(pathToFileURL(file).href);
}

/**
 * Becomes the server, in the environment that is meant for one: the same process with another program in it. Returns
 * where that cannot be done (Windows) or is of no use; the server then runs here.
 * @param {string} file
 */
function becomeServer(file) {
  if (process.platform !== 'linux' || process.execve === undefined) return;
  const args = [process.execPath, ...process.execArgv, file, ...process.argv.slice(2)];
  process.execve(process.execPath, args, serverEnvironment());
}
