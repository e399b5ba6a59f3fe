import type { NewFile } from '../objects/object-store.ts';
import type { ReadLibrary } from './many-objects.ts';
import { WorkerPool } from './worker-client.ts';

/** Files to be written out of one library. */
export interface WritingRequest {
  /** Folder of the library's packs and block files. */
  readonly folder: string;
  /** The number that stands for the library. */
  readonly storeKey: number;
  readonly files: readonly NewFile[];
}

/** What came of them. */
export interface WritingReply {
  /** Which were left alone. */
  readonly left: readonly number[];
  /** What ended the work, with all files after that one left alone. */
  readonly failure: WritingFailure | null;
}

export interface WritingFailure {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

export interface WritingThreadsOptions {
  /** Where the code of the threads is. */
  readonly code: URL;
  /** The database that says where objects lie. */
  readonly database: string;
}

/** Making a file is the work of the system, of which two cores do nearly twice as much. */
const THREADS = 2;
/** Fewer are written in the time that a thread takes to start. */
const LEAST_FILES = 16;

/** Writes files out of libraries in threads, which are there only while there is work. */
export class WritingThreads {
  readonly #threads: WorkerPool<WritingRequest, WritingReply> | null;

  /** @param options null: there are none, and all files are left to the caller */
  constructor(options: WritingThreadsOptions | null) {
    this.#threads =
      options &&
      new WorkerPool(THREADS, {
        ...{ code: options.code, purpose: 'writes files out', workerData: options.database },
        // Names and ids are garbage as soon as a batch is written; left alone, tens of megabytes of them pile up.
        maxYoungGenerationSizeMb: 2,
      });
  }

  /** As `LibraryObjects.writeOut`. */
  async write(library: ReadLibrary, files: readonly NewFile[]): Promise<readonly number[]> {
    const threads = this.#threads;
    if (threads === null || (!threads.isRunning && files.length < LEAST_FILES)) return [...files.keys()];
    const { left, failure } = await threads.ask({ ...library, files });
    if (failure !== null) throw systemError(failure);
    return left;
  }

  async end(): Promise<void> {
    await this.#threads?.end();
  }
}

/** An error loses its code on the way between threads. */
function systemError({ message, code, path }: WritingFailure): Error {
  return Object.assign(new Error(message), { code, path });
}
