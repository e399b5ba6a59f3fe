import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { DatabaseCondition } from './recovery.ts';

/**
 * Looks through a database in a thread of its own, which takes seconds for a large one. Others may use it meanwhile.
 * @param code where the code of the thread is
 */
export async function examineInThread(
  code: URL,
  path: string,
  signal?: AbortSignal,
): Promise<DatabaseCondition> {
  const worker = new Worker(code, { name: 'looking through a database', workerData: path });
  try {
    const [condition] = (await once(worker, 'message', signal ? { signal } : {})) as [DatabaseCondition];
    return condition;
  } finally {
    await worker.terminate();
  }
}
