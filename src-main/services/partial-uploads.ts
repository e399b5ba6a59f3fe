import type { Caller } from '../core/access/caller.ts';
import { DomainError } from '../core/errors.ts';
import type { LibraryId } from '../core/library/library-id.ts';
import { checkNewItemName } from '../core/library/name.ts';
import { joinPath } from '../core/library/path.ts';
import { EMPTY_ID } from '../core/objects/object-id.ts';
import type { PartialFiles } from '../store/partial-files.ts';
import type { LibraryAccess } from './library-access.ts';
import type { LibraryContents } from './library-contents.ts';
import type { StorageQuotas } from './storage-quotas.ts';
import { requireFileSize } from './store-content.ts';
import type { AddRequest, KeepFile, UploadedFile, Uploads } from './uploads.ts';

/** A stretch of a file; bounds are inclusive. */
export interface FilePart {
  readonly name: string;
  readonly first: number;
  readonly last: number;
  readonly totalBytes: number;
}

export interface PartialUploadsDependencies {
  readonly access: LibraryAccess;
  readonly contents: LibraryContents;
  readonly quotas: StorageQuotas;
  readonly uploads: Uploads;
  /** Null where files can only come in one request. */
  readonly files: PartialFiles | null;
}

/** From the last part on. */
const LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Files that come in over several requests, so that a broken one costs little. */
export type PartialUploads = ReturnType<typeof createPartialUploads>;

export function createPartialUploads(deps: PartialUploadsDependencies) {
  const { access, contents, quotas, uploads } = deps;
  const busy = new Set<string>();

  async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (busy.has(key)) throw new DomainError('busy', { retryAfterSeconds: 1 });
    busy.add(key);
    try {
      return await work();
    } finally {
      busy.delete(key);
    }
  }

  /** @throws DomainError `argument-invalid`: what lies on the disk in between would not be encrypted */
  function filesFor(isEncrypted: boolean): PartialFiles {
    if (deps.files === null || isEncrypted) throw invalidRange('unsupported');
    return deps.files;
  }

  return {
    /**
     * Adds a part to what is here of a file; the last one adds the file to the library. Null after any other. A part
     * may begin anywhere in what is here.
     * @throws DomainError as `Uploads.add`; `argument-invalid` with field `Content-Range` for a gap, for a part of another
     * length than it says, and in encrypted libraries
     */
    async add(
      token: string,
      part: FilePart,
      receive: (keep: KeepFile) => Promise<AddRequest>,
    ): Promise<UploadedFile[] | null> {
      const { caller, library, folder } = uploads.openForAdding(token);
      const files = filesFor(library.encryption !== null);
      const name = part.name.normalize('NFC');
      checkNewItemName(name);
      requireFileSize(part.totalBytes);
      quotas.require(library, part.totalBytes);
      const key = keyOf(caller, library.id, joinPath(folder, name));
      return inTurn(key, async () => {
        await files.removeOlderThan(LIFETIME_MS);
        if (part.first > (await files.sizeOf(key))) throw invalidRange('gap');
        const request = await receive((_sent, pieces) => writePart(files, key, { part, pieces }));
        if (request.files.length > 1)
          throw new DomainError('argument-invalid', { field: 'file', reason: 'repeated' });
        if (part.last + 1 < part.totalBytes) return null;
        const added = await uploads.add(token, async (keep) => {
          return { ...request, files: [await keep(name, files.read(key))] };
        });
        await files.remove(key);
        return added;
      });
    },

    /**
     * How much of a file is here; null when it has to come in one request.
     * @throws DomainError `library-not-found`, `permission-denied`, `folder-not-found`, `not-a-folder`, `name-invalid`
     */
    async uploadedBytes(
      caller: Caller,
      libraryId: LibraryId,
      { folder, name }: { readonly folder: string; readonly name: string },
    ): Promise<number | null> {
      const { library } = access.readable(caller, libraryId);
      await contents.list(library, folder);
      checkNewItemName(name);
      if (deps.files === null || library.encryption !== null) return null;
      return deps.files.sizeOf(keyOf(caller, libraryId, joinPath(folder, name.normalize('NFC'))));
    },
  };
}

interface IncomingPart {
  readonly part: FilePart;
  readonly pieces: AsyncIterable<Uint8Array>;
}

async function writePart(files: PartialFiles, key: string, { part, pieces }: IncomingPart) {
  const { name, first, last } = part;
  const wantedBytes = last - first + 1;
  const bounded = async function* () {
    let sizeBytes = 0;
    for await (const piece of pieces) {
      sizeBytes += piece.length;
      if (sizeBytes > wantedBytes) throw invalidRange('length');
      yield piece;
    }
    if (sizeBytes < wantedBytes) throw invalidRange('length');
  };
  await files.write(key, first, bounded());
  return { name, id: EMPTY_ID, sizeBytes: wantedBytes };
}

function invalidRange(reason: string): DomainError {
  return new DomainError('argument-invalid', { field: 'Content-Range', reason });
}

function keyOf({ email }: Caller, libraryId: LibraryId, path: string): string {
  return JSON.stringify([email, libraryId, path]);
}
