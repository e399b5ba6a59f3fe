import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const MODULE = new URL('../../../../src-main/electron/service/lower-priority.ts', import.meta.url);

const IN_WORKER = `
  import { getPriority } from 'node:os';
  import { parentPort } from 'node:worker_threads';
  parentPort.postMessage(getPriority());
`;

/** In a process of its own: what was lowered is not raised again. */
const PROGRAM = `
  import { getPriority } from 'node:os';
  import { Worker } from 'node:worker_threads';
  import { lowerPriority } from ${JSON.stringify(MODULE)};
  const before = getPriority();
  lowerPriority();
  const worker = new Worker(new URL('data:text/javascript,' + encodeURIComponent(${JSON.stringify(IN_WORKER)})));
  worker.on('message', (inWorker) => console.log(before, getPriority(), inWorker));
`;

it('lowers the priority of the process and of the threads that it starts later', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', PROGRAM]);
  const [before, after, inWorker] = stdout.trim().split(' ').map(Number);
  expect(after).toBe(Math.max(10, before ?? 0));
  expect(inWorker).toBe(after);
});
