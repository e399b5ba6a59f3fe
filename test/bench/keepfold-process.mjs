import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { keepCompiledCode } from '../../resources/launch/compile-cache.mjs';

const entry = new URL('../../out/main/serve.js', import.meta.url);

// As an import it would bring all of `fetch` along, which the server does not: 30 ms and 7 MB of what is measured.
const { request } = process.getBuiltinModule('node:http');

/** Below what a person or a figure notices; each look takes the service a millisecond from its own work. */
const LOOK_EVERY_MS = 20;

/**
 * Starts the built headless server inside this very process, as `npm run serve` does where it cannot become it, and gives a way to call it.
 * @param {string} dataDir
 * @param {number} port
 */
export async function startKeepfold(dataDir, port) {
  if (!existsSync(entry)) throw new Error('Keepfold is not built: run "npm run build" first.');
  keepCompiledCode();
  process.argv.splice(1, Infinity, entry.pathname, '--data-dir', dataDir, '--port', String(port));
  await withoutOutput(() => import(entry.href));
  const instance = JSON.parse(readFileSync(join(dataDir, 'instance.json'), 'utf8'));
  return createCaller(String(instance.url), readFileSync(join(dataDir, 'cli-token'), 'utf8'));
}

/** Ends the process as a signal from outside would, with exit status 0 once everything is closed. */
export function stopKeepfold() {
  process.kill(process.pid, 'SIGTERM');
}

/**
 * The server says on standard output that it is ready; the harness expects something else there.
 * @param {() => Promise<unknown>} start
 */
async function withoutOutput(start) {
  const write = process.stdout.write;
  process.stdout.write = () => true;
  try {
    await start();
  } finally {
    process.stdout.write = write;
  }
}

/**
 * @param {string} url
 * @param {string} token
 */
function createCaller(url, token) {
  /**
   * Asks over `node:http`, which the server has loaded anyway: `fetch` would add its own time and memory to the figures.
   * @param {string} method
   * @param {string} path absolute on the server
   * @param {{ type: string, text: string }} [body]
   */
  async function call(method, path, body) {
    const headers = { Authorization: `Token ${token}`, ...(body ? { 'Content-Type': body.type } : {}) };
    const sent = request(new URL(path, url), { method, headers }).end(body?.text);
    /** @type {import('node:http').IncomingMessage[]} */
    const [response] = await once(sent, 'response');
    if (!response) throw new Error(`${method} ${path}: no answer`);
    const text = await textOf(response);
    if (response.statusCode !== 200) throw new Error(`${method} ${path}: ${response.statusCode} ${text}`);
    return JSON.parse(text);
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   */
  const local = (method, path, body) =>
    call(method, `/api/local/v1/${path}`, body && { type: 'application/json', text: JSON.stringify(body) });

  /**
   * Waits until everything that is in the folder is committed.
   * @param {string} folderId
   */
  async function settled(folderId) {
    for (;;) {
      /** @type {import('../../src-shared/folders-api.ts').LinkedFolderJson} */
      const folder = await local('GET', `folders/${folderId}/`);
      const { state, pending, message, problems } = folder;
      const [problem] = problems;
      if (problem) throw new Error(`${problem.path} was not taken in: ${problem.message}`);
      if (state === 'idle' && pending === 0) return folder;
      if (state !== 'scanning' && state !== 'syncing') throw new Error(`the folder is ${state}: ${message}`);
      await delay(LOOK_EVERY_MS);
    }
  }

  return { url, token, call, local, settled };
}
