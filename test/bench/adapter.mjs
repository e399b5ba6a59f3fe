import { resolve } from 'node:path';
import { startKeepfold, stopKeepfold } from './keepfold-process.mjs';

// Keepfold in the slot of the benchmark harness: what the harness asks for is asked of the built server, started in this
// process with its defaults, over the interface that its own pages and commands use. JavaScript, so that no figure holds
// the time it takes to strip types.

/** @typedef {Awaited<ReturnType<typeof startKeepfold>>} Keepfold */

const USAGE =
  'adapter.mjs init STORE | import|commit STORE SRC | checkout STORE DEST | serve STORE SRC PORT | host STORE PORT';

/** What to do once the server runs, and on which of the arguments its port stands. */
const verbs = {
  init: { portAt: -1, run: async () => stopKeepfold() },
  import: { portAt: -1, run: commitOnce },
  commit: { portAt: -1, run: commitOnce },
  checkout: { portAt: -1, run: checkOut },
  serve: { portAt: 1, run: serve },
  host: { portAt: 0, run: host },
};

/**
 * The linked folder at the path; linked now, to a new library, when it was not.
 * @param {Keepfold} keepfold
 * @param {string} path
 * @returns {Promise<import('../../src-shared/folders-api.ts').LinkedFolderJson>}
 */
async function linkedFolder(keepfold, path) {
  /** @type {{ folders: import('../../src-shared/folders-api.ts').LinkedFolderJson[] }} */
  const { folders } = await keepfold.local('GET', 'folders/');
  return folders.find((folder) => folder.path === path) ?? keepfold.local('POST', 'folders/', { path });
}

/**
 * @param {Keepfold} keepfold
 * @param {readonly string[]} args
 */
async function commitOnce(keepfold, [source = '']) {
  const folder = await linkedFolder(keepfold, fullPath(source));
  await keepfold.settled(folder.id);
  stopKeepfold();
}

/**
 * @param {Keepfold} keepfold
 * @param {readonly string[]} args
 */
async function checkOut(keepfold, [destination = '']) {
  const { libraries } = await keepfold.local('GET', 'libraries/');
  const [library] = libraries;
  if (!library) throw new Error('nothing has been imported yet');
  await keepfold.local('POST', `libraries/${library.id}/export/`, { to: fullPath(destination) });
  stopKeepfold();
}

/**
 * @param {Keepfold} keepfold
 * @param {readonly string[]} args
 */
async function serve(keepfold, [source = '']) {
  const { url, token } = keepfold;
  const { id, library_id: repo } = await linkedFolder(keepfold, fullPath(source));
  await keepfold.settled(id);
  say({ ready: url, head: `${url}/api/local/v1/libraries/${repo}/`, token, base: url, repo });
}

/** @param {Keepfold} keepfold */
async function host(keepfold) {
  const form = { type: 'application/x-www-form-urlencoded', text: 'name=Benchmark' };
  const { repo_id: repo, token } = await keepfold.call('POST', '/api2/repos/', form);
  say({ base: keepfold.url, repo, token });
}

/**
 * npm runs scripts in the project's folder and says here where the command was typed.
 * @param {string} path
 */
function fullPath(path) {
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), path);
}

/** @param {object} line */
function say(line) {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** @param {string} message */
function giveUp(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const [name = '', store = '', ...args] = process.argv.slice(2);
const verb = Object.entries(verbs).find(([known]) => known === name)?.[1];
if (!verb || store === '') giveUp(`Usage: ${USAGE}`);
else {
  try {
    await verb.run(await startKeepfold(fullPath(store), Number(args[verb.portAt] ?? 0)), args);
  } catch (error) {
    giveUp(error instanceof Error ? error.message : String(error));
  }
}
