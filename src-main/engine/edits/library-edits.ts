import { DomainError } from '../../core/errors.ts';
import { describeAdded, describeRemoved } from '../../core/history/describe.ts';
import type { Library } from '../../core/library/library.ts';
import { checkNewItemName } from '../../core/library/name.ts';
import { joinPath, nameOf, parsePath } from '../../core/library/path.ts';
import { DIR_MODE, type Dirent, FILE_MODE } from '../../core/objects/dir-object.ts';
import { EMPTY_ID } from '../../core/objects/object-id.ts';
import { inSteps } from '../../core/steps.ts';
import { tableOf } from '../../core/tree/dirents-of.ts';
import { uniqueName } from '../../core/tree/unique-name.ts';
import type { ChangeLibrary, CommitResult } from '../heads/change-library.ts';
import type { Clock } from '../ports.ts';
import type { LibraryContents } from '../reading/library-contents.ts';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.ts';

export interface LibraryEditsDependencies {
  readonly contents: LibraryContents;
  readonly changeLibrary: ChangeLibrary;
  readonly clock: Clock;
}

/** Creating and removing single items in a library that the use case has already let the caller change. */
export type LibraryEdits = ReturnType<typeof createLibraryEdits>;

export function createLibraryEdits({ contents, changeLibrary, clock }: LibraryEditsDependencies) {
  /** A free path for a new item, its name numbered when it is taken. @throws DomainError as `createFolder` */
  async function freePath(library: Library, parentPath: string, name: string, kind: Dirent['kind']) {
    const { dirents } = await contents.list(library, parentPath);
    checkNewItemName(name);
    const taken = await inSteps(tableOf(dirents), yieldToEventLoop);
    return parsePath(
      joinPath(
        parentPath,
        uniqueName(name, (candidate) => taken.has(candidate), kind),
      ),
    );
  }

  /**
   * Creates an empty folder; a taken name gets a number. Durable on return.
   * @throws DomainError `name-invalid`, `path-invalid` when too long, `folder-not-found`, `not-a-folder`,
   * `library-read-only`
   */
  async function createFolder(
    library: Library,
    parentPath: string,
    name: string,
    author: string,
  ): Promise<Dirent> {
    const path = await freePath(library, parentPath, name, 'dir');
    const mtimeSeconds = clock.nowSeconds();
    const description = describeAdded([{ kind: 'dir', name: nameOf(path) }]);
    const changes = [{ op: 'mkdir', path, mtimeSeconds }] as const;
    await changeLibrary.commitChanges({ libraryId: library.id, changes, author, description });
    return { kind: 'dir', name: nameOf(path), id: EMPTY_ID, mode: DIR_MODE, mtimeSeconds };
  }

  /** Creates an empty file; a taken name gets a number. Durable on return. @throws DomainError as `createFolder` */
  async function createFile(
    library: Library,
    parentPath: string,
    name: string,
    author: string,
  ): Promise<Dirent> {
    const path = await freePath(library, parentPath, name, 'file');
    const mtimeSeconds = clock.nowSeconds();
    const dirent = {
      kind: 'file',
      id: EMPTY_ID,
      mode: FILE_MODE,
      mtimeSeconds,
      sizeBytes: 0,
      modifier: author,
    } as const;
    const changes = [{ op: 'put', path, dirent, base: null }] as const;
    const description = describeAdded([{ kind: 'file', name: nameOf(path) }]);
    const made = await changeLibrary.commitChanges({ libraryId: library.id, changes, author, description });
    // Something may have taken the name since the look into the folder.
    return { ...dirent, name: nameOf(made.conflicts[0]?.conflictPath ?? path) };
  }

  /**
   * Deletes a file or a folder with all it holds; nothing there is no work. Durable on return.
   * @throws DomainError `path-invalid` for the root, `library-read-only`
   */
  async function remove(library: Library, path: string, author: string): Promise<CommitResult> {
    if (path === '/') throw new DomainError('path-invalid', { field: 'path', value: path, reason: 'root' });
    const item = await contents.entryAt(library, path);
    const description = describeRemoved([{ kind: item?.kind ?? 'file', name: nameOf(path) }]);
    const changes = [{ op: 'remove', path }] as const;
    return changeLibrary.commitChanges({ libraryId: library.id, changes, author, description });
  }

  return { freePath, createFolder, createFile, remove };
}
