import type { Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { checkNewItemName } from '../../core/library/name.ts';
import { joinPath } from '../../core/library/path.ts';
import {
  BEGINNING_HOURS,
  BEGINNING_HOURS_OF_VISITORS,
  MAX_BEGINNINGS_PER_PERSON,
  MAX_BEGINNINGS_PER_PUBLIC_LINK,
} from '../../core/limits.ts';
import { EMPTY_ID } from '../../core/objects/object-id.ts';
import type { PutFile } from '../../engine/edits/put-files.ts';
import { requireFileSize } from '../../engine/edits/receive-content.ts';
import type { PendingStorage } from '../../engine/objects/pending-storage.ts';
import type { Clock } from '../../engine/ports.ts';
import type { LibraryContents } from '../../engine/reading/library-contents.ts';
import { every } from '../../engine/scheduling/background.ts';
import { Exclusive } from '../../engine/scheduling/exclusive.ts';
import type { PartialFiles } from '../../store/partial-files.ts';
import type { UploadGrant } from '../access/access-links.ts';
import type { LibraryAccess } from '../access/library-access.ts';
import type { AddRequest, Upload, Uploads } from './uploads.ts';

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
  readonly uploads: Uploads;
  readonly pending: PendingStorage;
  readonly clock: Clock;
  /** Null where files can only come in one request. */
  readonly files: PartialFiles | null;
}

const HOUR_MS = 3_600_000;
const SWEEP_EVERY_MS = 10 * 60_000;

/** Files that come in over several requests, so that a broken one costs little. */
export type PartialUploads = ReturnType<typeof createPartialUploads>;

export function createPartialUploads(deps: PartialUploadsDependencies) {
  const { access, contents, pending, uploads, clock } = deps;
  const exclusive = new Exclusive(1);
  const isTaken = (key: string) => exclusive.isTaken(key);
  const beginnings =
    deps.files === null ? null : new Beginnings({ files: deps.files, pending, clock, isTaken });

  /** @throws DomainError `argument-invalid`: what lies on the disk in between would not be encrypted */
  function beginningsFor(isEncrypted: boolean): Beginnings {
    if (beginnings === null || isEncrypted) throw invalidRange('unsupported');
    return beginnings;
  }

  /** Puts a file that is here as a whole into the library. */
  async function putWhole(
    upload: Upload<AddRequest, PutFile[]>,
    { key, name, pieces }: WholeFile,
    request: AddRequest,
  ): Promise<PutFile[]> {
    try {
      // From here on it counts as what is stored of it.
      pending.drop(key);
      return await upload.put({ ...request, files: [await upload.keep(name, pieces)] });
    } finally {
      await upload.end();
    }
  }

  return {
    /**
     * Begins to add a part to what is here of a file; putting the last one adds the file to the library, putting any other
     * gives null. A part may begin anywhere in what is here.
     * @throws DomainError as `Uploads.beginAdding`; `argument-invalid` with field `Content-Range` for a gap, for a part of
     * another length than it says or of a file of another size, and in encrypted libraries; `busy` for one file too many that has begun
     */
    async begin(
      token: string,
      part: FilePart,
      address: string | null = null,
    ): Promise<Upload<AddRequest, PutFile[] | null>> {
      const { library, folder, grant } = uploads.openForAdding(token);
      const begun = beginningsFor(library.encryption !== null);
      const { files } = begun;
      const name = part.name.normalize('NFC');
      checkNewItemName(name);
      requireFileSize(part.totalBytes);
      const key = keyOf(whoseOf(grant), library.id, joinPath(folder, name));
      const release = exclusive.take(key);
      try {
        await begun.endOld();
        if (part.first > (await files.sizeOf(key))) throw invalidRange('gap');
        if (begun.isOfAnother(key, part)) throw invalidRange('other-size');
        begun.note({ key, part, library, grant });
      } catch (error) {
        release();
        throw error;
      }
      let isKept = false;
      return {
        async keep(_sent, pieces) {
          // Before it is written: another one would take the place of the first.
          if (isKept) throw new DomainError('argument-invalid', { field: 'file', reason: 'repeated' });
          isKept = true;
          return writePart(files, key, { part, pieces });
        },
        async put(request) {
          if (part.last + 1 < part.totalBytes) return null;
          try {
            const upload = await uploads.beginAdding(token, address);
            const added = await putWhole(upload, { key, name, pieces: files.read(key) }, request);
            await begun.end(key);
            return added;
          } catch (error) {
            if (begun.has(key)) pending.keepBeginning(library, key, part.totalBytes);
            throw error;
          }
        },
        end: async () => release(),
      };
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
      return deps.files.sizeOf(
        keyOf(whoseOf({ caller }), libraryId, joinPath(folder, name.normalize('NFC'))),
      );
    },
  };
}

interface IncomingFile {
  readonly key: string;
  readonly part: FilePart;
  readonly library: Library;
  readonly grant: Pick<UploadGrant, 'caller' | 'publicLink'>;
}

interface WholeFile {
  readonly key: string;
  readonly name: string;
  readonly pieces: AsyncIterable<Uint8Array>;
}

interface Beginning {
  readonly sender: string;
  readonly totalBytes: number;
  /** Without a part until then it goes. */
  readonly endsAtMs: number;
}

interface BeginningsDependencies extends Pick<PartialUploadsDependencies, 'pending' | 'clock'> {
  readonly files: PartialFiles;
  /** A part of the file is coming in. */
  readonly isTaken: (key: string) => boolean;
}

/** Files of which a part is here, as long as others may follow. */
class Beginnings {
  readonly files: PartialFiles;
  readonly #deps: BeginningsDependencies;
  readonly #begun = new Map<string, Beginning>();
  #endSweeps: (() => void) | null = null;

  constructor(deps: BeginningsDependencies) {
    this.files = deps.files;
    this.#deps = deps;
  }

  has(key: string): boolean {
    return this.#begun.has(key);
  }

  /** Whether it goes on with another file than the one that began: two of one name would become a mixture of both. */
  isOfAnother(key: string, { first, totalBytes }: FilePart): boolean {
    return first > 0 && this.#begun.get(key)?.totalBytes !== totalBytes;
  }

  /** Takes note of a file that begins or goes on. @throws DomainError `busy`, `quota-exceeded` */
  note({ key, part, library, grant }: IncomingFile): void {
    const { pending, clock } = this.#deps;
    const { publicLink } = grant;
    const sender = whoseOf(grant);
    const most = publicLink === undefined ? MAX_BEGINNINGS_PER_PERSON : MAX_BEGINNINGS_PER_PUBLIC_LINK;
    const others = [...this.#begun].filter(([other, one]) => other !== key && one.sender === sender);
    if (others.length >= most) throw new DomainError('busy', { retryAfterSeconds: 60 });
    pending.takeBeginning(library, key, part.totalBytes);
    const hours = publicLink === undefined ? BEGINNING_HOURS : BEGINNING_HOURS_OF_VISITORS;
    const { totalBytes } = part;
    this.#begun.set(key, { sender, totalBytes, endsAtMs: clock.nowMs() + hours * HOUR_MS });
    // What fails to go now goes the next time.
    this.#endSweeps ??= every(
      SWEEP_EVERY_MS,
      () => this.endOld(),
      () => undefined,
    );
  }

  async endOld(): Promise<void> {
    const { clock, isTaken } = this.#deps;
    for (const [key, { endsAtMs }] of this.#begun)
      if (endsAtMs <= clock.nowMs() && !isTaken(key)) await this.end(key);
  }

  async end(key: string): Promise<void> {
    await this.files.remove(key);
    this.#deps.pending.drop(key);
    this.#begun.delete(key);
    if (this.#begun.size > 0) return;
    this.#endSweeps?.();
    this.#endSweeps = null;
  }
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

/** A visitor with a public link goes on with what came by it, and never with a file of its owner. */
function whoseOf({ caller, publicLink }: IncomingFile['grant']): string {
  return publicLink === undefined ? `person ${caller?.email ?? ''}` : `link ${publicLink}`;
}

function keyOf(whose: string, libraryId: LibraryId, path: string): string {
  return JSON.stringify([whose, libraryId, path]);
}
