import type { ServerEvent } from '../../src-shared/events.ts';
import { ApiError } from './api-error.ts';
import type { HttpClient } from './http-client.ts';
import { createSseParser } from './sse-parser.ts';

export type Connection = 'connecting' | 'open' | 'lost';

type Listener = (event: ServerEvent) => void;

const FIRST_RETRY_MS = 500;
// Long enough to be quiet, short enough that a restarted service is back on screen before somebody reloads.
const LONGEST_RETRY_MS = 5_000;

function parseEvent(data: string): ServerEvent | null {
  try {
    const event: ServerEvent = JSON.parse(data);
    return event;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Reads the event stream and connects again when it breaks. After a gap `onResume` listeners refetch what they show. */
export class EventStream {
  #connection = $state.raw<Connection>('connecting');
  readonly #http: HttpClient;
  readonly #listeners = new Set<Listener>();
  readonly #resumeListeners = new Set<() => void>();
  #abort: AbortController | null = null;
  #wake: (() => void) | null = null;

  constructor(http: HttpClient) {
    this.#http = http;
  }

  get connection(): Connection {
    return this.#connection;
  }

  on(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onResume(listener: () => void): () => void {
    this.#resumeListeners.add(listener);
    return () => this.#resumeListeners.delete(listener);
  }

  /** Starts reading; the answer stops it. */
  start(): () => void {
    const abort = new AbortController();
    this.#abort = abort;
    void this.#run(abort.signal);
    return () => {
      abort.abort();
      this.#wake?.();
    };
  }

  /** Tries at once instead of waiting for the next try. */
  retryNow(): void {
    this.#wake?.();
  }

  async #run(signal: AbortSignal): Promise<void> {
    let waitMs = FIRST_RETRY_MS;
    let wasLost = false;
    while (!signal.aborted) {
      const opened = await this.#readOnce(signal, wasLost);
      if (signal.aborted || opened === 'signed-out') return;
      waitMs = opened === 'read' ? FIRST_RETRY_MS : Math.min(waitMs * 2, LONGEST_RETRY_MS);
      wasLost = true;
      this.#connection = 'lost';
      await this.#pause(waitMs);
    }
  }

  async #readOnce(signal: AbortSignal, resumed: boolean): Promise<'read' | 'failed' | 'signed-out'> {
    let opened = false;
    try {
      const response = await this.#http.open('events/', signal);
      opened = true;
      this.#connection = 'open';
      if (resumed) for (const listener of this.#resumeListeners) listener();
      await this.#readBody(response);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'signed-out') return 'signed-out';
    }
    return opened ? 'read' : 'failed';
  }

  async #readBody(response: Response): Promise<void> {
    const parse = createSseParser((data) => {
      const event = parseEvent(data);
      if (event !== null) for (const listener of this.#listeners) listener(event);
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const piece = await reader?.read();
      if (piece === undefined || piece.done) return;
      parse(piece.value);
    }
  }

  #pause(waitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(done, waitMs);
      const stream = this;
      function done(): void {
        clearTimeout(timer);
        stream.#wake = null;
        resolve();
      }
      this.#wake = done;
    });
  }
}
