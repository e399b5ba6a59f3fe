import type { Api } from '../api/api.ts';
import { ApiError } from '../api/api-error.ts';
import type { PictureFile, PictureSize, Pictures } from '../ui/pictures.ts';

// A browser makes six requests to a server at once; the rest are left for requests that users wait for more.
const AT_ONCE = 4;
const MOST_KEPT_BYTES = 48_000_000;
// Addresses without a picture, which are not asked for again.
const MOST_EMPTY = 20_000;
// Pictures that only pass by while the user scrolls are not requested.
const SETTLE_MS = 50;
/** After this long without a request, the user has opened a folder and is not scrolling. */
const REST_MS = 250;
/** How long until a picture that was refused because other clients had their turn is requested again. */
const BUSY_MS = 500;

interface Wanted {
  readonly file: PictureFile;
  readonly size: PictureSize;
  readonly key: string;
  readonly done: Set<(url: string) => void>;
  readonly abort: AbortController;
}

interface Kept {
  readonly url: string;
  readonly bytes: number;
}

/**
 * Small pictures as the service makes them: a few are fetched at a time, in the order of the requests, and the latest
 * kept.
 */
export class PictureCache implements Pictures {
  readonly #files: Pick<Api['files'], 'thumbnail'>;
  /** Least recently used first. */
  readonly #kept = new Map<string, Kept>();
  readonly #empty = new Set<string>();
  readonly #wanted = new Map<string, Wanted>();
  readonly #asking = new Set<Wanted>();
  #keptBytes = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #wantedAtMs = Number.NEGATIVE_INFINITY;

  constructor(files: Pick<Api['files'], 'thumbnail'>) {
    this.#files = files;
  }

  known(file: PictureFile, size: PictureSize): string | null {
    const key = keyOf(file, size);
    const kept = this.#kept.get(key);
    if (kept === undefined) return null;
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept.url;
  }

  want(file: PictureFile, size: PictureSize, done: (url: string) => void): () => void {
    const key = keyOf(file, size);
    if (this.#empty.has(key)) return () => undefined;
    const wanted = this.#wanted.get(key) ?? {
      ...{ file, size, key, done: new Set(), abort: new AbortController() },
    };
    wanted.done.add(done);
    this.#wanted.set(key, wanted);
    this.#nextSoon();
    return () => {
      wanted.done.delete(done);
      if (wanted.done.size > 0 || this.#wanted.get(key) !== wanted) return;
      this.#wanted.delete(key);
      wanted.abort.abort();
    };
  }

  /** Drops all cached pictures. */
  clear(): void {
    for (const { url } of this.#kept.values()) URL.revokeObjectURL(url);
    this.#kept.clear();
    this.#empty.clear();
    this.#keptBytes = 0;
  }

  #nextSoon(): void {
    const hasRested = performance.now() - this.#wantedAtMs > REST_MS;
    this.#wantedAtMs = performance.now();
    const next = () => {
      this.#timer = null;
      this.#next();
    };
    this.#timer ??= setTimeout(next, hasRested ? 0 : SETTLE_MS);
  }

  #next(): void {
    for (const wanted of this.#wanted.values()) {
      if (this.#asking.size >= AT_ONCE) return;
      if (!this.#asking.has(wanted)) void this.#ask(wanted);
    }
  }

  async #ask(wanted: Wanted): Promise<void> {
    this.#asking.add(wanted);
    try {
      this.#give(wanted, await this.#fetched(wanted));
    } catch (error) {
      if (!wanted.abort.signal.aborted && isFinal(error)) this.#leaveEmpty(wanted.key);
    } finally {
      this.#asking.delete(wanted);
      if (this.#wanted.get(wanted.key) === wanted) this.#wanted.delete(wanted.key);
      if (wanted.abort.signal.aborted) this.#nextSoon();
      else this.#next();
    }
  }

  async #fetched(wanted: Wanted): Promise<Blob> {
    const { file, size, abort } = wanted;
    for (;;) {
      try {
        return await this.#files.thumbnail(file.libraryId, file, { size, signal: abort.signal });
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'busy' || abort.signal.aborted) throw error;
        await new Promise((resolve) => setTimeout(resolve, BUSY_MS));
        abort.signal.throwIfAborted();
      }
    }
  }

  #give({ file, key, done, abort }: Wanted, picture: Blob): void {
    if (abort.signal.aborted) return;
    const url = URL.createObjectURL(picture);
    for (const tell of done) tell(url);
    if (!file.isSecret) this.#keep(key, { url, bytes: picture.size });
    // Its users have loaded it by then.
    else setTimeout(() => URL.revokeObjectURL(url), BUSY_MS);
  }

  #keep(key: string, kept: Kept): void {
    this.#kept.set(key, kept);
    this.#keptBytes += kept.bytes;
    for (const [oldest, { url, bytes }] of this.#kept) {
      if (this.#keptBytes <= MOST_KEPT_BYTES || oldest === key) return;
      URL.revokeObjectURL(url);
      this.#kept.delete(oldest);
      this.#keptBytes -= bytes;
    }
  }

  #leaveEmpty(key: string): void {
    if (this.#empty.size >= MOST_EMPTY) this.#empty.clear();
    this.#empty.add(key);
  }
}

function keyOf({ libraryId, id }: PictureFile, size: PictureSize): string {
  return `${libraryId} ${id} ${size}`;
}

/** The file is no picture that can be opened, and the same contents never will be. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'file-too-large' || error.reason === 'no-picture');
}
