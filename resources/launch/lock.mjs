import { mkdir, open, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { say, setupFolder } from './project.mjs';

const beatMs = 2_000;
// Long enough that a machine busy with the very install it guards does not look dead.
const silentMs = 60_000;
const pollMs = 200;

/**
 * Runs the work while no other launcher of this checkout runs any. A lock left by a process that died is taken over.
 * @template T
 * @param {() => Promise<T>} work
 * @param {string} [path] of the lock, for work that is in nobody's way but its own
 * @returns {Promise<T>}
 */
export async function withSetupLock(work, path = join(setupFolder, 'lock')) {
  await mkdir(dirname(path), { recursive: true });
  await take(path);
  const beat = setInterval(() => {
    const now = new Date();
    // A missed beat only brings the takeover nearer; the next one follows in two seconds.
    utimes(path, now, now).catch(() => undefined);
  }, beatMs);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    await rm(path, { force: true });
  }
}

/** @param {string} path */
async function take(path) {
  const mine = `${process.pid} ${Date.now()}`;
  let announced = false;
  for (;;) {
    if (await create(path, mine)) return;
    const holder = await readFile(path, 'utf8').catch(() => '');
    if (await isAbandoned(path, holder)) {
      await discard(path, holder);
      continue;
    }
    if (!announced) say('another command is setting up this checkout; waiting for it');
    announced = true;
    await delay(pollMs);
  }
}

/**
 * @param {string} path
 * @param {string} text
 */
async function create(path, text) {
  try {
    const file = await open(path, 'wx');
    await file.writeFile(text);
    await file.close();
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/**
 * @param {string} path
 * @param {string} holder
 */
async function isAbandoned(path, holder) {
  const status = await stat(path).catch(() => null);
  if (!status) return false;
  if (Date.now() - status.mtimeMs > silentMs) return true;
  const pid = Number(holder.split(' ')[0]);
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return hasCode(error, 'ESRCH');
  }
}

/**
 * Renaming first lets one of several waiters win; should it have moved a lock that was taken meanwhile, it goes back.
 * @param {string} path
 * @param {string} holder
 */
async function discard(path, holder) {
  const aside = `${path}.${process.pid}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  if ((await readFile(aside, 'utf8')) === holder) await rm(aside, { force: true });
  else await rename(aside, path);
}

/**
 * @param {unknown} error
 * @param {string} code
 */
function hasCode(error, code) {
  return error instanceof Error && 'code' in error && error.code === code;
}
