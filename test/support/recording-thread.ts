import { join } from 'node:path';
import type { RecordingThreadOptions } from '../../src-main/store/objects/recording-thread.ts';

/** The thread that puts many objects on record, for a store in this data folder. */
export function recordingThreadFor(dataFolder: string): RecordingThreadOptions {
  return {
    code: new URL('../../src-main/store/objects/recording-worker.ts', import.meta.url),
    database: join(dataFolder, 'keepfold.db'),
    waitingWriters: new Int32Array(new SharedArrayBuffer(4)),
  };
}
