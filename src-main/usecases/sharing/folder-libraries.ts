import type { Caller } from '../../core/access/caller.ts';
import type { GroupShare, UserShare } from '../../core/access/effective-access.ts';
import { DomainError } from '../../core/errors.ts';
import { originOf } from '../../core/library/folder-origin.ts';
import type { FolderOrigin, Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { asLibraryName, checkLibraryName } from '../../core/library/name.ts';
import { nameOf } from '../../core/library/path.ts';
import { FOLDER_LIBRARIES_MAX, FOLDER_LIBRARIES_OF_READER_MAX } from '../../core/limits.ts';
import type { ChangeLibrary } from '../../engine/heads/change-library.ts';
import type { Ports } from '../../engine/ports.ts';
import type { LibraryContents } from '../../engine/reading/library-contents.ts';
import type { LibraryAccess, LibraryView } from '../access/library-access.ts';
import type { LibrariesService } from '../libraries/libraries.ts';

export interface FolderLibrariesDependencies
  extends Pick<Ports, 'folderLibraryTable' | 'historyTable' | 'shareTable' | 'ids' | 'events'> {
  readonly access: LibraryAccess;
  readonly contents: Pick<LibraryContents, 'folder'>;
  readonly changeLibrary: Pick<ChangeLibrary, 'createFolderLibrary'>;
  readonly libraries: Pick<LibrariesService, 'endFolder'>;
}

/** A folder of a library of the caller's, with those it is shared with. */
export interface GivenFolder {
  readonly library: Library & { readonly origin: FolderOrigin };
  readonly users: readonly UserShare[];
  readonly groups: readonly GroupShare[];
}

/**
 * Folders of libraries as libraries of their own, for others and for sync clients. Where a path is asked for, `/` is the library
 * itself, which needs none.
 */
export type FolderLibraries = ReturnType<typeof createFolderLibraries>;

export function createFolderLibraries(deps: FolderLibrariesDependencies) {
  const { folderLibraryTable, historyTable, shareTable, access, contents } = deps;

  /** @throws DomainError `folder-not-found`, `not-a-folder`, `path-invalid`, `library-encrypted` */
  async function requireFolder({ library }: LibraryView, path: string): Promise<void> {
    if (library.encryption !== null) throw new DomainError('library-encrypted', { value: library.id });
    await contents.folder(library, path);
  }

  function existing({ id, path }: FolderOrigin): LibraryId | null {
    const found = folderLibraryTable.of(id).find(({ isEnded, origin }) => !isEnded && origin.path === path);
    return found?.id ?? null;
  }

  /** @throws DomainError as `requireFolder`; `argument-invalid` with reason `too-many` */
  async function makeOrFind(
    caller: Caller,
    view: LibraryView,
    { path, name }: { readonly path: string; readonly name: string },
  ): Promise<LibraryId> {
    await requireFolder(view, path);
    const origin = originOf(view.library, path);
    const found = existing(origin);
    if (found !== null) return found;
    const id = deps.ids.uuid() as LibraryId;
    if (!view.canShare) requireFew(caller, origin.id);
    await makeRoom(origin.id);
    const made = await deps.changeLibrary.createFolderLibrary({ id, name, origin, author: caller.email });
    deps.events.emit({ type: 'libraries' });
    return made.id;
  }

  /** Limits folder libraries made by readers, so that they cannot use up the limit of the library. */
  function requireFew({ email }: Caller, id: LibraryId): void {
    const own = folderLibraryTable
      .of(id)
      .filter((folder) => historyTable.findBySeq(folder.id, 1)?.authorEmail === email);
    if (own.length >= FOLDER_LIBRARIES_OF_READER_MAX)
      throw new DomainError('argument-invalid', { field: 'p', reason: 'too-many' });
  }

  /** One that ended gives way to a new one, the oldest first. */
  async function makeRoom(id: LibraryId): Promise<void> {
    const all = folderLibraryTable.of(id);
    const ended = all.find(({ isEnded }) => isEnded);
    if (all.length >= FOLDER_LIBRARIES_MAX && ended !== undefined) await deps.libraries.endFolder(ended.id);
  }

  /**
   * The library that a folder is shared as; null: it is none so far.
   * @throws DomainError `library-not-found`, `permission-denied`, `folder-not-found`, `not-a-folder`, `library-encrypted`
   */
  async function find(caller: Caller, id: LibraryId, path: string): Promise<LibraryId | null> {
    const view = access.readable(caller, id);
    if (path === '/') return id;
    await requireFolder(view, path);
    return existing(originOf(view.library, path));
  }

  return {
    /**
     * The library that a folder is by itself, made now unless it is one already; for everybody who reaches the folder.
     * @param folder `name`: what it is called where the caller may share it; else it is called as the folder is
     * @throws DomainError `library-not-found`, `permission-denied`, `name-invalid`, `path-invalid` for the whole library,
     * `folder-not-found`, `library-encrypted`, `argument-invalid` with reason `too-many`
     */
    async open(
      caller: Caller,
      id: LibraryId,
      { path, name }: { readonly path: string; readonly name: string },
    ): Promise<LibraryId> {
      const view = access.readable(caller, id);
      checkLibraryName(name);
      if (path === '/') throw new DomainError('path-invalid', { field: 'p', value: path });
      return makeOrFind(caller, view, { path, name: view.canShare ? name : asLibraryName(nameOf(path)) });
    },

    /**
     * The library to share so that others have the folder, made now unless it is there.
     * @throws DomainError as `open`, and `permission-denied` unless the caller may share it
     */
    async toShare(caller: Caller, id: LibraryId, path: string): Promise<LibraryId> {
      const view = access.shareable(caller, id);
      return path === '/' ? id : makeOrFind(caller, view, { path, name: asLibraryName(nameOf(path)) });
    },

    /** As `find`, for those who may share it alone. @throws DomainError as `find` */
    async findToShare(caller: Caller, id: LibraryId, path: string): Promise<LibraryId | null> {
      access.shareable(caller, id);
      return find(caller, id, path);
    },

    find,

    /** Folders of libraries of the caller that others have been given, by name. */
    given(caller: Caller): GivenFolder[] {
      return folderLibraryTable
        .ownedBy(caller.email)
        .map((library) => ({
          ...{ library, users: shareTable.withUsers(library.id), groups: shareTable.withGroups(library.id) },
        }))
        .filter(({ users, groups }) => users.length + groups.length > 0)
        .sort((a, b) => (a.library.name < b.library.name ? -1 : 1));
    },
  };
}
