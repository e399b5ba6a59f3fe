import { parentPort, workerData } from 'node:worker_threads';
import { examineDatabase } from '../sqlite/recovery.ts';

/** Entry of the thread that looks through the copy of a database, which takes seconds for a large one. */

parentPort?.postMessage(examineDatabase(String(workerData)));
