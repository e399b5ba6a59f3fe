interface RunningUpload {
  readonly abort: AbortController;
  sentBytes: number;
}

/** An upload to the service in progress. */
export interface FollowedUpload {
  /** Aborts when the page cancels it. */
  readonly signal: AbortSignal;
  readonly body: ReadableStream<Uint8Array>;
  end(): void;
}

/** Cancelled ids remembered: the request may come later, but not after this many others. */
const REMEMBERED = 100;

/**
 * Uploads of the page by the ids that it chose. In Electron, a request to our own scheme does not notice when the page
 * cancels it, and the page does not see its progress: so the page asks, and reports that it cancels.
 */
export class PageUploads {
  readonly #running = new Map<string, RunningUpload>();
  readonly #cancelled: string[] = [];

  /** Counts the body of an upload as it is read, which is as fast as the service takes it. */
  follow(id: string, body: ReadableStream<Uint8Array>): FollowedUpload {
    const upload: RunningUpload = { abort: new AbortController(), sentBytes: 0 };
    if (this.#cancelled.includes(id)) upload.abort.abort();
    this.#running.set(id, upload);
    const counting = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        upload.sentBytes += piece.length;
        controller.enqueue(piece);
      },
    });
    return {
      signal: upload.abort.signal,
      body: body.pipeThrough(counting),
      end: () => void this.#running.delete(id),
    };
  }

  /** 0 for an upload that has not started, or is over. */
  sentBytes(id: string): number {
    return this.#running.get(id)?.sentBytes ?? 0;
  }

  /** Its request may still be on the way. */
  cancel(id: string): void {
    this.#cancelled.push(id);
    if (this.#cancelled.length > REMEMBERED) this.#cancelled.shift();
    this.#running.get(id)?.abort.abort();
  }
}
