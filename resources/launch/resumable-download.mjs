import { open, rm, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** A line that is only slow always brings something within this time. */
const silenceMs = 30_000;
const pauseMs = 1_000;

/** What the server answered instead of the file. */
export class RefusedDownload extends Error {
  /** @param {number} status */
  constructor(status) {
    super(`the server answered ${status}`);
    this.status = status;
  }
}

/**
 * Fetches a file, however long that takes: it ends when no byte came for half a minute, or when another try got no
 * further than those before. What came is in `part`, and is gone on with by the next call, where the server can. Whether
 * that is the file as it should be is for the caller to check.
 * @param {string} url
 * @param {string} part
 * @param {(bytes: number, of: number) => void} onProgress
 * @returns {Promise<void>}
 */
export async function downloadResumably(url, part, onProgress) {
  let furthest = await sizeOf(part);
  for (;;) {
    try {
      return await downloadOnce(url, part, onProgress);
    } catch (error) {
      const size = await sizeOf(part);
      if (size <= furthest || isForWantOfRoom(error)) throw error;
      furthest = size;
      await delay(pauseMs);
    }
  }
}

/**
 * @param {string} url
 * @param {string} part
 * @param {(bytes: number, of: number) => void} onProgress
 */
async function downloadOnce(url, part, onProgress) {
  const from = await sizeOf(part);
  const silence = new AbortController();
  const end = () => silence.abort(new Error(`no byte came for ${silenceMs / 1_000} seconds`));
  const timer = setTimeout(end, silenceMs);
  try {
    // Compressed, neither the length nor the place to go on at would be those of the file.
    const headers = { 'Accept-Encoding': 'identity', ...(from > 0 ? { Range: `bytes=${from}-` } : {}) };
    const response = await fetch(url, { headers, signal: silence.signal });
    const range = response.headers.get('content-range') ?? '';
    // The last byte had come, and nobody was there any more to see it.
    if (response.status === 416 && range === `bytes */${from}`) return;
    await checkAnswer(response, { part, isWanted: range.startsWith(`bytes ${from}-`) });
    const start = response.status === 206 ? from : 0;
    const total = start + Number(response.headers.get('content-length'));
    await keep(response, { part, start }, (bytes) => {
      timer.refresh();
      onProgress(bytes, total);
    });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * @param {Response} response
 * @param {{ part: string, isWanted: boolean }} range
 */
async function checkAnswer(response, { part, isWanted }) {
  if (response.status === 200 || (response.status === 206 && isWanted)) return;
  // The part has nothing to do with what the server has.
  if (response.status === 206 || response.status === 416) await rm(part, { force: true });
  await response.body?.cancel();
  throw new RefusedDownload(response.status);
}

/**
 * @param {Response} response
 * @param {{ part: string, start: number }} place
 * @param {(bytes: number) => void} onBytes
 */
async function keep(response, { part, start }, onBytes) {
  const file = await open(part, start > 0 ? 'a' : 'w');
  try {
    let bytes = start;
    for await (const piece of response.body ?? []) {
      await file.appendFile(piece);
      bytes += piece.length;
      onBytes(bytes);
    }
  } catch (error) {
    // A full disk is somebody's who has better use for it.
    if (isForWantOfRoom(error)) await rm(part, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/** @param {unknown} error */
function isForWantOfRoom(error) {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOSPC' || code === 'EDQUOT';
}

/** @param {string} path */
async function sizeOf(path) {
  return (await stat(path).catch(() => null))?.size ?? 0;
}
