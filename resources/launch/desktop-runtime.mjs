import { setTimeout as delay } from 'node:timers/promises';
import { hasDisplay } from './display.mjs';
import { downloadProblem } from './download-problem.mjs';
import { fetchElectron, installedElectron } from './electron-runtime.mjs';
import { say } from './project.mjs';

/** A quick line, or a copy that another checkout fetched, brings the window at the first start. */
const worthWaitingMs = 3_000;
const percentsTold = 10;

/** @typedef {{ path: string } | { missing: string }} Runtime the path of Electron's executable, or why there is none */

/**
 * Where the desktop app can run. What is missing begins to arrive, beside whatever else there is to do.
 * @returns {Promise<Runtime | { arriving: Promise<Runtime> }>}
 */
export async function findElectron() {
  if (!hasDisplay()) return { missing: 'there is no display' };
  if (process.getuid?.() === 0) return { missing: 'the desktop app does not run as root' };
  const path = await installedElectron();
  return path ? { path } : { arriving: arrival() };
}

/**
 * What there is now or in a moment.
 * @param {Runtime | { arriving: Promise<Runtime> }} found
 * @returns {Promise<Runtime>}
 */
export function electronNow(found) {
  if (!('arriving' in found)) return Promise.resolve(found);
  const missing = 'the Electron runtime is still being fetched; the next "npm start" after that opens it';
  return Promise.race([found.arriving, delay(worthWaitingMs, { missing })]);
}

/**
 * Says what became of a runtime that was not waited for.
 * @param {Runtime | { arriving: Promise<Runtime> }} found
 * @param {Runtime} told what was said of it before
 */
export async function tellArrival(found, told) {
  if (!('arriving' in found)) return;
  const runtime = await found.arriving;
  if (runtime === told) return;
  if ('path' in runtime) say('the Electron runtime is here: the next "npm start" opens the desktop window');
  else say(`no desktop window yet: ${runtime.missing}`);
}

/** @returns {Promise<Runtime>} */
async function arrival() {
  say('fetching the Electron runtime, some 100 MB');
  let next = percentsTold;
  const onPercent = (/** @type {number} */ percent) => {
    if (percent < next) return;
    say(`fetching the Electron runtime: ${percent} %`);
    next = percent - (percent % percentsTold) + percentsTold;
  };
  try {
    return { path: await fetchElectron(onPercent) };
  } catch (error) {
    const why = downloadProblem(error);
    return { missing: `the Electron runtime could not be fetched (${why}); the next "npm start" goes on` };
  }
}
