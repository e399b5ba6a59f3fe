import type { Caller } from '../core/access/caller.ts';
import { DomainError } from '../core/errors.ts';
import type { LibraryId } from '../core/library/library-id.ts';
import type { Downloads } from './downloads.ts';
import type { LibraryContents } from './library-contents.ts';
import type { LibraryItems } from './library-items.ts';

/** Makes a PNG of a picture, its longer side `size` pixels at most; null for what cannot be opened. */
export type MakeThumbnail = (picture: { bytes: Uint8Array; size: number }) => Promise<Uint8Array | null>;

export interface ThumbnailsDependencies {
  readonly libraryItems: Pick<LibraryItems, 'findFile'>;
  readonly contents: LibraryContents;
  readonly downloads: Pick<Downloads, 'keyFor'>;
  /** Absent: there are none to be had. */
  readonly makeThumbnail?: MakeThumbnail;
}

/** Larger pictures than any camera makes are shown as what they are. */
const MAX_FILE_BYTES = 20 * 1024 * 1024;
const MAX_WAITING = 32;
/** A few hundred thumbnails; the oldest goes first. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024;
const RETRY_SECONDS = 5;

/** Small pictures of pictures. They are kept in memory alone, those of encrypted libraries not even there. */
export type Thumbnails = ReturnType<typeof createThumbnails>;

export function createThumbnails(deps: ThumbnailsDependencies) {
  const kept = new KeptThumbnails();
  let waiting = 0;

  async function make(name: string, read: () => AsyncGenerator<Buffer>, size: number): Promise<Uint8Array> {
    if (waiting >= MAX_WAITING) throw new DomainError('busy', { retryAfterSeconds: RETRY_SECONDS });
    waiting += 1;
    try {
      const pieces: Buffer[] = [];
      for await (const piece of read()) pieces.push(piece);
      const made = await deps.makeThumbnail?.({ bytes: Buffer.concat(pieces), size });
      if (made === undefined || made === null)
        throw new DomainError('argument-invalid', { field: 'p', value: name, reason: 'no-picture' });
      return made;
    } finally {
      waiting -= 1;
    }
  }

  return {
    /**
     * A PNG, its longer side `size` pixels at most.
     * @throws DomainError `library-not-found`, `permission-denied`, `file-not-found`, `library-locked`; `file-too-large`;
     * `argument-invalid` with the reason `no-picture`; `busy`
     */
    async find(
      caller: Caller,
      place: { readonly libraryId: LibraryId; readonly path: string },
      size: number,
    ): Promise<Uint8Array> {
      const { view, item } = await deps.libraryItems.findFile(caller, place);
      const { library } = view;
      const key = deps.downloads.keyFor(caller, library);
      if (item.sizeBytes > MAX_FILE_BYTES) throw new DomainError('file-too-large', { value: place.path });
      if (key !== null) return make(place.path, () => deps.contents.readDecrypted(library, item, key), size);
      const name = `${library.id} ${item.id} ${size}`;
      const known = kept.get(name);
      if (known !== undefined) return known;
      const made = await make(place.path, () => deps.contents.read(library, item), size);
      kept.put(name, made);
      return made;
    },
  };
}

class KeptThumbnails {
  readonly #kept = new Map<string, Uint8Array>();
  #bytes = 0;

  get(name: string): Uint8Array | undefined {
    return this.#kept.get(name);
  }

  put(name: string, thumbnail: Uint8Array): void {
    if (this.#kept.has(name)) return;
    this.#kept.set(name, thumbnail);
    this.#bytes += thumbnail.byteLength;
    for (const [oldest, bytes] of this.#kept) {
      if (this.#bytes <= MAX_KEPT_BYTES) return;
      this.#kept.delete(oldest);
      this.#bytes -= bytes.byteLength;
    }
  }
}
