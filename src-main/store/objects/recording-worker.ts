import { parentPort, workerData } from 'node:worker_threads';
import { createObjectIndex } from '../sqlite/object-index.ts';
import { openBeside } from '../sqlite/open.ts';
import type { Numbered } from './answering-thread.ts';
import { codeOf } from './file-ops.ts';
import { byKindAndId } from './kind-codes.ts';
import { type RecordingReply, type RecordingRequest, unpackRows } from './recording-messages.ts';
import type { RecordingThreadData } from './recording-thread.ts';

/** Entry of the thread that puts objects on record, on a connection of its own. */

/** About 12 ms of inserts; then whoever else wants to write has a turn. */
const ROWS_PER_TRANSACTION = 2_500;
/** A transaction of others that takes longer has to find its own moment. */
const MOST_WAIT_MS = 100;

/** Who writes without a pause may keep this connection from it, and gets the rows back. */
const MOST_BUSY_MS = 1_000;

const { database, waitingWriters } = workerData as RecordingThreadData;
const db = openBeside(database);
db.pragma(`busy_timeout = ${MOST_BUSY_MS}`);
// In order, each page is changed once a batch and not wanted again until the next.
db.pragma('cache_size = -4000');
const index = createObjectIndex(db);

parentPort?.on('message', ({ number, ...request }: Numbered<RecordingRequest>) => {
  const reply: Numbered<RecordingReply> = { number, ...record(request) };
  parentPort?.postMessage(reply);
});

function record({ storeKey, ...packed }: RecordingRequest): RecordingReply {
  try {
    // As the index is ordered, so that each transaction changes pages that no other one does.
    const rows = unpackRows(packed).sort(byKindAndId);
    for (let from = 0; from < rows.length; from += ROWS_PER_TRANSACTION) {
      letOthersWrite();
      const slice = rows.slice(from, from + ROWS_PER_TRANSACTION);
      index.record(storeKey, { rows: slice, vouches: [], healed: [] });
    }
    return { failure: null };
  } catch (error) {
    return {
      failure: { code: codeOf(error), message: error instanceof Error ? error.message : String(error) },
    };
  }
}

/** Who waits for SQLite's lock asks for it now and then only, and would miss the moment between two transactions. */
function letOthersWrite(): void {
  const waiting = Atomics.load(waitingWriters, 0);
  if (waiting > 0) Atomics.wait(waitingWriters, 0, waiting, MOST_WAIT_MS);
}
