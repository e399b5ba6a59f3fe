import { Worker } from 'node:worker_threads';
import type { FileKey } from '../../core/library/encryption.ts';
import { workerUrl } from '../../core/plain-files.ts';
import { blockMemory } from '../../memory/block-memory.ts';
import type {
  DirListing,
  FolderReader,
  ListedEntry,
  ListRequest,
  ReadBatch,
  ReadBlock,
  RootState,
  WantedFile,
} from '../ports.ts';
import {
  type DiskReply,
  type DiskRequest,
  type DiskWorkerData,
  type PackedListing,
  packFiles,
  STAT_FIELDS,
} from './disk-messages.ts';

export interface DiskReaderOptions {
  readonly root: string;
  /** Text of the built-in ignore patterns. */
  readonly ignoreDefaults: string;
}

/**
 * Reads a linked folder in two threads, one for listing and one for content, so that neither waits for the other. The
 * first request after `close` starts a thread, and ending it is how a request is aborted; no folder waits for another.
 * At most one listing and one reading at a time.
 */
export class DiskReader implements FolderReader {
  readonly #options: DiskReaderOptions;
  readonly #threads = new Map<'list' | 'read', DiskThread>();

  constructor(options: DiskReaderOptions) {
    this.#options = options;
  }

  async root(): Promise<RootState> {
    for await (const reply of this.#ask('list', { op: 'root' }))
      if (reply.kind === 'root') return reply.state;
    throw new Error('no answer about the root');
  }

  async ignoreText(): Promise<string> {
    for await (const reply of this.#ask('list', { op: 'ignore-text' })) {
      if (reply.kind === 'ignore-text') return reply.text;
    }
    throw new Error('no answer about the ignore file');
  }

  async *list({ early, ...places }: ListRequest): AsyncGenerator<readonly DirListing[]> {
    const start = early === undefined ? null : { watchStart: early.watchStart, waitMs: early.waitMs };
    for await (const reply of this.#ask('list', { op: 'list', ...places, early: start })) {
      if (reply.kind === 'listings') yield reply.listings.map(unpackListing);
      if (reply.kind === 'seen-again') early?.onSeenAgain(reply.changed);
    }
  }

  async *read(files: readonly WantedFile[], fileKey: FileKey | null): AsyncGenerator<ReadBatch> {
    const thread = this.#thread('read');
    const stop = blockMemory.passOn((memory) => thread.bring(memory));
    try {
      for await (const reply of this.#ask('read', { op: 'read', files: packFiles(files), fileKey })) {
        if (reply.kind === 'blocks') yield unpackBlocks(reply);
      }
    } finally {
      stop();
    }
  }

  prepare(): void {
    this.#thread('read');
  }

  async close(): Promise<void> {
    const threads = [...this.#threads.values()];
    this.#threads.clear();
    await Promise.all(threads.map((thread) => thread.end()));
  }

  #thread(role: 'list' | 'read'): DiskThread {
    const thread = this.#threads.get(role) ?? new DiskThread(this.#options);
    this.#threads.set(role, thread);
    return thread;
  }

  async *#ask(role: 'list' | 'read', request: DiskRequest): AsyncGenerator<DiskReply> {
    const thread = this.#thread(role);
    let isAnswered = false;
    try {
      thread.post(request);
      while (!isAnswered) {
        const reply = await thread.next();
        // A reply without a cost ends the answer.
        isAnswered = !('cost' in reply);
        if (reply.kind === 'failed') throw new Error(reply.message);
        yield reply;
        thread.release(reply);
      }
    } finally {
      // A thread that is dead, or still answers an abandoned request, is of no more use.
      const isUsable = isAnswered && thread.isAlive;
      if (!isUsable && this.#threads.get(role) === thread) {
        this.#threads.delete(role);
        await thread.end();
      }
    }
  }
}

/** A thread with its replies that were not taken yet. */
class DiskThread {
  readonly #worker: Worker;
  readonly #inFlight = new Int32Array(new SharedArrayBuffer(4));
  readonly #replies: DiskReply[] = [];
  #wake: (() => void) | null = null;
  #error: Error | null = null;

  constructor({ root, ignoreDefaults }: DiskReaderOptions) {
    const workerData = { root, ignoreDefaults, inFlight: this.#inFlight } satisfies DiskWorkerData;
    this.#worker = new Worker(workerUrl('disk-worker', import.meta.url), {
      ...{ workerData, name: 'folder-disk' },
      // Listings are garbage once sent; by default a thread would let tens of megabytes pile up.
      resourceLimits: { maxYoungGenerationSizeMb: 2 },
    });
    this.#worker.on('message', (reply: DiskReply) => {
      this.#replies.push(reply);
      this.#wake?.();
    });
    this.#worker.on('error', (error) =>
      this.#fail(error instanceof Error ? error : new Error(String(error))),
    );
    this.#worker.on('exit', () => this.#fail(new Error('the reading thread ended')));
    // A linked folder does not keep the process alive.
    this.#worker.unref();
  }

  get isAlive(): boolean {
    return this.#error === null;
  }

  post(request: DiskRequest): void {
    if (this.#error !== null) throw this.#error;
    this.#worker.postMessage(request);
  }

  /** Passes memory of a block on for the next ones. */
  bring(memory: ArrayBuffer): void {
    this.#worker.postMessage({ op: 'memory', memory } satisfies DiskRequest, [memory]);
  }

  async next(): Promise<DiskReply> {
    for (;;) {
      const reply = this.#replies.shift();
      if (reply !== undefined) return reply;
      if (this.#error !== null) throw this.#error;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Lets the thread go on: this reply was processed. */
  release(reply: DiskReply): void {
    if (!('cost' in reply)) return;
    Atomics.sub(this.#inFlight, 0, reply.cost);
    Atomics.notify(this.#inFlight, 0);
  }

  async end(): Promise<void> {
    this.#fail(new Error('the reading thread was ended'));
    await this.#worker.terminate();
  }

  #fail(error: Error): void {
    this.#error ??= error;
    this.#wake?.();
  }
}

/** Unpacks the entries of a listing. */
export function unpackListing(packed: PackedListing): DirListing {
  const { names, stats, ...rest } = packed;
  const at = (index: number) => stats[index] ?? 0;
  const entries = names.map((name, index): ListedEntry => {
    const first = index * STAT_FIELDS;
    return {
      name,
      isDir: at(first) === 1,
      sizeBytes: at(first + 1),
      mtimeMs: at(first + 2),
      ctimeMs: at(first + 3),
      inode: at(first + 4),
      mode: at(first + 5),
    };
  });
  return { ...rest, entries };
}

function unpackBlocks(reply: Extract<DiskReply, { kind: 'blocks' }>): ReadBatch {
  const blocks = reply.blocks.map(({ id, sha256, offset, length }): ReadBlock => {
    return { id, sha256, bytes: new Uint8Array(reply.buffer, offset, length) };
  });
  return { blocks, files: reply.files, sizeBytes: reply.sizeBytes };
}
