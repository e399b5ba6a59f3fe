import type { ServerEvent } from '../../src-shared/events.ts';
import { ApiError } from './api-error.ts';
import type { HttpClient } from './http-client.ts';

// A single message of the service is far below this; a longer one means that something else is answering.
const MAX_BUFFER_CHARACTERS = 1_000_000;

/** Collects the `data` of server-sent events from text that arrives in arbitrary pieces. */
export function createSseParser(onData: (data: string) => void): (text: string) => void {
  let buffer = '';
  let lines: string[] = [];

  function takeLine(line: string): void {
    if (line === '') {
      if (lines.length > 0) onData(lines.join('\n'));
      lines = [];
    } else if (line.startsWith('data:')) {
      lines.push(line.slice(line.startsWith('data: ') ? 6 : 5));
    }
  }

  return (text) => {
    buffer += text;
    if (buffer.length > MAX_BUFFER_CHARACTERS) throw new Error('An event is too long.');
    const parts = buffer.split(/\r\n|\n|\r(?!$)/);
    buffer = parts.pop() ?? '';
    for (const part of parts) takeLine(part);
  };
}

export type Connection = 'connecting' | 'open' | 'lost';

/** `read`: it was open, then closed. `silent`: nothing arrived for so long that something must be wrong. */
type Ending = 'read' | 'failed' | 'silent' | 'signed-out';

type Listener = (event: ServerEvent) => void;

const FIRST_RETRY_MS = 500;
// Long enough to be quiet, short enough that a restarted service is back on screen before the user reloads.
const LONGEST_RETRY_MS = 5_000;
const TICK_MS = 1_000;
/**
 * The service gives a sign of life every five seconds. Ticks are counted, because clocks jump while a computer sleeps.
 */
const LATE_TICKS = 8;
const QUIET_TICKS = 12;

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
  #isSilent = $state.raw(false);
  #isLate = $state.raw(false);
  #heardAtSeconds = $state.raw(0);
  #quietTicks = 0;
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

  /** Lost because a service that accepts connections sent nothing. */
  get isSilent(): boolean {
    return this.#isSilent;
  }

  /** A sign of life is overdue. */
  get isLate(): boolean {
    return this.#isLate;
  }

  /** When the service last sent something; 0: not yet. */
  get heardAtSeconds(): number {
    return this.#heardAtSeconds;
  }

  on(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onResume(listener: () => void): () => void {
    this.#resumeListeners.add(listener);
    return () => this.#resumeListeners.delete(listener);
  }

  /** Starts reading; the returned function stops it. */
  start(): () => void {
    const abort = new AbortController();
    this.#abort = abort;
    void this.#run(abort.signal);
    return () => {
      abort.abort();
      this.#wake?.();
    };
  }

  /** Tries at once instead of waiting for the next attempt. */
  retryNow(): void {
    this.#wake?.();
  }

  async #run(signal: AbortSignal): Promise<void> {
    let waitMs = FIRST_RETRY_MS;
    let isAgain = false;
    while (!signal.aborted) {
      const ended = await this.#readOnce(signal, isAgain);
      if (signal.aborted || ended === 'signed-out') return;
      isAgain = true;
      // A stream that was open may only have been replaced: the next attempt tells whether the service is there.
      if (ended !== 'read') this.#connection = 'lost';
      this.#isSilent = ended === 'silent';
      waitMs = ended === 'read' ? FIRST_RETRY_MS : Math.min(waitMs * 2, LONGEST_RETRY_MS);
      await this.#pause(waitMs);
    }
  }

  async #readOnce(signal: AbortSignal, isAgain: boolean): Promise<Ending> {
    const silence = new AbortController();
    const timer = setInterval(() => {
      this.#quietTicks += 1;
      if (this.#quietTicks >= LATE_TICKS) this.#isLate = true;
      if (this.#quietTicks >= QUIET_TICKS) silence.abort();
    }, TICK_MS);
    this.#quietTicks = 0;
    let isOpen = false;
    try {
      const response = await this.#http.open('events/', AbortSignal.any([signal, silence.signal]));
      isOpen = true;
      this.#hear();
      this.#connection = 'open';
      this.#isSilent = false;
      if (isAgain) for (const listener of this.#resumeListeners) listener();
      await this.#readBody(response);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'signed-out') return 'signed-out';
    } finally {
      clearInterval(timer);
    }
    if (silence.signal.aborted) return 'silent';
    return isOpen ? 'read' : 'failed';
  }

  #hear(): void {
    this.#quietTicks = 0;
    this.#isLate = false;
    this.#heardAtSeconds = Math.floor(Date.now() / 1000);
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
      this.#hear();
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
