import { parentPort, workerData } from 'node:worker_threads';
import BetterSqlite from 'better-sqlite3';
import { takeFilesAsTheyAre } from '../../core/plain-files.ts';
import { createFindPlaces } from '../sqlite/object-places.ts';
import { ManyObjects } from './many-objects.ts';
import type { Numbered } from './worker-client.ts';
import { writeFilesOut } from './write-files-out.ts';
import type { WritingReply, WritingRequest } from './writing-threads.ts';

/**
 * Entry of a thread that writes files out. Its calls are synchronous: nothing else runs here, and that takes a fraction of
 * what promises take for many small files. It looks into the database on a connection of its own.
 */

const db = new BetterSqlite(String(workerData), { readonly: true, fileMustExist: true });
// Its code comes from the package when the first database is opened.
takeFilesAsTheyAre(process);
// As on the main connection: a mapped page of a damaged disk ends the process.
db.pragma('mmap_size = 0');
// What is asked is spread over the whole index, and the system has most of that in memory.
db.pragma('cache_size = -4000');
const objects = new ManyObjects(createFindPlaces(db));

parentPort?.on('message', ({ number, ...request }: Numbered<WritingRequest>) => {
  const reply: Numbered<WritingReply> = { number, ...writeFilesOut(objects, request) };
  parentPort?.postMessage(reply);
});
