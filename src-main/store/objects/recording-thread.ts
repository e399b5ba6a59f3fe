import type { ObjectRow } from '../sqlite/object-index.ts';
import { AnsweringThread, LostThread } from './answering-thread.ts';
import { packRows, type RecordingReply, type RecordingRequest } from './recording-messages.ts';

export interface RecordingThreadData {
  /** The database that the rows belong to. */
  readonly database: string;
  /** How many transactions of others have begun or want to; told by the first of its numbers, and notified. */
  readonly waitingWriters: Int32Array<SharedArrayBuffer>;
}

export interface RecordingThreadOptions extends RecordingThreadData {
  /** Where the code of the thread is. */
  readonly code: URL;
}

/** Inserted in the time that a thread takes to start. */
const ROWS_WORTH_A_THREAD = 4_000;
/** Inserted in the time that two messages take. */
const LEAST_ROWS = 500;

/**
 * Puts many objects on record beside the event loop: inserting the rows of a first import takes as long as all else that
 * is done there for its files. The thread is there only while there is work.
 */
export class RecordingThread {
  readonly #thread: AnsweringThread<RecordingRequest, RecordingReply> | null;

  /** @param options null: there is none, and all is left to the caller */
  constructor(options: RecordingThreadOptions | null) {
    this.#thread = options && threadOf(options);
  }

  /**
   * As `ObjectIndex.record` of the rows, in any order, but in several transactions: after a failure some may be on
   * record. False: they are left to the caller, because they are too few, or the thread was lost, or had no turn to write.
   * @throws Error with the code of SQLite
   */
  async record(storeKey: number, rows: readonly ObjectRow[]): Promise<boolean> {
    const thread = this.#thread;
    if (thread === null || rows.length < (thread.isRunning ? LEAST_ROWS : ROWS_WORTH_A_THREAD)) return false;
    const packed = packRows(rows);
    try {
      const { failure } = await thread.ask({ storeKey, ...packed }, [
        packed.numbers.buffer,
        packed.sha256.buffer,
      ]);
      if (failure?.code === 'SQLITE_BUSY') return false;
      // An error loses its code on the way between threads.
      if (failure !== null) throw Object.assign(new Error(failure.message), { code: failure.code });
      return true;
    } catch (error) {
      if (error instanceof LostThread) return false;
      throw error;
    }
  }

  async end(): Promise<void> {
    await this.#thread?.end();
  }
}

function threadOf({ code, ...workerData }: RecordingThreadOptions) {
  return new AnsweringThread<RecordingRequest, RecordingReply>({
    ...{ code, workerData, purpose: 'puts objects on record' },
    // Rows are garbage once they are inserted; left alone, tens of megabytes of them pile up.
    maxYoungGenerationSizeMb: 2,
  });
}
