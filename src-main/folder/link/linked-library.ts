import type { FolderEncryption } from '../../../src-shared/folders-api.ts';
import type { Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { LinkedFolder } from '../../core/folder/linked-folder.ts';
import type { FileKey } from '../../core/library/encryption.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';
import type { ChangeLibrary } from '../../engine/heads/change-library.ts';
import type { LibrariesService } from '../../usecases/libraries/libraries.ts';
import type { LibraryHistory } from '../ports.ts';
import type { FolderKeys } from './folder-keys.ts';

/** A folder follows within a second, in which a user at the keyboard makes fewer commits than this. */
const COMMITS_EXAMINED = 100;

export interface LinkedLibraryDependencies {
  readonly libraries: Pick<LibrariesService, 'find'>;
  readonly keys: FolderKeys;
  readonly history: LibraryHistory;
  readonly changeLibrary: Pick<ChangeLibrary, 'wasAskedFirst'>;
  /** Name of this computer, for history. */
  readonly device: string;
}

/** The library of a linked folder, with the rights of the user who linked it, at the time of each call. */
export class LinkedLibrary {
  readonly #folder: Pick<LinkedFolder, 'authorEmail' | 'libraryId'>;
  readonly #deps: LinkedLibraryDependencies;
  readonly #author: Caller;

  constructor(folder: Pick<LinkedFolder, 'authorEmail' | 'libraryId'>, deps: LinkedLibraryDependencies) {
    this.#folder = folder;
    this.#deps = deps;
    this.#author = { email: folder.authorEmail, isAdmin: false };
  }

  /** Name of the library for display; empty when that user may not see it. */
  name(): string {
    return this.#seen()?.name ?? '';
  }

  /** Number of files in the library now; 0 when it cannot be read. */
  fileCount(): number {
    return this.#seen()?.fileCount ?? 0;
  }

  /** Null when the library cannot be read. */
  headRootId(): ObjectId | null {
    return this.#seen()?.rootId ?? null;
  }

  /**
   * Whether the user who linked the folder made every commit since that tree through this server. False when the tree
   * is not found among the last commits.
   */
  isOwnChangeSince(rootId: ObjectId): boolean {
    const { history, changeLibrary, device } = this.#deps;
    const { authorEmail, libraryId } = this.#folder;
    const wanted = { from: this.#seen()?.headSeq ?? 0, downTo: 1, limit: COMMITS_EXAMINED };
    let isOwn = true;
    let isOwnSince = false;
    for (const commit of history.range(libraryId, wanted)) {
      // The oldest occurrence counts: others may have restored that tree since, and this folder has what came after.
      if (commit.rootId === rootId) isOwnSince = isOwn;
      const isHere = commit.deviceName === device || changeLibrary.wasAskedFirst(commit.id);
      isOwn &&= isHere && commit.authorEmail === authorEmail;
    }
    return isOwnSince;
  }

  /** @throws DomainError why the library takes nothing in now, if so */
  requireWritable(): void {
    const { libraryId } = this.#folder;
    const { permission } = this.#deps.libraries.find(this.#author, libraryId);
    if (permission !== 'rw') throw new DomainError('library-read-only', { value: libraryId });
  }

  /** Null for a library without a password. @throws DomainError `library-locked` */
  fileKey(): FileKey | null {
    const library = this.#seen();
    return library === null ? null : this.#deps.keys.require(library);
  }

  encryption(): FolderEncryption {
    const library = this.#seen();
    return library === null ? 'none' : this.#deps.keys.stateOf(library);
  }

  /** Whether the library unlocks itself at the next start. */
  isRemembered(): boolean {
    return this.#deps.keys.isRemembered(this.#folder.libraryId);
  }

  #seen() {
    try {
      return this.#deps.libraries.find(this.#author, this.#folder.libraryId).library;
    } catch (error) {
      if (error instanceof DomainError) return null;
      throw error;
    }
  }
}
