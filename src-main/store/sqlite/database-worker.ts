import { parentPort, workerData } from 'node:worker_threads';
import { examineDatabase } from './recovery.ts';

/** Entry of the thread that looks through a database, which takes seconds for a large one. */

parentPort?.postMessage(examineDatabase(String(workerData)));
