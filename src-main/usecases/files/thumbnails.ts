import { LRUCache } from 'lru-cache';
import type { Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { FileKey } from '../../core/library/encryption.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { PICTURE_MAX_BYTES, THUMBNAILS_AT_ONCE, THUMBNAILS_WAITING } from '../../core/limits.ts';
import type { FileDirent } from '../../core/objects/dir-object.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import type { LibraryContents } from '../../engine/reading/library-contents.ts';
import { FairQueue } from '../../engine/scheduling/fair-queue.ts';
import type { Downloads } from './downloads.ts';
import type { LibraryItems } from './library-items.ts';

/** Makes a PNG of a picture, its longer side `size` pixels at most; null for what cannot be opened. */
export type MakeThumbnail = (picture: { bytes: Uint8Array; size: number }) => Promise<Uint8Array | null>;

export interface ThumbnailsDependencies {
  readonly libraryItems: Pick<LibraryItems, 'findFile'>;
  readonly contents: LibraryContents;
  readonly downloads: Pick<Downloads, 'keyFor'>;
  /** Absent: there are none to be had. */
  readonly makeThumbnail?: MakeThumbnail | undefined;
}

interface Pictured {
  readonly library: Library;
  readonly file: FileDirent;
  readonly fileKey: FileKey | null;
  /** The client in the queue. */
  readonly whose: string;
  readonly wanted: WantedThumbnail;
}

export interface WantedThumbnail {
  /** Pixels of the longer side, at most. */
  readonly size: number;
  /** Aborted when the client no longer waits. */
  readonly signal?: AbortSignal;
}

const QUEUE_LIMITS = { atOnce: THUMBNAILS_AT_ONCE, waiting: THUMBNAILS_WAITING };
/** A few hundred thumbnails. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024;

/** Small pictures of pictures. They are kept in memory alone, those of encrypted libraries not even there. */
export type Thumbnails = ReturnType<typeof createThumbnails>;

export function createThumbnails(deps: ThumbnailsDependencies) {
  const kept = new LRUCache<string, Uint8Array>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: (png) => png.byteLength,
  });
  const queue = new FairQueue(QUEUE_LIMITS);

  /** @param read null: the file is too large */
  async function make(name: string, size: number, read: () => Promise<Buffer | null>): Promise<Uint8Array> {
    const bytes = await read();
    if (bytes === null) throw new DomainError('file-too-large', { value: name });
    const made = await deps.makeThumbnail?.({ bytes, size });
    if (made === undefined || made === null)
      throw new DomainError('argument-invalid', { field: 'p', value: name, reason: 'no-picture' });
    return made;
  }

  async function ofFile({ library, file, fileKey, whose, wanted }: Pictured): Promise<Uint8Array> {
    const { size, signal } = wanted;
    const key = `${library.id} ${file.id} ${size}`;
    const known = fileKey === null ? kept.get(key) : undefined;
    if (known !== undefined) return known;
    const read = () => deps.contents.readWhole(library, file, { fileKey, maxBytes: PICTURE_MAX_BYTES });
    const made = await queue.run(() => make(file.name, size, read), whose, signal);
    if (fileKey === null) kept.set(key, made);
    return made;
  }

  return {
    /**
     * A PNG.
     * @param commitId null: as it is now
     * @throws DomainError `library-not-found`, `permission-denied`, `commit-not-found`, `file-not-found`, `library-locked`;
     * `file-too-large`; `argument-invalid` with the reason `no-picture`; `busy`; the reason of the signal
     */
    async find(
      caller: Caller,
      place: { readonly libraryId: LibraryId; readonly path: string },
      wanted: WantedThumbnail,
      commitId: CommitId | null = null,
    ): Promise<Uint8Array> {
      const { view, item } = await deps.libraryItems.findFile(caller, place, commitId);
      const { library } = view;
      const fileKey = deps.downloads.keyFor(caller, library);
      return ofFile({ library, file: item, fileKey, whose: caller.email, wanted });
    },

    /**
     * The same for visitors, who were let in to the file already and have their turns beside those of accounts.
     * @param visitor whose turn it is: an address
     */
    findForVisitor(
      visitor: string,
      library: Library,
      file: FileDirent,
      wanted: WantedThumbnail,
    ): Promise<Uint8Array> {
      return ofFile({ library, file, fileKey: null, whose: `visitor ${visitor}`, wanted });
    },
  };
}
