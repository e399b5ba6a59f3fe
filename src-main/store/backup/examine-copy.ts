import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { DatabaseCondition } from '../sqlite/recovery.ts';

/**
 * Looks through a database that nobody writes to, in a thread of its own.
 * @param code where the code of the thread is
 */
export async function examineCopy(
  code: URL,
  path: string,
  signal?: AbortSignal,
): Promise<DatabaseCondition['state']> {
  const worker = new Worker(code, { name: 'looking through a copy', workerData: path });
  try {
    const [{ state }] = (await once(worker, 'message', signal ? { signal } : {})) as [DatabaseCondition];
    return state;
  } finally {
    await worker.terminate();
  }
}
