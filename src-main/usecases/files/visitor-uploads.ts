import type { Library } from '../../core/library/library.ts';
import { FORMS_OF_VISITORS_AT_ONCE, UPLOAD_WAIT_SECONDS, UPLOADS_WAITING } from '../../core/limits.ts';
import { EMPTY_ID } from '../../core/objects/object-id.ts';
import type { PutFile } from '../../engine/edits/put-files.ts';
import { requireFileSize } from '../../engine/edits/receive-content.ts';
import type { PendingStorage } from '../../engine/objects/pending-storage.ts';
import type { Ids } from '../../engine/ports.ts';
import { SharedSemaphore } from '../../engine/scheduling/shared-semaphore.ts';
import type { PartialFiles } from '../../store/partial-files.ts';
import { type AddRequest, formShares, type ReceivedFile, type Upload, type Uploads } from './uploads.ts';

/** Between checks whether too much lies aside. */
const BYTES_PER_CHECK = 1024 * 1024;

export interface VisitorUploadsDependencies {
  readonly uploads: Pick<Uploads, 'openForAdding' | 'beginAdding'>;
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

  /** What is kept lies aside, and comes in when it is put: only then the upload takes its turn. */
  function spool(
    { files, library }: { readonly files: PartialFiles; readonly library: Library },
    begin: () => Promise<Upload<AddRequest, PutFile[]>>,
    endTurn: () => void,
  ): Upload<AddRequest, PutFile[]> {
    const keys: string[] = [];
    return {
      async keep(name, pieces) {
        const key = ids.uuid();
        keys.push(key);
        const take = (bytes: number) => pending.takeBeginning(library, key, bytes);
        return { name, id: EMPTY_ID, sizeBytes: await files.write(key, 0, within(pieces, take)) };
      },
      async put(request) {
        const upload = await begin();
        try {
          const stored: ReceivedFile[] = [];
          for (const [at, key] of keys.entries()) {
            // From here on it counts as what is stored of it.
            pending.drop(key);
            stored.push(await upload.keep(request.files[at]?.name ?? '', files.read(key)));
          }
          return await upload.put({ ...request, files: stored });
        } finally {
          await upload.end();
        }
      },
      async end() {
        try {
          for (const key of keys) {
            pending.drop(key);
            await files.remove(key);
          }
        } finally {
          endTurn();
        }
      },
    };
  }

  return {
    /** @throws DomainError as `Uploads.beginAdding` */
    async begin(token: string, address: string | null): Promise<Upload<AddRequest, PutFile[]>> {
      const { grant, library } = uploads.openForAdding(token);
      const { publicLink } = grant;
      const begin = () => uploads.beginAdding(token, address);
      if (files === null || publicLink === undefined) return begin();
      const endTurn = await queue.take(formShares(publicLink, address));
      return spool({ files, library }, begin, endTurn);
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
