import { DomainError } from '../../core/errors.ts';
import { DESCRIPTIONS } from '../../core/history/describe.ts';
import type { FolderOrigin, Library } from '../../core/library/library.ts';
import { FOLDER_LIBRARIES_MAX } from '../../core/limits.ts';
import type { Commit } from '../../core/objects/commit.ts';
import { EMPTY_ID } from '../../core/objects/object-id.ts';
import { countTree } from '../../core/tree/statistics.ts';
import { findEntry } from '../../core/tree/tree-lookup.ts';
import type { Ports } from '../ports.ts';
import { createReadDir } from '../reading/directory-reader.ts';
import type { HeadMoves } from './head-moves.ts';
import type { LibraryLock } from './library-lock.ts';
import { recordFields } from './planned-move.ts';

export interface NewLibrariesDependencies
  extends Pick<Ports, 'libraryTable' | 'folderLibraryTable' | 'historyTable' | 'objects' | 'transaction'> {
  readonly moves: HeadMoves;
  /** Folder libraries take the turn of the library that they are in. */
  readonly lock: LibraryLock;
}

/** A library before its first commit. */
export type NewLibrary = Omit<Library, 'headId' | 'rootId' | 'headSeq' | 'retainedFromSeq'>;

/** A folder that is to be a library of its own. */
export interface NewFolderLibrary extends Pick<Library, 'id' | 'name'> {
  readonly origin: FolderOrigin;
  /** E-mail of who asks for it. */
  readonly author: string;
}

/** How libraries get their first head; for `change-library.ts`. */
export function createNewLibraries(deps: NewLibrariesDependencies) {
  const { libraryTable, historyTable, objects, transaction, moves, lock } = deps;
  const { liveLibrary, sealCommit } = moves;

  function insert(library: Library, commit: Commit): void {
    transaction(() => {
      libraryTable.insert(library);
      historyTable.append(commit, 1, []);
    });
  }

  /** Durable on return: the library with its first commit. The record's head fields are filled in here. */
  async function createLibrary(record: NewLibrary): Promise<Library> {
    return lock(record.id, async () => {
      if (libraryTable.isKnown(record.id)) throw new DomainError('library-exists', { value: record.id });
      const commit = sealCommit(record.id, {
        ...recordFields(record),
        rootId: EMPTY_ID,
        parentId: null,
        authorEmail: record.modifierEmail,
        description: DESCRIPTIONS.created,
        deviceName: null,
        atSeconds: record.createdAtSeconds,
      });
      const library = { ...record, headId: commit.id, rootId: EMPTY_ID, headSeq: 1, retainedFromSeq: 1 };
      await moves.keep(objects.library(record.id), commit);
      insert(library, commit);
      await moves.recordHead(library, null);
      return library;
    });
  }

  /**
   * Makes a folder a library of its own, by its content at the head; or gives the one that it is already. Durable on return.
   * @throws DomainError `library-not-found`, `library-encrypted`, `folder-not-found`, `path-invalid` for the root,
   * `argument-invalid` with reason `too-many`
   */
  async function createFolderLibrary(record: NewFolderLibrary): Promise<Library> {
    return lock(record.origin.id, async () => {
      const { id, name, origin } = record;
      const library = liveLibrary(origin.id);
      requireFolders(library, origin.path);
      const others = deps.folderLibraryTable.of(library.id);
      const existing = others.find((other) => !other.isEnded && other.origin.path === origin.path);
      if (existing !== undefined) return existing;
      if (others.length >= FOLDER_LIBRARIES_MAX)
        throw new DomainError('argument-invalid', { field: 'p', reason: 'too-many' });
      const store = objects.library(library.id);
      const readDir = createReadDir(store);
      const folder = await findEntry(readDir, library.rootId, origin.path);
      if (folder?.kind !== 'dir') throw new DomainError('folder-not-found', { value: origin.path });
      const fields = {
        ...recordFields({ ...library, name, description: '' }),
        ...{ rootId: folder.id, parentId: null, authorEmail: record.author, deviceName: null },
        description: DESCRIPTIONS.created,
      };
      const commit = sealCommit(id, fields, undefined, store);
      const totals = await countTree(readDir, folder.id);
      const made = { ...folderLibraryOf(library, record, commit), ...totals };
      await moves.keep(store, commit);
      insert(made, commit);
      return made;
    });
  }

  /** After a start: brings folder libraries up to the folders that they show, which what was repaired may have moved. */
  async function bringFoldersUp(): Promise<void> {
    for (const id of deps.folderLibraryTable.origins()) {
      await lock(id, async () => {
        const library = libraryTable.find(id);
        try {
          if (library !== null) await moves.moveMissed(library);
        } catch (error) {
          // What cannot be read stays behind, and takes no changes; a start has to be possible without it.
          if (!(error instanceof DomainError)) throw error;
        }
      });
    }
  }

  /**
   * Lets a library be seen whose objects and history are all here. Durable on return.
   * @param show makes it live, inside a transaction
   */
  async function publishLibrary(library: Library, show: () => void): Promise<void> {
    const keptFrom = historyTable.findBySeq(library.id, library.retainedFromSeq)?.id;
    await lock(library.id, async () => {
      await objects.library(library.id).flush();
      transaction(show);
      await moves.recordHead(library, null, keptFrom);
    });
  }

  return { createLibrary, createFolderLibrary, bringFoldersUp, publishLibrary };
}

/** @throws DomainError `library-encrypted`, `path-invalid` for the root */
function requireFolders({ id, encryption }: Library, path: string): void {
  if (encryption !== null) throw new DomainError('library-encrypted', { value: id });
  if (path === '/') throw new DomainError('path-invalid', { field: 'p', value: path });
}

/** As the library that it is in, with a history that begins with this commit. */
function folderLibraryOf(
  library: Library,
  { id, name, origin, author }: NewFolderLibrary,
  { id: headId, rootId, ctimeSeconds }: Commit,
): Library {
  return {
    ...library,
    ...{ id, name, description: '', origin, headId, rootId, headSeq: 1, retainedFromSeq: 1 },
    ...{ updatedAtSeconds: ctimeSeconds, createdAtSeconds: ctimeSeconds, modifierEmail: author },
  };
}
