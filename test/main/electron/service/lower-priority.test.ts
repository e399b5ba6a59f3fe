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
  import { existsSync, readdirSync } from 'node:fs';
  import { getPriority } from 'node:os';
  import { Worker } from 'node:worker_threads';
  import { lowerPriority } from ${JSON.stringify(MODULE)};
  const threads = existsSync('/proc/self/task') ? readdirSync('/proc/self/task').map(Number) : [0];
  const before = getPriority();
  lowerPriority();
  const after = threads.map((id) => getPriority(id));
  const worker = new Worker(new URL('data:text/javascript,' + encodeURIComponent(${JSON.stringify(IN_WORKER)})));
  worker.on('message', (inWorker) => console.log(JSON.stringify({ before, after, inWorker })));
`;

interface Told {
  readonly before: number;
  readonly after: number[];
  readonly inWorker: number;
}

it('lowers the priority of all threads of the process and of those that it starts later', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', PROGRAM]);
  const { before, after, inWorker } = JSON.parse(stdout) as Told;
  const low = Math.max(10, before);
  if (process.platform === 'linux') expect(after.length).toBeGreaterThan(1);
  expect(after).toEqual(after.map(() => low));
  expect(inWorker).toBe(low);
});
