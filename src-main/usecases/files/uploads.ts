import { by, type Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { Library } from '../../core/library/library.ts';
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
  /** As the client sent it; empty where the address has the name. */
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

/** An upload under way, in its turn: its files are kept as they come in, then put. One that ends before that puts nothing. */
export interface Upload<Request, Made> {
  readonly keep: KeepFile;
  /** Once all of the request is here; much may have changed since it began, so the right is asked again. Durable on return. */
  readonly put: (request: Request) => Promise<Made>;
  /** Gives the turn to others. Has to be called, whatever became of the upload. */
  readonly end: () => Promise<void>;
}

export interface UploadsDependencies {
  readonly access: Pick<LibraryAccess, 'writable'>;
  readonly links: AccessLinks;
  readonly downloads: Pick<Downloads, 'keyFor'>;
  readonly edits: Pick<LibraryEdits, 'receiveContent' | 'addFiles' | 'replaceFile' | 'putAt'>;
}

/** Files that come in over links. Nothing shows in a library before all of a request is here and durable. */
export type Uploads = ReturnType<typeof createUploads>;

export function createUploads(deps: UploadsDependencies) {
  const { access, links, edits } = deps;
  const begin = createUploadTurns(deps);

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

  async function add(token: string, request: AddRequest, received: readonly ObjectId[]): Promise<PutFile[]> {
    const { library, caller, folder } = open(token, 'upload');
    const { parentDir, relativePath, replaces, mtimeSeconds, mtimesSeconds } = request;
    if (!isSamePath(parentDir, folder))
      throw new DomainError('permission-denied', { field: 'parent_dir', value: parentDir });
    const files = request.files.map((file, at) => ({
      ...file,
      mtimeSeconds: mtimesSeconds?.[at] ?? mtimeSeconds,
    }));
    const where = { folder, relativePath, replaces };
    return edits.addFiles({ libraryId: library.id, ...by(caller), ...where, files, received });
  }

  async function update(
    token: string,
    request: UpdateRequest,
    received: readonly ObjectId[],
  ): Promise<PutFile> {
    const { library, caller, folder } = open(token, 'update');
    const { file: content, base, mtimeSeconds } = request;
    const path = parsePath(request.path);
    if (!isInside(path, folder))
      throw new DomainError('permission-denied', { field: 'parent_dir', value: path });
    const wanted = { path, content, base, mtimeSeconds, received };
    return edits.replaceFile({ libraryId: library.id, ...by(caller), ...wanted });
  }

  return {
    /** Who adds what to which folder over a link. @throws DomainError as `beginAdding` before anything comes in */
    openForAdding: (token: string) => open(token, 'upload'),

    /**
     * Begins to add files, which are put in one commit.
     * @throws DomainError `link-not-found`, `permission-denied` (reason `operation`; field `parent_dir`),
     * `library-read-only`, `library-locked`, `busy`, `folder-not-found`, `not-a-folder`, `argument-invalid`,
     * `name-invalid`, `name-taken` after a hundred numbers, `quota-exceeded`, `file-too-large`, `disk-full`,
     * `head-moved` when what came in was collected meanwhile; nothing is changed then
     * @param address of the sender, which has a share of the turns; null: it has none
     */
    async beginAdding(token: string, address: string | null = null): Promise<Upload<AddRequest, PutFile[]>> {
      const { grant } = open(token, 'upload');
      return begin(
        uploadShares(grant, address),
        () => open(token, 'upload'),
        (request: AddRequest, received) => add(token, request, received),
      );
    },

    /**
     * Begins to replace the content of a file. The same content makes no commit; one that another user changed since `base`
     * is kept, and the new one lies beside it.
     * @throws DomainError as `beginAdding`; `file-not-found`
     */
    async beginUpdating(
      token: string,
      address: string | null = null,
    ): Promise<Upload<UpdateRequest, PutFile>> {
      const { grant } = open(token, 'update');
      return begin(
        uploadShares(grant, address),
        () => open(token, 'update'),
        (request: UpdateRequest, received) => update(token, request, received),
      );
    },

    /**
     * Begins to put a file at a path, for a user who is signed in.
     * @throws DomainError `library-not-found`, `permission-denied`, `library-read-only`, `library-locked`, `busy` before
     * anything comes in; `quota-exceeded`, `file-too-large`, `disk-full`; what `LibraryEdits.putAt` throws
     */
    async beginPutting(
      caller: Caller,
      { libraryId, path }: { readonly libraryId: LibraryId; readonly path: string },
      address: string | null = null,
    ): Promise<Upload<PutRequest, PutFile>> {
      access.writable(caller, libraryId);
      const target = () => ({ caller, library: access.writable(caller, libraryId).library });
      return begin(
        uploadShares({ caller }, address),
        target,
        ({ file, ...request }: PutRequest, received) => {
          target();
          return edits.putAt({ libraryId, ...by(caller), path, content: file, received, ...request });
        },
      );
    },
  };
}

/** Uploads come in as their senders have their turns. */
function createUploadTurns({ downloads, edits }: UploadsDependencies) {
  const queue = new SharedSemaphore({
    atOnce: UPLOADS_AT_ONCE,
    waiting: UPLOADS_WAITING,
    waitSeconds: UPLOAD_WAIT_SECONDS,
  });

  /** Takes the turn of the sender. */
  return async function begin<Request, Made>(
    shares: readonly SemaphoreShare[],
    target: () => { readonly caller: Caller; readonly library: Library },
    put: (request: Request, received: readonly ObjectId[]) => Promise<Made>,
  ): Promise<Upload<Request, Made>> {
    const endTurn = await queue.take(shares);
    try {
      const { caller, library } = target();
      // What has been received counts for the quota until it is put.
      const { store, received } = edits.receiveContent(library, downloads.keyFor(caller, library));
      return {
        keep: async (name, pieces) => ({ name, ...(await store(pieces)) }),
        put: (request) => put(request, received),
        end: async () => endTurn(),
      };
    } catch (error) {
      endTurn();
      throw error;
    }
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
