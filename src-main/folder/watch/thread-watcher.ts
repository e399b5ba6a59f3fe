import { Worker } from 'node:worker_threads';
import { workerUrl } from '../../core/plain-files.ts';
import type { FolderWatch, FolderWatcher, WatchEvents } from '../ports.ts';

/** Messages between the main thread and the thread that watches linked folders. */

export type WatchRequest =
  | { readonly op: 'watch'; readonly watchId: number; readonly root: string; readonly ignoreText: string }
  | { readonly op: 'unwatch'; readonly watchId: number };

export type WatchReply =
  | {
      readonly kind: 'dirty';
      readonly watchId: number;
      readonly dirs: readonly string[];
      readonly trees: readonly string[];
    }
  | { readonly kind: 'everything' | 'ready' | 'closed'; readonly watchId: number }
  | { readonly kind: 'degraded'; readonly watchId: number; readonly reason: string };

export interface WatchWorkerData {
  readonly ignoreDefaults: string;
}

/** A watch that is not closed in this time is not waited for: it holds nothing that could be lost. */
const CLOSE_WAIT_MS = 500;

interface OpenWatch {
  readonly events: WatchEvents;
  readonly onClosed: () => void;
  isDegraded: boolean;
}

/** Watches any number of folders from one thread, which lives as long as there is something to watch. */
export class ThreadWatcher implements FolderWatcher {
  readonly #ignoreDefaults: string;
  readonly #open = new Map<number, OpenWatch>();
  #worker: Worker | null = null;
  #lastId = 0;

  constructor({ ignoreDefaults }: { ignoreDefaults: string }) {
    this.#ignoreDefaults = ignoreDefaults;
  }

  watch(root: string, ignoreText: string, events: WatchEvents): FolderWatch {
    const watchId = ++this.#lastId;
    const closed = Promise.withResolvers<void>();
    this.#open.set(watchId, { events, onClosed: closed.resolve, isDegraded: false });
    this.#worker ??= this.#start();
    this.#post({ op: 'watch', watchId, root, ignoreText });
    return { close: () => this.#close(watchId, closed.promise) };
  }

  async #close(watchId: number, closed: Promise<void>): Promise<void> {
    if (!this.#open.has(watchId)) return;
    this.#post({ op: 'unwatch', watchId });
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CLOSE_WAIT_MS);
    });
    await Promise.race([closed, tooLate]);
    clearTimeout(timer);
    this.#open.delete(watchId);
    if (this.#open.size > 0) return;
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  #post(request: WatchRequest): void {
    this.#worker?.postMessage(request);
  }

  #start(): Worker {
    const workerData = { ignoreDefaults: this.#ignoreDefaults } satisfies WatchWorkerData;
    const worker = new Worker(workerUrl('watch-worker', import.meta.url), {
      ...{ workerData, name: 'folder-watch' },
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    });
    worker.on('message', (reply: WatchReply) => this.#hear(reply));
    worker.on('error', (error) => this.#lose(worker, String(error)));
    worker.on('exit', () => this.#lose(worker, 'the watching thread ended'));
    worker.unref();
    return worker;
  }

  #hear(reply: WatchReply): void {
    const watch = this.#open.get(reply.watchId);
    if (watch === undefined) return;
    switch (reply.kind) {
      case 'dirty':
        watch.events.dirty(reply.dirs, reply.trees);
        break;
      case 'everything':
        watch.events.everything();
        break;
      case 'ready':
        watch.events.ready();
        break;
      case 'degraded':
        degrade(watch, reply.reason);
        break;
      case 'closed':
        watch.onClosed();
        break;
    }
  }

  /** Without the thread no folder is watched; scans find changes until folders are watched again. */
  #lose(worker: Worker, reason: string): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    for (const watch of this.#open.values()) {
      degrade(watch, reason);
      watch.onClosed();
    }
  }
}

function degrade(watch: OpenWatch, reason: string): void {
  if (watch.isDegraded) return;
  watch.isDegraded = true;
  watch.events.degraded(reason);
}
