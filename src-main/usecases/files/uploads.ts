import { by, type Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import { describeModified, describeUploaded } from '../../core/history/describe.ts';
import type { Library } from '../../core/library/library.ts';
import { checkNewItemName } from '../../core/library/name.ts';
import { ancestorsOf, componentsOf, isInside, joinPath, nameOf, parsePath } from '../../core/library/path.ts';
import { UPLOAD_WAIT_SECONDS, UPLOADS_AT_ONCE, UPLOADS_WAITING } from '../../core/limits.ts';
import { type Dirent, FILE_MODE, type FileDirent } from '../../core/objects/dir-object.ts';
import type { CommitId, ObjectId } from '../../core/objects/object-id.ts';
import type { TreeChange } from '../../core/tree/apply.ts';
import type { Conflict } from '../../core/tree/tree-result.ts';
import { uniqueName } from '../../core/tree/unique-name.ts';
import { requireFileSize, type StoredContent, storeContent } from '../../engine/edits/store-content.ts';
import type { ChangeLibrary } from '../../engine/heads/change-library.ts';
import type { PendingStorage } from '../../engine/objects/pending-storage.ts';
import type { StorageQuotas } from '../../engine/objects/storage-quotas.ts';
import type { Clock } from '../../engine/ports.ts';
import type { LibraryContents } from '../../engine/reading/library-contents.ts';
import { SharedSemaphore } from '../../engine/scheduling/shared-semaphore.ts';
import type { ObjectStore } from '../../store/objects/object-store.ts';
import type { Libraries } from '../../store/sqlite/libraries.ts';
import type { AccessLinks } from '../access/access-links.ts';
import type { Downloads } from './downloads.ts';
import { uploadShares } from './upload-shares.ts';

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

/** A file as it is in the library now. */
export interface UploadedFile extends StoredContent {
  readonly name: string;
  /** The head now, which holds it. */
  readonly commitId: CommitId;
}

export interface UploadsDependencies {
  readonly links: AccessLinks;
  readonly contents: LibraryContents;
  readonly changeLibrary: ChangeLibrary;
  readonly objects: ObjectStore;
  readonly downloads: Pick<Downloads, 'keyFor'>;
  readonly quotas: StorageQuotas;
  readonly pending: PendingStorage;
  readonly libraries: Pick<Libraries, 'find'>;
  readonly clock: Clock;
}

/** As on reference servers. */
const MAX_NUMBER = 100;

/** Files that come in over links. Nothing shows in a library before all of a request is here and durable. */
export type Uploads = ReturnType<typeof createUploads>;

export function createUploads(deps: UploadsDependencies) {
  const { links, contents, changeLibrary, objects, quotas, pending, clock } = deps;
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

  /** `received`: what was kept, with all its blocks, as long as none of it is in a head. */
  function keeping(caller: Caller, library: Library): { keep: KeepFile; received: readonly ObjectId[] } {
    const fileKey = deps.downloads.keyFor(caller, library);
    const store = objects.library(library.id);
    const freeBytes = quotas.freeBytes(library);
    const received: ObjectId[] = [];
    let keptBytes = 0;
    const checkSize = (sizeBytes: number) => {
      requireFileSize(sizeBytes);
      if (keptBytes + sizeBytes > freeBytes) throw new DomainError('quota-exceeded', { value: library.id });
    };
    const onStored = (block: StoredContent) => {
      received.push(block.id);
      pending.stored(library, [block]);
      pending.requireRoom(library);
    };
    const keep: KeepFile = async (name, pieces) => {
      pending.requireRoom(library);
      const content = await storeContent(pieces, { store, fileKey, checkSize, onStored });
      keptBytes += content.sizeBytes;
      return { name, ...content };
    };
    return { keep, received };
  }

  function direntOf({ id, sizeBytes }: StoredContent, facts: FileFacts): Omit<FileDirent, 'name'> {
    const mtimeSeconds = facts.mtimeSeconds ?? clock.nowSeconds();
    const mode = facts.there?.kind === 'file' ? facts.there.mode : FILE_MODE;
    return { kind: 'file', id, sizeBytes, mode, mtimeSeconds, modifier: facts.caller.email };
  }

  async function commit(library: Library, caller: Caller, put: PlannedPuts, received: readonly ObjectId[]) {
    const records = [{ kind: 'received', ids: received }] as const;
    const committed = await changeLibrary.commitChanges({
      libraryId: library.id,
      ...by(caller),
      ...put,
      records,
    });
    // All of it was there before.
    if (!committed.changed) pending.settle(deps.libraries.find(library.id) ?? library, received);
    return committed;
  }

  /** What is in a folder, by name; nothing where the folder is still to be made. @throws DomainError `not-a-folder` */
  async function namesIn(library: Library, folder: string): Promise<Map<string, Dirent>> {
    for (const path of [...ancestorsOf(folder), folder].slice(1)) {
      const there = await contents.entryAt(library, path);
      if (there === null) return new Map();
      if (there.kind !== 'dir') throw new DomainError('not-a-folder', { value: path });
    }
    return new Map((await contents.list(library, folder)).dirents.map((dirent) => [dirent.name, dirent]));
  }

  /** Where the files of a request go. @throws DomainError `permission-denied` with field `parent_dir`, … */
  async function targetOf(library: Library, folder: string, request: AddRequest) {
    if (!isSamePath(request.parentDir, folder)) {
      throw new DomainError('permission-denied', { field: 'parent_dir', value: request.parentDir });
    }
    await contents.list(library, folder);
    const target = belowFolder(folder, request.relativePath);
    return { target, names: await namesIn(library, target) };
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
    ): Promise<UploadedFile[]> =>
      limited({ token, operation: 'upload', address }, async () => {
        const before = open(token, 'upload');
        const { keep, received } = keeping(before.caller, before.library);
        const request = await receive(keep);
        // Much may have changed while the bytes came in.
        const { library, caller, folder } = open(token, 'upload');
        const { target, names } = await targetOf(library, folder, request);
        quotas.require(
          library,
          request.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
        );
        const planned = request.files.map((file, at) => {
          const name = nameFor(file.name, names, request.replaces);
          const there = names.get(name);
          const mtimeSeconds = request.mtimesSeconds?.[at] ?? request.mtimeSeconds;
          const dirent = direntOf(file, { there, caller, mtimeSeconds });
          names.set(name, { ...dirent, name });
          return { name, there, dirent };
        });
        const changes = planned.map(
          ({ name, there, dirent }): TreeChange => ({
            op: 'put',
            path: parsePath(joinPath(target, name)),
            dirent,
            ...baseOf(there?.id, dirent.id, request.replaces),
          }),
        );
        const added = planned.filter(({ there }) => there === undefined);
        const description = describeUploaded(planned, added);
        const { conflicts, commitId } = await commit(library, caller, { changes, description }, received);
        return planned.map(({ name, dirent: { id, sizeBytes } }) => ({
          name: nameAfter(joinPath(target, name), conflicts),
          ...{ id, sizeBytes, commitId },
        }));
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
    ): Promise<UploadedFile> =>
      limited({ token, operation: 'update', address }, async () => {
        const before = open(token, 'update');
        const { keep, received } = keeping(before.caller, before.library);
        const request = await receive(keep);
        const { library, caller, folder } = open(token, 'update');
        const path = parsePath(request.path);
        if (!isInside(path, folder)) {
          throw new DomainError('permission-denied', { field: 'parent_dir', value: path });
        }
        const there = await contents.entryAt(library, path);
        if (there?.kind !== 'file') throw new DomainError('file-not-found', { value: path });
        quotas.require(library, request.file.sizeBytes - there.sizeBytes);
        const dirent = direntOf(request.file, { there, caller, mtimeSeconds: request.mtimeSeconds });
        const known = request.base === null ? null : await contents.entryAt(library, path, request.base);
        const base = known === null ? baseOf(there.id, dirent.id, true) : { base: known.id };
        const changes = [{ op: 'put', path, dirent, ...base }] as const;
        const description = describeModified(nameOf(path));
        const { conflicts, commitId } = await commit(library, caller, { changes, description }, received);
        return { name: nameAfter(path, conflicts), id: dirent.id, sizeBytes: dirent.sizeBytes, commitId };
      }),
  };
}

interface FileFacts {
  readonly there: Dirent | undefined;
  readonly caller: Caller;
  readonly mtimeSeconds: number | null;
}

interface PlannedPuts {
  readonly changes: readonly TreeChange[];
  readonly description: string;
}

function isSamePath(text: string, folder: string): boolean {
  const path = parsePath(text);
  return path === folder || path.normalize('NFC') === folder.normalize('NFC');
}

/** @throws DomainError `argument-invalid` */
function belowFolder(folder: string, relativePath: string): string {
  const names = componentsOf(relativePath.normalize('NFC'));
  try {
    names.forEach(checkNewItemName);
    return names.reduce((path, name) => parsePath(joinPath(path, name)), folder);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new DomainError('argument-invalid', { field: 'relative_path', value: relativePath }, error);
  }
}

/** @throws DomainError `name-invalid`, `name-taken` */
function nameFor(sent: string, names: ReadonlyMap<string, Dirent>, replaces: boolean): string {
  const wanted = sent.normalize('NFC');
  checkNewItemName(wanted);
  if (replaces && names.get(wanted)?.kind !== 'dir') return wanted;
  let tries = 0;
  const isTaken = (name: string) => {
    if (tries > MAX_NUMBER) throw new DomainError('name-taken', { value: wanted });
    tries += 1;
    return names.has(name);
  };
  return uniqueName(wanted, isTaken, 'file', MAX_NUMBER);
}

/** The same content again is no change; otherwise what came meanwhile is replaced as well when that was asked for. */
function baseOf(there: ObjectId | undefined, id: ObjectId, replaces: boolean): { base?: ObjectId | null } {
  if (!replaces) return { base: null };
  return there === id ? { base: id } : {};
}

function nameAfter(path: string, conflicts: readonly Conflict[]): string {
  return nameOf(conflicts.find((conflict) => conflict.path === path)?.conflictPath ?? path);
}
