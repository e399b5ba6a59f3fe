interface RunningUpload {
  readonly abort: AbortController;
  sentBytes: number;
}

/** An upload on its way to the service. */
export interface FollowedUpload {
  /** Aborts when the page wants it no more. */
  readonly signal: AbortSignal;
  readonly body: ReadableStream<Uint8Array>;
  end(): void;
}

/** A cancelled upload may be asked for after that; one of so many before is over. */
const REMEMBERED = 100;

/**
 * Uploads of the page, by the ids that it gave them. In Electron a request to a scheme of our own is never told that the
 * page has given it up, and the page is not told how far it is: so the page asks, and says that it cancels.
 */
export class PageUploads {
  readonly #running = new Map<string, RunningUpload>();
  readonly #cancelled: string[] = [];

  /** Follows the body of an upload as it is read, which is as fast as the service takes it. */
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

  /** 0 for an upload that has not begun, or is over. */
  sentBytes(id: string): number {
    return this.#running.get(id)?.sentBytes ?? 0;
  }

  /** Its request may be on its way still. */
  cancel(id: string): void {
    this.#cancelled.push(id);
    if (this.#cancelled.length > REMEMBERED) this.#cancelled.shift();
    this.#running.get(id)?.abort.abort();
  }
}
