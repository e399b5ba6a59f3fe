import { parentPort, workerData } from 'node:worker_threads';
import { type BystanderTold, type BystanderWork, memoryOf } from './bystander.ts';

const { url, token, pid } = workerData as BystanderWork;
/** What a program that waits asks for, and what the pages of the app open with. */
const PATHS = ['/api2/auth/ping/', '/api2/repos/', '/api/local/v1/libraries/'];
const EVERY_MS = 100;
const GIVES_UP_MS = 60_000;

const told = { asked: 0, slowestMs: 0, refused: [] as string[], mostMemoryBytes: 0 } satisfies BystanderTold;
let isOver = false;

async function answerOf(path: string): Promise<Response> {
  const signal = AbortSignal.timeout(GIVES_UP_MS);
  const asked = () => fetch(new URL(path, url), { headers: { Authorization: `Token ${token}` }, signal });
  // As browsers do: a server may have closed an idle connection just as it is used again.
  const response = await asked().catch(asked);
  await response.text();
  return response;
}

/** A thread's first request loads the code that makes requests: no user waits for that. */
async function getReady(): Promise<void> {
  await Promise.all(PATHS.map(answerOf));
  parentPort?.postMessage('ready');
}

async function ask(path: string): Promise<void> {
  const startedMs = performance.now();
  try {
    const response = await answerOf(path);
    if (response.status !== 200) told.refused.push(`${path}: ${response.status}`);
  } catch (error) {
    told.refused.push(`${path}: ${String(error)}`);
  }
  told.asked += 1;
  told.slowestMs = Math.max(told.slowestMs, performance.now() - startedMs);
}

async function lookOn(): Promise<void> {
  while (!isOver) {
    await Promise.all(PATHS.map(ask));
    told.mostMemoryBytes = Math.max(told.mostMemoryBytes, memoryOf(pid));
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  parentPort?.postMessage(told);
}

parentPort?.once('message', () => {
  isOver = true;
});
await getReady();
await lookOn();
