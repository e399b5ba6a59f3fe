import { by, type Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { isInside, parsePath } from '../../core/library/path.ts';
import {
  UPLOAD_WAIT_SECONDS,
  UPLOADS_AT_ONCE,
  UPLOADS_AT_ONCE_OF_VISITORS,
  UPLOADS_AT_ONCE_PER_PUBLIC_LINK,
  UPLOADS_AT_ONCE_PER_SENDER,
  UPLOADS_WAITING,
  UPLOADS_WAITING_OF_VISITORS,
  UPLOADS_WAITING_PER_SENDER,
} from '../../core/limits.ts';
import type { CommitId, ObjectId } from '../../core/objects/object-id.ts';
import type { LibraryEdits } from '../../engine/edits/library-edits.ts';
import type { PutFile } from '../../engine/edits/put-files.ts';
import type { StoredContent } from '../../engine/edits/receive-content.ts';
import { type SemaphoreShare, SharedSemaphore } from '../../engine/scheduling/shared-semaphore.ts';
import type { AccessLinks, UpdateGrant, UploadGrant } from '../access/access-links.ts';
import type { LibraryAccess } from '../access/library-access.ts';
import type { Downloads } from './downloads.ts';

/** A file that has come in whole. */
export interface ReceivedFile extends StoredContent {
  /** As the client sent it. */
  readonly name: string;
}

/** Takes the bytes of one file as they come in; each piece is good until the next one is asked for. */
export type KeepFile = (name: string, pieces: AsyncIterable<Uint8Array>) => Promise<ReceivedFile>;

export interface AddRequest {
  /** Must be the folder of the link. */
  readonly parentDir: string;
  /** Below it, made where it is missing; empty for the folder itself. */
  readonly relativePath: string;
  /** Files of the same name are replaced; otherwise new ones get a number. */
  readonly replaces: boolean;
  /** Null: now. */
  readonly mtimeSeconds: number | null;
  /** One for each file in their order, where they differ. */
  readonly mtimesSeconds?: readonly (number | null)[];
  readonly files: readonly ReceivedFile[];
}

export interface UpdateRequest {
  readonly path: string;
  readonly file: ReceivedFile;
  /** The version that the client changed; null: whatever is there. */
  readonly base: CommitId | null;
  /** Null: now. */
  readonly mtimeSeconds: number | null;
}

/** One file at a path. */
export interface PutRequest {
  readonly file: StoredContent;
  /** Null: now. */
  readonly mtimeSeconds: number | null;
  /** @see PutAt */
  readonly expects?: ObjectId | null;
}

/** As `KeepFile`, for the only file of a request. */
export type KeepContent = (pieces: AsyncIterable<Uint8Array>) => Promise<StoredContent>;

export interface UploadsDependencies {
  readonly access: Pick<LibraryAccess, 'writable'>;
  readonly links: AccessLinks;
  readonly downloads: Pick<Downloads, 'keyFor'>;
  readonly edits: Pick<LibraryEdits, 'receiveContent' | 'addFiles' | 'replaceFile' | 'putAt'>;
}

/** Files that come in over links. Nothing shows in a library before all of a request is here and durable. */
export type Uploads = ReturnType<typeof createUploads>;

export function createUploads({ access, links, downloads, edits }: UploadsDependencies) {
  const queue = new SharedSemaphore({
    atOnce: UPLOADS_AT_ONCE,
    waiting: UPLOADS_WAITING,
    waitSeconds: UPLOAD_WAIT_SECONDS,
  });

  /**
   * The library of the link, as far as its maker may write to it now.
   * @throws DomainError as `AccessLinks.open`; `link-not-found` also for who may only read; `library-read-only`
   */
  function open(token: string, operation: 'upload' | 'update') {
    const { grant, view } = links.open(token, operation);
    const { caller, folder } = grant;
    if (caller === null || view === null) throw new DomainError('link-not-found', { value: token });
    const { library } = view;
    if (library.status === 'read-only') throw new DomainError('library-read-only', { value: library.id });
    if (view.permission === 'r') {
      links.end(token);
      throw new DomainError('link-not-found', { value: token });
    }
    return { folder, caller, library, grant };
  }

  /** In the turn of the sender. */
  function limited<T>(
    { token, operation, address }: { token: string; operation: 'upload' | 'update'; address: string | null },
    task: () => Promise<T>,
  ): Promise<T> {
    const { grant } = open(token, operation);
    return queue.run(task, uploadShares(grant, address));
  }

  /** What one request brings; what it `received` counts for the quota until it is put. */
  function receiving(token: string, operation: 'upload' | 'update') {
    const { caller, library } = open(token, operation);
    const { store, received } = edits.receiveContent(library, downloads.keyFor(caller, library));
    const keep: KeepFile = async (name, pieces) => ({ name, ...(await store(pieces)) });
    return { keep, received };
  }

  return {
    /** Who adds what to which folder over a link. @throws DomainError as `add` before anything comes in */
    openForAdding: (token: string) => open(token, 'upload'),

    /**
     * Adds the files that `receive` brings, in one commit. Durable on return.
     * @throws DomainError `link-not-found`, `permission-denied` (reason `operation`; field `parent_dir`),
     * `library-read-only`, `library-locked`, `busy`, `folder-not-found`, `not-a-folder`, `argument-invalid`,
     * `name-invalid`, `name-taken` after a hundred numbers, `quota-exceeded`, `file-too-large`, `disk-full`,
     * `head-moved` when what came in was collected meanwhile; nothing is changed then
     * @param address of the sender, which has a share of the turns; null: it has none
     */
    add: async (
      token: string,
      receive: (keep: KeepFile) => Promise<AddRequest>,
      address: string | null = null,
    ): Promise<PutFile[]> =>
      limited({ token, operation: 'upload', address }, async () => {
        const { keep, received } = receiving(token, 'upload');
        const { parentDir, relativePath, replaces, ...request } = await receive(keep);
        // Much may have changed while the bytes came in.
        const { library, caller, folder } = open(token, 'upload');
        if (!isSamePath(parentDir, folder))
          throw new DomainError('permission-denied', { field: 'parent_dir', value: parentDir });
        const files = request.files.map((file, at) => {
          return { ...file, mtimeSeconds: request.mtimesSeconds?.[at] ?? request.mtimeSeconds };
        });
        const where = { folder, relativePath, replaces };
        return edits.addFiles({ libraryId: library.id, ...by(caller), ...where, files, received });
      }),

    /**
     * Replaces the content of a file. The same content makes no commit; one that another user changed since `base` is
     * kept, and the new one lies beside it. Durable on return.
     * @throws DomainError as `add`; `file-not-found`
     */
    update: async (
      token: string,
      receive: (keep: KeepFile) => Promise<UpdateRequest>,
      address: string | null = null,
    ): Promise<PutFile> =>
      limited({ token, operation: 'update', address }, async () => {
        const { keep, received } = receiving(token, 'update');
        const { file: content, base, mtimeSeconds, ...request } = await receive(keep);
        const { library, caller, folder } = open(token, 'update');
        const path = parsePath(request.path);
        if (!isInside(path, folder))
          throw new DomainError('permission-denied', { field: 'parent_dir', value: path });
        const wanted = { path, content, base, mtimeSeconds, received };
        return edits.replaceFile({ libraryId: library.id, ...by(caller), ...wanted });
      }),

    /**
     * Puts the file that `receive` brings at a path, for a user who is signed in. Durable on return.
     * @throws DomainError `library-not-found`, `permission-denied`, `library-read-only`, `library-locked`, `busy` before
     * anything comes in; `quota-exceeded`, `file-too-large`, `disk-full`; what `LibraryEdits.putAt` throws
     */
    putAt: async (
      caller: Caller,
      { libraryId, path }: { readonly libraryId: LibraryId; readonly path: string },
      receive: (keep: KeepContent) => Promise<PutRequest>,
      address: string | null = null,
    ): Promise<PutFile> => {
      access.writable(caller, libraryId);
      const task = async () => {
        const { library } = access.writable(caller, libraryId);
        const { store, received } = edits.receiveContent(library, downloads.keyFor(caller, library));
        const { file: content, ...request } = await receive(store);
        access.writable(caller, libraryId);
        return edits.putAt({ libraryId, ...by(caller), path, content, received, ...request });
      };
      return queue.run(task, uploadShares({ caller }, address));
    },
  };
}

function isSamePath(text: string, folder: string): boolean {
  const path = parsePath(text);
  return path === folder || path.normalize('NFC') === folder.normalize('NFC');
}

const SENDER = { atOnce: UPLOADS_AT_ONCE_PER_SENDER, waiting: UPLOADS_WAITING_PER_SENDER };
const VISITORS = { atOnce: UPLOADS_AT_ONCE_OF_VISITORS, waiting: UPLOADS_WAITING_OF_VISITORS };

/** Of which shares a visitor's form takes its turn to come in: its link's and its address's. */
export function formShares(publicLink: string, address: string | null): readonly SemaphoreShare[] {
  const link = { ...VISITORS, sender: `link ${publicLink}`, atOnce: UPLOADS_AT_ONCE_PER_PUBLIC_LINK };
  return address === null ? [link] : [link, addressShare(address)];
}

/** Of which shares an upload takes its turn: its person's, or its public link's and that of all visitors; its address's. */
function uploadShares(
  { caller, publicLink }: Pick<UploadGrant | UpdateGrant, 'caller' | 'publicLink'>,
  address: string | null,
): readonly SemaphoreShare[] {
  const own: readonly SemaphoreShare[] =
    publicLink === undefined
      ? [{ sender: `person ${caller?.email ?? ''}`, ...SENDER }]
      : [
          { ...VISITORS, sender: `link ${publicLink}`, atOnce: UPLOADS_AT_ONCE_PER_PUBLIC_LINK },
          { ...VISITORS, sender: 'visitors' },
        ];
  return address === null ? own : [...own, addressShare(address)];
}

function addressShare(address: string): SemaphoreShare {
  return { sender: `address ${address}`, ...SENDER };
}
