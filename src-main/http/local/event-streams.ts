import type { ServerResponse } from 'node:http';
import type { ServerEvent } from '../../../src-shared/events.ts';

const HEARTBEAT_MS = 15_000;
/** Hundreds of events. Who is further behind reads no longer, and refetches everything after connecting again. */
const MAX_QUEUED_BYTES = 256 * 1024;

export interface EventStream {
  send(event: ServerEvent): void;
}

/** The open event streams of a server. */
export class EventStreams {
  readonly #open = new Set<ServerResponse>();
  #isClosed = false;

  /** @param isStillAllowed asked at every heartbeat: a revoked token ends its streams. */
  open(response: ServerResponse, isStillAllowed: () => boolean): EventStream {
    const write = (text: string): void => {
      if (response.writableLength > MAX_QUEUED_BYTES) response.destroy();
      else response.write(text);
    };
    const heartbeat = setInterval(() => {
      if (isStillAllowed()) write(': still here\n\n');
      else response.end();
    }, HEARTBEAT_MS);
    this.#open.add(response);
    response.once('close', () => {
      clearInterval(heartbeat);
      this.#open.delete(response);
    });
    // Sends the headers, so that the client knows it is connected.
    write(': connected\n\n');
    if (this.#isClosed) response.end();
    return { send: (event) => write(`data: ${JSON.stringify(event)}\n\n`) };
  }

  /** Ends all streams; later ones end at once. */
  close(): void {
    this.#isClosed = true;
    for (const response of this.#open) response.end();
  }
}
