import { join } from 'node:path';

/** The threads that write files out, for a store in this data folder. */
export function writingThreadsFor(dataFolder: string): { code: URL; database: string } {
  return {
    code: new URL('../../src-main/store/threads/writing-worker.ts', import.meta.url),
    database: join(dataFolder, 'keepfold.db'),
  };
}
