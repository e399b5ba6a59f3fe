import type { Library } from '../../core/library/library.ts';
import { FORMS_OF_VISITORS_AT_ONCE, UPLOAD_WAIT_SECONDS, UPLOADS_WAITING } from '../../core/limits.ts';
import { EMPTY_ID } from '../../core/objects/object-id.ts';
import type { PutFile } from '../../engine/edits/put-files.ts';
import { requireFileSize } from '../../engine/edits/receive-content.ts';
import type { PendingStorage } from '../../engine/objects/pending-storage.ts';
import type { Ids } from '../../engine/ports.ts';
import { SharedSemaphore } from '../../engine/scheduling/shared-semaphore.ts';
import type { PartialFiles } from '../../store/partial-files.ts';
import { type AddRequest, formShares, type KeepFile, type ReceivedFile, type Uploads } from './uploads.ts';

/** Between checks whether too much lies aside. */
const BYTES_PER_CHECK = 1024 * 1024;

export interface VisitorUploadsDependencies {
  readonly uploads: Pick<Uploads, 'openForAdding' | 'add'>;
  readonly pending: Pick<PendingStorage, 'takeBeginning' | 'drop'>;
  readonly ids: Pick<Ids, 'uuid'>;
  /** Null where nothing can lie aside. */
  readonly files: PartialFiles | null;
}

/**
 * Forms with files of all senders. Those of visitors are spooled until all of a form is here, because what is in the
 * store and in no library is garbage for a day, and a visitor can break off as often as it likes. Only then do they take
 * a turn of uploads: a form that trickles in keeps one of its own link from others, and nothing else.
 */
export type VisitorUploads = ReturnType<typeof createVisitorUploads>;

export function createVisitorUploads({ uploads, pending, ids, files }: VisitorUploadsDependencies) {
  const queue = new SharedSemaphore({
    atOnce: FORMS_OF_VISITORS_AT_ONCE,
    waiting: UPLOADS_WAITING,
    waitSeconds: UPLOAD_WAIT_SECONDS,
  });

  /** @param add takes the form, whose files are read from where they lie */
  async function spooling<T>(
    { files, library }: { readonly files: PartialFiles; readonly library: Library },
    receive: (keep: KeepFile) => Promise<AddRequest>,
    add: (store: (keep: KeepFile) => Promise<AddRequest>) => Promise<T>,
  ): Promise<T> {
    const keys: string[] = [];
    const spool: KeepFile = async (name, pieces) => {
      const key = ids.uuid();
      keys.push(key);
      const take = (bytes: number) => pending.takeBeginning(library, key, bytes);
      return { name, id: EMPTY_ID, sizeBytes: await files.write(key, 0, within(pieces, take)) };
    };
    try {
      const request = await receive(spool);
      return await add(async (keep) => {
        const stored: ReceivedFile[] = [];
        for (const [at, key] of keys.entries()) {
          // From here on it counts as what is stored of it.
          pending.drop(key);
          stored.push(await keep(request.files[at]?.name ?? '', files.read(key)));
        }
        return { ...request, files: stored };
      });
    } finally {
      for (const key of keys) {
        pending.drop(key);
        await files.remove(key);
      }
    }
  }

  return {
    /** @throws DomainError as `Uploads.add` */
    async add(
      token: string,
      receive: (keep: KeepFile) => Promise<AddRequest>,
      address: string | null,
    ): Promise<PutFile[]> {
      const { grant, library } = uploads.openForAdding(token);
      const { publicLink } = grant;
      if (files === null || publicLink === undefined) return uploads.add(token, receive, address);
      const add = (store: (keep: KeepFile) => Promise<AddRequest>) => uploads.add(token, store, address);
      return queue.run(() => spooling({ files, library }, receive, add), formShares(publicLink, address));
    },
  };
}

/** @throws DomainError `file-too-large`; what `take` throws, which is told how much has come */
async function* within(
  pieces: AsyncIterable<Uint8Array>,
  take: (sizeBytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0;
  let takenBytes = 0;
  for await (const piece of pieces) {
    sizeBytes += piece.length;
    requireFileSize(sizeBytes);
    if (takenBytes === 0 || sizeBytes - takenBytes >= BYTES_PER_CHECK) {
      take(sizeBytes);
      takenBytes = sizeBytes;
    }
    yield piece;
  }
  take(sizeBytes);
}
